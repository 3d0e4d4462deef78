//! Questions about a shape and some clues, put to the kernel.

use super::cache::{Cache, Given};
use fd::{Literal, ModelError, Solution, Stopped};
use puzzles::{Puzzle, Sketch};
use serde_json::Value;
use studio::task::Meter;
use studio::{Allowance, Found, ShapeSolver, ValueOrder};

/// A solver for a shape, with what is known about it.
#[derive(Debug)]
pub(super) struct SketchSolver {
    /// The puzzle without clues, in JSON.
    shape: String,
    pub(super) solver: ShapeSolver,
    pub(super) cache: Cache,
}

/// What one answer may use up.
#[derive(Debug)]
pub(super) struct Fuel<'a> {
    pub(super) meter: &'a Meter,
    left: u64,
}

impl<'a> Fuel<'a> {
    pub(super) fn new(meter: &'a Meter, work: u64) -> Fuel<'a> {
        Fuel { meter, left: work }
    }

    /// Counts some work.
    ///
    /// # Errors
    /// [`Stopped::Work`] when there is too little left.
    pub(super) async fn spend(&mut self, work: u64) -> Result<(), Stopped> {
        self.meter.pause().await;
        let left = self.left.checked_sub(work);
        self.meter.spend(work.min(self.left));
        self.left = left.unwrap_or(0);
        left.map(|_| ()).ok_or(Stopped::Work)
    }
}

/// The puzzle of a sketch without its clues, as text.
fn shape(sketch: &dyn Sketch) -> Option<String> {
    let mut bare = sketch.copy();
    for id in sketch.clue_ids() {
        if sketch.value(&id).is_some() {
            bare.set(&id, None).ok()?;
        }
    }
    Some(Value::Object(bare.puzzle().ok()?.write_json()).to_string())
}

impl SketchSolver {
    /// A solver for the shape of a sketch and of its puzzle.
    pub(super) fn new(sketch: &dyn Sketch, puzzle: &dyn Puzzle) -> Result<SketchSolver, ModelError> {
        let solver = ShapeSolver::new(puzzle.stencil()?);
        let shape = shape(sketch).unwrap_or_default();
        Ok(SketchSolver { shape, cache: Cache::new(solver.clues().to_vec()), solver })
    }

    /// Whether this sketch has the same shape.
    pub(super) fn serves(&self, sketch: &dyn Sketch) -> bool {
        shape(sketch).is_some_and(|shape| shape == self.shape)
    }

    /// Looks for this many solutions with these clues that also satisfy the
    /// literal. If it finds fewer, there are no others.
    pub(super) async fn find(
        &mut self,
        given: &Given,
        also: Option<Literal>,
        wanted: usize,
        order: ValueOrder<'_>,
        fuel: &mut Fuel<'_>,
    ) -> Result<Vec<Solution>, Stopped> {
        fuel.spend(1).await?;
        let clues = self.solver.clues().iter().zip(given);
        let facts: Vec<Literal> =
            clues.filter_map(|(clue, given)| given.map(|given| clue.is(given))).chain(also).collect();
        let allowance = Allowance { work: fuel.left, ..Allowance::unlimited(fuel.meter) };
        let Found { solutions, stopped, statistics } = self.solver.find(facts, wanted, order, allowance).await;
        fuel.left = fuel.left.saturating_sub(statistics.resumptions);
        for solution in &solutions {
            self.cache.add_solution(solution);
        }
        if stopped.is_none() && solutions.len() < wanted && also.is_none() {
            self.cache.add_list(given, &solutions);
        }
        stopped.map_or(Ok(solutions), Err)
    }
}
