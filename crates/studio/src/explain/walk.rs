//! Step after step, until all is known.

use super::machine::Machine;
use super::step::Step;
use super::suppose::Spare;
use super::tell::told;
use super::{Keep, Outcome};
use fd::Var;

/// Steps in a row.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    /// The book-keeping before the first step.
    pub(crate) opening: Vec<Step>,
    pub(crate) steps: Vec<Step>,
    spare: Spare,
}

impl Walk {
    /// Takes steps until all is known, or nothing more can be; then leaves out
    /// what is not needed, unless all is to be kept. The steps that were taken
    /// stay when this is cancelled.
    pub(crate) async fn finish(&mut self, machine: &mut Machine, keep: Keep) -> Outcome {
        let start = machine.knowledge.clone();
        let outcome = self.walk(machine).await;
        // What nothing came of is all there is to tell.
        let all = keep == Keep::All || matches!(outcome, Outcome::Open(_));
        told(self, &start, machine, all).await;
        outcome
    }

    async fn walk(&mut self, machine: &mut Machine) -> Outcome {
        self.opening = machine.tidy().await;
        let mut near: Vec<Var> = Vec::new();
        loop {
            let board = machine.board();
            if board.is_full() {
                return Outcome::Solved(board);
            }
            let Some(step) = machine.next(&mut self.spare, &near).await else { return Outcome::Open(board) };
            machine.apply(&step);
            let then = machine.tidy().await;
            let step = Step { then, ..step };
            near = step.gone().into_iter().map(|removes| removes.var).collect();
            self.steps.push(step);
            if self.steps.last().is_some_and(Step::is_contradiction) {
                return Outcome::Contradiction;
            }
        }
    }
}
