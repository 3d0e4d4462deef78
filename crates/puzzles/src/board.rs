//! A board: what is filled in.

/// The values of a puzzle's places, filled or not.
///
/// What the places are is for each puzzle to say: leaves in reading order
/// (Weight), cells row by row (Gap, Aztec Math), vertices row by row (Trid),
/// numbers from 1 with the cell each stands on (Multi-Balance).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Board(Vec<Option<i32>>);

impl Board {
    /// A board with nothing filled in.
    pub fn blank(places: usize) -> Board {
        Board(vec![None; places])
    }

    /// A board with everything filled in.
    pub fn full(values: impl IntoIterator<Item = i32>) -> Board {
        Board(values.into_iter().map(Some).collect())
    }

    /// The number of places.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has no place at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value at a place; `None` when it is blank or there is no such place.
    pub fn get(&self, place: usize) -> Option<i32> {
        self.0.get(place).copied().flatten()
    }

    /// Fills a place in, or blanks it; does nothing if there is no such place.
    pub fn set(&mut self, place: usize, value: Option<i32>) {
        if let Some(slot) = self.0.get_mut(place) {
            *slot = value;
        }
    }

    /// Whether every place is filled in.
    pub fn is_full(&self) -> bool {
        self.0.iter().all(Option::is_some)
    }

    /// The same with only those of its values that `kept` selects, in order.
    pub(crate) fn keeping(&self, kept: &[bool]) -> Board {
        let mut kept = kept.iter();
        self.iter().map(|value| value.filter(|_| kept.next() == Some(&true))).collect()
    }

    /// The values in order of the places.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<i32>> + '_ {
        self.0.iter().copied()
    }
}

impl FromIterator<Option<i32>> for Board {
    fn from_iter<I: IntoIterator<Item = Option<i32>>>(values: I) -> Board {
        Board(values.into_iter().collect())
    }
}
