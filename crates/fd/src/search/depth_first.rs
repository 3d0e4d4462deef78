//! Depth-first search over the trail, which can stop anywhere and go on.

use super::{Branching, Budget, Decision, Order, Solution, Stopped, TreeStep};
use crate::{Conflict, Literal, Space, Statistics, Var};

/// A decision that was taken, with what is left of it.
#[derive(Debug, Clone, Copy)]
enum Frame {
    /// The opposite of this is still to be tried.
    Literal(Literal),
    /// The values after `last` are still to be tried.
    Values { var: Var, last: i32, order: Order },
}

/// Where the search stands: all it needs to go on after a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the root.
    Fresh,
    /// At a node whose propagation is not complete.
    Entered,
    /// At a node with propagation complete, and no conflict.
    Open,
    /// At a node that failed.
    Failed,
    /// At a solution that was not given out yet.
    Arrived,
    /// At a solution that was given out.
    Solved,
    /// Behind the last node.
    Finished,
}

/// How a dive ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Solution,
    Exhausted,
    /// A limit was reached. The next dive goes on from here.
    Stopped(Stopped),
    /// The conflicts allowed before a restart are used up.
    Restart,
}

/// A search of a space below the level it had at first.
#[derive(Debug)]
pub(super) struct DepthFirst<'s, B: Branching> {
    pub(super) space: &'s mut Space,
    pub(super) branching: B,
    frames: Vec<Frame>,
    /// The level of the space that the search returns to.
    base: usize,
    state: State,
    /// The conflicts until a restart, if there are restarts.
    conflicts_left: Option<u64>,
    statistics: Statistics,
    /// What the space had counted before.
    before: (u64, u64, u64),
    /// Whether the branching follows every step.
    followed: bool,
}

impl<'s, B: Branching> DepthFirst<'s, B> {
    pub(super) fn new(space: &'s mut Space, branching: B) -> DepthFirst<'s, B> {
        let (base, before) = (space.level(), space.counts());
        let followed = branching.follows_steps();
        DepthFirst {
            space,
            branching,
            frames: Vec::new(),
            base,
            state: State::Fresh,
            conflicts_left: None,
            statistics: Statistics::default(),
            before,
            followed,
        }
    }

    /// What the search has done so far, but for the time.
    pub(super) fn statistics(&self) -> Statistics {
        let (resumptions, entailments, prunings) = self.space.counts();
        Statistics {
            resumptions: resumptions - self.before.0,
            entailments: entailments - self.before.1,
            prunings: prunings - self.before.2,
            constraints: self.statistics.constraints.max(self.space.propagators() as u64),
            ..self.statistics
        }
    }

    /// The counts that limits are held against.
    pub(super) fn spent(&self) -> (u64, u64) {
        (self.statistics.nodes, self.space.resumptions())
    }

    /// Whether nothing is left to decide at the node where the search stands.
    pub(super) fn is_solution(&self) -> bool {
        self.state == State::Open && self.space.vars().all(|x| self.space.store().is_fixed(x))
    }

    /// The solution where the search stands.
    pub(super) fn solution(&self) -> Solution {
        Solution(self.space.vars().map(|x| self.space.store().min(x)).collect())
    }

    /// Begins again at the root, until this many conflicts were met. The
    /// branching keeps what it has learned, and the counts go on.
    pub(super) fn restart(&mut self, conflicts: u64) {
        self.leave();
        self.state = State::Fresh;
        self.conflicts_left = Some(conflicts);
    }

    /// Goes to the next solution, or until something stops it.
    pub(super) fn dive(&mut self, budget: &mut Budget<'_>) -> Outcome {
        if self.state == State::Finished {
            return Outcome::Exhausted;
        }
        loop {
            let (nodes, work) = self.spent();
            let runs = match budget.spend(nodes, work) {
                Ok(runs) => runs,
                Err(stopped) => return Outcome::Stopped(stopped),
            };
            match self.state {
                State::Fresh => self.begin(),
                State::Entered => {}
                State::Open => match decide(self.space, &mut self.branching, self.frames.len()) {
                    Some(decision) => self.descend(decision),
                    None => {
                        self.state = State::Arrived;
                        return self.arrive(budget);
                    }
                },
                State::Arrived => return self.arrive(budget),
                State::Failed | State::Solved => {
                    if self.conflicts_left == Some(0) {
                        return Outcome::Restart;
                    }
                    self.next_alternative();
                }
                State::Finished => return Outcome::Exhausted,
            }
            if self.state == State::Entered
                && let Err(stopped) = self.propagate(budget, runs)
            {
                return Outcome::Stopped(stopped);
            }
        }
    }

    fn begin(&mut self) {
        let variables = self.space.store.variables();
        self.space.store.changes.follow(self.branching.follows_changes(), variables);
        self.space.push();
        self.space.wake_all();
        self.statistics.nodes += 1;
        self.tell(TreeStep::Root);
        self.state = State::Entered;
    }

    /// Completes the propagation of a node, as long as the budget allows.
    fn propagate(&mut self, budget: &mut Budget<'_>, mut runs: u64) -> Result<(), Stopped> {
        loop {
            match self.space.propagate_for(runs) {
                Ok(true) => {
                    self.state = State::Open;
                    return Ok(());
                }
                Ok(false) if runs == 0 => return Err(Stopped::Work),
                Ok(false) => {
                    let (nodes, work) = self.spent();
                    runs = budget.spend_work(nodes, work)?;
                }
                Err(Conflict) => {
                    self.fail();
                    return Ok(());
                }
            }
        }
    }

    fn arrive(&mut self, budget: &mut Budget<'_>) -> Outcome {
        if let Err(stopped) = budget.spend_solution() {
            return Outcome::Stopped(stopped);
        }
        self.state = State::Solved;
        self.statistics.solutions += 1;
        self.tell(TreeStep::Solved);
        Outcome::Solution
    }

    fn fail(&mut self) {
        self.state = State::Failed;
        self.statistics.backtracks += 1;
        if let Some(left) = &mut self.conflicts_left {
            *left = left.saturating_sub(1);
        }
        self.tell(TreeStep::Failed);
    }

    fn tell(&mut self, step: TreeStep) {
        if self.followed {
            self.branching.follow(self.space, step);
        }
    }

    /// Opens a decision and takes its first side.
    fn descend(&mut self, decision: Decision) {
        let depth = self.frames.len();
        self.tell(TreeStep::Branched { depth });
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
        self.enter(depth, literal);
    }

    /// Goes back to the last decision with something left to try, and tries
    /// it; when there is none, the search is over.
    fn next_alternative(&mut self) {
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
                return;
            }
        }
        self.end();
    }

    /// Takes a side of the decision below `depth` others; false when its
    /// variable cannot.
    fn enter(&mut self, depth: usize, literal: Literal) -> bool {
        self.statistics.nodes += 1;
        self.tell(TreeStep::Tried { depth, literal });
        let entered = self.space.assume(literal).is_ok();
        if entered {
            self.state = State::Entered;
        } else {
            self.fail();
        }
        entered
    }

    /// The search is over.
    pub(super) fn end(&mut self) {
        if self.state != State::Finished {
            self.state = State::Finished;
            self.tell(TreeStep::Ended);
            self.leave();
        }
    }

    /// Leaves the space as it was before.
    fn leave(&mut self) {
        self.statistics.constraints = self.statistics().constraints;
        self.frames.clear();
        self.space.store.changes.follow(false, 0);
        self.space.pop_to(self.base);
    }
}

/// What to try next at this depth; when the branching has nothing more to
/// decide, any variable that is not fixed.
pub(super) fn decide(space: &mut Space, branching: &mut impl Branching, depth: usize) -> Option<Decision> {
    let decision = branching.choose(space, depth);
    space.store.changes.forget();
    decision.or_else(|| {
        let store = space.store();
        let open = space.vars().find(|&x| !store.is_fixed(x))?;
        Some(Decision::Literal(open.is(store.min(open))))
    })
}

impl<B: Branching> Drop for DepthFirst<'_, B> {
    fn drop(&mut self) {
        self.end();
    }
}
