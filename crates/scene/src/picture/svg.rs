//! Scenes and pictures as SVG.

use super::{Anchor, Follows, Group, Picture, Primitive};
use crate::{Scene, escape};
use std::fmt::{Result, Write};

/// Renders a scene or a picture as one `<svg>` element.
///
/// It has a title and a description for screen readers, and a viewBox. Groups
/// carry their roles as classes, parts are classes of the elements in them, and
/// a target is one `<g>` with `data-target` and an id, for a page's styles and
/// event handlers. The same picture always gives the same text.
#[derive(Clone, Debug)]
pub struct SvgRenderer {
    id: String,
    page: bool,
}

/// A drawing in pieces, for a page that draws again only what has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// What comes before the groups: the beginning of `<svg>`, its title and description, the paper.
    pub head: String,
    /// The `<g>` of each target, and of what belongs to none; from back to front.
    pub groups: Vec<String>,
}

impl Pieces {
    /// The whole `<svg>`.
    pub fn whole(&self) -> String {
        format!("{}{}</svg>\n", self.head, self.groups.concat())
    }
}

impl Default for SvgRenderer {
    fn default() -> Self {
        SvgRenderer::new()
    }
}

impl SvgRenderer {
    /// For a file of its own: with a style sheet, light and dark.
    pub fn new() -> SvgRenderer {
        SvgRenderer { id: "scene".into(), page: false }
    }

    /// For a page that styles it: classes and ids only, no style and no
    /// colour, as a strict content policy demands. [`SvgRenderer::style_sheet`]
    /// gives rules to start from.
    pub fn for_page() -> SvgRenderer {
        SvgRenderer { page: true, ..SvgRenderer::new() }
    }

    /// The same, with another id for the element, which must be unique if
    /// several pictures share a page. Only ASCII letters, digits, `-` and `_`
    /// are kept.
    #[must_use]
    pub fn id(self, id: &str) -> SvgRenderer {
        let keep = |char: &char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_');
        let mut id: String = id.chars().filter(keep).collect();
        // Style sheets want names that start with a letter.
        if !id.starts_with(|first: char| first.is_ascii_alphabetic()) {
            id.insert_str(0, "scene-");
        }
        SvgRenderer { id, ..self }
    }

    /// A style sheet for pages, for all drawings of scenes inside elements that
    /// the selector `scope` matches, such as `.scene`.
    pub fn style_sheet(scope: &str) -> String {
        crate::look::SHEET.css(scope)
    }

    /// The drawing of a scene.
    pub fn render(&self, scene: &Scene) -> String {
        self.write(&scene.picture())
    }

    /// The drawing of a picture.
    pub fn write(&self, picture: &Picture) -> String {
        self.pieces(picture).whole()
    }

    /// The same in pieces.
    pub fn pieces(&self, picture: &Picture) -> Pieces {
        // Writing to a string cannot fail.
        let mut head = String::new();
        let _ = self.head(picture, &mut head);
        let piece = |groups: &[Group]| {
            let mut out = String::new();
            let _ = self.piece(groups, &mut out);
            out
        };
        let groups = picture.groups.chunk_by(|a, b| a.target.is_some() && a.target == b.target);
        Pieces { head, groups: groups.map(piece).collect() }
    }

    fn head(&self, picture: &Picture, out: &mut String) -> Result {
        let (id, wide, high) = (&self.id, num(picture.width), num(picture.height));
        let described = if picture.description.is_empty() { String::new() } else { format!(" {id}-desc") };
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{id}\" class=\"scene\" width=\"{wide}\" \
             height=\"{high}\" viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-labelledby=\"{id}-title{described}\">"
        )?;
        writeln!(out, "<title id=\"{id}-title\">{}</title>", escape(&picture.title))?;
        if !picture.description.is_empty() {
            writeln!(out, "<desc id=\"{id}-desc\">{}</desc>", escape(&picture.description))?;
        }
        if !self.page {
            writeln!(out, "<style>\n{}</style>", picture.sheet.css(&format!("#{id}")))?;
        }
        writeln!(out, "<rect class=\"paper\" width=\"{wide}\" height=\"{high}\"/>")
    }

    fn piece(&self, groups: &[Group], out: &mut String) -> Result {
        if let [one] = groups {
            return self.group(one, true, out);
        }
        out.push_str("<g");
        self.target(&groups[0], out)?;
        out.push_str(">\n");
        groups.iter().try_for_each(|group| self.group(group, false, out))?;
        out.write_str("</g>\n")
    }

    fn target(&self, group: &Group, out: &mut String) -> Result {
        let Some(target) = group.target.as_deref().map(escape) else { return Ok(()) };
        write!(out, " id=\"{}-{target}\" data-target=\"{target}\"", self.id)
    }

    fn group(&self, group: &Group, with_target: bool, out: &mut String) -> Result {
        out.push_str("<g");
        if with_target {
            self.target(group, out)?;
        }
        if !group.roles.is_empty() {
            write!(out, " class=\"{}\"", group.roles.join(" "))?;
        }
        match group.follows {
            Some(Follows::Turns(beam)) if self.page => write!(out, " data-turns=\"{beam}\"")?,
            Some(Follows::Hangs(beam, x)) if self.page => write!(out, " data-hangs=\"{beam}\" data-at=\"{}\"", num(x))?,
            _ => {}
        }
        out.push('>');
        if let Some(tip) = &group.tip {
            write!(out, "<title>{}</title>", escape(tip))?;
        }
        for (part, primitive) in &group.items {
            element(part.name(), primitive, out)?;
        }
        out.write_str("</g>\n")
    }
}

fn element(class: &str, primitive: &Primitive, out: &mut String) -> Result {
    match primitive {
        Primitive::Path { points, closed } => {
            write!(out, "<path class=\"{class}\" d=\"")?;
            for (i, (x, y)) in points.iter().enumerate() {
                write!(out, "{}{} {}", if i == 0 { 'M' } else { 'L' }, num(*x), num(*y))?;
            }
            out.write_str(if *closed { "z\"/>" } else { "\"/>" })
        }
        Primitive::Rect { at: (x, y), width, height, radius } => {
            let (wide, high) = (num(width.max(0.0)), num(height.max(0.0)));
            write!(
                out,
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{high}\"",
                num(*x),
                num(*y)
            )?;
            if *radius > 0.0 {
                write!(out, " rx=\"{}\"", num(*radius))?;
            }
            out.write_str("/>")
        }
        Primitive::Circle { centre: (x, y), radius } => {
            write!(out, "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>", num(*x), num(*y), num(*radius))
        }
        Primitive::Text { at: (x, y), anchor, size, upward, text } => {
            let (x, y) = (num(*x), num(*y));
            write!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{}\"", num(*size))?;
            match anchor {
                Anchor::Start => {}
                Anchor::Middle => out.push_str(" text-anchor=\"middle\""),
                Anchor::End => out.push_str(" text-anchor=\"end\""),
            }
            if *upward {
                write!(out, " transform=\"rotate(-90 {x} {y})\"")?;
            }
            write!(out, ">{}</text>", escape(text))
        }
    }
}

/// A number with no more digits than a screen can show.
fn num(x: f64) -> f64 {
    // Adding zero turns a negative zero into a plain one.
    (x * 10.0).round() / 10.0 + 0.0
}
