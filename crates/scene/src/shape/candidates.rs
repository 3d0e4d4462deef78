//! Values that a place may still have.

use super::{clean, width};

/// The values that a place may still have, each at its own fixed position in a
/// small grid.
///
/// If none is left, it shows a cross.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    pub(crate) columns: usize,
    /// The characters of a position.
    pub(crate) width: usize,
    slots: Vec<Slot>,
}

/// One position among [`Candidates`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The value was ruled out.
    Gone,
    /// Words or digits.
    Text(String),
    /// A dot: the place may stay empty.
    Dot,
    /// A square: the place may be filled.
    Solid,
}

impl Candidates {
    /// Candidates in rows of `columns` positions. Each position has room for
    /// `width_of_slot` characters, or for the longest text.
    pub fn new(columns: usize, width_of_slot: usize, slots: impl IntoIterator<Item = Slot>) -> Self {
        let slots: Vec<Slot> = slots
            .into_iter()
            .map(|slot| match slot {
                Slot::Text(text) => Slot::Text(clean(text)),
                other => other,
            })
            .collect();
        let longest = slots.iter().map(|slot| match slot {
            Slot::Text(text) => width(text) as usize,
            _ => 1,
        });
        let width = longest.max().unwrap_or(1).max(width_of_slot).max(1);
        Candidates { columns: columns.max(1), width, slots }
    }

    /// How many are left.
    pub fn left(&self) -> usize {
        self.slots.iter().filter(|slot| **slot != Slot::Gone).count()
    }

    pub(crate) fn rows(&self) -> usize {
        self.slots.len().div_ceil(self.columns).max(1)
    }

    /// Every position: its column, its row, and what is there.
    pub fn slots(&self) -> impl Iterator<Item = (usize, usize, &Slot)> {
        self.slots.iter().enumerate().map(|(i, slot)| (i % self.columns, i / self.columns, slot))
    }
}
