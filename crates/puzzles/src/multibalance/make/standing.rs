//! Where the rows of a filling stand, so that every column is in balance.
//!
//! The balance of the rows depends on the positions of the columns alone, so
//! the rows are free to move. A column is in balance on a whole position if
//! the sum of its numbers divides the sum of number times position. That is a
//! sum over the rows, so both halves of the rows are listed, and what goes
//! together is looked up.

use super::filling::{Filling, fulcrum};
use fd::Random;
use std::ops::Range;

/// The placements of half of the rows that are listed.
const MOST_PLACEMENTS: usize = 2_000;

/// The positions of the rows, and of each column's fulcrum among them.
#[derive(Debug, Clone)]
pub(super) struct Standing {
    pub(super) rows: Vec<i32>,
    pub(super) fulcrums: Vec<i32>,
}

/// All standings in `0..height` where the first row is on a random position,
/// or some of them if they are too many to look through.
pub(super) fn standings(filling: &Filling, height: usize, random: &mut Random) -> Vec<Standing> {
    let numbers = &filling.numbers;
    let columns = numbers.first().map_or(0, Vec::len);
    let weights = (0..columns).map(|column| numbers.iter().map(|row| row[column]).sum()).collect();
    let board = Columns { numbers, weights };
    let middle = numbers.len().div_ceil(2);
    let first = random.below(height as u32) as i32;
    let others: Vec<i32> = (0..height as i32).filter(|&position| position != first).collect();
    let mut upper = Half::new(0..middle, 1);
    upper.list(&board, &[first], &others, random);
    let mut lower = Half::new(middle..numbers.len(), -1);
    lower.list(&board, &[], &others, random);
    upper.placed.sort_unstable();
    let mut found = Vec::new();
    for &(key, below) in &lower.placed {
        let from = upper.placed.partition_point(|&(other, _)| other < key);
        for &(_, above) in upper.placed[from..].iter().take_while(|&&(other, _)| other == key) {
            found.extend(board.join(upper.positions(above), lower.positions(below)));
        }
    }
    found
}

/// What the columns ask of the rows' positions.
struct Columns<'a> {
    numbers: &'a [Vec<i32>],
    /// The sum of each column.
    weights: Vec<i32>,
}

impl Columns<'_> {
    fn torque(&self, column: usize, rows: Range<usize>, positions: &[i32]) -> i32 {
        rows.zip(positions).map(|(row, position)| self.numbers[row][column] * position).sum()
    }

    fn join(&self, above: &[i32], below: &[i32]) -> Option<Standing> {
        if above.iter().any(|position| below.contains(position)) {
            return None;
        }
        let rows = [above, below].concat();
        let balanced = self
            .weights
            .iter()
            .enumerate()
            .map(|(column, &weight)| fulcrum(self.torque(column, 0..rows.len(), &rows), weight, &rows));
        let fulcrums = balanced.collect::<Option<_>>()?;
        Some(Standing { rows, fulcrums })
    }
}

/// Half of the rows, on all the positions that are looked at.
struct Half {
    rows: Range<usize>,
    /// Halves that go together have opposite signs.
    sign: i32,
    /// For each choice of positions, a key for the remainders of the torques,
    /// and its number.
    placed: Vec<(u64, u32)>,
    /// The positions of all choices one after the other.
    chosen: Vec<i32>,
}

impl Half {
    fn new(rows: Range<usize>, sign: i32) -> Half {
        Half { rows, sign, placed: Vec::new(), chosen: Vec::new() }
    }

    fn positions(&self, number: u32) -> &[i32] {
        &self.chosen[number as usize * self.rows.len()..][..self.rows.len()]
    }

    /// Lists the choices that begin with `first` and go on with `others`.
    fn list(&mut self, board: &Columns<'_>, first: &[i32], others: &[i32], random: &mut Random) {
        let more = self.rows.len() - first.len();
        let choices = (0..more).try_fold(1, |product: usize, i| product.checked_mul(others.len().saturating_sub(i)));
        if choices.is_some_and(|choices| choices <= MOST_PLACEMENTS) {
            self.extend(board, &mut first.to_vec(), others);
            return;
        }
        let mut others = others.to_vec();
        for _ in 0..MOST_PLACEMENTS {
            for i in 0..more {
                let other = i + random.below((others.len() - i) as u32) as usize;
                others.swap(i, other);
            }
            self.place(board, &[first, &others[..more]].concat());
        }
    }

    /// Lists all choices that begin with `positions`.
    fn extend(&mut self, board: &Columns<'_>, positions: &mut Vec<i32>, others: &[i32]) {
        if positions.len() == self.rows.len() {
            self.place(board, positions);
            return;
        }
        for &position in others {
            if !positions.contains(&position) {
                positions.push(position);
                self.extend(board, positions, others);
                positions.pop();
            }
        }
    }

    fn place(&mut self, board: &Columns<'_>, positions: &[i32]) {
        let mut key = 0u64;
        for (column, &weight) in board.weights.iter().enumerate() {
            let torque = self.sign * board.torque(column, self.rows.clone(), positions);
            // With many columns this may wrap; pairs that match by key alone
            // are found out when they are joined.
            key = key.wrapping_mul(weight as u64).wrapping_add(torque.rem_euclid(weight) as u64);
        }
        self.placed.push((key, self.placed.len() as u32));
        self.chosen.extend_from_slice(positions);
    }
}
