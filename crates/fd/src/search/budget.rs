//! Limits being used up.

use super::{Limits, Stopped};
use std::time::Duration;

/// Limits being used up, for code with a search of its own.
///
/// The clock and the cancel flag are looked at rarely: reading the clock may be a system call. How rarely
/// follows from how much time passed between the last two looks, so that a
/// deadline is obeyed within a few milliseconds whatever a propagator costs.
#[derive(Debug, Clone, Copy)]
pub struct Budget<'a> {
    limits: Limits<'a>,
    started: Duration,
    solutions: u64,
    /// The counts that may not be exceeded.
    most_nodes: u64,
    most_work: u64,
    /// The effort (nodes and propagator runs) at which the clock and the flag
    /// are next looked at.
    look_at: u64,
    /// The effort from one look to the next.
    interval: u64,
    /// When it was last looked at.
    looked: Duration,
}

/// The effort between two looks at the clock: at first, and at most.
const FIRST_INTERVAL: u64 = 64;
const MOST_INTERVAL: u64 = 4096;

/// Looks closer together than this are too many, farther apart too few.
const CLOSE: Duration = Duration::from_millis(1);
const FAR: Duration = Duration::from_millis(4);

impl<'a> Budget<'a> {
    /// Nothing is used up yet, and all counts begin at 0.
    pub fn new(limits: Limits<'a>) -> Budget<'a> {
        Budget::after(limits, 0, 0)
    }

    /// The same for a search that has used nodes and propagator runs before:
    /// they do not count.
    pub(super) fn after(limits: Limits<'a>, nodes: u64, work: u64) -> Budget<'a> {
        let beyond = |limit: Option<u64>, used: u64| limit.map_or(u64::MAX, |limit| used.saturating_add(limit));
        let started = limits.now();
        Budget {
            limits,
            started,
            solutions: 0,
            most_nodes: beyond(limits.most_nodes(), nodes),
            most_work: beyond(limits.most_work(), work),
            look_at: if limits.can_interrupt() { 0 } else { u64::MAX },
            interval: FIRST_INTERVAL,
            looked: started,
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.limits.now().saturating_sub(self.started)
    }

    /// Whether a search may go on that has used this many nodes and run
    /// propagators this often, in all. If so: how often it may run propagators
    /// before it asks again.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline]
    pub fn spend(&mut self, nodes: u64, work: u64) -> Result<u64, Stopped> {
        if nodes > self.most_nodes {
            return Err(Stopped::Nodes);
        }
        self.spend_work(nodes, work)
    }

    /// As [`Budget::spend`], at a node that is let pass: whether one node is
    /// too many is asked when its propagation is complete.
    #[inline]
    pub(super) fn spend_work(&mut self, nodes: u64, work: u64) -> Result<u64, Stopped> {
        let left = self.most_work.checked_sub(work).ok_or(Stopped::Work)?;
        let effort = nodes + work;
        if effort >= self.look_at {
            self.look(effort)?;
        }
        Ok(left.min(self.look_at - effort))
    }

    #[cold]
    fn look(&mut self, effort: u64) -> Result<(), Stopped> {
        self.limits.check_flag()?;
        if let Some(now) = self.limits.check_clock()? {
            let since = now.saturating_sub(self.looked);
            self.looked = now;
            if since > FAR {
                self.interval = (self.interval / 8).max(1);
            } else if since < CLOSE {
                self.interval = (self.interval * 2).min(MOST_INTERVAL);
            }
        }
        self.look_at = effort + self.interval;
        Ok(())
    }

    pub(super) fn spend_solution(&mut self) -> Result<(), Stopped> {
        if self.limits.most_solutions().is_some_and(|limit| self.solutions >= limit) {
            return Err(Stopped::Solutions);
        }
        self.solutions += 1;
        Ok(())
    }
}
