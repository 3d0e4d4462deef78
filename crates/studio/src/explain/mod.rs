//! Explaining: the steps by which a person would solve a puzzle.

mod about;
mod alone;
mod differ;
mod inquiry;
mod knowledge;
mod machine;
mod needed;
mod page;
mod shrink;
mod step;
mod suppose;
mod trace;
mod words;

pub use about::About;
pub use differ::differences;
pub use step::{Level, Step};
pub use words::listed;

use fd::{Limits, ModelError, Stopped};
use inquiry::{Fact, Inquiry};
use knowledge::Knowledge;
use machine::Machine;
use puzzles::{Board, Puzzle, Reasoning};

/// The way to the solution, step by step.
#[derive(Debug)]
pub struct Explanation {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Where they lead.
    pub outcome: Outcome,
    /// The rules and the names.
    pub reasoning: Reasoning,
    root: Knowledge,
}

/// Where the steps of an explanation lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// To the solution.
    Solved(Board),
    /// To a contradiction, which is the last step: there is no solution.
    Contradiction,
    /// Nowhere: no more can be refuted, there are several solutions.
    Open(Board),
    /// A limit came first.
    Stopped(Stopped),
}

/// Explains a puzzle from what is given.
///
/// # Errors
/// When the puzzle is too large for it.
pub fn explain(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Result<Explanation, ModelError> {
    let (mut machine, mut steps) = (Machine::new(puzzle.reason()?, &puzzle.givens(), limits), Vec::new());
    let outcome = machine.run(&mut steps, |_, _| false);
    Ok(Explanation::of(machine, steps, outcome))
}

/// The steps from a board to the next entry on it, without those that it does
/// not need.
pub(crate) fn from_board(reasoning: Reasoning, board: &Board, limits: Limits<'_>) -> Result<Explanation, Stopped> {
    let (mut machine, mut steps) = (Machine::new(reasoning, board, limits), Vec::new());
    let filled = board.iter().flatten().count();
    let outcome = machine.run(&mut steps, |machine, _| machine.board().iter().flatten().count() > filled);
    if let Outcome::Stopped(stopped) = outcome {
        return Err(stopped);
    }
    needed::prune(&mut steps, &machine.inquiry);
    Ok(Explanation::of(machine, steps, outcome))
}

/// Why some entries of a board cannot all be right, where that can be said.
pub(crate) fn wrong(reasoning: Reasoning, board: &Board, givens: &Board, limits: Limits<'_>) -> Option<Explanation> {
    let known: Board = board.iter().zip(givens.iter()).map(|(entry, given)| entry.or(given)).collect();
    let mut machine = Machine::new(reasoning, &known, limits);
    let step = machine.contradiction()?;
    Some(Explanation::of(machine, vec![step], Outcome::Contradiction))
}

impl Explanation {
    fn of(machine: Machine<'_>, steps: Vec<Step>, outcome: Outcome) -> Explanation {
        let Inquiry { reasoning, root, .. } = machine.inquiry;
        Explanation { steps, outcome, reasoning, root }
    }
}
