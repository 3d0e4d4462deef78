//! Questions about a draft and some of its clues, put to the kernel.

use super::near::Near;
use fd::{Limits, Solution, Space, Stopped, Var, Verdict};
use puzzles::{Board, Draft, Posed, Stencil};

/// A stencil with its space, which is built once and asked many times.
#[derive(Debug)]
pub(super) struct Prover {
    posed: Posed,
    clues: Vec<Var>,
    space: Space,
    /// For each constraint, the clue whose value it only works out, if any;
    /// nothing at all where there are none.
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
    pub(super) limits: Limits<'a>,
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
}

impl Prover {
    pub(super) fn new(stencil: Stencil) -> Prover {
        let Stencil { posed, clues, ties } = stencil;
        let space = Space::new(&posed.model);
        let constraints = if ties.is_empty() { 0 } else { posed.model.constraints().len() };
        let clue_of = |constraint| ties.iter().position(|&tie| tie == constraint);
        let ties = (0..constraints).map(clue_of).collect();
        Prover { posed, clues, space, ties, seed: 0, near: Vec::new(), nodes: 0 }
    }

    /// Lets the ties rest of clues that are not among these: a solution then
    /// says nothing of their values.
    fn wake_ties(&mut self, awake: impl Fn(usize) -> bool) {
        if !self.ties.is_empty() {
            let ties = &self.ties;
            self.space.set_active(|constraint| ties[constraint].is_none_or(&awake));
        }
    }

    /// Begins anew: what it answers from here on depends on the seed alone.
    pub(super) fn begin(&mut self, seed: u64) {
        self.space.forget_failures();
        self.seed = seed;
        self.near.clear();
        self.nodes = 0;
    }

    /// Has it look for others near this solution, until it begins anew.
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

    /// Whether a draft that has one solution would have more without this clue.
    pub(super) fn needs(&mut self, question: Question<'_>, clue: usize) -> Result<bool, Stopped> {
        self.wake_ties(|clue| question.kept[clue]);
        // A second solution must break the clue, or it would have been one before.
        let broken = self.clues[clue].is_not(question.draft.clues[clue]);
        let mut possible = self.space.assume(broken).is_ok();
        for other in question.given().filter(|&other| other != clue) {
            possible = possible && self.space.assume(self.clues[other].is(question.draft.clues[other])).is_ok();
        }
        let found = if possible {
            let branching = Near { branching: (self.posed.branching)(self.seed), known: &self.near };
            let (found, statistics) = fd::first(&mut self.space, branching, question.limits, self.posed.restarts);
            self.nodes += statistics.nodes;
            found
        } else {
            Ok(None)
        };
        self.space.pop_to(0);
        found.map(|solution| solution.is_some())
    }

    /// Looks for a solution with the given clues that is not the draft's own.
    pub(super) fn others(&mut self, question: Question<'_>) -> Result<Others, Stopped> {
        self.wake_ties(|_| true);
        self.space.push();
        let mut facts = question.given().map(|clue| self.clues[clue].is(question.draft.clues[clue]));
        if facts.any(|fact| self.space.assume(fact).is_err()) {
            // Not even the draft's own solution is one.
            self.space.pop_to(0);
            return Ok(Others::Unknown);
        }
        let branching = (self.posed.branching)(self.seed);
        let (verdict, statistics) = fd::verdict(&mut self.space, branching, question.limits, self.posed.restarts);
        self.space.pop_to(0);
        self.nodes += statistics.nodes;
        let is_own = |solution: &Solution| self.board(solution) == question.draft.solution;
        Ok(match verdict {
            Verdict::Unique(only) if is_own(&only) => Others::None,
            // A draft that its own model refuses proves nothing.
            Verdict::None | Verdict::Unique(_) => Others::Unknown,
            Verdict::Several(one, two) => Others::Another(if is_own(&one) { two } else { one }),
            Verdict::Unknown(Some(found), _) if !is_own(&found) => Others::Another(found),
            Verdict::Unknown(_, Stopped::Nodes) => Others::Unknown,
            Verdict::Unknown(_, stopped) => return Err(stopped),
        })
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
