//! Free words or digits.

use super::{Point, clean, span, width};
use crate::Extent;

/// Free words or digits on one line, each character one column wide.
///
/// Meant for digits and short words: control characters are replaced, and
/// characters that terminals draw two columns wide would break the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    pub(crate) at: Point,
    pub(crate) align: Align,
    text: String,
    raised: u32,
}

/// Which part of the text stands at its anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Start,
    Middle,
    End,
    /// Over this many columns.
    Over(u32),
}

impl Text {
    /// Text whose first character is at this cell.
    pub fn starting(at: impl Into<Point>, text: impl Into<String>) -> Self {
        Text { at: at.into(), align: Align::Start, text: clean(text), raised: 0 }
    }

    /// Text centred on this cell.
    ///
    /// An even number of characters leans to the right by half a column in
    /// text; in SVG it is exactly centred.
    pub fn centred(at: impl Into<Point>, text: impl Into<String>) -> Self {
        Text { at: at.into(), align: Align::Middle, text: clean(text), raised: 0 }
    }

    /// Text whose last character is at this cell.
    pub fn ending(at: impl Into<Point>, text: impl Into<String>) -> Self {
        Text { at: at.into(), align: Align::End, text: clean(text), raised: 0 }
    }

    /// Text over a stretch of columns that starts at this cell, as a clue stands
    /// over its line: centred in pictures, flush right in text.
    pub fn over(at: impl Into<Point>, columns: u32, text: impl Into<String>) -> Self {
        Text { at: at.into(), align: Align::Over(columns.max(1)), text: clean(text), raised: 0 }
    }

    /// The same, but this many rows higher in text, where it would otherwise
    /// touch its neighbours. Pictures have room for all of them on one line.
    #[must_use]
    pub fn raised(mut self, rows: u32) -> Self {
        self.raised = rows;
        self
    }

    /// The same place with other words.
    #[must_use]
    pub fn saying(self, text: impl Into<String>) -> Self {
        Text { text: clean(text), ..self }
    }

    /// What it says.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn extent(&self) -> Extent {
        // An empty text still has a place, so that every extent has an area.
        let columns = width(&self.text).max(1);
        let mut extent = span(self.at, columns, 1);
        let shift = match self.align {
            Align::Start => 0,
            Align::Middle => (columns - 1) / 2,
            Align::End => columns - 1,
            Align::Over(over) => columns - i64::from(over),
        };
        extent.left -= shift;
        extent.right -= shift;
        extent.top -= i64::from(self.raised);
        extent.bottom -= i64::from(self.raised);
        extent
    }
}
