//! Dynamic programming over rows, with clues or without.
//!
//! Rows are added one by one. The rows so far matter to those to come only by
//! how far each column has got and where the last row is filled; all boards
//! that agree on that are counted together. The upper and the lower half of the
//! board are built this way, each from its edge, and meet in the middle.

use super::Placements;
use crate::Puzzle;
use crate::gap::Gap;
use fd::{Limits, Stopped};

/// The groups of states between two checks of the limits: some tenths of a
/// millisecond.
const GROUPS_BETWEEN_LOOKS: usize = 256;

/// The number of solutions; `None` when one row has more states than this.
pub(super) fn count(gap: &Gap, most_states: usize, limits: Limits<'_>) -> Result<Option<u128>, Stopped> {
    let size = gap.size();
    let Some(rows) = Rows::of(&gap.columns, most_states) else { return Ok(None) };
    let (above, below) = gap.rows.split_at(size / 2);
    let Some(upper) = rows.half(above, limits)? else { return Ok(None) };
    let mirrored: Vec<Option<usize>> = below.iter().rev().copied().collect();
    if mirrored == above {
        return rows.meet(&upper, &upper, limits).map(Some);
    }
    let Some(lower) = rows.half(&mirrored, limits)? else { return Ok(None) };
    rows.meet(&upper, &lower, limits).map(Some)
}

/// How far the columns have got, some bits each above bit 8, and the number of
/// the last row's placement below: boards that agree in these have the same
/// future. A column's bits are [`NONE`], all set when it is done, or say that it
/// has one filled cell: 1, or with a clue 1 plus the row of that cell.
pub(in crate::gap) type State = u64;

const NONE: u64 = 0;

/// The number of ways to fill the rows so far, for each state, in order.
pub(in crate::gap) type Layer = Vec<(State, u64)>;

/// The one state before the first row. There is no row before it, so its
/// placement is ignored.
pub(in crate::gap) fn start() -> Layer {
    vec![(0, 1)]
}

/// The states of a layer whose columns have got as far as those of `state`.
pub(in crate::gap) fn with_columns(layer: &Layer, state: State) -> impl Iterator<Item = &(State, u64)> {
    let start = layer.partition_point(|(other, _)| other >> 8 < state >> 8);
    layer[start..].iter().take_while(move |(other, _)| other >> 8 == state >> 8)
}

/// Rows on columns with these clues.
#[derive(Debug)]
pub(in crate::gap) struct Rows {
    columns: Vec<Option<usize>>,
    placements: Placements,
    /// The bits of a column in a state.
    width: usize,
    most_states: usize,
}

impl Rows {
    /// `None` if a state does not fit.
    pub(in crate::gap) fn of(columns: &[Option<usize>], most_states: usize) -> Option<Rows> {
        let size = columns.len();
        let width = if columns.iter().all(Option::is_none) { 2 } else { 4 };
        // With clues, a column says the row of its first filled cell.
        let fits = size <= if width == 2 { 16 } else { 14 };
        let rows = || Rows { columns: columns.to_vec(), placements: Placements::of(size), width, most_states };
        fits.then(rows)
    }

    /// What the bits of a column are when it has both of its filled cells.
    fn done(&self) -> u64 {
        (1 << self.width) - 1
    }

    fn shift(&self, column: usize) -> usize {
        8 + self.width * column
    }

    fn column(&self, state: State, column: usize) -> u64 {
        state >> self.shift(column) & self.done()
    }

    fn with_column(&self, state: State, column: usize, bits: u64) -> State {
        state & !(self.done() << self.shift(column)) | bits << self.shift(column)
    }

    /// The two filled columns of a state's last row.
    pub(in crate::gap) fn last(&self, state: State) -> (usize, usize) {
        self.placements.ends[(state & 255) as usize]
    }

    /// Whether the last rows of two states may be neighbours.
    pub(in crate::gap) fn fit(&self, state: State, other: State) -> bool {
        self.placements.apart[(state & 255) as usize] >> (other & 255) & 1 == 1
    }

    /// The states after these rows, which begin at the edge of the board.
    fn half(&self, clues: &[Option<usize>], limits: Limits<'_>) -> Result<Option<Layer>, Stopped> {
        let mut layer = start();
        for (row, clue) in clues.iter().enumerate() {
            match self.next(&layer, row, *clue, limits)? {
                Some(next) => layer = next,
                None => return Ok(None),
            }
        }
        Ok(Some(layer))
    }

    /// The states after one more row; `None` if there are too many.
    pub(in crate::gap) fn next(
        &self,
        layer: &Layer,
        row: usize,
        clue: Option<usize>,
        limits: Limits<'_>,
    ) -> Result<Option<Layer>, Stopped> {
        let mut next = Layer::new();
        for (i, group) in layer.chunk_by(|a, b| a.0 >> 8 == b.0 >> 8).enumerate() {
            if i % GROUPS_BETWEEN_LOOKS == 0 {
                limits.check()?;
            }
            self.add_row(group, row, clue, &mut next);
            if next.len() > self.most_states {
                return Ok(None);
            }
        }
        next.sort_unstable_by_key(|entry| entry.0);
        Ok(Some(next))
    }

    /// Adds a row to states that differ only in the row before. A state of the
    /// next layer comes from one such group only, so it is written once.
    fn add_row(&self, group: &[(State, u64)], row: usize, clue: Option<usize>, next: &mut Layer) {
        let before = group[0].0 >> 8 << 8;
        // The columns whose second cell must be in this row, and those that
        // cannot wait any longer for their first.
        let urgent = (0..self.columns.len()).filter(|&c| match (self.columns[c], self.column(before, c)) {
            (None, _) => false,
            (Some(_), bits) if bits == self.done() => false,
            (Some(gap), NONE) => row + gap + 2 >= self.columns.len(),
            (Some(gap), one) => one as usize + gap == row,
        });
        let urgent = urgent.fold(0u32, |set, c| set | 1 << c);
        for (number, &(a, b)) in self.placements.ends.iter().enumerate() {
            if urgent & !(1 << a | 1 << b) != 0 || clue.is_some_and(|clue| clue != b - a - 1) {
                continue;
            }
            let advance = |state| self.fill(state, a, row).and_then(|state| self.fill(state, b, row));
            let Some(after) = advance(before) else { continue };
            let apart = if row == 0 { u128::MAX } else { self.placements.apart[number] };
            let fitting = group.iter().filter(|(state, _)| apart >> (state & 255) & 1 == 1);
            let ways: u64 = fitting.map(|(_, ways)| ways).sum();
            if ways > 0 {
                next.push((after | number as u64, ways));
            }
        }
    }

    /// The state once a column has a filled cell in this row, if that is allowed.
    fn fill(&self, state: State, c: usize, row: usize) -> Option<State> {
        let next = match (self.columns[c], self.column(state, c)) {
            (_, bits) if bits == self.done() => return None,
            (None, NONE) => 1,
            (None, _) => self.done(),
            (Some(gap), NONE) if row + gap + 1 < self.columns.len() => 1 + row as u64,
            (Some(gap), one) if one as usize + gap == row => self.done(),
            _ => return None,
        };
        Some(self.with_column(state, c, next))
    }

    /// The state before a column without a clue got its last filled cell; its last
    /// row is not known.
    pub(in crate::gap) fn unfill(&self, state: State, c: usize) -> State {
        let before = if self.column(state, c) == self.done() { 1 } else { NONE };
        self.with_column(state, c, before)
    }

    /// The number of boards made of an upper and a (mirrored) lower half.
    fn meet(&self, upper: &Layer, lower: &Layer, limits: Limits<'_>) -> Result<u128, Stopped> {
        let mut total = 0;
        for (i, group) in upper.chunk_by(|a, b| a.0 >> 8 == b.0 >> 8).enumerate() {
            if i % GROUPS_BETWEEN_LOOKS == 0 {
                limits.check()?;
            }
            let Some(rest) = self.complement(group[0].0) else { continue };
            for &(state, ways) in with_columns(lower, rest) {
                let fitting = group.iter().filter(|(other, _)| self.fit(state, *other));
                total += fitting.map(|(_, ways)| u128::from(*ways)).sum::<u128>() * u128::from(ways);
            }
        }
        Ok(total)
    }

    /// What the columns of the other half must look like, seen from its edge.
    pub(in crate::gap) fn complement(&self, state: State) -> Option<State> {
        let mut rest = 0;
        for (c, clue) in self.columns.iter().enumerate() {
            let other = match (clue, self.column(state, c)) {
                (_, NONE) => self.done(),
                (_, bits) if bits == self.done() => NONE,
                (None, one) => one,
                // The second cell is `gap + 1` rows further down, and rows count
                // from the other edge there.
                (Some(gap), one) => self.columns.len().checked_sub(one as usize + gap + 1)? as u64 + 1,
            };
            rest |= other << self.shift(c);
        }
        Some(rest)
    }
}
