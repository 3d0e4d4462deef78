//! Questions about a draft and some of its clues, put to the kernel.

use super::near::Near;
use crate::task::Meter;
use fd::{Branching, Engine, Limits, Solution, Space, Stopped, Var};
use puzzles::{Board, Draft, Posed, Stencil};

/// A stencil with its space, which is built once and asked many times.
#[derive(Debug)]
pub(super) struct Prover {
    posed: Posed,
    clues: Vec<Var>,
    space: Space,
    /// For each constraint, the clue whose value it only works out, if any;
    /// empty where there are none.
    ties: Vec<Option<usize>>,
    /// The seed of what is random in its searches.
    seed: u64,
    /// The known solution that its searches stay near, by variable; empty if
    /// they need not.
    near: Vec<Option<i32>>,
    /// The nodes that its searches have used.
    pub(super) nodes: u64,
}

/// What a question is about: some of the clues of a draft.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) draft: &'a Draft,
    /// Which of its clues are given.
    pub(super) kept: &'a [bool],
    /// The search nodes that the answer is worth.
    pub(super) patience: u64,
    pub(super) meter: &'a Meter,
}

/// What is known of the solutions beside a draft's own.
#[derive(Debug)]
pub(super) enum Others {
    /// There is none: proved.
    None,
    Another(Solution),
    /// Nothing was proved: the budget of the question was spent.
    Unknown,
}

impl Question<'_> {
    fn given(&self) -> impl Iterator<Item = usize> {
        (0..self.kept.len()).filter(|&clue| self.kept[clue])
    }

    /// Searches until there is an answer or the patience runs out. Says whether
    /// there was an answer.
    async fn search<B: Branching>(&self, engine: &mut Engine<'_, B>) -> bool {
        loop {
            self.meter.pause().await;
            let before = engine.statistics();
            let slice = Limits::none().nodes(self.patience).less(&before).work(self.meter.left());
            let result = engine.run(slice);
            self.meter.spend(engine.statistics().resumptions - before.resumptions);
            match result {
                Ok(_) => return true,
                Err(Stopped::Work) => {}
                Err(_) => return false,
            }
        }
    }
}

impl Prover {
    pub(super) fn new(stencil: Stencil) -> Prover {
        let Stencil { posed, clues, ties } = stencil;
        let space = Space::new(&posed.model);
        let mut clue_of = vec![None; if ties.is_empty() { 0 } else { posed.model.constraints().len() }];
        for (clue, &tie) in ties.iter().enumerate() {
            clue_of[tie] = Some(clue);
        }
        Prover { posed, clues, space, ties: clue_of, seed: 0, near: Vec::new(), nodes: 0 }
    }

    /// Switches off the ties of all clues but these: a solution then says
    /// nothing about the values of the others.
    fn wake_ties(&mut self, awake: impl Fn(usize) -> bool) {
        if !self.ties.is_empty() {
            let ties = &self.ties;
            self.space.set_active(|constraint| ties[constraint].is_none_or(&awake));
        }
    }

    /// Starts over: its answers from here on depend on the seed alone.
    pub(super) fn begin(&mut self, seed: u64) {
        self.space.forget_failures();
        self.seed = seed;
        self.near.clear();
        self.nodes = 0;
    }

    /// Makes it look for others near this solution, until it starts over.
    pub(super) fn stay_near(&mut self, solution: &Board) {
        self.near.resize(self.posed.model.variables(), None);
        for (x, value) in self.posed.places.iter().zip(solution.iter()) {
            self.near[x.index()] = value;
        }
    }

    /// Whether the clues fill in the whole board when all are given.
    pub(super) fn clues_tell_all(&self) -> bool {
        self.posed.places.iter().all(|place| self.clues.contains(place))
    }

    /// Whether a draft that has one solution would have more without this
    /// clue; `None` when that was not found out.
    pub(super) async fn needs(&mut self, question: Question<'_>, clue: usize) -> Option<bool> {
        // A question that was dropped half-way may have left levels open.
        self.space.pop_to(0);
        self.wake_ties(|clue| question.kept[clue]);
        // A second solution must break the clue, or it would have been one before.
        let broken = self.clues[clue].is_not(question.draft.clues[clue]);
        let others = question.given().filter(|&other| other != clue);
        let facts = others.map(|other| self.clues[other].is(question.draft.clues[other]));
        for fact in [broken].into_iter().chain(facts) {
            if self.space.assume(fact).is_err() {
                return Some(false);
            }
        }
        let branching = Near { branching: self.posed.branching(self.seed), known: &self.near };
        let mut engine = Engine::new(&mut self.space, branching, 1, self.posed.restarts);
        let answered = question.search(&mut engine).await;
        self.nodes += engine.statistics().nodes;
        answered.then(|| !engine.found().is_empty())
    }

    /// Looks for a solution with the given clues that is not the draft's own.
    pub(super) async fn others(&mut self, question: Question<'_>) -> Others {
        self.space.pop_to(0);
        self.wake_ties(|_| true);
        self.space.push();
        let mut facts = question.given().map(|clue| self.clues[clue].is(question.draft.clues[clue]));
        if facts.any(|fact| self.space.assume(fact).is_err()) {
            // Not even the draft's own solution is one.
            return Others::Unknown;
        }
        let branching = self.posed.branching(self.seed);
        let mut engine = Engine::new(&mut self.space, branching, 2, self.posed.restarts);
        let answered = question.search(&mut engine).await;
        self.nodes += engine.statistics().nodes;
        let is_own = |solution: &Solution| self.posed.board(solution) == question.draft.solution;
        let found = engine.found();
        match found.iter().find(|solution| !is_own(solution)) {
            Some(other) if found.len() > 1 || !answered => Others::Another(other.clone()),
            // A draft that its own model refuses proves nothing.
            None if answered && !found.is_empty() => Others::None,
            _ => Others::Unknown,
        }
    }

    /// The clues of a draft that a solution breaks.
    pub(super) fn broken<'a>(&'a self, draft: &'a Draft, solution: &'a Solution) -> impl Iterator<Item = usize> + 'a {
        let clues = self.clues.iter().zip(&draft.clues).enumerate();
        clues.filter(|(_, (x, value))| solution[**x] != **value).map(|(clue, _)| clue)
    }

    pub(super) fn board(&self, solution: &Solution) -> Board {
        self.posed.board(solution)
    }
}
