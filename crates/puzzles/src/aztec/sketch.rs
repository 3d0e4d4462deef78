//! Aztec Math as people set it: givens in a pyramid.

use super::{Aztec, MOST_ROWS};
use crate::sheet::near_in_triangle;
use crate::sketch::{checked, checked_size, clue_target, draw_set, possible_size, row_and_column, size_target};
use crate::{
    Board, Choices, EditError, Impossible, Incomplete, Playable, Puzzle, Settable, Sketch, Structure, Target, triangle,
};
use scene::Scene;
use std::ops::RangeInclusive;

const ROWS: RangeInclusive<usize> = 1..=MOST_ROWS;
const NUMBERS: RangeInclusive<i32> = 1..=9;

/// A pyramid without givens.
pub(super) fn empty(size: usize) -> Result<Box<dyn Sketch>, Impossible> {
    let rows = possible_size(size, ROWS, "the number of rows")?;
    Ok(Box::new(Aztec::new(rows, Board::blank(triangle::places(rows)))))
}

impl Settable for Aztec {
    fn sketch(&self) -> Box<dyn Sketch> {
        Box::new(Aztec::new(self.rows, self.givens.clone()))
    }
}

impl Sketch for Aztec {
    fn structure(&self) -> Structure {
        Structure::Triangle { rows: self.rows }
    }

    fn targets(&self) -> Vec<Target> {
        let cells = (0..self.givens.len()).map(|cell| {
            let (row, pos) = triangle::row_and_pos(cell);
            let name = format!("row {}, cell {}", row + 1, pos + 1);
            let near = near_in_triangle(self.rows, cell);
            clue_target(triangle::place_name(cell), name, Choices::Numbers(NUMBERS), near)
        });
        cells.chain([size_target("rows", "the number of rows", ROWS)]).collect()
    }

    fn value(&self, target: &str) -> Option<i32> {
        if target == "rows" { Some(self.rows as i32) } else { self.givens.get(self.cell(target)?) }
    }

    fn set(&mut self, target: &str, value: Option<i32>) -> Result<(), EditError> {
        if target == "rows" {
            let rows = checked_size(target, value, ROWS)?;
            let givens = (0..triangle::places(rows)).map(|cell| self.givens.get(cell)).collect();
            *self = Aztec::new(rows, givens);
            return Ok(());
        }
        let cell = self.cell(target).ok_or_else(|| EditError::Unknown(target.to_owned()))?;
        self.givens.set(cell, checked(target, value, NUMBERS)?);
        Ok(())
    }

    fn clue_ids(&self) -> Vec<String> {
        self.place_ids()
    }

    fn place_ids(&self) -> Vec<String> {
        self.sheet().places
    }

    fn puzzle(&self) -> Result<Box<dyn Puzzle>, Incomplete> {
        Ok(Box::new(self.clone()))
    }

    fn picture(&self, values: &Board) -> Scene {
        draw_set(self, values)
    }

    fn copy(&self) -> Box<dyn Sketch> {
        Box::new(self.clone())
    }
}

impl Aztec {
    /// The cell with this id.
    fn cell(&self, id: &str) -> Option<usize> {
        let (row, pos) = row_and_column(id)?;
        (row < self.rows && pos <= row).then(|| triangle::place(row, pos))
    }
}
