//! A round place with something in it.

use super::{Point, clean, width};
use crate::Extent;

/// A round place that lines lead to, with words or digits in it: `(12)`.
///
/// Lines may end at its centre; the disc covers their ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disc {
    centre: Point,
    columns: u32,
    text: String,
}

impl Disc {
    /// An empty disc around a cell, with room for this many characters.
    ///
    /// It has as many columns on both sides of its centre, so an even number
    /// leaves room for one more. It grows with a text that needs more, on both
    /// sides.
    pub fn around(centre: impl Into<Point>, columns: u32) -> Self {
        Disc { centre: centre.into(), columns, text: String::new() }
    }

    /// The same disc with this text in it.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.text = clean(text);
        self
    }

    /// What is in it; may be empty.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn centre(&self) -> Point {
        self.centre
    }

    /// How many characters it has to hold.
    pub(crate) fn room(&self) -> i64 {
        i64::from(self.columns).max(width(&self.text))
    }

    /// The columns between its sides.
    pub(crate) fn interior(&self) -> Extent {
        let half = self.room() / 2;
        let (x, y) = (i64::from(self.centre.x), i64::from(self.centre.y));
        Extent { left: x - half, top: y, right: x + half, bottom: y }
    }

    pub(crate) fn extent(&self) -> Extent {
        let interior = self.interior();
        Extent { left: interior.left - 1, right: interior.right + 1, ..interior }
    }
}
