//! The exact number of solutions, by dynamic programming.
//!
//! Sides up to 14 are counted in [`states`], unless there are more states than
//! [`MOST_STATES`]. Without clues, sides of 15 and 16 are counted in [`empty`], which
//! takes more than twice as long and a third of the memory: a minute and a half and
//! 1 GB for 16.

mod empty;
mod states;
#[cfg(test)]
mod tests;

pub(super) use states::{Layer, Rows, State, start, with_columns};

use super::Gap;
use crate::Puzzle;
use fd::{Limits, Stopped};

/// The most states that are kept of one row: 16 bytes each.
pub(super) const MOST_STATES: usize = 1 << 25;

/// The largest side without clues that has few enough states.
const MOST_BY_STATES: usize = 14;

/// The number of solutions; `None` when there are too many states.
pub(super) fn count(gap: &Gap, limits: Limits<'_>) -> Result<Option<u128>, Stopped> {
    let has_clues = gap.rows.iter().chain(&gap.columns).any(Option::is_some);
    match gap.size() {
        size if has_clues || size <= MOST_BY_STATES => states::count(gap, MOST_STATES, limits),
        size if size <= empty::MOST_COUNTED => empty::count(size, limits).map(Some),
        _ => Ok(None),
    }
}

/// The ways to fill a row.
#[derive(Debug)]
struct Placements {
    /// The two filled columns.
    ends: Vec<(usize, usize)>,
    /// For each, the set of those that may stand in the next row.
    apart: Vec<u128>,
}

impl Placements {
    fn of(size: usize) -> Placements {
        let ends: Vec<(usize, usize)> = (0..size).flat_map(|a| (a + 2..size).map(move |b| (a, b))).collect();
        let touch = |a: usize, b: usize| a.abs_diff(b) < 2;
        let may_follow = |&(a, b): &(usize, usize)| {
            let clear = |&&(c, d): &&(usize, usize)| !(touch(a, c) || touch(a, d) || touch(b, c) || touch(b, d));
            ends.iter().enumerate().filter(|(_, other)| clear(other)).fold(0, |set, (i, _)| set | 1 << i)
        };
        let apart = ends.iter().map(may_follow).collect();
        Placements { ends, apart }
    }
}
