//! Making pyramids.

mod sample;
#[cfg(test)]
mod tests;

use super::{Aztec, MOST_ROWS};
use crate::{
    Board, ClueOption, Clued, Clues, Draft, Impossible, Maker, Making, Modelled, Puzzle, Request, Stencil, counted,
    triangle,
};
use fd::{Limits, ModelError, Random, Stopped};
use sample::Sampler;

/// What can be asked for.
pub(super) const MAKING: Making = Making {
    size: 6,
    clues: Some(ClueOption { name: "clues", says: "How many cells are given [default: min]", default: Clues::Min }),
    options: &[],
    offered: &[3, 4, 5, 6, 7],
    tested: &[(2, 40), (3, 60), (4, 60), (5, 60), (6, 60), (7, 20), (8, 5)],
};

/// Fewer clues than this never leave one solution, by the number of rows: all
/// ways to give one cell fewer were tried. Up to 5 rows there are puzzles with
/// exactly this many; beyond that it is not known.
const LEAST_CLUES: [usize; MOST_ROWS + 1] = [0, 1, 2, 3, 4, 4, 5, 4, 4, 4];

/// Makes drafts of one size.
#[derive(Debug)]
struct AztecMaker {
    rows: usize,
    /// Built for the first draft.
    sampler: Option<Sampler>,
}

pub(super) fn maker(wanted: &Request) -> Result<Box<dyn Maker>, Impossible> {
    check(wanted)?;
    Ok(Box::new(AztecMaker { rows: wanted.size, sampler: None }))
}

/// Whether there are such puzzles.
pub(super) fn check(wanted: &Request) -> Result<(), Impossible> {
    let rows = wanted.size;
    if rows == 0 {
        return Err(Impossible("a pyramid has at least one row".to_owned()));
    }
    if rows > MOST_ROWS {
        let reason = "the numbers of a row differ, and there are nine";
        return Err(Impossible(format!("a pyramid has at most {MOST_ROWS} rows: {reason}")));
    }
    let Some(Clues::Between(least, most)) = wanted.clues else { return Ok(()) };
    let (cells, needed) = (triangle::places(rows), LEAST_CLUES[rows]);
    let pyramid = counted(rows, "row");
    if least > cells {
        return Err(Impossible(format!("a pyramid of {pyramid} has only {cells} cells to give")));
    }
    if most < needed {
        let reason = format!("with fewer than {needed} given cells it always has several solutions, or none");
        return Err(Impossible(format!("no pyramid of {pyramid} is unique with {most}: {reason}")));
    }
    Ok(())
}

/// The given cells are its clues, row by row.
impl Clued for Aztec {
    fn clues(&self) -> usize {
        self.givens.iter().flatten().count()
    }

    fn with_clues(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        Box::new(Aztec::new(self.rows, self.givens.keeping(kept)))
    }

    fn stencil(&self) -> Result<Stencil, ModelError> {
        let posed = Aztec::new(self.rows, Board::blank(self.places())).pose()?;
        Ok(Stencil { clues: posed.places.clone(), posed, ties: Vec::new() })
    }
}

impl Maker for AztecMaker {
    fn draft(&mut self, random: &mut Random, limits: Limits<'_>) -> Result<Option<Draft>, Stopped> {
        let sampler = match &mut self.sampler {
            Some(sampler) => sampler,
            none => none.insert(Sampler::new(self.rows, limits)?),
        };
        let clues = sampler.draw(random);
        let solution = Board::full(clues.iter().copied());
        let puzzle = Box::new(Aztec::new(self.rows, solution.clone()));
        Ok(Some(Draft { puzzle, solution, clues, stencil: None }))
    }

    fn stays_near(&self) -> bool {
        true
    }
}
