//! Latin squares as people set them: givens in a square.

use super::{Latin, MOST_SIDE};
use crate::sketch::{OwnSketch, checked, checked_size, possible_size, size_target};
use crate::{Board, EditError, Holds, Impossible, Playable, Sketch, Target, grid};
use std::ops::RangeInclusive;

const SIDES: RangeInclusive<usize> = 1..=MOST_SIDE;

/// A square without givens.
pub(super) fn empty(size: usize) -> Result<Box<dyn Sketch>, Impossible> {
    let side = possible_size(size, SIDES, "the side")?;
    Ok(Box::new(Latin { side, givens: Board::blank(side * side) }))
}

impl OwnSketch for Latin {
    fn targets(&self) -> Vec<Target> {
        let cells = self.sheet().targets.into_iter();
        let cells = cells.map(|target| Target { holds: Holds::Clue, given: false, ..target });
        cells.chain([size_target("side", "the side", SIDES)]).collect()
    }

    fn value(&self, target: &str) -> Option<i32> {
        if target == "side" { Some(self.side as i32) } else { self.givens.get(self.cell(target)?) }
    }

    fn set(&mut self, target: &str, value: Option<i32>) -> Result<(), EditError> {
        if target == "side" {
            let side = checked_size(target, value, SIDES)?;
            // A number above the new side no longer fits.
            let given = |row: usize, column: usize| {
                let old = (row < self.side && column < self.side).then(|| self.givens.get(row * self.side + column));
                old.flatten().filter(|&given| given <= side as i32)
            };
            let givens = (0..side * side).map(|place| given(place / side, place % side)).collect();
            *self = Latin { side, givens };
            return Ok(());
        }
        let cell = self.cell(target).ok_or_else(|| EditError::Unknown(target.to_owned()))?;
        self.givens.set(cell, checked(target, value, 1..=self.side as i32)?);
        Ok(())
    }
}

impl Latin {
    /// The cell with this id.
    fn cell(&self, id: &str) -> Option<usize> {
        grid::cell_named(id, self.side, self.side)
    }
}
