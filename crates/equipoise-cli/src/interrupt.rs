//! What ends a run early: Ctrl-C, SIGTERM, or its time limit.
//!
//! All of them set the flag that searches watch. Work that does not look at it (a
//! system call that waits for a pipe, a step that takes too long) is abandoned by a
//! watchdog after a grace period: a run ends within its time limit and soon after a
//! first signal, whatever it is doing. Files stay whole all the same (see `write`).
//! A second signal ends the program at once.

use crate::failure::Exit;
use crate::{output, write};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long after a signal, and after its time limit, a run may take to end.
const GRACE_AFTER_SIGNAL: Duration = Duration::from_millis(1500);
const GRACE_AFTER_LIMIT: Duration = Duration::from_millis(700);
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Whether to stop, and why.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interrupt {
    /// What searches watch.
    stop: Arc<AtomicBool>,
    signalled: Arc<AtomicBool>,
    /// Whether a signal ends the program at once: no search is running that could
    /// stop cleanly, or there was a signal already.
    at_once: Arc<AtomicBool>,
}

impl Interrupt {
    /// Takes over Ctrl-C, for a run with this time limit. Where the system does not let
    /// us, Ctrl-C still ends the program at once, which does no harm.
    pub(crate) fn install(time: Option<Duration>) -> Interrupt {
        let interrupt = Interrupt::default();
        for signal in [SIGINT, SIGTERM] {
            // They run in this order, so only a second signal ends the program.
            let _ = flag::register_conditional_shutdown(signal, Exit::Failed as i32, Arc::clone(&interrupt.at_once));
            let _ = flag::register(signal, Arc::clone(&interrupt.stop));
            let _ = flag::register(signal, Arc::clone(&interrupt.signalled));
            let _ = flag::register(signal, Arc::clone(&interrupt.at_once));
        }
        let watched = interrupt.clone();
        // Without the thread, the searches still stop by themselves.
        let _ = thread::Builder::new().name("watch".to_owned()).spawn(move || watched.watch(time));
        interrupt
    }

    /// Sets the flag when the time is up, and ends the program if the run does not
    /// stop soon after.
    fn watch(&self, time: Option<Duration>) {
        let start = Instant::now();
        let mut signalled_at = None;
        loop {
            thread::sleep(LOOK_EVERY);
            if let Some(time) = time
                && start.elapsed() >= time
            {
                self.stop.store(true, Ordering::Relaxed);
                if start.elapsed() >= time.saturating_add(GRACE_AFTER_LIMIT) {
                    output::note("the time limit was reached; unfinished work is dropped");
                    write::give_up(Exit::Limit);
                }
            }
            match signalled_at {
                _ if !self.is_signalled() => signalled_at = None,
                None => signalled_at = Some(Instant::now()),
                Some(moment) if moment.elapsed() >= GRACE_AFTER_SIGNAL => {
                    output::note("interrupted; unfinished work is dropped");
                    write::give_up(Exit::Failed);
                }
                Some(_) => {}
            }
        }
    }

    /// The flag that searches watch.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether the searches have to stop, whatever the reason.
    pub(crate) fn is_set(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// An error if they have to stop.
    pub(crate) fn check(&self) -> io::Result<()> {
        if self.is_set() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
    }

    /// Whether Ctrl-C was pressed, or a similar signal came.
    pub(crate) fn is_signalled(&self) -> bool {
        self.signalled.load(Ordering::Relaxed)
    }

    /// Why the run ends early, and its status.
    pub(crate) fn why(&self) -> (&'static str, Exit) {
        if self.is_signalled() { ("interrupted", Exit::Failed) } else { ("the time limit was reached", Exit::Limit) }
    }

    /// While `wait` waits for input, Ctrl-C ends the program.
    pub(crate) fn while_waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.at_once.store(true, Ordering::Relaxed);
        let result = wait();
        self.at_once.store(false, Ordering::Relaxed);
        result
    }

    /// Whether the program is waiting for a person's input.
    pub(crate) fn is_waiting(&self) -> bool {
        self.at_once.load(Ordering::Relaxed) && !self.is_signalled()
    }
}
