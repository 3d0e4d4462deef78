//! Scenes as SVG.

mod style;

use std::fmt::Write;

use crate::shape::{Align, width};
use crate::{Cell, Content, Disc, Extent, Line, Mark, Passage, Scene, Shape, Stroke, Text};

/// The width and height of a text cell, in pixels. One character is half as
/// wide as high, as on most terminals.
const COLUMN: i64 = 10;
const ROW: i64 = 20;
/// White around the drawing; outlines reach a little beyond their cells.
const MARGIN: i64 = 10;
/// From the middle of a digit of the text size down to its foot.
const FOOT: i64 = 5;

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
        let (right, bottom) = (page.x(extent.right), page.y(extent.bottom));
        let (wide, high) = (right + COLUMN / 2 + MARGIN, bottom + ROW / 2 + MARGIN);
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
        let marks = scene.from_back_to_front();
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

/// Where the drawing starts on the grid of the scene.
struct Page {
    left: i64,
    top: i64,
}

impl Page {
    /// The middle of a column.
    fn x(&self, column: i64) -> i64 {
        MARGIN + (column - self.left) * COLUMN + COLUMN / 2
    }

    /// The middle of a row.
    fn y(&self, row: i64) -> i64 {
        MARGIN + (row - self.top) * ROW + ROW / 2
    }

    fn mark(&self, mark: &Mark, out: &mut String) -> std::fmt::Result {
        match &mark.shape {
            Shape::Text(text) => self.text(text, mark.emphasis.is_some(), out),
            Shape::Cell(cell) => self.cell(cell, out),
            Shape::Disc(disc) => self.disc(disc, out),
            Shape::Line(line) => self.line(line, out),
            Shape::Tick(tick) => {
                let (x, y) = (self.x(tick.at.x.into()), self.y(tick.at.y.into()));
                write!(out, "<path class=\"line\" d=\"M{x} {y}v-7\"/>")
            }
            Shape::Pivot(pivot) => {
                // It stands on the bar like a hanger, so that the string from
                // above meets its tip.
                let (x, y) = (self.x(pivot.at.x.into()), self.y(pivot.at.y.into()));
                write!(out, "<path d=\"M{x} {}l9 15h-18z\"/>", y - 13)
            }
            Shape::Passage(passage) => self.passage(passage, out),
        }
    }

    fn text(&self, text: &Text, emphasised: bool, out: &mut String) -> std::fmt::Result {
        let Extent { left, right, top, .. } = text.extent();
        let y = self.y(top);
        let (x, anchor) = match text.align() {
            Align::Start => (self.x(left) - COLUMN / 2, " class=\"start\""),
            Align::Middle => (self.x(text.at().x.into()), ""),
            Align::End => (self.x(right) + COLUMN / 2, " class=\"end\""),
        };
        if emphasised {
            let wide = width(text.as_str()) * COLUMN + 6;
            let from = match text.align() {
                Align::Start => x - 3,
                Align::Middle => x - wide / 2,
                Align::End => x - wide + 3,
            };
            let y = y - ROW / 2;
            write!(out, "<rect x=\"{from}\" y=\"{y}\" width=\"{wide}\" height=\"{ROW}\" rx=\"4\"/>")?;
        }
        write!(out, "<text x=\"{x}\" y=\"{}\"{anchor}>{}</text>", y + FOOT, escape(text.as_str()))
    }

    fn cell(&self, cell: &Cell, out: &mut String) -> std::fmt::Result {
        let extent = cell.extent();
        // A border runs through the middle of the cells that text spends on
        // it; a bare cell reaches to the edges of its own.
        let (dx, dy) = if cell.border().is_some() { (0, 0) } else { (COLUMN / 2, ROW / 2) };
        let (left, right) = (self.x(extent.left) - dx, self.x(extent.right) + dx);
        let (top, bottom) = (self.y(extent.top) - dy, self.y(extent.bottom) + dy);
        let (wide, high) = (right - left, bottom - top);
        let class = if cell.border() == Some(Stroke::Thick) { " class=\"thick\"" } else { "" };
        write!(out, "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\"{class}/>")?;
        let (x, y) = (left + wide / 2, top + high / 2);
        // The signs inside keep their size in proportion to the cell.
        let unit = wide.min(high) / 10;
        match cell.content() {
            Content::Blank => Ok(()),
            Content::Text(text) => write!(out, "<text x=\"{x}\" y=\"{}\">{}</text>", y + FOOT, escape(text)),
            Content::Solid => {
                let (x, y) = (left + unit, top + unit);
                write!(out, "<path d=\"M{x} {y}h{0}v{1}h-{0}z\"/>", wide - 2 * unit, high - 2 * unit)
            }
            Content::Dot => write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", unit.max(2) - unit / 4),
            Content::Fulcrum => {
                let (tip, side) = (y - 5 * unit / 2, 3 * unit);
                write!(out, "<path d=\"M{x} {tip}l{side} {}h-{}z\"/>", 5 * unit, 2 * side)
            }
        }
    }

    fn disc(&self, disc: &Disc, out: &mut String) -> std::fmt::Result {
        let (x, y) = (self.x(disc.centre().x.into()), self.y(disc.centre().y.into()));
        let room = disc.interior();
        let wide = (self.x(room.right) - self.x(room.left)).max(COLUMN) + 18;
        write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"28\" rx=\"14\"/>",
            x - wide / 2,
            y - 14
        )?;
        if disc.as_str().is_empty() {
            return Ok(());
        }
        write!(out, "<text x=\"{x}\" y=\"{}\">{}</text>", y + FOOT, escape(disc.as_str()))
    }

    fn line(&self, line: &Line, out: &mut String) -> std::fmt::Result {
        let [(x0, y0), (x1, y1)] = line.ends();
        let class = match line.stroke() {
            Stroke::Thin => "line",
            Stroke::Thick => "line thick",
        };
        let (x0, y0, x1, y1) = (self.x(x0), self.y(y0), self.x(x1), self.y(y1));
        write!(out, "<path class=\"{class}\" d=\"M{x0} {y0}L{x1} {y1}\"/>")
    }

    fn passage(&self, passage: &Passage, out: &mut String) -> std::fmt::Result {
        let [(x, y0), (_, y1)] = passage.ends();
        let (x, y0, y1) = (self.x(x), self.y(y0), self.y(y1));
        write!(
            out,
            "<path class=\"line hidden\" d=\"M{x} {y0}V{y1}\"/>\
             <path class=\"line\" d=\"M{} {y0}h10M{} {y1}h10\"/>",
            x - 5,
            x - 5
        )
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
