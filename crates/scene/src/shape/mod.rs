//! What can be drawn.

mod candidates;
mod cell;
mod disc;
mod line;
mod words;

pub use candidates::{Candidates, Slot};
pub use cell::{Cell, Content};
pub use disc::Disc;
pub use line::{Line, Passage, Pivot, Stroke, Tick};
pub use words::Text;

pub(crate) use line::Heading;
pub(crate) use words::Align;

use crate::Extent;
use crate::escape::is_unprintable;

/// A text cell: a column and a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The column; grows to the right.
    pub x: i32,
    /// The row; grows downward.
    pub y: i32,
}

impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Self {
        Point { x, y }
    }
}

/// What a mark looks like, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Free words or digits.
    Text(Text),
    /// A rectangle with something in it.
    Cell(Cell),
    /// A round place with something in it.
    Disc(Disc),
    /// A straight line.
    Line(Line),
    /// A unit of distance on a line.
    Tick(Tick),
    /// The point on which a bar turns.
    Pivot(Pivot),
    /// The gap where a vertical line runs behind others.
    Passage(Passage),
}

impl Shape {
    pub(crate) fn extent(&self) -> Extent {
        match self {
            Shape::Text(text) => text.extent(),
            Shape::Cell(cell) => cell.extent(),
            Shape::Disc(disc) => disc.extent(),
            Shape::Line(line) => line.extent(),
            Shape::Tick(Tick { at }) | Shape::Pivot(Pivot { at }) => span(*at, 1, 1),
            Shape::Passage(passage) => passage.extent(),
        }
    }
}

macro_rules! shape_from {
    ($($shape:ident),*) => {$(
        impl From<$shape> for Shape {
            fn from(shape: $shape) -> Self {
                Shape::$shape(shape)
            }
        }
    )*};
}
shape_from!(Text, Cell, Disc, Line, Tick, Pivot, Passage);

/// The extent that starts at a cell and has this many columns and rows.
fn span(from: Point, columns: i64, rows: i64) -> Extent {
    let (left, top) = (i64::from(from.x), i64::from(from.y));
    Extent { left, top, right: left + columns - 1, bottom: top + rows - 1 }
}

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX >> 1)
}

/// Replaces characters that do not take one column of one line: a line feed would
/// break the grid, and an escape would let a text control the reader's terminal.
fn clean(text: impl Into<String>) -> String {
    let text = text.into();
    if text.contains(is_unprintable) { text.replace(is_unprintable, "\u{fffd}") } else { text }
}
