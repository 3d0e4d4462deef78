//! The exact number of solutions, by dynamic programming.
//!
//! Rows are added one by one. The rows so far matter to those to come only by
//! how far each column has got and where the last row is filled; all boards
//! that agree on that are counted together. The upper and the lower half of the
//! board are built this way, each from its edge, and meet in the middle.
//!
//! Sizes up to [`MOST_COUNTED`] are counted: without clues, 12 takes 15 MB and
//! 14 takes 260 MB. Where clues on the columns make more states than
//! [`MOST_STATES`], there is no answer.

use super::Gap;
use crate::Puzzle;
use fd::{Limits, Stopped};

/// The largest board that is counted. Its columns fill the 56 upper bits of a
/// [`State`].
const MOST_COUNTED: usize = 14;

/// The most states that are kept of one row: 16 bytes each.
const MOST_STATES: usize = 1 << 25;

/// The groups of states between two checks of the limits: some tenths of a
/// millisecond.
const GROUPS_BETWEEN_LOOKS: usize = 256;

/// The number of solutions; `None` when there are too many states.
pub(super) fn count(gap: &Gap, limits: Limits<'_>) -> Result<Option<u128>, Stopped> {
    let size = gap.size();
    if size > MOST_COUNTED {
        return Ok(None);
    }
    let placements = Placements::of(size);
    let (above, below) = gap.rows.split_at(size / 2);
    let Some(upper) = half(above, &gap.columns, &placements, limits)? else { return Ok(None) };
    let mirrored: Vec<Option<usize>> = below.iter().rev().copied().collect();
    if mirrored == above {
        return meet(&upper, &upper, &gap.columns, &placements, limits).map(Some);
    }
    let Some(lower) = half(&mirrored, &gap.columns, &placements, limits)? else { return Ok(None) };
    meet(&upper, &lower, &gap.columns, &placements, limits).map(Some)
}

/// The ways to fill a row.
pub(super) struct Placements {
    /// The two filled columns.
    ends: Vec<(usize, usize)>,
    /// For each, the set of those that may stand in the next row.
    apart: Vec<u128>,
}

impl Placements {
    pub(super) fn of(size: usize) -> Placements {
        let ends: Vec<(usize, usize)> = (0..size).flat_map(|a| (a + 2..size).map(move |b| (a, b))).collect();
        let touch = |a: usize, b: usize| a.abs_diff(b) < 2;
        let may_follow = |&(a, b): &(usize, usize)| {
            let clear = |&&(c, d): &&(usize, usize)| !(touch(a, c) || touch(a, d) || touch(b, c) || touch(b, d));
            ends.iter().enumerate().filter(|(_, other)| clear(other)).fold(0, |set, (i, _)| set | 1 << i)
        };
        let apart = ends.iter().map(may_follow).collect();
        Placements { ends, apart }
    }

    /// The two filled columns of a state's last row.
    pub(super) fn last(&self, state: State) -> (usize, usize) {
        self.ends[(state & 255) as usize]
    }

    /// Whether the last rows of two states may be neighbours.
    pub(super) fn fit(&self, state: State, other: State) -> bool {
        self.apart[(state & 255) as usize] >> (other & 255) & 1 == 1
    }
}

/// How far the columns have got, four bits each above bit 8, and the number of
/// the last row's placement below: boards that agree in these have the same
/// future. A column's bits are [`NONE`], [`DONE`], or say that it has one
/// filled cell: 1, or with a clue 1 plus the row of that cell.
pub(super) type State = u64;

const NONE: u64 = 0;
const DONE: u64 = 15;

fn shift(column: usize) -> usize {
    8 + 4 * column
}

fn column(state: State, column: usize) -> u64 {
    state >> shift(column) & 15
}

/// The number of ways to fill the rows so far, for each state, in order.
pub(super) type Layer = Vec<(State, u64)>;

/// The one state before the first row. There is no row before it, so its
/// placement is ignored.
pub(super) fn start() -> Layer {
    vec![(0, 1)]
}

/// The states after these rows, which begin at the edge of the board.
fn half(
    rows: &[Option<usize>],
    columns: &[Option<usize>],
    placements: &Placements,
    limits: Limits<'_>,
) -> Result<Option<Layer>, Stopped> {
    let mut layer = start();
    for (row, clue) in rows.iter().enumerate() {
        match next(&layer, row, *clue, columns, placements, limits)? {
            Some(next) => layer = next,
            None => return Ok(None),
        }
    }
    Ok(Some(layer))
}

/// The states after one more row; `None` if there are too many.
pub(super) fn next(
    layer: &Layer,
    row: usize,
    clue: Option<usize>,
    columns: &[Option<usize>],
    placements: &Placements,
    limits: Limits<'_>,
) -> Result<Option<Layer>, Stopped> {
    let mut next = Layer::new();
    for (i, group) in layer.chunk_by(|a, b| a.0 >> 8 == b.0 >> 8).enumerate() {
        if i % GROUPS_BETWEEN_LOOKS == 0 {
            limits.check()?;
        }
        add_row(group, row, clue, columns, placements, &mut next);
        if next.len() > MOST_STATES {
            return Ok(None);
        }
    }
    next.sort_unstable_by_key(|entry| entry.0);
    Ok(Some(next))
}

/// Adds a row to states that differ only in the row before. A state of the
/// next layer comes from one such group only, so it is written once.
fn add_row(
    group: &[(State, u64)],
    row: usize,
    clue: Option<usize>,
    columns: &[Option<usize>],
    placements: &Placements,
    next: &mut Layer,
) {
    let before = group[0].0 >> 8 << 8;
    // The columns whose second cell must be in this row, and those that
    // cannot wait any longer for their first.
    let urgent = (0..columns.len()).filter(|&c| match (columns[c], column(before, c)) {
        (Some(_), DONE) | (None, _) => false,
        (Some(gap), NONE) => row + gap + 2 >= columns.len(),
        (Some(gap), one) => one as usize + gap == row,
    });
    let urgent = urgent.fold(0u32, |set, c| set | 1 << c);
    for (number, &(a, b)) in placements.ends.iter().enumerate() {
        if urgent & !(1 << a | 1 << b) != 0 || clue.is_some_and(|clue| clue != b - a - 1) {
            continue;
        }
        let advance = |state| fill(state, a, row, columns).and_then(|state| fill(state, b, row, columns));
        let Some(after) = advance(before) else { continue };
        let apart = if row == 0 { u128::MAX } else { placements.apart[number] };
        let ways: u64 = group.iter().filter(|(state, _)| apart >> (state & 255) & 1 == 1).map(|(_, ways)| ways).sum();
        if ways > 0 {
            next.push((after | number as u64, ways));
        }
    }
}

/// The state once a column has a filled cell in this row, if that is allowed.
fn fill(state: State, c: usize, row: usize, columns: &[Option<usize>]) -> Option<State> {
    let next = match (columns[c], column(state, c)) {
        (_, DONE) => return None,
        (None, NONE) => 1,
        (None, _) => DONE,
        (Some(gap), NONE) if row + gap + 1 < columns.len() => 1 + row as u64,
        (Some(gap), one) if one as usize + gap == row => DONE,
        _ => return None,
    };
    Some(state & !(15 << shift(c)) | next << shift(c))
}

/// The state before a column without a clue got its last filled cell; its last
/// row is not known.
pub(super) fn unfill(state: State, c: usize) -> State {
    let before = if column(state, c) == DONE { 1 } else { NONE };
    state & !(15 << shift(c)) | before << shift(c)
}

/// The number of boards made of an upper and a (mirrored) lower half.
fn meet(
    upper: &Layer,
    lower: &Layer,
    columns: &[Option<usize>],
    placements: &Placements,
    limits: Limits<'_>,
) -> Result<u128, Stopped> {
    let mut total = 0;
    for (i, group) in upper.chunk_by(|a, b| a.0 >> 8 == b.0 >> 8).enumerate() {
        if i % GROUPS_BETWEEN_LOOKS == 0 {
            limits.check()?;
        }
        let Some(rest) = complement(group[0].0, columns) else { continue };
        for &(state, ways) in with_columns(lower, rest) {
            let fitting = group.iter().filter(|(other, _)| placements.fit(state, *other));
            total += fitting.map(|(_, ways)| u128::from(*ways)).sum::<u128>() * u128::from(ways);
        }
    }
    Ok(total)
}

/// The states of a layer whose columns have got as far as those of `state`.
pub(super) fn with_columns(layer: &Layer, state: State) -> impl Iterator<Item = &(State, u64)> {
    let start = layer.partition_point(|(other, _)| other >> 8 < state >> 8);
    layer[start..].iter().take_while(move |(other, _)| other >> 8 == state >> 8)
}

/// What the columns of the other half must look like, seen from its edge.
pub(super) fn complement(state: State, columns: &[Option<usize>]) -> Option<State> {
    let mut rest = 0;
    for (c, clue) in columns.iter().enumerate() {
        let other = match (clue, column(state, c)) {
            (_, NONE) => DONE,
            (_, DONE) => NONE,
            (None, one) => one,
            // The second cell is `gap + 1` rows further down, and rows count
            // from the other edge there.
            (Some(gap), one) => columns.len().checked_sub(one as usize + gap + 1)? as u64 + 1,
        };
        rest |= other << shift(c);
    }
    Some(rest)
}
