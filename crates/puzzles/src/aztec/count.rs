//! Counting pyramids without a search: by dynamic programming, row by row.
//!
//! Only the row itself determines what may stand on it, so the number of ways
//! to fill everything above a row is a function of that row alone. There are at
//! most 9! / 1! rows of any length.

use super::Aztec;
use super::model::relation;
use crate::triangle;
use fd::{Limits, Stopped};

/// The number of solutions.
pub(super) fn count(puzzle: &Aztec, limits: Limits<'_>) -> Result<u128, Stopped> {
    let bottom = (0..puzzle.rows).try_fold(vec![1], |above, row| ways(puzzle, row, &above, limits))?;
    Ok(bottom.into_iter().map(u128::from).sum())
}

/// The ways to fill all that lies above each row of one length, by the rank of
/// the row, from those of the row above (none above the first: `[1]`). A row
/// that contradicts a given has none.
pub(super) fn ways(puzzle: &Aztec, row: usize, above: &[u64], limits: Limits<'_>) -> Result<Vec<u64>, Stopped> {
    let mut tally = Rising { puzzle, row, above, found: vec![0; rows_of(row + 1)], limits };
    tally.extend(Prefix::default(), Prefix::default(), None)?;
    Ok(tally.found)
}

/// The number of rows of a length: 9 · 8 · 7 ...
fn rows_of(length: usize) -> usize {
    (0..length).map(|used| 9 - used).product()
}

/// The beginning of a row.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Prefix {
    length: usize,
    /// Its digits, bit `d` for `d`.
    used: u16,
    /// Its place among all beginnings of its length.
    pub(super) rank: usize,
}

impl Prefix {
    pub(super) fn has(self, digit: usize) -> bool {
        self.used >> digit & 1 == 1
    }

    /// Extended by a digit that it does not have yet.
    pub(super) fn with(self, digit: usize) -> Prefix {
        let unused_below = digit - 1 - (self.used & ((1 << digit) - 1)).count_ones() as usize;
        let rank = self.rank * (9 - self.length) + unused_below;
        Prefix { length: self.length + 1, used: self.used | 1 << digit, rank }
    }
}

/// The ways above the rows of one length, being found.
struct Rising<'a> {
    puzzle: &'a Aztec,
    row: usize,
    /// The ways above each row that is one shorter.
    above: &'a [u64],
    found: Vec<u64>,
    limits: Limits<'a>,
}

/// The limits are checked for each beginning of this length: there are a few
/// hundred.
const LENGTH_BETWEEN_LOOKS: usize = 2;

impl Rising<'_> {
    /// Tries every way to extend the beginning of a row, which ends with
    /// `last`, and the row on it.
    fn extend(&mut self, lower: Prefix, upper: Prefix, last: Option<usize>) -> Result<(), Stopped> {
        if lower.length > self.row {
            self.found[lower.rank] += self.above[upper.rank];
            return Ok(());
        }
        if lower.length == LENGTH_BETWEEN_LOOKS {
            self.limits.check()?;
        }
        let allowed = match self.puzzle.givens.get(triangle::place(self.row, lower.length)) {
            Some(given) => given as usize..=given as usize,
            None => 1..=9,
        };
        for digit in allowed.filter(|&digit| !lower.has(digit)) {
            let longer = lower.with(digit);
            let Some(last) = last else {
                self.extend(longer, upper, Some(digit))?;
                continue;
            };
            for top in relation::above(last, digit).filter(|&top| !upper.has(top)) {
                self.extend(longer, upper.with(top), Some(digit))?;
            }
        }
        Ok(())
    }
}
