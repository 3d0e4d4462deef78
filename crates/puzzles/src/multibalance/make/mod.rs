//! Making: first which cells are used, then the numbers, then where the rows
//! stand, and last the fulcrums. (Fulcrums put down at random hardly ever have
//! a solution.)

mod filling;
mod pattern;
mod plan;
mod request;
mod spare;
mod standing;

#[cfg(test)]
mod tests;

use super::{MOST_SIDE, MultiBalance};
use crate::{
    Board, Checked, Clued, Draft, Impossible, Maker, MakerOption, Making, Modelled, Puzzle, Request, Stencil, Takes,
};
use fd::{Limits, ModelError, Random, Stopped};
use plan::Plan;
use request::{GridRequest, LEAST_SIDE};

/// What can be asked for.
pub(super) const MAKING: Making = Making {
    size: 8,
    clues: None,
    options: &[
        MakerOption {
            name: "rows",
            says: "The rows of the grid [default: a random number that suits]",
            takes: Takes::Number { least: LEAST_SIDE as u32, most: MOST_SIDE as u32 },
        },
        MakerOption {
            name: "columns",
            says: "The columns of the grid [default: a random number that suits]",
            takes: Takes::Number { least: LEAST_SIDE as u32, most: MOST_SIDE as u32 },
        },
        MakerOption {
            name: "spare",
            says: "How many fulcrums carry nothing, and mislead [default: 0]",
            takes: Takes::Number { least: 0, most: ((MOST_SIDE - 2) * (MOST_SIDE - 2)) as u32 },
        },
    ],
    offered: &[6, 7, 8, 9, 10],
    tested: &[(4, 60), (6, 100), (8, 60), (10, 20)],
};

/// The plans that are tried for one draft.
const PLANS: u32 = 200;

/// Makes Multi-Balance puzzles of one request.
#[derive(Debug)]
pub(super) struct MultiBalanceMaker {
    wanted: GridRequest,
    last: Option<Work>,
}

/// A draft that may have to be changed.
#[derive(Debug)]
struct Work {
    plan: Plan,
    puzzle: MultiBalance,
    solution: Board,
    /// The cells of the spare fulcrums.
    spares: Vec<usize>,
    /// How often one of them may still be moved.
    moves: usize,
}

impl MultiBalanceMaker {
    /// A maker for what is wanted.
    ///
    /// # Errors
    /// Why there is no such puzzle.
    pub(super) fn new(request: &Request) -> Result<MultiBalanceMaker, Impossible> {
        Ok(MultiBalanceMaker { wanted: GridRequest::new(request)?, last: None })
    }
}

impl Work {
    /// Begins with the first puzzle of a plan.
    fn new(mut plan: Plan, spare: usize, random: &mut Random) -> Option<Work> {
        let (mut puzzle, solution) = plan.next()?;
        let spares = spare::add(&mut puzzle, &solution, spare, random);
        Some(Work { plan, puzzle, solution, moves: spares.len(), spares })
    }

    /// Changes the puzzle so that `other` is not a solution of it.
    fn rule_out(mut self, other: &Board, random: &mut Random) -> Option<Work> {
        let breaks = |puzzle: &MultiBalance| !puzzle.violations(other).is_empty();
        if self.moves > 0 && spare::move_against(other, &mut self.puzzle, &self.solution, &mut self.spares, random) {
            self.moves -= 1;
            return breaks(&self.puzzle).then_some(self);
        }
        let spare = self.spares.len();
        Work::new(self.plan, spare, random).filter(|work| breaks(&work.puzzle))
    }

    fn draft(&self) -> Option<Draft> {
        let stencil = Some(self.puzzle.stencil().ok()?);
        Some(Draft {
            puzzle: Box::new(self.puzzle.clone()),
            solution: self.solution.clone(),
            clues: Vec::new(),
            stencil,
        })
    }
}

/// There is nothing that could be left out.
impl Clued for MultiBalance {
    fn clues(&self) -> usize {
        0
    }

    fn with_clues(&self, _: &[bool]) -> Box<dyn Puzzle> {
        Box::new(self.clone())
    }

    fn stencil(&self) -> Result<Stencil, ModelError> {
        Ok(Stencil { posed: self.pose()?, clues: Vec::new(), ties: Vec::new() })
    }
}

impl Maker for MultiBalanceMaker {
    fn draft(&mut self, random: &mut Random, limits: Limits<'_>) -> Result<Option<Draft>, Stopped> {
        self.last = None;
        let Some((sides, shape)) = self.wanted.draw(random) else { return Ok(None) };
        for _ in 0..PLANS {
            limits.check()?;
            if let Some(plan) = Plan::draw(self.wanted.digits, shape, sides, random) {
                self.last = Work::new(plan, self.wanted.spare, random);
                break;
            }
        }
        Ok(self.last.as_ref().and_then(Work::draft))
    }

    fn repair(&mut self, other: &Board, random: &mut Random) -> Option<Draft> {
        self.last = self.last.take()?.rule_out(other, random);
        self.last.as_ref()?.draft()
    }

    fn easier(&self) -> Option<&'static str> {
        Some("fewer numbers, or a grid with more rows or columns, are easier to find")
    }

    fn patience(&self) -> u64 {
        8_000
    }
}
