//! Aztec Math as people play and set it.

use super::rules::results;
use super::{Aztec, MOST_ROWS};
use crate::sketch::{OwnSketch, checked, checked_size, possible_size, row_and_column, size_target};
use crate::{
    Board, EditError, Holds, Impossible, Playable, Puzzle, Quota, ReadOut, Sheet, Sketch, State, Target, triangle,
};
use std::ops::RangeInclusive;

impl Playable for Aztec {
    fn sheet(&self) -> Sheet {
        triangle::sheet(self.rows, "cell", 9, &self.givens, self.cells_by_row().map(Quota::once).collect())
    }

    /// For each cell that stands on two others, whether they make it.
    fn read_outs(&self, board: &Board) -> Vec<ReadOut> {
        (0..self.places()).filter_map(|cell| Some(read_out(cell, self.below(cell)?, board))).collect()
    }
}

fn read_out(cell: usize, below: [usize; 2], board: &Board) -> ReadOut {
    let [name, left, right] = [cell, below[0], below[1]].map(triangle::place_name);
    let (says, brief, state) = match (board.get(cell), below.map(|below| board.get(below))) {
        (value, [Some(a), Some(b)]) => {
            let results = results(a, b);
            let made: Vec<String> = results.iter().map(ToString::to_string).collect();
            let made = made.join(", ");
            match value {
                None => (format!("{a} and {b} below {name} make {made}"), made, State::Open),
                Some(value) if results.contains(&i64::from(value)) => {
                    (format!("{name} is {value}, which {a} and {b} make"), String::new(), State::Done)
                }
                Some(value) => {
                    (format!("{name} is {value}, but {a} and {b} below it make {made}"), made, State::Broken)
                }
            }
        }
        (_, [a, b]) => {
            let blank = match (a, b) {
                (None, None) => format!("{left} and {right} are"),
                (None, _) => format!("{left} is"),
                _ => format!("{right} is"),
            };
            (format!("{name} is made from {left} and {right}; {blank} blank"), String::new(), State::Open)
        }
    };
    ReadOut { id: name.clone(), targets: vec![name, left, right], says, brief, state }
}

const ROWS: RangeInclusive<usize> = 1..=MOST_ROWS;
const NUMBERS: RangeInclusive<i32> = 1..=9;

/// A pyramid without givens.
pub(super) fn empty(size: usize) -> Result<Box<dyn Sketch>, Impossible> {
    let rows = possible_size(size, ROWS, "the number of rows")?;
    Ok(Box::new(Aztec::new(rows, Board::blank(triangle::places(rows)))))
}

impl OwnSketch for Aztec {
    fn targets(&self) -> Vec<Target> {
        let cells = self.sheet().targets.into_iter();
        let cells = cells.map(|target| Target { holds: Holds::Clue, given: false, ..target });
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

    /// Without the names of Prolog variables.
    fn simplified(&self) -> Aztec {
        Aztec::new(self.rows, self.givens.clone())
    }
}

impl Aztec {
    /// The cell with this id.
    fn cell(&self, id: &str) -> Option<usize> {
        let (row, pos) = row_and_column(id)?;
        (row < self.rows && pos <= row).then(|| triangle::place(row, pos))
    }
}
