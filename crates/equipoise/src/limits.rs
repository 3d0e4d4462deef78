//! When a question ends, whether it has an answer or not.

use fd::{Clock, Limits};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a question may use up, and who may end it.
#[derive(Clone, Default)]
pub(crate) struct Allowed {
    pub(crate) time: Option<Duration>,
    pub(crate) work: Option<u64>,
    pub(crate) flag: Option<Arc<AtomicBool>>,
    pub(crate) clock: Option<Arc<dyn Clock + Send>>,
}

/// The clock of the standard library.
struct Wall(Instant);

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

impl Allowed {
    /// Asks a question within these limits, which begin now.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(Limits<'_>) -> T) -> T {
        let mut limits = self.work.map_or(Limits::none(), |runs| Limits::none().work(runs));
        if let Some(flag) = &self.flag {
            limits = limits.cancel(flag);
        }
        // The clock is read only where it is needed: in a browser there is none.
        let wall = self.time.filter(|_| self.clock.is_none()).map(|_| Wall(Instant::now()));
        let clock = self.clock.as_deref().map(|clock| clock as &dyn Clock);
        if let (Some(time), Some(clock)) = (self.time, clock.or(wall.as_ref().map(|wall| wall as &dyn Clock))) {
            limits = limits.time(time, clock);
        }
        question(limits)
    }
}

impl fmt::Debug for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Allowed { time, work, .. } = self;
        f.debug_struct("Allowed").field("time", time).field("work", work).finish_non_exhaustive()
    }
}
