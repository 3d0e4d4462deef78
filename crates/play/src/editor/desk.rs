//! Questions about a shape and some clues, put to the kernel.

use super::away::{Elsewhere, First};
use super::lore::{Given, Lore};
use fd::{Branching, Engine, Limits, Literal, ModelError, Random, Solution, Space, Stopped, Var};
use puzzles::{Board, Posed, Puzzle, Sketch, Stencil};
use serde_json::Value;
use studio::task::Meter;

/// A shape posed without clues, with its space, which is built once and asked
/// many times.
#[derive(Debug)]
pub(super) struct Desk {
    /// The puzzle without clues, in JSON.
    shape: String,
    posed: Posed,
    pub(super) clues: Vec<Var>,
    space: Space,
    pub(super) lore: Lore,
}

/// In which order a search tries values.
#[derive(Debug, Clone, Copy)]
pub(super) enum Manner<'a> {
    /// In the puzzle's own order.
    Usual,
    /// First, values that differ from this solution's.
    AwayFrom(&'a Solution),
    /// At random, by this seed.
    AtRandom(u64),
}

impl Manner<'_> {
    fn first(self) -> Option<First> {
        match self {
            Manner::Usual => None,
            Manner::AwayFrom(solution) => Some(First::Another(solution.clone())),
            Manner::AtRandom(seed) => Some(First::Any(Box::new(Random::new(seed)))),
        }
    }
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

    async fn run<B: Branching>(&mut self, engine: &mut Engine<'_, B>) -> Result<bool, Stopped> {
        loop {
            self.meter.pause().await;
            let before = engine.statistics().resumptions;
            let result = engine.run(Limits::none().work(self.meter.left().min(self.left)));
            let used = engine.statistics().resumptions - before;
            self.meter.spend(used);
            self.left = self.left.saturating_sub(used);
            match result {
                Err(Stopped::Work) if self.left > 0 => {}
                result => return result,
            }
        }
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

impl Desk {
    /// A desk for the shape of a sketch and of its puzzle.
    pub(super) fn new(sketch: &dyn Sketch, puzzle: &dyn Puzzle) -> Result<Desk, ModelError> {
        let Stencil { posed, clues, .. } = puzzle.stencil()?;
        let space = Space::new(&posed.model);
        let shape = shape(sketch).unwrap_or_default();
        Ok(Desk { shape, lore: Lore::new(clues.clone()), posed, clues, space })
    }

    /// Whether this sketch has the same shape.
    pub(super) fn serves(&self, sketch: &dyn Sketch) -> bool {
        shape(sketch).is_some_and(|shape| shape == self.shape)
    }

    pub(super) fn board(&self, solution: &Solution) -> Board {
        self.posed.board(solution)
    }

    pub(super) fn places(&self) -> &[Var] {
        &self.posed.places
    }

    fn facts(&self, given: &Given) -> impl Iterator<Item = Literal> {
        self.clues.iter().zip(given).filter_map(|(clue, given)| given.map(|given| clue.is(given)))
    }

    /// Looks for this many solutions with these clues that also satisfy the
    /// literal. If it finds fewer, there are no others.
    pub(super) async fn find(
        &mut self,
        given: &Given,
        also: Option<Literal>,
        wanted: usize,
        manner: Manner<'_>,
        fuel: &mut Fuel<'_>,
    ) -> Result<Vec<Solution>, Stopped> {
        fuel.spend(1).await?;
        // A question that was dropped half-way may have left levels open.
        self.space.pop_to(0);
        self.space.push();
        let facts: Vec<Literal> = self.facts(given).chain(also).collect();
        if facts.into_iter().any(|fact| self.space.assume(fact).is_err()) {
            return Ok(Vec::new());
        }
        let branching = self.posed.branching(0);
        let branching = match manner.first() {
            Some(first) => Box::new(Elsewhere { branching, first }),
            None => branching,
        };
        // Restarts help to find one or two solutions; a longer list is searched once.
        let restarts = self.posed.restarts.filter(|_| wanted <= 2);
        let mut engine = Engine::new(&mut self.space, branching, wanted, restarts);
        let result = fuel.run(&mut engine).await;
        let found = engine.found().to_vec();
        drop(engine);
        for solution in &found {
            self.lore.add_solution(solution);
        }
        if result == Ok(false) && also.is_none() {
            self.lore.add_list(given, &found);
        }
        result.map(|_| found)
    }
}
