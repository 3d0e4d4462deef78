//! Step after step, until all is known.

use super::Outcome;
use super::machine::{Machine, Spare};
use super::step::Step;

/// Steps in a row.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    pub(crate) steps: Vec<Step>,
    spare: Spare,
}

impl Walk {
    /// Takes steps until all is known, or nothing more can be. The steps that
    /// were taken stay when this is cancelled.
    pub(crate) async fn finish(&mut self, machine: &mut Machine) -> Outcome {
        loop {
            let board = machine.board();
            if board.is_full() {
                return Outcome::Solved(board);
            }
            let Some(step) = machine.next(&mut self.spare).await else { return Outcome::Open(board) };
            machine.apply(&step);
            self.steps.push(step);
            if self.steps.last().is_some_and(Step::is_contradiction) {
                return Outcome::Contradiction;
            }
        }
    }
}
