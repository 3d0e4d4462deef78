//! Long work in slices.
//!
//! A service that may take long is an `async fn`: it counts its work on a
//! [`Meter`] and awaits [`Meter::pause`] between two questions to the kernel. A
//! [`Task`] polls it for a slice of work and hands control back; what was found
//! so far stays in the future. Nothing else is asynchronous here: there are no
//! threads, no wakers and no clocks.
//!
//! The local variables and borrows of the future are the state to resume from, so no
//! state machine is written by hand, dropping the future cancels the work, and the same
//! code runs in a browser's worker. Work is counted in runs of propagators, which are
//! the same on every machine. Limits are checked between slices, in one place.

use fd::{Budget, Limits, Stopped};
use std::cell::Cell;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// Counts work, in runs of propagators, and pauses when a slice is used up.
/// Clones are the same meter.
#[derive(Debug, Clone, Default)]
pub struct Meter(Rc<Reading>);

#[derive(Debug, Default)]
struct Reading {
    spent: Cell<u64>,
    pause_at: Cell<u64>,
}

impl Meter {
    /// A meter that has counted nothing.
    pub fn new() -> Meter {
        Meter::default()
    }

    /// Counts some work.
    pub fn spend(&self, work: u64) {
        self.0.spent.set(self.0.spent.get().saturating_add(work));
    }

    /// All the work that was counted.
    pub fn spent(&self) -> u64 {
        self.0.spent.get()
    }

    /// Pauses when the slice is used up, until there is another.
    pub async fn pause(&self) {
        poll_fn(|_| if self.left() > 0 { Poll::Ready(()) } else { Poll::Pending }).await;
    }

    /// What is left of the slice.
    pub fn left(&self) -> u64 {
        self.0.pause_at.get().saturating_sub(self.spent())
    }

    fn allow(&self, work: u64) {
        self.0.pause_at.set(self.spent().saturating_add(work));
    }
}

/// Work that can be paused; dropping it cancels it.
///
/// ```
/// use studio::task::{Meter, Progress, Task};
/// let meter = Meter::new();
/// let mut task = Task::new(&meter, async {
///     for _ in 0..10 {
///         meter.pause().await;
///         meter.spend(100);
///     }
///     "done"
/// });
/// let mut slices = 1;
/// let answer = loop {
///     match task.run(250) {
///         Progress::Done(answer) => break answer,
///         Progress::Paused(rest) => task = rest,
///     }
///     slices += 1;
/// };
/// assert_eq!((answer, slices, meter.spent()), ("done", 4, 1000));
/// ```
#[must_use = "a task does nothing until it is run"]
pub struct Task<'a, T> {
    meter: Meter,
    future: Pin<Box<dyn Future<Output = T> + 'a>>,
}

/// Where a task is after a slice of work.
#[derive(Debug)]
#[must_use = "the answer, or the task to go on with"]
pub enum Progress<'a, T> {
    /// At its end.
    Done(T),
    /// Not there yet.
    Paused(Task<'a, T>),
}

impl<'a, T> Task<'a, T> {
    /// A task for a future that pauses by this meter. A future that awaits
    /// anything else never ends.
    pub fn new(meter: &Meter, future: impl Future<Output = T> + 'a) -> Task<'a, T> {
        Task { meter: meter.clone(), future: Box::pin(future) }
    }

    /// Goes on for this much work; the last question may exceed it.
    pub fn run(mut self, work: u64) -> Progress<'a, T> {
        self.meter.allow(work);
        match self.future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(answer) => Progress::Done(answer),
            Poll::Pending => Progress::Paused(self),
        }
    }

    /// Goes on to the end, within limits: the deadline, the cancel flag, and the
    /// count of work.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn finish(mut self, limits: Limits<'_>) -> Result<T, Stopped> {
        let mut budget = Budget::new(limits);
        let started = self.meter.spent();
        loop {
            let allowed = budget.spend(0, self.meter.spent() - started)?;
            match self.run(allowed.max(1)) {
                Progress::Done(answer) => return Ok(answer),
                Progress::Paused(rest) => self = rest,
            }
        }
    }
}

impl<T> fmt::Debug for Task<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("meter", &self.meter).finish_non_exhaustive()
    }
}
