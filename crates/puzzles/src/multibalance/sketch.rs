//! Multi-Balance as people set it: fulcrums on a grid.

use super::{MOST_DIGITS, MOST_SIDE, MultiBalance};
use crate::sheet::near_in_grid;
use crate::sketch::{checked, checked_size, clue_target, draw_set, possible_size, row_and_column, size_target};
use crate::{
    Board, Choice, Choices, EditError, Gesture, Impossible, Incomplete, Playable, Puzzle, Settable, Sketch, Structure,
    Target,
};
use scene::Scene;
use std::ops::RangeInclusive;

const SIDES: RangeInclusive<usize> = 1..=MOST_SIDE;
const DIGITS: RangeInclusive<usize> = 1..=MOST_DIGITS;
const FULCRUM: &[Choice] = &[Choice { key: '^', label: "fulcrum", value: 1 }];

/// A square grid without fulcrums, with as much room as such puzzles have.
pub(super) fn empty(size: usize) -> Result<Box<dyn Sketch>, Impossible> {
    let digits = possible_size(size, DIGITS, "the number of numbers")?;
    let side = (digits + 2).min(MOST_SIDE);
    Ok(Box::new(MultiBalance { width: side, fulcrums: vec![false; side * side], digits }))
}

impl Settable for MultiBalance {
    fn sketch(&self) -> Box<dyn Sketch> {
        Box::new(self.clone())
    }
}

impl Sketch for MultiBalance {
    fn structure(&self) -> Structure {
        Structure::Grid { rows: self.height(), columns: self.width }
    }

    fn targets(&self) -> Vec<Target> {
        let cells = (0..self.fulcrums.len()).map(|cell| {
            let name = format!("row {}, column {}", cell / self.width + 1, cell % self.width + 1);
            let near = near_in_grid(self.height(), self.width, cell);
            let target = clue_target(self.cell_id(cell), name, Choices::Keys(FULCRUM), near);
            Target { gesture: Gesture::Cycle, ..target }
        });
        let sizes = [
            size_target("rows", "the number of rows", SIDES),
            size_target("columns", "the number of columns", SIDES),
            size_target("digits", "how many numbers are to be placed", DIGITS),
        ];
        cells.chain(sizes).collect()
    }

    fn value(&self, target: &str) -> Option<i32> {
        match target {
            "rows" => Some(self.height() as i32),
            "columns" => Some(self.width as i32),
            "digits" => Some(self.digits as i32),
            cell => self.is_fulcrum(self.cell(cell)?).then_some(1),
        }
    }

    fn set(&mut self, target: &str, value: Option<i32>) -> Result<(), EditError> {
        match target {
            "rows" => self.resize(checked_size(target, value, SIDES)?, self.width),
            "columns" => self.resize(self.height(), checked_size(target, value, SIDES)?),
            "digits" => self.digits = checked_size(target, value, DIGITS)?,
            _ => {
                let cell = self.cell(target).ok_or_else(|| EditError::Unknown(target.to_owned()))?;
                self.fulcrums[cell] = checked(target, value, 1..=1)?.is_some();
            }
        }
        Ok(())
    }

    /// Fulcrums are not clues: one more may allow more solutions.
    fn clue_ids(&self) -> Vec<String> {
        Vec::new()
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

impl MultiBalance {
    /// The cell with this id.
    fn cell(&self, id: &str) -> Option<usize> {
        let (row, column) = row_and_column(id)?;
        (row < self.height() && column < self.width).then(|| row * self.width + column)
    }

    /// Rows are added and removed at the bottom, columns on the right.
    fn resize(&mut self, height: usize, width: usize) {
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let stays = |(row, column)| column < self.width && self.is_fulcrum(row * self.width + column);
        self.fulcrums = cells.map(stays).collect();
        self.width = width;
    }
}
