//! A mark: a shape that means something.

use crate::{Content, Emphasis, Follows, Role, Shape, Stroke};

/// One thing drawn: a shape, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The part it plays.
    pub role: Role,
    /// Why to look at it now, if at all.
    pub emphasis: Option<Emphasis>,
    /// Whether the user has selected it.
    pub selected: bool,
    /// The id of what it belongs to, such as `r3c5` or `row3`. Several marks
    /// may belong to one target.
    pub target: Option<String>,
    /// Which beam of the scene it moves with, if any.
    pub follows: Option<Follows>,
    /// What is drawn, and where.
    pub shape: Shape,
}

impl Mark {
    /// A mark without emphasis that belongs to no target.
    pub fn new(role: Role, shape: impl Into<Shape>) -> Self {
        Mark { role, emphasis: None, selected: false, target: None, follows: None, shape: shape.into() }
    }

    /// The words or digits it shows, if it shows any.
    pub fn text(&self) -> Option<&str> {
        let content = match &self.shape {
            Shape::Text(text) => return Some(text.as_str()).filter(|text| !text.is_empty()),
            Shape::Cell(cell) => cell.content(),
            Shape::Disc(disc) => disc.content(),
            Shape::Line(_) | Shape::Tick(_) | Shape::Pivot(_) | Shape::Passage(_) => return None,
        };
        if let Content::Text(text) = content { Some(text) } else { None }
    }

    /// The smallest rectangle of text cells that holds it.
    pub fn extent(&self) -> Extent {
        let mut extent = self.shape.extent();
        if self.has_flag_before() {
            extent.left -= 1;
        }
        extent
    }

    /// Free text has no border to put a flag in: one that is pointed out takes
    /// the cell before it.
    pub(crate) fn has_flag_before(&self) -> bool {
        self.flags().is_some() && matches!(self.shape, Shape::Text(_))
    }

    /// How far in front it is painted.
    pub(crate) fn depth(&self) -> (u8, bool, Option<Emphasis>) {
        let depth = match &self.shape {
            Shape::Passage(_) => 0,
            // A border between regions lies on the cells beside it.
            Shape::Line(line) if line.is_thick() && self.target.is_none() => 3,
            Shape::Line(_) | Shape::Tick(_) => 1,
            Shape::Cell(cell) if cell.border != Some(Stroke::Thick) && !self.selected => 2,
            Shape::Cell(_) => 3,
            Shape::Disc(_) | Shape::Pivot(_) | Shape::Text(_) => 4,
        };
        (depth, self.selected, self.emphasis)
    }

    /// What text shows before and after it, to point it out. A selected mark has
    /// brackets; an emphasis replaces the second.
    pub(crate) fn flags(&self) -> Option<(char, char)> {
        match (self.selected, self.emphasis.map(Emphasis::flags)) {
            (false, flags) => flags,
            (true, None) => Some(('[', ']')),
            (true, Some((_, after))) => Some(('[', after)),
        }
    }

    /// At least the number of text cells it occupies.
    pub(crate) fn cost(&self) -> u64 {
        let extent = self.extent();
        match self.shape {
            // A diagonal line has a large extent with few cells in it, and a
            // passage only has its two ends.
            Shape::Line(_) | Shape::Passage(_) => extent.columns().max(extent.rows()),
            _ => extent.columns().saturating_mul(extent.rows()),
        }
    }
}

/// A rectangle of text cells; all four sides are part of it.
///
/// The sides are wider integers than a [`Point`](crate::Point) has, so that no
/// shape at the edge of the plane can overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The first column.
    pub left: i64,
    /// The first row.
    pub top: i64,
    /// The last column.
    pub right: i64,
    /// The last row.
    pub bottom: i64,
}

impl Extent {
    /// How many columns it has.
    pub fn columns(self) -> u64 {
        self.left.abs_diff(self.right).saturating_add(1)
    }

    /// How many rows it has.
    pub fn rows(self) -> u64 {
        self.top.abs_diff(self.bottom).saturating_add(1)
    }

    /// The row in the middle, or the upper one of two.
    pub(crate) fn middle(self) -> i64 {
        self.top + (self.bottom - self.top) / 2
    }

    /// The smallest extent that holds both.
    pub fn union(self, other: Extent) -> Extent {
        Extent {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}
