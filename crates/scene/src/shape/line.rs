//! Lines, and what sits on them.

use super::Point;
use crate::Extent;

/// How heavy a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// An ordinary line.
    Thin,
    /// A heavy line, such as the bar of a balance.
    Thick,
}

/// A straight line from the centre of a cell to the centre of another.
///
/// Horizontal and vertical lines join where they meet; diagonals cross each
/// other. A diagonal runs one column per row, which in SVG is close to the
/// side of an equilateral triangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    from: Point,
    pub(crate) heading: Heading,
    steps: u32,
    pub(crate) stroke: Stroke,
}

/// Where a line goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heading {
    Right,
    Down,
    DownLeft,
    DownRight,
}

impl Heading {
    /// The columns and rows of one step.
    pub(crate) fn step(self) -> (i64, i64) {
        match self {
            Heading::Right => (1, 0),
            Heading::Down => (0, 1),
            Heading::DownLeft => (-1, 1),
            Heading::DownRight => (1, 1),
        }
    }
}

impl Line {
    /// `─`, from a cell to the one this many columns further right.
    pub fn right(from: impl Into<Point>, columns: u32) -> Self {
        Line::new(from.into(), Heading::Right, columns)
    }

    /// `│`, from a cell to the one this many rows further down.
    pub fn down(from: impl Into<Point>, rows: u32) -> Self {
        Line::new(from.into(), Heading::Down, rows)
    }

    /// `╱`, from a cell to the one this many rows further down and as many
    /// columns to the left.
    pub fn down_left(from: impl Into<Point>, rows: u32) -> Self {
        Line::new(from.into(), Heading::DownLeft, rows)
    }

    /// `╲`, from a cell to the one this many rows further down and as many
    /// columns to the right.
    pub fn down_right(from: impl Into<Point>, rows: u32) -> Self {
        Line::new(from.into(), Heading::DownRight, rows)
    }

    fn new(from: Point, heading: Heading, steps: u32) -> Self {
        Line { from, heading, steps, stroke: Stroke::Thin }
    }

    /// The same line, thick. Text shows it for horizontal and vertical lines.
    #[must_use]
    pub fn thick(mut self) -> Self {
        self.stroke = Stroke::Thick;
        self
    }

    pub(crate) fn is_thick(&self) -> bool {
        self.stroke == Stroke::Thick
    }

    /// The cells at its two ends, as columns and rows.
    pub(crate) fn ends(&self) -> [(i64, i64); 2] {
        let (x, y) = (i64::from(self.from.x), i64::from(self.from.y));
        let (dx, dy) = self.heading.step();
        let steps = i64::from(self.steps);
        [(x, y), (x + dx * steps, y + dy * steps)]
    }

    pub(crate) fn steps(&self) -> i64 {
        i64::from(self.steps)
    }

    pub(crate) fn extent(&self) -> Extent {
        let [(x0, y0), (x1, y1)] = self.ends();
        Extent { left: x0.min(x1), top: y0, right: x0.max(x1), bottom: y1 }
    }
}

/// A unit of distance on a horizontal line: a short stroke upward.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    pub(crate) at: Point,
}

impl Tick {
    /// A tick on the line that passes this cell.
    pub fn on(at: impl Into<Point>) -> Self {
        Tick { at: at.into() }
    }
}

/// The point on which a bar turns: a small triangle on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pivot {
    pub(crate) at: Point,
}

impl Pivot {
    /// A pivot on the line that passes this cell.
    pub fn on(at: impl Into<Point>) -> Self {
        Pivot { at: at.into() }
    }
}

/// The gap where a vertical line runs behind others: it goes in at one cell
/// and comes out at another further down, and anything may lie between.
///
/// The line itself is two [`Line`]s: one that ends at the upper cell, and one
/// that starts at the lower.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    enters: Point,
    rows: u32,
}

impl Passage {
    /// A passage from a cell to the one this many rows further down, at least
    /// one.
    pub fn down(enters: impl Into<Point>, rows: u32) -> Self {
        Passage { enters: enters.into(), rows: rows.max(1) }
    }

    /// The cells where the line goes in and comes out, as columns and rows.
    pub(crate) fn ends(&self) -> [(i64, i64); 2] {
        let (x, y) = (i64::from(self.enters.x), i64::from(self.enters.y));
        [(x, y), (x, y + i64::from(self.rows))]
    }

    pub(crate) fn extent(&self) -> Extent {
        let [(x, top), (_, bottom)] = self.ends();
        Extent { left: x, top, right: x, bottom }
    }
}
