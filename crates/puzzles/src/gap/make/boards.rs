//! Every board of a size, by number.

use super::super::count::{Layer, MOST_STATES, Rows, State, start, with_columns};
use crate::make::below;
use fd::{Limits, Random, Stopped};

/// The largest side whose boards are numbered: its tables take 30 MB.
const MOST_NUMBERED: usize = 12;

/// All boards without clues, numbered by the tables of the exact count: a
/// random number is a uniformly random board.
#[derive(Debug)]
pub(super) struct Boards {
    size: usize,
    rows: Rows,
    /// The states after 0, 1, 2, ... rows from an edge, up to the lower half.
    layers: Vec<Layer>,
    /// For each state of the upper half, the number of boards of those before it.
    before: Vec<u64>,
    /// The number of boards.
    total: u64,
}

impl Boards {
    /// The boards of this size; `None` if there are too many to number.
    pub(super) fn of(size: usize, limits: Limits<'_>) -> Result<Option<Boards>, Stopped> {
        if size > MOST_NUMBERED {
            return Ok(None);
        }
        let Some(rows) = Rows::of(&vec![None; size], MOST_STATES) else { return Ok(None) };
        let mut layers = vec![start()];
        while layers.len() <= size - size / 2 {
            let row = layers.len() - 1;
            let Some(layer) = rows.next(&layers[row], row, None, limits)? else { return Ok(None) };
            layers.push(layer);
        }
        limits.check()?;
        let mut boards = Boards { size, rows, layers, before: Vec::new(), total: 0 };
        Ok(boards.number().map(|()| boards))
    }

    fn number(&mut self) -> Option<()> {
        let mut before = Vec::with_capacity(self.upper().len());
        let mut total: u64 = 0;
        for &(state, ways) in self.upper() {
            before.push(total);
            let below: u64 = self.lower(state).map(|(_, ways)| ways).sum();
            total = total.checked_add(ways.checked_mul(below)?)?;
        }
        (self.before, self.total) = (before, total);
        Some(())
    }

    fn upper(&self) -> &Layer {
        &self.layers[self.size / 2]
    }

    /// The states of the lower half, seen from its edge, that go with one of
    /// the upper half.
    fn lower(&self, state: State) -> impl Iterator<Item = (State, u64)> {
        let rest = self.rows.complement(state);
        let lower = rest.into_iter().flat_map(|rest| with_columns(&self.layers[self.size - self.size / 2], rest));
        lower.copied().filter(move |&(other, _)| self.rows.fit(state, other))
    }

    /// How many boards there are.
    #[cfg(test)]
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// A uniformly random board: the two filled columns of each row.
    pub(super) fn draw(&self, random: &mut Random) -> Option<Vec<(usize, usize)>> {
        (self.total > 0).then(|| self.board(below(self.total, random)))?
    }

    /// The board with this number.
    pub(super) fn board(&self, number: u64) -> Option<Vec<(usize, usize)>> {
        let index = self.before.partition_point(|&before| before <= number).checked_sub(1)?;
        let (upper, ways) = self.upper()[index];
        // The boards of a state are those of each lower half that goes with it,
        // one after the other: each way above with each way below.
        let states = self.lower(upper).map(|(state, below)| (state, ways * below));
        let (lower, number) = find(states, number - self.before[index])?;
        let mut rows = self.rows_to(self.size / 2, upper, number % ways)?;
        let below = self.rows_to(self.size - self.size / 2, lower, number / ways)?;
        rows.reverse();
        rows.extend(below);
        Some(rows)
    }

    /// The rows of one of the ways to a state, the last row first.
    fn rows_to(&self, count: usize, mut state: State, mut number: u64) -> Option<Vec<(usize, usize)>> {
        let mut rows = Vec::with_capacity(self.size);
        for layer in self.layers[..count].iter().rev() {
            let (first, last) = self.rows.last(state);
            rows.push((first, last));
            let columns = self.rows.unfill(self.rows.unfill(state, first), last);
            let is_start = rows.len() == count;
            let before = with_columns(layer, columns).copied();
            let before = before.filter(|&(other, _)| is_start || self.rows.fit(state, other));
            (state, number) = find(before, number)?;
        }
        Some(rows)
    }
}

/// The state that a number falls to when each state has as many numbers as
/// ways, and the number's position among those of its state.
fn find(mut states: impl Iterator<Item = (State, u64)>, mut number: u64) -> Option<(State, u64)> {
    states.find_map(|(state, ways)| {
        if number < ways {
            return Some((state, number));
        }
        number -= ways;
        None
    })
}
