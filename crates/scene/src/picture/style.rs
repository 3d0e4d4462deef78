//! How the parts of a picture look in a file of its own.

use super::Part;
use std::fmt::Write;

/// A colour on light paper and on dark, as red, green and blue; or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Nothing is painted.
    None,
    /// A colour.
    Colour {
        /// On light paper, such as `0xffffff`.
        light: u32,
        /// On dark paper.
        dark: u32,
    },
}

impl Paint {
    /// A colour for light paper and one for dark.
    pub const fn new(light: u32, dark: u32) -> Paint {
        Paint::Colour { light, dark }
    }
}

/// How something looks; what is not set stays as it was.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    /// What it is filled with.
    pub fill: Option<Paint>,
    /// What its outline is drawn with.
    pub stroke: Option<Paint>,
    /// How wide the outline is.
    pub width: Option<f64>,
    /// The lengths of dashes and of the gaps between them.
    pub dash: Option<[f64; 2]>,
    /// Whether text is bold.
    pub bold: bool,
    /// Whether text is slanted.
    pub slanted: bool,
    /// Whether the outline is painted before the inside, so that text keeps
    /// its shape.
    pub halo: bool,
}

impl Style {
    /// Nothing set.
    pub const PLAIN: Style =
        Style { fill: None, stroke: None, width: None, dash: None, bold: false, slanted: false, halo: false };

    /// Filled, without an outline.
    pub const fn filled(paint: Paint) -> Style {
        Style { fill: Some(paint), ..Style::PLAIN }
    }

    /// An outline alone.
    pub const fn drawn(paint: Paint, width: f64) -> Style {
        Style { fill: Some(Paint::None), stroke: Some(paint), width: Some(width), ..Style::PLAIN }
    }

    /// The same with this inside.
    #[must_use]
    pub const fn fill(self, paint: Paint) -> Style {
        Style { fill: Some(paint), ..self }
    }

    /// The same with a dashed outline.
    #[must_use]
    pub const fn dash(self, dash: f64, gap: f64) -> Style {
        Style { dash: Some([dash, gap]), ..self }
    }

    /// Bold text.
    pub const BOLD: Style = Style { bold: true, ..Style::PLAIN };

    /// Slanted text.
    pub const SLANTED: Style = Style { slanted: true, ..Style::PLAIN };

    /// Text with the colour of the paper around it, to stand on lines.
    pub const fn halo(paper: Paint, width: f64) -> Style {
        Style { stroke: Some(paper), width: Some(width), halo: true, ..Style::PLAIN }
    }

    /// This style, overridden by what the other sets.
    fn then(self, other: Style) -> Style {
        Style {
            fill: other.fill.or(self.fill),
            stroke: other.stroke.or(self.stroke),
            width: other.width.or(self.width),
            dash: other.dash.or(self.dash),
            bold: self.bold || other.bold,
            slanted: self.slanted || other.slanted,
            halo: self.halo || other.halo,
        }
    }

    fn css(self, dark: bool) -> String {
        let mut css = String::new();
        for (name, paint) in [("fill", self.fill), ("stroke", self.stroke)] {
            let _ = match paint {
                None => continue,
                Some(Paint::None) => write!(css, "{name}:none;"),
                Some(Paint::Colour { light, dark: night }) => {
                    write!(css, "{name}:#{:06x};", if dark { night } else { light })
                }
            };
        }
        if dark {
            return css;
        }
        if let Some(width) = self.width {
            let _ = write!(css, "stroke-width:{width};");
        }
        if let Some([dash, gap]) = self.dash {
            let _ = write!(css, "stroke-dasharray:{dash} {gap};");
        }
        for (is, rule) in
            [(self.bold, "font-weight:bold;"), (self.slanted, "font-style:italic;"), (self.halo, "paint-order:stroke;")]
        {
            css.push_str(if is { rule } else { "" });
        }
        css
    }
}

/// How a part looks, everywhere or in groups of one role.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The role; empty for all groups.
    pub role: &'static str,
    /// The part.
    pub part: Part,
    /// How it looks.
    pub style: Style,
}

impl Rule {
    /// How a part looks in all groups.
    pub const fn all(part: Part, style: Style) -> Rule {
        Rule { role: "", part, style }
    }

    /// How a part looks in groups of a role.
    pub const fn of(role: &'static str, part: Part, style: Style) -> Rule {
        Rule { role, part, style }
    }
}

/// How a whole family of pictures looks, as lists of rules: rules for all groups
/// first, then rules for some. The last rule that sets something counts.
#[derive(Clone, Copy, Debug)]
pub struct Sheet(pub &'static [&'static [Rule]]);

impl Sheet {
    /// How a part looks in a group with these roles.
    pub fn style(&self, roles: &[&str], part: Part) -> Style {
        let rules = self.0.iter().copied().flatten().filter(|rule| rule.part == part);
        let rules = rules.filter(|rule| rule.role.is_empty() || roles.contains(&rule.role));
        rules.fold(Style::PLAIN, |style, rule| style.then(rule.style))
    }

    /// The same as CSS, for elements within the selector `scope`, light and
    /// dark.
    pub fn css(&self, scope: &str) -> String {
        let mut css =
            format!("{scope} text{{font-family:Helvetica,Arial,sans-serif;font-variant-numeric:tabular-nums}}\n");
        self.write_rules(scope, false, &mut css);
        css.push_str("@media (prefers-color-scheme:dark){\n");
        self.write_rules(scope, true, &mut css);
        css.push_str("}\n");
        css
    }

    fn write_rules(&self, scope: &str, dark: bool, css: &mut String) {
        for Rule { role, part, style } in self.0.iter().copied().flatten() {
            let declared = style.css(dark);
            if declared.is_empty() {
                continue;
            }
            let dot = if role.is_empty() { "" } else { "." };
            let role = if role.is_empty() { "" } else { &format!("{role} ") };
            let _ = writeln!(css, "{scope} {dot}{role}.{}{{{}}}", part.name(), declared.trim_end_matches(';'));
        }
    }
}
