//! The twins of a puzzle: its rotations and reflections.

use super::MultiBalance;
use crate::{Puzzle, Symmetric};

impl Symmetric for MultiBalance {
    fn canonical(&self) -> Box<dyn Puzzle> {
        Box::new(self.canonical_twin())
    }
}

impl MultiBalance {
    /// The puzzle mirrored left to right.
    fn mirrored(&self) -> MultiBalance {
        let fulcrums = self.rows().flat_map(|row| row.iter().rev().copied()).collect();
        MultiBalance { width: self.width, fulcrums, digits: self.digits }
    }

    /// The puzzle with its rows as columns.
    fn transposed(&self) -> MultiBalance {
        let columns = (0..self.width).flat_map(|column| self.rows().map(move |row| row[column]));
        MultiBalance { width: self.height(), fulcrums: columns.collect(), digits: self.digits }
    }

    /// All eight twins, itself included; some may be equal.
    pub(super) fn twins(&self) -> [MultiBalance; 8] {
        let mut twin = self.clone();
        std::array::from_fn(|i| {
            // Mirroring and transposing in turn reaches all eight.
            twin = if i % 2 == 0 { twin.mirrored() } else { twin.transposed() };
            twin.clone()
        })
    }

    /// The twin that stands for all: it has no more columns than rows, and its
    /// fulcrums come as late in reading order as they can.
    fn canonical_twin(&self) -> MultiBalance {
        let [mut least, others @ ..] = self.twins();
        for twin in others {
            if (twin.width, &twin.fulcrums) < (least.width, &least.fulcrums) {
                least = twin;
            }
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clued, InJson};
    use std::collections::BTreeSet;

    #[test]
    fn twins_have_one_canonical_form() {
        let puzzle = |rows: &[&str]| {
            let fulcrums = rows.concat().chars().map(|char| char == '^').collect();
            MultiBalance { width: rows[0].len(), fulcrums, digits: 6 }
        };
        let seed = puzzle(&["......^.", "...^....", "^......^", "........", "........", ".....^.."]);
        let twins = seed.twins();
        let distinct: BTreeSet<_> = twins.iter().map(|twin| (twin.width, twin.fulcrums.clone())).collect();
        assert_eq!(distinct.len(), 8);
        assert!(twins.contains(&seed));
        assert!(
            twins.contains(&puzzle(&["..^...", "......", "......", ".^....", "......", ".....^", "^.....", "..^..."]))
        );
        assert!(twins.iter().all(|twin| twin.canonical_twin() == seed.canonical_twin()));
        assert!(twins.contains(&seed.canonical_twin()));
        for cell in (0..seed.fulcrums.len()).filter(|&cell| !seed.fulcrums[cell]) {
            let mut other = seed.clone();
            other.fulcrums[cell] = true;
            assert_ne!(other.canonical_twin(), seed.canonical_twin());
        }
        let square = puzzle(&["^..", "...", "..."]);
        assert!(square.twins().iter().all(|twin| twin.canonical_twin() == square.canonical_twin()));
        assert_eq!(square.with_clues(&[]).write_json(), square.write_json());
    }
}
