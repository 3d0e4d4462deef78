//! Ctrl-C: the first one stops the searches, a second one ends the program.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a Ctrl-C does, and whether there was one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interrupt {
    stop: Arc<AtomicBool>,
    /// Whether the next one ends the program at once: there is no search that
    /// could stop cleanly, or it does not.
    at_once: Arc<AtomicBool>,
}

impl Interrupt {
    /// Takes over Ctrl-C. Where the system does not let us, it goes on to end
    /// the program at once, which does no harm.
    pub(crate) fn install() -> Interrupt {
        let interrupt = Interrupt::default();
        for signal in [SIGINT, SIGTERM] {
            // They run in this order, so that only a second signal ends it all.
            let _ = flag::register_conditional_shutdown(signal, 1, Arc::clone(&interrupt.at_once));
            let _ = flag::register(signal, Arc::clone(&interrupt.stop));
            let _ = flag::register(signal, Arc::clone(&interrupt.at_once));
        }
        interrupt
    }

    /// The flag that searches watch.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether the searches have to stop.
    pub(crate) fn is_set(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Stops the searches, as a Ctrl-C does.
    pub(crate) fn set(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// While `wait` waits for a person, Ctrl-C ends the program.
    pub(crate) fn while_waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.at_once.store(true, Ordering::Relaxed);
        let result = wait();
        self.at_once.store(false, Ordering::Relaxed);
        result
    }

    /// Forgets a Ctrl-C, so that another search can begin.
    pub(crate) fn reset(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.at_once.store(false, Ordering::Relaxed);
    }
}
