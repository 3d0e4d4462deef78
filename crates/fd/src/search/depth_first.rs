//! Depth-first search over the trail, which can stop anywhere and go on.

use super::branching::decide;
use super::{Branching, Decision, Distinct, Order, Search, Stopped, TreeStep};
use crate::constraints::Clause;
use crate::{Conflict, Literal, Var};

/// A decision that was taken, with what is left of it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Frame {
    /// The opposite of this is still to be tried.
    Literal(Literal),
    /// The values after `last` are still to be tried.
    Values { var: Var, last: i32, order: Order },
}

/// Where the search stands: all it needs to go on after a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
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

impl<B: Branching> Search<'_, B> {
    /// The counts that limits are held against.
    pub(super) fn spent(&self) -> (u64, u64) {
        (self.statistics.nodes, self.space.resumptions())
    }

    /// The most propagators that there were.
    pub(super) fn constraints(&self) -> u64 {
        self.statistics.constraints.max(self.space.propagators() as u64)
    }

    /// Whether nothing is left to decide at the node where the search stands.
    pub(super) fn is_solution(&self) -> bool {
        self.state == State::Open && self.space.vars().all(|x| self.space.store().is_fixed(x))
    }

    /// Goes to the next solution (true), to the end of the tree (false), or
    /// until a limit stops it.
    pub(super) fn dive(&mut self) -> Result<bool, Stopped> {
        if self.state == State::Finished {
            return Ok(false);
        }
        loop {
            let (nodes, work) = self.spent();
            let runs = self.budget.spend(nodes, work)?;
            match self.state {
                State::Fresh => self.begin(),
                State::Entered => {}
                State::Open => {
                    match decide(self.space, &mut self.branching, self.frames.len(), self.objective.as_ref()) {
                        Some(decision) => self.descend(decision),
                        None => {
                            self.state = State::Arrived;
                            return self.arrive();
                        }
                    }
                }
                State::Arrived => return self.arrive(),
                State::Failed | State::Solved if self.conflicts_left == 0 => self.restart(),
                State::Failed | State::Solved => self.next_alternative(),
                State::Finished => return Ok(false),
            }
            if self.state == State::Entered {
                self.propagate(runs)?;
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
        if self.bound().is_ok() {
            self.state = State::Entered;
        } else {
            self.fail();
        }
    }

    /// States that solutions must be better than the best one.
    fn bound(&mut self) -> Result<(), Conflict> {
        self.objective.as_ref().map_or(Ok(()), |objective| objective.bound(self.space))
    }

    /// Begins again at the root. The branching keeps what it has learned, and
    /// the counts go on; another solution than those found may often be near,
    /// so that they are excluded only now.
    fn restart(&mut self) {
        let Some(luby) = self.restarts else { return };
        self.leave();
        self.state = State::Fresh;
        self.statistics.restarts += 1;
        self.conflicts_left = luby.conflicts(self.statistics.restarts + 1, self.statistics.solutions > 0);
        for solution in &self.found[self.excluded..] {
            let another = Clause::new(self.space.vars().map(|x| x.is_not(solution[x])));
            self.space.post_more(&another);
        }
        self.excluded = self.found.len();
    }

    /// Completes the propagation of a node, as long as the budget allows.
    fn propagate(&mut self, mut runs: u64) -> Result<(), Stopped> {
        loop {
            match self.space.propagate_for(runs) {
                Ok(true) => {
                    self.state = State::Open;
                    return Ok(());
                }
                Ok(false) if runs == 0 => return Err(Stopped::Work),
                Ok(false) => {
                    let (nodes, work) = self.spent();
                    runs = self.budget.spend_work(nodes, work)?;
                }
                Err(Conflict) => {
                    self.fail();
                    return Ok(());
                }
            }
        }
    }

    fn arrive(&mut self) -> Result<bool, Stopped> {
        self.budget.spend_solution()?;
        self.state = State::Solved;
        self.statistics.solutions += 1;
        self.tell(TreeStep::Solved);
        // A better one than the best needs no no-good.
        if self.keeps || self.restarts.is_some() && self.objective.is_none() {
            self.found.push(self.solution());
        }
        let better = self.objective.is_some().then(|| self.solution());
        if let (Some(objective), Some(better)) = (&mut self.objective, better) {
            objective.improve(better);
        }
        Ok(true)
    }

    fn fail(&mut self) {
        self.state = State::Failed;
        self.statistics.backtracks += 1;
        self.conflicts_left = self.conflicts_left.saturating_sub(1);
        self.tell(TreeStep::Failed);
    }

    fn tell(&mut self, step: TreeStep) {
        if self.followed {
            self.branching.follow(self.space, step);
        }
    }

    /// Notes where the variables in which solutions must differ are all fixed.
    fn look_at_distinct(&mut self) {
        let Some(Distinct { vars, fixed_at, open }) = &mut self.distinct else { return };
        let store = self.space.store();
        if fixed_at.is_none() && vars.get(*open).is_none_or(|&x| store.is_fixed(x)) {
            match vars.iter().position(|&x| !store.is_fixed(x)) {
                Some(other) => *open = other,
                None => *fixed_at = Some(self.frames.len()),
            }
        }
    }

    /// Leaves out what differs from the solution found only in other variables.
    fn skip_same(&mut self) {
        if let Some(fixed_at) = self.distinct.as_ref().and_then(|distinct| distinct.fixed_at)
            && self.state == State::Solved
        {
            while self.frames.len() > fixed_at {
                self.frames.pop();
                self.space.pop();
            }
        }
    }

    /// Opens a decision and takes its first side.
    fn descend(&mut self, decision: Decision) {
        self.look_at_distinct();
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
        self.skip_same();
        while let Some(frame) = self.frames.pop() {
            self.space.pop();
            let depth = self.frames.len();
            if let Some(distinct) = &mut self.distinct {
                distinct.fixed_at = distinct.fixed_at.filter(|&fixed_at| fixed_at <= depth);
            }
            let literal = match frame {
                // The level of the decision is gone: this holds from here on.
                Frame::Literal(literal) => literal.negated(),
                Frame::Values { var, last, order } => {
                    let store = self.space.store();
                    let next = match order {
                        Order::Up => store.next_from(var, last + 1),
                        Order::Down => store.next_down_from(var, last - 1),
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
        let entered = self.space.assume(literal).and_then(|()| self.bound()).is_ok();
        if entered {
            self.state = State::Entered;
        } else {
            self.fail();
        }
        entered
    }

    /// The search is over.
    fn end(&mut self) {
        if self.state != State::Finished {
            self.state = State::Finished;
            self.tell(TreeStep::Ended);
            self.leave();
        }
    }

    /// Leaves the space as it was before.
    fn leave(&mut self) {
        self.statistics.constraints = self.constraints();
        self.frames.clear();
        if let Some(distinct) = &mut self.distinct {
            distinct.fixed_at = None;
        }
        self.space.store.changes.follow(false, 0);
        self.space.pop_to(self.base);
    }
}

impl<B: Branching> Drop for Search<'_, B> {
    fn drop(&mut self) {
        self.end();
        self.space.shrink_to(self.extent);
    }
}
