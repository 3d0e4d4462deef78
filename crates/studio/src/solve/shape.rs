//! A solver for one shape of puzzle: its rules without clues, posed once (a
//! stencil) in one space, which is asked many times. The clues are facts in a
//! level. Makers and the editor ask it about one set of clues after the other.

use crate::task::Meter;
use fd::{Branching, Limits, Literal, Random, Search, Solution, Space, Statistics, Stopped, Var, Weights};
use puzzles::{Board, First, Posed, Stencil, ValueFirst};

/// A shape of puzzle, ready for questions.
#[derive(Debug)]
pub struct ShapeSolver {
    posed: Posed,
    clues: Vec<Var>,
    space: Space,
    /// For each constraint, the clue whose value it only works out, if any;
    /// empty where there are none.
    ties: Vec<Option<usize>>,
}

/// In which order a search tries values.
#[derive(Debug, Clone, Copy)]
pub enum ValueOrder<'a> {
    /// In the puzzle's own order, by this seed.
    Usual(u64),
    /// The same, but first the values of this board, if there is one: another
    /// solution is often near.
    Near(u64, Option<&'a Board>),
    /// First, values that differ from this solution's.
    AwayFrom(&'a Solution),
    /// At random, by this seed.
    AtRandom(u64),
}

/// What a question may use up. One that is dropped leaves nothing behind.
#[derive(Debug, Clone, Copy)]
pub struct Allowance<'a> {
    /// What counts the work, and pauses.
    pub meter: &'a Meter,
    /// The most nodes.
    pub nodes: u64,
    /// The most work.
    pub work: u64,
}

/// What was found.
#[derive(Debug)]
pub struct Found {
    /// The solutions, all different.
    pub solutions: Vec<Solution>,
    /// The limit that was reached, if one was. If not, and there are fewer
    /// solutions than wanted, these are all.
    pub stopped: Option<Stopped>,
    /// What the search did.
    pub statistics: Statistics,
}

impl ShapeSolver {
    /// A solver for puzzles that differ in their clues alone.
    pub fn new(stencil: Stencil) -> ShapeSolver {
        let Stencil { posed, clues, ties } = stencil;
        let space = Space::new(&posed.model);
        let mut clue_of = vec![None; if ties.is_empty() { 0 } else { posed.model.constraints().len() }];
        for (clue, &tie) in ties.iter().enumerate() {
            clue_of[tie] = Some(clue);
        }
        ShapeSolver { posed, clues, space, ties: clue_of }
    }

    /// The variable of each possible clue.
    pub fn clues(&self) -> &[Var] {
        &self.clues
    }

    /// The variable of each place.
    pub fn places(&self) -> &[Var] {
        &self.posed.places
    }

    /// A solution as a board.
    pub fn board(&self, solution: &Solution) -> Board {
        self.posed.board(solution)
    }

    /// Forgets what its searches have learnt: its answers from here on do not
    /// depend on those before.
    pub(crate) fn forget(&mut self) {
        self.space.set_weights(&Weights::default());
    }

    /// Lets the constraints rest that only work out the value of a clue, for all
    /// clues but these: a solution then says nothing about the others' values.
    pub(crate) fn wake_ties(&mut self, awake: impl Fn(usize) -> bool) {
        // A question that was dropped half-way may have left levels open.
        self.space.pop_to(0);
        if !self.ties.is_empty() {
            let awake = |&constraint: &usize| self.ties[constraint].is_none_or(&awake);
            self.space.set_active(&(0..self.ties.len()).filter(awake).collect::<Vec<_>>());
        }
    }

    /// Looks for this many solutions in which these facts hold.
    pub async fn find(
        &mut self,
        facts: impl IntoIterator<Item = Literal>,
        wanted: usize,
        order: ValueOrder<'_>,
        allowance: Allowance<'_>,
    ) -> Found {
        self.space.pop_to(0);
        self.space.push();
        if facts.into_iter().any(|fact| self.space.assume(fact).is_err()) {
            return Found { solutions: Vec::new(), stopped: None, statistics: Statistics::default() };
        }
        let branching = order.branching(&self.posed);
        // Restarts help to find one or two solutions; a longer list is searched once.
        let restarts = self.posed.restarts.filter(|_| wanted <= 2);
        let mut search = Search::new(&mut self.space, branching, Limits::none()).restarting(restarts);
        let stopped = allowance.find(&mut search, wanted).await.err();
        Found { solutions: search.found().to_vec(), stopped, statistics: search.statistics() }
    }
}

impl ValueOrder<'_> {
    fn branching(self, posed: &Posed) -> Box<dyn Branching> {
        let (seed, first) = match self {
            ValueOrder::Usual(seed) | ValueOrder::Near(seed, None) => return posed.branching(seed),
            ValueOrder::Near(seed, Some(board)) => (seed, First::known(posed.places.iter().copied().zip(board.iter()))),
            ValueOrder::AwayFrom(solution) => (0, First::Another(solution.clone())),
            ValueOrder::AtRandom(seed) => (0, First::Any(Box::new(Random::new(seed)))),
        };
        Box::new(ValueFirst::new(posed.branching(seed), first))
    }
}

impl<'a> Allowance<'a> {
    /// As much as it takes.
    pub fn unlimited(meter: &'a Meter) -> Allowance<'a> {
        Allowance { meter, nodes: u64::MAX, work: u64::MAX }
    }

    /// Has a search find this many solutions, slice by slice, until it is done
    /// or all is used up.
    pub(super) async fn find<B: Branching>(self, search: &mut Search<'_, B>, wanted: usize) -> Result<bool, Stopped> {
        let Allowance { meter, nodes, work } = self;
        loop {
            meter.pause().await;
            let before = search.statistics();
            let slice = meter.left().min(work.saturating_sub(before.resumptions));
            search.resume(Limits::none().nodes(nodes).less(&before).work(slice));
            let result = search.find(wanted);
            let spent = search.statistics().resumptions;
            meter.spend(spent - before.resumptions);
            match result {
                Err(Stopped::Work) if spent < work => {}
                result => return result,
            }
        }
    }
}
