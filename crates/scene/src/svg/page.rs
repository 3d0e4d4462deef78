//! Marks as SVG elements.

use std::fmt::Write;

use super::escape;
use crate::shape::{Align, width};
use crate::{Cell, Content, Disc, Extent, Line, Mark, Passage, Shape, Stroke, Text};

/// The width and height of a text cell, in pixels. One character is half as
/// wide as high, as on most terminals.
const COLUMN: i64 = 10;
const ROW: i64 = 20;
/// White around the drawing; outlines reach a little beyond their cells.
const MARGIN: i64 = 10;
/// From the middle of a digit of the text size down to its foot.
const FOOT: i64 = 5;

/// Where the drawing starts on the grid of the scene.
pub(super) struct Page {
    pub(super) left: i64,
    pub(super) top: i64,
}

impl Page {
    /// How wide and high a page is that holds this, with its margins.
    pub(super) fn size(&self, extent: Extent) -> (i64, i64) {
        (self.x(extent.right) + COLUMN / 2 + MARGIN, self.y(extent.bottom) + ROW / 2 + MARGIN)
    }

    /// The middle of a column.
    fn x(&self, column: i64) -> i64 {
        MARGIN + (column - self.left) * COLUMN + COLUMN / 2
    }

    /// The middle of a row.
    fn y(&self, row: i64) -> i64 {
        MARGIN + (row - self.top) * ROW + ROW / 2
    }

    pub(super) fn mark(&self, mark: &Mark, out: &mut String) -> std::fmt::Result {
        match &mark.shape {
            Shape::Text(text) => self.text(text, mark.emphasis.is_some(), out),
            Shape::Cell(cell) => self.cell(cell, mark.emphasis.is_some(), out),
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
                write!(out, "<path class=\"pivot\" d=\"M{x} {}l9 15h-18z\"/>", y - 13)
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
            let wide = width(text.as_str()) * COLUMN + 10;
            let from = match text.align() {
                Align::Start => x - 5,
                Align::Middle => x - wide / 2,
                Align::End => x - wide + 5,
            };
            let y = y - 11;
            write!(out, "<rect class=\"ring\" x=\"{from}\" y=\"{y}\" width=\"{wide}\" height=\"22\" rx=\"4\"/>")?;
        }
        write!(out, "<text x=\"{x}\" y=\"{}\"{anchor}>{}</text>", y + FOOT, escape(text.as_str()))
    }

    fn cell(&self, cell: &Cell, emphasised: bool, out: &mut String) -> std::fmt::Result {
        let extent = cell.extent();
        // A border runs through the middle of the cells that text spends on
        // it; a bare cell reaches to the edges of its own.
        let (dx, dy, class) = match cell.border() {
            Some(Stroke::Thin) => (0, 0, ""),
            Some(Stroke::Thick) => (0, 0, "thick"),
            None => (COLUMN / 2, ROW / 2, "fine"),
        };
        let area = Area {
            left: self.x(extent.left) - dx,
            top: self.y(extent.top) - dy,
            right: self.x(extent.right) + dx,
            bottom: self.y(extent.bottom) + dy,
        };
        area.rect(class, out)?;
        // The signs inside keep their size in proportion to the cell.
        let unit = area.wide().min(area.high()) / 10;
        let mut inset = unit;
        if emphasised {
            // A ring inside the border leaves the neighbours alone, and meets
            // no other ring.
            area.shrunk(if cell.border().is_some() { 4 } else { 3 }).rect("ring", out)?;
            inset += 4;
        }
        let (x, y) = (area.left + area.wide() / 2, area.top + area.high() / 2);
        match cell.content() {
            Content::Blank => Ok(()),
            Content::Text(text) => write!(out, "<text x=\"{x}\" y=\"{}\">{}</text>", y + FOOT, escape(text)),
            Content::Solid => {
                let Area { left, top, right, bottom } = area.shrunk(inset);
                write!(out, "<path d=\"M{left} {top}H{right}V{bottom}H{left}z\"/>")
            }
            Content::Dot => write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", unit.clamp(2, 3)),
            Content::Fulcrum => {
                let (tip, side) = (y - 5 * unit / 2, 3 * unit);
                write!(out, "<path d=\"M{x} {tip}l{side} {}h-{}z\"/>", 5 * unit, 2 * side)
            }
        }
    }

    fn disc(&self, disc: &Disc, out: &mut String) -> std::fmt::Result {
        let (x, y) = (self.x(disc.centre().x.into()), self.y(disc.centre().y.into()));
        // Two digits still fit a circle; more of them stretch it.
        let wide = (disc.room() * COLUMN + 8).max(28);
        write!(
            out,
            "<rect class=\"ring\" x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"28\" rx=\"14\"/>",
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
             <circle cx=\"{x}\" cy=\"{y0}\" r=\"3\"/><circle cx=\"{x}\" cy=\"{y1}\" r=\"3\"/>"
        )
    }
}

/// A rectangle on the page, in pixels.
struct Area {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

impl Area {
    fn wide(&self) -> i64 {
        self.right - self.left
    }

    fn high(&self) -> i64 {
        self.bottom - self.top
    }

    /// The rectangle that is this much smaller on every side.
    fn shrunk(&self, by: i64) -> Area {
        Area { left: self.left + by, top: self.top + by, right: self.right - by, bottom: self.bottom - by }
    }

    fn rect(&self, class: &str, out: &mut String) -> std::fmt::Result {
        out.push_str("<rect ");
        if !class.is_empty() {
            write!(out, "class=\"{class}\" ")?;
        }
        let (wide, high) = (self.wide().max(0), self.high().max(0));
        write!(out, "x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{high}\"/>", self.left, self.top)
    }
}
