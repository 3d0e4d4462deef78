//! A rectangle with something in it.

use super::{Candidates, Point, Stroke, clean, span, width};
use crate::Extent;

/// A rectangle with something in it: the square of a board, a weight.
///
/// In text a framed cell spends its outermost cells on its border, so
/// neighbours that share a border overlap by one column or row, and their
/// lines join. A bare cell has no border in text, for boards that would not
/// fit a screen otherwise, and shows `_` while it is blank; pictures outline it
/// all the same. A text cell is twice as high as wide, so 5 by 3 framed and 2
/// by 1 bare are squares.
///
/// A cell too narrow for its text grows to the right, where
/// [`Scene::overlaps`](crate::Scene::overlaps) finds what it runs into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    at: Point,
    columns: u32,
    rows: u32,
    pub(crate) border: Option<Stroke>,
    content: Content,
    /// Its name; may be empty.
    pub(crate) caption: String,
}

/// What is in a [`Cell`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    #[default]
    Blank,
    /// Words or digits, centred.
    Text(String),
    /// Filled entirely.
    Solid,
    /// A dot: known to stay empty.
    Dot,
    /// The point on which a line of the board turns.
    Fulcrum,
    /// The values that it may still have.
    Candidates(Candidates),
}

impl Content {
    /// The same, made safe to draw.
    pub(super) fn cleaned(self) -> Content {
        match self {
            Content::Text(text) if text.is_empty() => Content::Blank,
            Content::Text(text) => Content::Text(clean(text)),
            other => other,
        }
    }
}

impl Cell {
    /// A cell with a border, from its top left corner, borders included: at
    /// least 3 columns by 3 rows.
    pub fn framed(at: impl Into<Point>, columns: u32, rows: u32) -> Self {
        Cell::new(at.into(), columns.max(3), rows.max(3), Some(Stroke::Thin))
    }

    /// A cell without a border in text: at least 1 column by 1 row.
    pub fn bare(at: impl Into<Point>, columns: u32, rows: u32) -> Self {
        Cell::new(at.into(), columns.max(1), rows.max(1), None)
    }

    fn new(at: Point, columns: u32, rows: u32, border: Option<Stroke>) -> Self {
        Cell { at, columns, rows, border, content: Content::Blank, caption: String::new() }
    }

    /// The same cell with a thick border, if it has one.
    #[must_use]
    pub fn thick(mut self) -> Self {
        self.border = self.border.map(|_| Stroke::Thick);
        self
    }

    /// The same cell with this in it.
    #[must_use]
    pub fn with(mut self, content: Content) -> Self {
        self.content = content.cleaned();
        self
    }

    /// The same cell with this text in it; an empty text leaves it blank.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.with(Content::Text(text.into()))
    }

    /// The same cell with its name at its foot, which takes a row of text.
    #[must_use]
    pub fn named(mut self, caption: impl Into<String>) -> Self {
        self.caption = clean(caption);
        self
    }

    /// The same cell with a new name at its foot, if it had this one.
    #[must_use]
    pub fn renamed(self, old: &str, new: &str) -> Self {
        if self.caption == old { self.named(new) } else { self }
    }

    /// What is in it.
    pub fn content(&self) -> &Content {
        &self.content
    }

    pub(crate) fn extent(&self) -> Extent {
        let needed = match &self.content {
            Content::Text(text) => width(text) + 2 * self.margin(),
            _ => 0,
        };
        span(self.at, i64::from(self.columns).max(needed), i64::from(self.rows))
    }

    /// What is left of the extent inside the border.
    pub(crate) fn interior(&self) -> Extent {
        let Extent { left, top, right, bottom } = self.extent();
        let margin = self.margin();
        Extent { left: left + margin, top: top + margin, right: right - margin, bottom: bottom - margin }
    }

    fn margin(&self) -> i64 {
        i64::from(self.border.is_some())
    }
}
