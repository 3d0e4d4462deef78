//! Asking: the interpreter is free while the library works, and Ctrl-C and time limits are seen to.

use crate::fault::{raised, wrong_argument};
use equipoise::fd::Clock;
use equipoise::{Error, Puzzle};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// How long a signal may wait.
const PATIENCE: u64 = 100;

/// A clock that looks for signals. The library reads it every few milliseconds.
#[derive(Debug)]
pub(crate) struct Watch {
    started: Instant,
    /// The thread that asked: only there Python handles signals.
    thread: ThreadId,
    /// When it last looked, in milliseconds.
    looked: AtomicU64,
    /// Set to end the work.
    stop: Arc<AtomicBool>,
    /// What a handler of signals raised: mostly KeyboardInterrupt.
    raised: Mutex<Option<PyErr>>,
}

impl Clock for Watch {
    fn now(&self) -> Duration {
        let now = self.started.elapsed();
        let milliseconds = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        let looked = self.looked.load(Ordering::Relaxed);
        if milliseconds.saturating_sub(looked) >= PATIENCE && thread::current().id() == self.thread {
            self.looked.store(milliseconds, Ordering::Relaxed);
            self.look();
        }
        now
    }
}

impl Watch {
    fn start() -> Arc<Watch> {
        Arc::new(Watch {
            started: Instant::now(),
            thread: thread::current().id(),
            looked: AtomicU64::new(0),
            stop: Arc::default(),
            raised: Mutex::new(None),
        })
    }

    fn look(&self) {
        // An interpreter that is shutting down has no thread to attach to.
        #[expect(clippy::redundant_closure_for_method_calls, reason = "the method alone is for one lifetime")]
        let looked = Python::try_attach(|py| py.check_signals());
        if let Some(Err(error)) = looked {
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The clock, the flag and the time for a question.
    pub(crate) fn parts(
        self: &Arc<Watch>,
        limit: Option<Duration>,
    ) -> (Arc<dyn Clock + Send>, Arc<AtomicBool>, Duration) {
        (Arc::clone(self) as Arc<dyn Clock + Send>, Arc::clone(&self.stop), limit.unwrap_or(Duration::MAX))
    }
}

/// A number of seconds that Python gives as a limit.
pub(crate) fn seconds(py: Python<'_>, limit: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(limit) = limit else { return Ok(None) };
    let wrong = |_| wrong_argument(py, "time_limit", &format!("{limit} is no time"), "a number of seconds, from 0");
    Duration::try_from_secs_f64(limit).map(Some).map_err(wrong)
}

/// Works without holding the interpreter, until the work is done, the time is up or a signal comes.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    limit: Option<f64>,
    work: impl FnOnce(&Arc<Watch>, Option<Duration>) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let limit = seconds(py, limit)?;
    let watch = Watch::start();
    let answer = py.detach(|| work(&watch, limit));
    if let Some(error) = watch.raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    answer.map_err(|error| raised(py, error))
}

/// Asks a puzzle in this way.
pub(crate) fn ask<T: Send>(
    py: Python<'_>,
    puzzle: &Puzzle,
    limit: Option<f64>,
    question: impl FnOnce(&Puzzle) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let puzzle = puzzle.clone();
    work(py, limit, |watch, limit| {
        let (clock, flag, time) = watch.parts(limit);
        question(&puzzle.within(time).until(flag).clock(clock))
    })
}
