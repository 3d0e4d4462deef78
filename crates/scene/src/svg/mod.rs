//! Scenes as SVG.

mod page;
mod style;

use std::fmt::Write;

use page::Page;

use crate::{Extent, Scene};

/// Renders scenes as SVG: one self-contained `<svg>` element.
///
/// It has a title and a description for screen readers, a viewBox, and a
/// style sheet with a class for every role and emphasis, in colours that
/// colour-blind people can tell apart and with dashes, weights and hatching
/// that nobody needs colours for. The same scene always gives the same text.
#[derive(Clone, Debug)]
pub struct SvgRenderer {
    id: String,
}

impl Default for SvgRenderer {
    fn default() -> Self {
        SvgRenderer::new()
    }
}

impl SvgRenderer {
    /// A renderer for pictures that stand alone.
    #[must_use]
    pub fn new() -> Self {
        SvgRenderer { id: "scene".into() }
    }

    /// The same, with another `id` for the element, which must be its own
    /// where several pictures share a page. Only ASCII letters, digits, `-`
    /// and `_` are kept.
    #[must_use]
    pub fn id(self, id: &str) -> Self {
        let keep = |char: &char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_');
        let mut id: String = id.chars().filter(keep).collect();
        // Style sheets want names that start with a letter.
        if !id.starts_with(|first: char| first.is_ascii_alphabetic()) {
            id.insert_str(0, "scene-");
        }
        SvgRenderer { id }
    }

    /// The drawing.
    #[must_use]
    pub fn render(&self, scene: &Scene) -> String {
        let extent = scene.extent().unwrap_or(Extent { left: 0, top: 0, right: 0, bottom: 0 });
        let page = Page { left: extent.left, top: extent.top };
        let (wide, high) = page.size(extent);
        let id = &self.id;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{id}\" width=\"{wide}\" height=\"{high}\" \
             viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\n\
             <title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-desc\">{}</desc>\n",
            escape(scene.title()),
            escape(scene.description()),
        );
        out.push_str(&style::sheet(id));
        let _ = writeln!(out, "<path class=\"paper\" d=\"M0 0H{wide}V{high}H0z\"/>");
        let marks = scene.back_to_front();
        for alike in marks.chunk_by(|a, b| (a.role, a.emphasis) == (b.role, b.emphasis)) {
            let _ = write!(out, "<g class=\"{}", alike[0].role.name());
            if let Some(emphasis) = alike[0].emphasis {
                let _ = write!(out, " {}", emphasis.name());
            }
            out.push_str("\">\n");
            for mark in alike {
                // Writing to a string cannot fail.
                let _ = page.mark(mark, &mut out);
                out.push('\n');
            }
            out.push_str("</g>\n");
        }
        out.push_str("</svg>\n");
        out
    }
}

/// The text with what XML reserves written as references, and what XML does
/// not allow at all replaced.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\n' | '\t' => out.push(char),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ if char.is_control() => out.push('\u{fffd}'),
            _ => out.push(char),
        }
    }
    out
}
