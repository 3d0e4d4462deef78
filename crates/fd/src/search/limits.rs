//! When to give up.

use crate::Statistics;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time, as the caller tells it. (A browser has no clock that Rust's
/// standard library can read.)
pub trait Clock {
    /// Time since some fixed moment; it never goes back.
    fn now(&self) -> Duration;
}

/// Why a search ended before it had seen everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The limit on nodes.
    #[error("the limit on search nodes was reached")]
    Nodes,
    /// The limit on time.
    #[error("the time limit was reached")]
    Time,
    /// The limit on solutions.
    #[error("the limit on solutions was reached")]
    Solutions,
    /// Somebody set the cancel flag.
    #[error("the search was cancelled")]
    Cancelled,
}

/// What a search may use up; by default, everything.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    nodes: Option<u64>,
    solutions: Option<u64>,
    time: Option<Duration>,
    clock: Option<&'a dyn Clock>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Limits<'a> {
    /// No limit.
    pub fn none() -> Limits<'a> {
        Limits::default()
    }

    /// At most so many nodes.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Limits<'a> {
        Limits { nodes: Some(nodes), ..self }
    }

    /// The same, but no more than so many nodes.
    #[must_use]
    pub fn within(self, nodes: u64) -> Limits<'a> {
        Limits { nodes: Some(self.nodes.map_or(nodes, |own| own.min(nodes))), ..self }
    }

    /// At most so many solutions; asking for one more is [`Stopped::Solutions`].
    #[must_use]
    pub fn solutions(self, solutions: u64) -> Limits<'a> {
        Limits { solutions: Some(solutions), ..self }
    }

    /// The clock that [`Statistics::time`](crate::Statistics::time) is read from.
    #[must_use]
    pub fn clock(self, clock: &'a dyn Clock) -> Limits<'a> {
        Limits { clock: Some(clock), ..self }
    }

    /// At most so much time by `clock`.
    #[must_use]
    pub fn time(self, time: Duration, clock: &'a dyn Clock) -> Limits<'a> {
        Limits { time: Some(time), clock: Some(clock), ..self }
    }

    /// What is left of them when `spent` is used up.
    #[must_use]
    pub fn less(self, spent: &Statistics) -> Limits<'a> {
        Limits {
            nodes: self.nodes.map(|nodes| nodes.saturating_sub(spent.nodes)),
            solutions: self.solutions.map(|solutions| solutions.saturating_sub(spent.solutions)),
            time: self.time.map(|time| time.saturating_sub(spent.time)),
            ..self
        }
    }

    /// The most nodes, if there is such a limit.
    pub fn most_nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// Stop soon after the flag becomes true; any thread may set it.
    #[must_use]
    pub fn cancel(self, flag: &'a AtomicBool) -> Limits<'a> {
        Limits { cancel: Some(flag), ..self }
    }
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Limits { nodes, solutions, time, .. } = self;
        write!(f, "Limits {{ nodes: {nodes:?}, solutions: {solutions:?}, time: {time:?} }}")
    }
}

/// Limits being used up, for whoever searches in a way of their own.
#[derive(Debug, Clone, Copy)]
pub struct Budget<'a> {
    limits: Limits<'a>,
    started: Duration,
    solutions: u64,
    /// Nodes used by searches before this one.
    pub(super) earlier_nodes: u64,
    /// The count of resumptions at which the clock is next looked at.
    look_at: u64,
    looked_nodes: u64,
}

/// The clock is looked at when this much work was done since the last look.
const RESUMPTIONS_BETWEEN_LOOKS: u64 = 4096;
const NODES_BETWEEN_LOOKS: u64 = 64;

impl<'a> Budget<'a> {
    /// Nothing is used up, and the clock begins to run.
    pub fn new(limits: Limits<'a>) -> Budget<'a> {
        let started = limits.clock.map_or(Duration::ZERO, Clock::now);
        Budget { limits, started, solutions: 0, earlier_nodes: 0, look_at: 0, looked_nodes: 0 }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.limits.clock.map_or(Duration::ZERO, |clock| clock.now().saturating_sub(self.started))
    }

    /// Whether a search that has used `nodes`, and run propagators so often,
    /// may go on.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline]
    pub fn spend(&mut self, nodes: u64, resumptions: u64) -> Result<(), Stopped> {
        if self.limits.nodes.is_some_and(|limit| self.earlier_nodes + nodes > limit) {
            return Err(Stopped::Nodes);
        }
        if self.limits.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stopped::Cancelled);
        }
        let Some(limit) = self.limits.time else { return Ok(()) };
        if resumptions < self.look_at && nodes < self.looked_nodes + NODES_BETWEEN_LOOKS {
            return Ok(());
        }
        self.look_at = resumptions + RESUMPTIONS_BETWEEN_LOOKS;
        self.looked_nodes = nodes;
        if self.elapsed() > limit { Err(Stopped::Time) } else { Ok(()) }
    }

    pub(crate) fn spend_solution(&mut self) -> Result<(), Stopped> {
        if self.limits.solutions.is_some_and(|limit| self.solutions >= limit) {
            return Err(Stopped::Solutions);
        }
        self.solutions += 1;
        Ok(())
    }
}
