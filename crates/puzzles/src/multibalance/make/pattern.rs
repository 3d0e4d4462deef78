//! Which rows, columns and cells of a grid are used.

use super::plan::Sides;
use fd::Random;
use std::ops::RangeInclusive;

/// How many rows and columns are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Extent {
    /// The shapes that `digits` numbers may have on a grid of these sides.
    ///
    /// Each used line has at least two numbers, and the fulcrums of the rows
    /// lie on a column that is not used, and the other way round.
    pub(super) fn all(digits: usize, sides: Sides) -> Vec<Extent> {
        let Sides { height, width } = sides;
        let (rows, columns) = (line_counts(digits, height, width), line_counts(digits, width, height));
        let shapes = rows.flat_map(|rows| columns.clone().map(move |columns| Extent { rows, columns }));
        shapes.filter(|shape| shape.rows * shape.columns >= digits).collect()
    }

    /// The cells of a grid whose row and whose column are both unused.
    pub(super) fn unused_cells(self, sides: Sides) -> usize {
        sides.height.saturating_sub(self.rows) * sides.width.saturating_sub(self.columns)
    }

    pub(super) fn turned(self) -> Extent {
        Extent { rows: self.columns, columns: self.rows }
    }
}

/// How many rows (or columns) may be used, out of `side` with `length` cells.
///
/// On short rows some numbers cannot be in balance with one other alone: of 1
/// to 8, the 7 needs 9 cells even beside the 1. They stand on rows of three or
/// more, so not all rows can be pairs.
fn line_counts(digits: usize, side: usize, length: usize) -> RangeInclusive<usize> {
    let unpaired = (1..=digits).filter(|&number| shortest_pair(number, digits) > length).count();
    // A row of 2 + e numbers, e > 0, has at most 3 e unpaired ones.
    let beyond_pairs = unpaired.div_ceil(3);
    2..=side.saturating_sub(1).min(digits.saturating_sub(beyond_pairs) / 2)
}

/// The cells of the shortest row on which a number is in balance with another.
fn shortest_pair(number: usize, digits: usize) -> usize {
    let lengths = (1..=digits).filter(|&other| other != number);
    lengths.map(|other| (number + other) / gcd(number, other) + 1).min().unwrap_or(usize::MAX)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The used cells of each used row, as positions among the used columns.
pub(super) type Pattern = Vec<Vec<usize>>;

/// The tries to get down to the number of cells.
const TRIES: u32 = 20;

/// A random pattern with at least two cells on each line.
pub(super) fn draw(digits: usize, shape: Extent, random: &mut Random) -> Option<Pattern> {
    (0..TRIES).find_map(|_| thin_out(digits, shape, random))
}

/// Takes cells away in random order where three are left on both lines.
fn thin_out(digits: usize, shape: Extent, random: &mut Random) -> Option<Pattern> {
    let Extent { rows, columns } = shape;
    let mut order: Vec<(usize, usize)> = (0..rows).flat_map(|row| (0..columns).map(move |col| (row, col))).collect();
    random.shuffle(&mut order);
    let (mut in_row, mut in_column) = (vec![columns; rows], vec![rows; columns]);
    let mut pattern = vec![Vec::new(); rows];
    let mut left = rows * columns;
    for (row, column) in order {
        if left > digits && in_row[row] > 2 && in_column[column] > 2 {
            in_row[row] -= 1;
            in_column[column] -= 1;
            left -= 1;
        } else {
            pattern[row].push(column);
        }
    }
    for cells in &mut pattern {
        cells.sort_unstable();
    }
    (left == digits).then_some(pattern)
}

/// A random choice of `count` of the positions `0..side`, in order.
pub(super) fn positions(count: usize, side: usize, random: &mut Random) -> Vec<i32> {
    let mut all: Vec<i32> = (0..side as i32).collect();
    random.shuffle(&mut all);
    all.truncate(count);
    all.sort_unstable();
    all
}
