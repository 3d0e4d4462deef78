//! Plans: everything about a puzzle but where its rows stand.

use super::super::MultiBalance;
use super::filling::{self, Filling};
use super::pattern::{self, Extent};
use super::standing::{self, Standing};
use crate::Board;
use fd::Random;

/// The sides of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sides {
    pub(super) height: usize,
    pub(super) width: usize,
}

/// Numbers on cells that balance on all rows, and the ways to move the rows so
/// that they balance on all columns as well.
#[derive(Debug)]
pub(super) struct Plan {
    digits: usize,
    sides: Sides,
    /// Whether its rows are the columns of the grid.
    turned: bool,
    /// The positions of the used columns.
    columns: Vec<i32>,
    filling: Filling,
    /// In random order; at least one.
    standings: Vec<Standing>,
}

impl Plan {
    /// Draws a plan; `None` when this try failed.
    pub(super) fn draw(digits: usize, shape: Extent, sides: Sides, random: &mut Random) -> Option<Plan> {
        // The more rows there are to move, and the fewer columns to balance by
        // that, the better.
        let turned = shape.columns > shape.rows || shape.columns == shape.rows && random.chance(1, 2);
        let Sides { height, width } = sides;
        let (shape, height, width) = if turned { (shape.turned(), width, height) } else { (shape, height, width) };
        let pattern = pattern::draw(digits, shape, random)?;
        let columns = pattern::positions(shape.columns, width, random);
        let filling = filling::fill(digits, &pattern, &columns, random)?;
        let mut standings = standing::standings(&filling, height, random);
        random.shuffle(&mut standings);
        (!standings.is_empty()).then_some(Plan { digits, sides, turned, columns, filling, standings })
    }

    /// A puzzle that follows the plan, and its solution: a different one each
    /// time until none is left.
    pub(super) fn next(&mut self) -> Option<(MultiBalance, Board)> {
        let standing = self.standings.pop()?;
        let mut fulcrums = vec![false; self.sides.height * self.sides.width];
        let of_rows = standing.rows.iter().zip(&self.filling.fulcrums);
        let of_columns = standing.fulcrums.iter().zip(&self.columns);
        for (&row, &column) in of_rows.chain(of_columns) {
            fulcrums[self.cell(row, column)] = true;
        }
        let mut solution = Board::blank(self.digits);
        for (&row, numbers) in standing.rows.iter().zip(&self.filling.numbers) {
            for (&column, &number) in self.columns.iter().zip(numbers).filter(|(_, number)| **number > 0) {
                solution.set(number as usize - 1, Some(self.cell(row, column) as i32));
            }
        }
        Some((MultiBalance { width: self.sides.width, fulcrums, digits: self.digits }, solution))
    }

    /// The cell of the grid at a row and a column of the plan.
    fn cell(&self, row: i32, column: i32) -> usize {
        let (row, column) = if self.turned { (column, row) } else { (row, column) };
        row as usize * self.sides.width + column as usize
    }
}
