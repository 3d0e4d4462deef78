//! Which techniques a puzzle needs.
//!
//! A puzzle needs a technique if, without it, only steps finish it that are costlier than any of its
//! explanation. So it is solved again with the technique forbidden: the easiest step that is left each
//! time, until it is solved or such a step comes.

use super::find::{Machine, Spare};
use super::technique::Called;
use super::{Explanation, Outcome};
use crate::task::{Meter, Task};
use fd::{Limits, ModelError, Stopped};
use puzzles::{Notes, Puzzle, Technique};
use std::collections::BTreeSet;

/// The techniques that a puzzle needs, in the order of its kind; none unless it is solved.
///
/// # Errors
/// When the puzzle is too large to be explained; within it, the limit that was reached.
pub fn techniques_needed(
    puzzle: &dyn Puzzle,
    explanation: &Explanation,
    limits: Limits<'_>,
) -> Result<Result<Vec<&'static Technique>, Stopped>, ModelError> {
    let meter = Meter::new();
    Task::new(&meter, needed(puzzle, explanation, &meter))
        .finish(limits)
        .map_or_else(|stopped| Ok(Err(stopped)), |done| done.map(Ok))
}

async fn needed(
    puzzle: &dyn Puzzle,
    explanation: &Explanation,
    meter: &Meter,
) -> Result<Vec<&'static Technique>, ModelError> {
    let used: BTreeSet<Called> = explanation.counted().iter().map(|step| explanation.context.called(step)).collect();
    let mut needed = Vec::new();
    for called in used {
        if let Called::Technique(number) = called
            && needs(puzzle, explanation, number, meter).await?
        {
            needed.push(&explanation.context.reasoning.techniques()[number]);
        }
    }
    Ok(needed)
}

/// Whether a puzzle with this explanation needs a technique, by its number in the list of the kind.
pub(crate) async fn needs(
    puzzle: &dyn Puzzle,
    explanation: &Explanation,
    technique: usize,
    meter: &Meter,
) -> Result<bool, ModelError> {
    let context = &explanation.context;
    let is_used = explanation.counted().iter().any(|step| context.called(step) == Called::Technique(technique));
    if !is_used || !matches!(explanation.outcome, Outcome::Solved(_)) {
        return Ok(false);
    }
    let hardest = explanation.counted().iter().map(|step| step.cost).max().unwrap_or(0);
    let mut machine = Machine::new(puzzle.reason()?, meter.clone());
    machine.forbidden = Some(technique);
    machine.know(&context.known(&puzzle.givens(), &Notes::new()));
    let mut spare = Spare::default();
    loop {
        machine.tidy(false).await;
        if machine.board().is_full() {
            return Ok(false);
        }
        match machine.next(&mut spare, &[]).await {
            Ok(Some(step)) if step.cost <= hardest && !step.is_contradiction() => machine.apply(&step),
            _ => return Ok(true),
        }
    }
}
