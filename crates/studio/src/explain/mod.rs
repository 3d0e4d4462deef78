//! Explaining: the steps by which a person would solve a puzzle.

mod about;
mod alone;
mod chain;
mod conclude;
mod context;
mod cost;
mod differ;
mod inquiry;
mod json;
pub(crate) mod knowledge;
pub(crate) mod machine;
mod names;
mod page;
mod sets;
mod shrink;
mod slice;
mod stated;
pub(crate) mod step;
mod story;
pub(crate) mod suppose;
mod tell;
mod trace;
pub(crate) mod walk;
mod words;

pub use about::About;
pub use context::Context;
pub use differ::differences;
pub use names::listed;
pub use page::plain_page;
pub use step::{Level, Step};

use crate::Position;
use crate::task::{Meter, Task};
use fd::{Limits, ModelError, Stopped};
use inquiry::Fact;
use machine::Machine;
use puzzles::{Board, Notes, Puzzle};
use std::sync::Arc;
use walk::Walk;

/// The way to the solution, step by step.
#[derive(Debug)]
pub struct Explanation {
    /// What was on the board before the first step.
    pub start: Board,
    /// Whether it relies on more than the puzzle: on entries and notes, which
    /// may be wrong.
    pub believed: bool,
    /// The book-keeping before the first step.
    pub opening: Vec<Step>,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Where they lead.
    pub outcome: Outcome,
    /// What the steps speak of.
    pub context: Arc<Context>,
}

/// Where the steps of an explanation lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// To the solution.
    Solved(Board),
    /// To a contradiction, which is the last step: no solution agrees with the
    /// start.
    Contradiction,
    /// Nowhere: nothing more can be refuted, so there are several solutions.
    Open(Board),
    /// A limit came first.
    Stopped(Stopped),
}

/// Which steps are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Those that lead to the solution.
    Needed,
    /// All that were taken, whether anything came of them or not.
    All,
}

/// Explains a puzzle from what is given.
///
/// # Errors
/// When the puzzle is too large to be explained.
pub fn explain(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Result<Explanation, ModelError> {
    explain_from(puzzle, &Position::start(puzzle), Keep::Needed, limits)
}

/// Explains the rest of a puzzle from a position, which is believed to be right.
///
/// # Errors
/// When the puzzle is too large to be explained.
pub fn explain_from(
    puzzle: &dyn Puzzle,
    from: &Position,
    keep: Keep,
    limits: Limits<'_>,
) -> Result<Explanation, ModelError> {
    let start = with_givens(&puzzle.givens(), &from.board);
    let mut machine = Machine::new(puzzle.reason()?, Meter::new());
    let context = Arc::clone(&machine.inquiry.context);
    let (known, given) = (context.known(&start, &from.notes), context.known(&puzzle.givens(), &Notes::new()));
    machine.know(&known);
    let (meter, mut walk) = (machine.inquiry.meter.clone(), Walk::default());
    let task = Task::new(&meter, walk.finish(&mut machine, keep));
    let outcome = task.finish(limits).unwrap_or_else(Outcome::Stopped);
    Ok(Explanation { start, believed: known != given, opening: walk.opening, steps: walk.steps, outcome, context })
}

/// Explains a puzzle from what is given, in slices, without limits.
///
/// # Errors
/// When the puzzle is too large to be explained.
pub async fn explained(puzzle: &dyn Puzzle, meter: &Meter) -> Result<Explanation, ModelError> {
    let start = puzzle.givens();
    let mut machine = Machine::new(puzzle.reason()?, meter.clone());
    let context = Arc::clone(&machine.inquiry.context);
    machine.know(&context.known(&start, &Notes::new()));
    let mut walk = Walk::default();
    let outcome = walk.finish(&mut machine, Keep::Needed).await;
    Ok(Explanation { start, believed: false, opening: walk.opening, steps: walk.steps, outcome, context })
}

/// A board with its blanks filled in from the givens.
pub(crate) fn with_givens(givens: &Board, board: &Board) -> Board {
    (0..givens.len()).map(|place| board.get(place).or(givens.get(place))).collect()
}

impl Explanation {
    /// What is on the board after the first steps.
    pub fn board_after(&self, steps: usize) -> Board {
        let mut board = self.start.clone();
        for step in self.steps.iter().take(steps) {
            self.context.enter(step, &mut board);
        }
        board
    }
}
