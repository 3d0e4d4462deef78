//! Search: depth first, with a trail.

mod branching;
mod first_fail;
mod labelling;
mod limits;
mod solve;
mod trace;

pub use branching::{Branching, Decision};
pub use first_fail::FirstFail;
pub use labelling::{Choice, Labelling, LabellingError, Order, Selection};
pub use limits::{Budget, Clock, Limits, Stopped};
pub use solve::{Luby, Verdict, first, verdict};
pub use trace::{Fate, Step, Traced, TreeNode};

use crate::{Conflict, Literal, Space, Statistics, Var};
use std::ops::Index;

/// A value for every variable of a model.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Solution(Box<[i32]>);

impl Solution {
    /// The values in the order of the variables' creation.
    pub fn values(&self) -> &[i32] {
        &self.0
    }
}

impl Index<Var> for Solution {
    type Output = i32;

    fn index(&self, x: Var) -> &i32 {
        &self.0[x.index()]
    }
}

/// A decision that was taken, with what is left of it.
#[derive(Debug, Clone, Copy)]
enum Frame {
    /// The opposite of this is still to be tried.
    Literal(Literal),
    /// The values after `last` are still to be tried.
    Values { var: Var, last: i32, order: Order },
}

/// All solutions of a space, one after the other, depth first.
///
/// An iterator: each item is a solution, or the one limit that stopped the
/// search. Only a search that ends without [`Stopped`] has seen everything.
/// The space is as it was before when the search is dropped.
///
/// ```
/// use fd::{constraints::AllDifferent, Labelling, Limits, Model, Search, Space};
/// let mut model = Model::new();
/// let x = model.vars(3, 1..=3)?;
/// model.post(AllDifferent::new(&x))?;
/// let mut space = Space::new(&model);
/// let search = Search::new(&mut space, Labelling::default().over(&x), Limits::none());
/// assert_eq!(search.count(), 6);
/// # Ok::<(), fd::ModelError>(())
/// ```
#[derive(Debug)]
pub struct Search<'s, B> {
    space: &'s mut Space,
    branching: B,
    budget: Budget<'s>,
    frames: Vec<Frame>,
    /// The level of the space that the search returns to.
    base: usize,
    state: State,
    /// Give up after so many conflicts; for restarts.
    conflicts_left: Option<u64>,
    statistics: Statistics,
    /// The work the space had done before.
    before: (u64, u64, u64),
    /// Whether the branching follows every step.
    followed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Fresh,
    AtSolution,
    Finished,
}

/// How one dive ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Solution,
    Exhausted,
    Stopped(Stopped),
    /// The conflicts allowed before a restart are used up.
    Restart,
}

impl<'s, B: Branching> Search<'s, B> {
    /// A search of `space` below its present level.
    pub fn new(space: &'s mut Space, branching: B, limits: Limits<'s>) -> Search<'s, B> {
        Search::with_budget(space, branching, Budget::new(limits), None)
    }

    fn with_budget(
        space: &'s mut Space,
        branching: B,
        budget: Budget<'s>,
        conflicts_left: Option<u64>,
    ) -> Search<'s, B> {
        let (base, before) = (space.level(), space.work());
        let variables = space.store.variables();
        space.store.changes.follow(branching.follows_changes(), variables);
        let statistics = Statistics { constraints: space.propagators() as u64, ..Statistics::default() };
        let frames = Vec::new();
        let state = State::Fresh;
        let followed = branching.follows_steps();
        Search { space, branching, budget, frames, base, state, conflicts_left, statistics, before, followed }
    }

    /// What the search has done so far.
    pub fn statistics(&self) -> Statistics {
        let (resumptions, entailments, prunings) = self.space.work();
        Statistics {
            resumptions: resumptions - self.before.0,
            entailments: entailments - self.before.1,
            prunings: prunings - self.before.2,
            time: self.budget.elapsed(),
            ..self.statistics
        }
    }

    /// The domains as they are now: at a solution, its values.
    pub fn space(&self) -> &Space {
        self.space
    }

    /// Goes to the next solution without copying it; says whether there is one.
    ///
    /// # Errors
    /// The limit that stopped the search. It stays stopped.
    pub fn advance(&mut self) -> Result<bool, Stopped> {
        match self.dive() {
            Outcome::Solution => Ok(true),
            Outcome::Exhausted | Outcome::Restart => Ok(false),
            Outcome::Stopped(stopped) => Err(stopped),
        }
    }

    /// The solution that [`Search::advance`] has gone to.
    pub fn solution(&self) -> Solution {
        Solution(self.space.vars().map(|x| self.space.store().min(x)).collect())
    }

    /// Searches to the next solution, or until something ends the search.
    fn dive(&mut self) -> Outcome {
        let mut result = match self.state {
            State::Finished => return Outcome::Exhausted,
            State::AtSolution => Err(Conflict),
            State::Fresh => {
                self.space.push();
                self.space.wake_all();
                self.statistics.nodes += 1;
                self.tell(Step::Root);
                self.run()
            }
        };
        loop {
            if let Err(stopped) = self.budget.spend(self.statistics.nodes, self.space.work().0) {
                return self.finish(Outcome::Stopped(stopped));
            }
            let entered = if result.is_err() {
                if self.conflicts_left == Some(0) {
                    return self.finish(Outcome::Restart);
                }
                if !self.next_alternative() {
                    return self.finish(Outcome::Exhausted);
                }
                true
            } else if let Some(decision) = self.decide() {
                self.descend(decision)
            } else {
                return self.arrive();
            };
            result = if entered { self.run() } else { Err(Conflict) };
        }
    }

    fn arrive(&mut self) -> Outcome {
        if let Err(stopped) = self.budget.spend_solution() {
            return self.finish(Outcome::Stopped(stopped));
        }
        self.state = State::AtSolution;
        self.statistics.solutions += 1;
        self.tell(Step::Solved);
        Outcome::Solution
    }

    fn run(&mut self) -> Result<(), Conflict> {
        let result = self.space.propagate();
        if result.is_err() {
            self.fail();
        }
        result
    }

    fn fail(&mut self) {
        self.statistics.backtracks += 1;
        if let Some(left) = &mut self.conflicts_left {
            *left = left.saturating_sub(1);
        }
        self.tell(Step::Failed);
    }

    fn tell(&mut self, step: Step) {
        if self.followed {
            self.branching.follow(self.space, step);
        }
    }

    /// What to try next; when the branching is content, any variable that is
    /// not fixed.
    fn decide(&mut self) -> Option<Decision> {
        let decision = self.branching.choose(self.space, self.frames.len());
        self.space.store.changes.forget();
        decision.or_else(|| {
            let store = self.space.store();
            let open = self.space.vars().find(|&x| !store.is_fixed(x))?;
            Some(Decision::Literal(open.is(store.min(open))))
        })
    }

    /// Opens a decision and takes its first side; false when that cannot be.
    fn descend(&mut self, decision: Decision) -> bool {
        let depth = self.frames.len();
        self.tell(Step::Branched { depth });
        self.space.push();
        let (frame, literal) = match decision {
            Decision::Literal(literal) => (Frame::Literal(literal), literal),
            Decision::Values(var, order) => {
                let store = self.space.store();
                let first = if order == Order::Up { store.min(var) } else { store.max(var) };
                (Frame::Values { var, last: first, order }, var.is(first))
            }
        };
        self.frames.push(frame);
        self.statistics.peak_depth = self.statistics.peak_depth.max(self.frames.len() as u64);
        self.enter(depth, literal)
    }

    /// Goes back to the last decision with something left to try, and tries
    /// it; says whether there was one.
    fn next_alternative(&mut self) -> bool {
        while let Some(frame) = self.frames.pop() {
            self.space.pop();
            let depth = self.frames.len();
            let literal = match frame {
                // The level of the decision is gone: this holds from here on.
                Frame::Literal(literal) => literal.negated(),
                Frame::Values { var, last, order } => {
                    let store = self.space.store();
                    let next = match order {
                        Order::Up => store.next_from(var, last + 1),
                        Order::Down => store.values(var).take_while(|&value| value < last).last(),
                    };
                    let Some(next) = next else { continue };
                    self.space.push();
                    self.frames.push(Frame::Values { var, last: next, order });
                    var.is(next)
                }
            };
            if self.enter(depth, literal) {
                return true;
            }
        }
        false
    }

    /// Takes a side of the decision below `depth` others; false when its
    /// variable cannot.
    fn enter(&mut self, depth: usize, literal: Literal) -> bool {
        self.statistics.nodes += 1;
        self.tell(Step::Tried { depth, literal });
        let entered = self.space.assume(literal).is_ok();
        if !entered {
            self.fail();
        }
        entered
    }

    fn finish(&mut self, outcome: Outcome) -> Outcome {
        self.state = State::Finished;
        self.tell(Step::Ended);
        self.frames.clear();
        self.leave();
        outcome
    }
}

impl<B: Branching> Iterator for Search<'_, B> {
    type Item = Result<Solution, Stopped>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.advance() {
            Ok(true) => Some(Ok(self.solution())),
            Ok(false) => None,
            Err(stopped) => Some(Err(stopped)),
        }
    }
}

impl<B> Search<'_, B> {
    /// Leaves the space as it was before.
    fn leave(&mut self) {
        self.space.store.changes.follow(false, 0);
        self.space.pop_to(self.base);
    }
}

impl<B> Drop for Search<'_, B> {
    fn drop(&mut self) {
        self.leave();
    }
}
