//! Explaining: the steps by which a person would solve a puzzle. They are found in
//! `find`, put into words in `say`, and written as pages and JSON in `write`.

mod context;
pub(crate) mod find;
pub(crate) mod knowledge;
pub(crate) mod needs;
pub(crate) mod say;
pub(crate) mod step;
mod technique;
mod write;

pub use context::{About, Context, differences};
pub use needs::techniques_needed;
pub use say::names::names as listed;
pub use say::{Passage, Told};
pub use step::{Level, Step};
pub use technique::Called;
pub use write::plain_page;

use crate::task::{Meter, Task};
use crate::{Grade, Position};
use fd::{Limits, ModelError, Stopped};
use find::{Machine, Walk};
use knowledge::Knowledge;
use puzzles::{Board, Notes, Puzzle};
use std::sync::Arc;

/// The way to the solution, step by step.
#[derive(Debug)]
pub struct Explanation {
    /// What was on the board before the first step.
    pub start: Board,
    /// Whether it relies on more than the puzzle: on entries and notes, which
    /// may be wrong.
    pub believed: bool,
    /// The board and the values that are ruled out before the first step.
    pub before: Position,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Where they lead.
    pub outcome: Outcome,
    /// What the steps speak of.
    pub context: Arc<Context>,
    /// The easiest steps, where cases are told instead of some of them.
    counted: Option<Vec<Step>>,
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
    let (meter, mut walk) = (Meter::new(), Walk::default());
    let mut machine = Machine::new(puzzle.reason()?, meter.clone());
    let (context, givens) = (Arc::clone(&machine.inquiry.context), puzzle.givens());
    let start = with_givens(&givens, &from.board);
    let known = context.known(&start, &from.notes);
    let task = Task::new(&meter, walk.finish(&mut machine, &known, keep));
    let outcome = task.finish(limits);
    let outcome = outcome.unwrap_or_else(|stopped| {
        walk.outcome.take().unwrap_or_else(|| {
            machine.inquiry.assume_all(&mut walk.steps);
            Outcome::Stopped(stopped)
        })
    });
    Ok(walk.explanation(outcome, start, known != context.known(&givens, &Notes::new()), context))
}

/// Explains a puzzle from what is given, in slices, without limits.
///
/// # Errors
/// When the puzzle is too large to be explained.
pub async fn explained(puzzle: &dyn Puzzle, meter: &Meter) -> Result<Explanation, ModelError> {
    let mut machine = Machine::new(puzzle.reason()?, meter.clone());
    let known = machine.inquiry.context.known(&puzzle.givens(), &Notes::new());
    Ok(machine.explain(puzzle.givens(), &known, false).await)
}

/// The grade of a puzzle by the steps that [`explained`] would tell, without putting them into words; `None`
/// unless they solve it.
///
/// # Errors
/// When the puzzle is too large to be explained.
pub(crate) async fn graded(puzzle: &dyn Puzzle, meter: &Meter) -> Result<Option<Grade>, ModelError> {
    let (mut machine, mut walk) = (Machine::new(puzzle.reason()?, meter.clone()), Walk::default());
    let known = machine.inquiry.context.known(&puzzle.givens(), &Notes::new());
    let outcome = walk.take(&mut machine, &known, Keep::Needed).await;
    Ok(matches!(outcome, Outcome::Solved(_)).then(|| Grade::of(&walk.steps)))
}

/// Why a position cannot be right, in words: by one rule, or by several in a chain. `None` when it can
/// be, or the reason is too long to tell.
///
/// # Errors
/// When the puzzle is too large to be explained.
pub fn refutation(puzzle: &dyn Puzzle, position: &Position, limits: Limits<'_>) -> Result<Option<String>, ModelError> {
    let meter = Meter::new();
    let mut machine = Machine::new(puzzle.reason()?, meter.clone());
    let context = Arc::clone(&machine.inquiry.context);
    let known = context.known(&with_givens(&puzzle.givens(), &position.board), &position.notes);
    let task = Task::new(&meter, async move {
        machine.know(&known);
        let mut step = machine.contradiction().await?;
        machine.inquiry.account_for(&mut step, &mut find::Told::new()).await;
        Some(step)
    });
    Ok(task.finish(limits).ok().flatten().map(|step| context.text(&step)))
}

/// A board with its blanks filled in from the givens.
pub(crate) fn with_givens(givens: &Board, board: &Board) -> Board {
    (0..givens.len()).map(|place| board.get(place).or(givens.get(place))).collect()
}

impl Machine {
    /// The way to the solution from what is known and on the board; `believed` says
    /// whether that is more than what is given.
    pub(crate) async fn explain(&mut self, start: Board, known: &Knowledge, believed: bool) -> Explanation {
        let mut walk = Walk::default();
        let outcome = walk.finish(self, known, Keep::Needed).await;
        walk.explanation(outcome, start, believed, Arc::clone(&self.inquiry.context))
    }
}

impl Walk {
    fn explanation(self, outcome: Outcome, start: Board, believed: bool, context: Arc<Context>) -> Explanation {
        let notes = self.before.map_or_else(Notes::new, |known| context.notes(&known));
        let before = Position { board: start.clone(), notes };
        Explanation { start, believed, before, steps: self.steps, outcome, context, counted: self.counted }
    }
}

impl Explanation {
    /// The easiest steps one by one. Grades go by them; where trying the few values of a quantity takes less
    /// telling, some of them are not told.
    pub fn counted(&self) -> &[Step] {
        self.counted.as_deref().unwrap_or(&self.steps)
    }

    /// How hard the puzzle is, if the steps solve it.
    pub fn grade(&self) -> Grade {
        Grade::of(self.counted())
    }

    /// The positions after each step: what the steps have said, and what everybody crosses off without
    /// a word. Drawings show them.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.steps.iter().scan(self.before.clone(), |position, step| {
            self.context.follow(step, position);
            Some(position.clone())
        })
    }

    /// The position after the first steps.
    pub fn position_after(&self, steps: usize) -> Position {
        self.positions().take(steps).last().unwrap_or_else(|| self.before.clone())
    }
}
