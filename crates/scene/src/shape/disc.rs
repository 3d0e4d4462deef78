//! A round place with something in it.

use super::{Content, Point, width};
use crate::Extent;

/// A round place that lines lead to, with something in it: `(12)`.
///
/// Lines may end at its centre; the disc covers their ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disc {
    pub(crate) centre: Point,
    columns: u32,
    rows: u32,
    content: Content,
}

impl Disc {
    /// An empty disc around a cell, with room for this many characters.
    ///
    /// It has equally many columns on both sides of its centre, so an even number
    /// leaves room for one more. It grows on both sides if its text needs more.
    pub fn around(centre: impl Into<Point>, columns: u32) -> Self {
        Disc { centre: centre.into(), columns, rows: 1, content: Content::Blank }
    }

    /// The same disc with this many rows, or one more if that is even.
    #[must_use]
    pub fn rows_high(mut self, rows: u32) -> Self {
        self.rows = rows | 1;
        self
    }

    /// The same disc with this in it.
    #[must_use]
    pub fn with(mut self, content: Content) -> Self {
        self.content = content.cleaned();
        self
    }

    /// The same disc with this text in it; an empty text leaves it blank.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.with(Content::Text(text.into()))
    }

    /// What is in it.
    pub fn content(&self) -> &Content {
        &self.content
    }

    pub(crate) fn rows(&self) -> i64 {
        i64::from(self.rows)
    }

    /// How many characters it has to hold in a row.
    pub(crate) fn room(&self) -> i64 {
        let needed = match &self.content {
            Content::Text(text) => width(text),
            _ => 0,
        };
        i64::from(self.columns).max(needed)
    }

    /// The columns between its sides.
    pub(crate) fn interior(&self) -> Extent {
        let (across, along) = (self.room() / 2, self.rows() / 2);
        let (x, y) = (i64::from(self.centre.x), i64::from(self.centre.y));
        Extent { left: x - across, top: y - along, right: x + across, bottom: y + along }
    }

    pub(crate) fn extent(&self) -> Extent {
        let interior = self.interior();
        Extent { left: interior.left - 1, right: interior.right + 1, ..interior }
    }
}
