//! When to stop.
//!
//! A deadline is a moment, work is a count. The same limits can be passed to any
//! number of searches, which end together; budgets that must be the same on
//! every machine count nodes or runs of propagators.

use crate::Statistics;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time, as the caller tells it. (A browser has no clock that Rust's
/// standard library can read.) Threads that search one puzzle share it.
pub trait Clock: Sync {
    /// The time since some fixed moment; it never goes back.
    fn now(&self) -> Duration;
}

/// The time on the wall, by the clock of Rust's standard library: with the
/// feature `clock`, where there is such a clock.
#[cfg(feature = "clock")]
#[derive(Debug, Clone, Copy)]
pub struct WallClock(std::time::Instant);

#[cfg(feature = "clock")]
impl WallClock {
    /// A clock that shows 0 now.
    pub fn start() -> WallClock {
        WallClock(std::time::Instant::now())
    }
}

#[cfg(feature = "clock")]
impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Which limit stopped the work before it was complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Stopped {
    /// The limit on nodes.
    #[error("the limit on search nodes was reached")]
    Nodes,
    /// The limit on work.
    #[error("the limit on propagation was reached")]
    Work,
    /// The deadline.
    #[error("the time limit was reached")]
    Time,
    /// The limit on solutions.
    #[error("the limit on solutions was reached")]
    Solutions,
    /// Somebody set the cancel flag.
    #[error("the search was cancelled")]
    Cancelled,
}

/// What a piece of work may use up; by default, everything.
///
/// The deadline is a moment, not a duration. Hand the same limits to several
/// searches one after the other, and all of them together end in time. Counts
/// (nodes, work, solutions) are for each search by itself; [`Limits::less`]
/// takes away what was used.
///
/// ```
/// use fd::{Limits, Stopped, WallClock};
/// use std::time::Duration;
///
/// let clock = WallClock::start();
/// assert_eq!(Limits::none().time(Duration::from_secs(60), &clock).check(), Ok(()));
/// assert_eq!(Limits::none().time(Duration::ZERO, &clock).check(), Err(Stopped::Time));
/// ```
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    nodes: Option<u64>,
    work: Option<u64>,
    solutions: Option<u64>,
    deadline: Option<Duration>,
    clock: Option<&'a dyn Clock>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Limits<'a> {
    /// No limit.
    pub fn none() -> Limits<'a> {
        Limits::default()
    }

    /// At most this many nodes. A lower limit stays.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Limits<'a> {
        Limits { nodes: Some(self.nodes.map_or(nodes, |own| own.min(nodes))), ..self }
    }

    /// At most this much work, counted in runs of propagators: the same on
    /// every machine.
    #[must_use]
    pub fn work(self, runs: u64) -> Limits<'a> {
        Limits { work: Some(runs), ..self }
    }

    /// At most this many solutions; asking for one more is [`Stopped::Solutions`].
    #[must_use]
    pub fn solutions(self, solutions: u64) -> Limits<'a> {
        Limits { solutions: Some(solutions), ..self }
    }

    /// The clock that [`Statistics::time`](crate::Statistics::time) is read from.
    #[must_use]
    pub fn clock(self, clock: &'a dyn Clock) -> Limits<'a> {
        Limits { clock: Some(clock), ..self }
    }

    /// A deadline: this much time from now by `clock`. An earlier deadline by
    /// the same clock stays.
    #[must_use]
    pub fn time(self, time: Duration, clock: &'a dyn Clock) -> Limits<'a> {
        let deadline = clock.now().saturating_add(time);
        let deadline = self.deadline.map_or(deadline, |own| own.min(deadline));
        Limits { deadline: Some(deadline), clock: Some(clock), ..self }
    }

    /// Stop soon after the flag becomes true; any thread may set it.
    #[must_use]
    pub fn cancel(self, flag: &'a AtomicBool) -> Limits<'a> {
        Limits { cancel: Some(flag), ..self }
    }

    /// What is left of the counts when `spent` is used up.
    #[must_use]
    pub fn less(self, spent: &Statistics) -> Limits<'a> {
        Limits {
            nodes: self.nodes.map(|nodes| nodes.saturating_sub(spent.nodes)),
            work: self.work.map(|runs| runs.saturating_sub(spent.resumptions)),
            solutions: self.solutions.map(|solutions| solutions.saturating_sub(spent.solutions)),
            ..self
        }
    }

    /// The most nodes, if there is such a limit.
    pub fn most_nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// Whether work that is no search may go on: looks at the cancel flag and
    /// at the clock. It takes some ten nanoseconds; call it in every loop that
    /// can be long.
    ///
    /// # Errors
    /// [`Stopped::Cancelled`] or [`Stopped::Time`].
    #[inline]
    pub fn check(&self) -> Result<(), Stopped> {
        self.check_flag()?;
        self.check_clock().map(|_| ())
    }

    #[inline]
    fn check_flag(&self) -> Result<(), Stopped> {
        match self.cancel {
            Some(flag) if flag.load(Ordering::Relaxed) => Err(Stopped::Cancelled),
            _ => Ok(()),
        }
    }

    /// The time, where there is a deadline that has not passed.
    fn check_clock(&self) -> Result<Option<Duration>, Stopped> {
        let (Some(deadline), Some(clock)) = (self.deadline, self.clock) else { return Ok(None) };
        let now = clock.now();
        if now >= deadline { Err(Stopped::Time) } else { Ok(Some(now)) }
    }

    /// The time by the clock; zero without one.
    fn now(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, Clock::now)
    }
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Limits { nodes, work, solutions, deadline, .. } = self;
        f.debug_struct("Limits")
            .field("nodes", nodes)
            .field("work", work)
            .field("solutions", solutions)
            .field("deadline", deadline)
            .finish_non_exhaustive()
    }
}

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
            most_nodes: beyond(limits.nodes, nodes),
            most_work: beyond(limits.work, work),
            look_at: if limits.cancel.is_some() || limits.deadline.is_some() { 0 } else { u64::MAX },
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
        if self.limits.solutions.is_some_and(|limit| self.solutions >= limit) {
            return Err(Stopped::Solutions);
        }
        self.solutions += 1;
        Ok(())
    }
}
