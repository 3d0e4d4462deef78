//! Propagators that wait for a boolean before they work.

use crate::{Changed, Conflict, Event, Propagator, Status, Store, Trailed, Var, Wake};

/// The boolean and the value it must have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guard {
    pub(crate) condition: Var,
    pub(crate) value: i32,
}

/// The position under which the condition is told: after all others.
const CONDITION: u32 = u32::MAX - 1;

impl Guard {
    /// The propagator under this guard; its wakes gain the condition.
    pub(crate) fn wrap(self, inner: Box<dyn Propagator>, wakes: &mut Vec<Wake>, started: Trailed) -> Guarded {
        wakes.push(Wake { var: self.condition, event: Event::FIXED, told: Some(CONDITION) });
        Guarded { guard: self, inner, started }
    }
}

/// A propagator that sleeps until its guard is true.
#[derive(Debug)]
pub(crate) struct Guarded {
    guard: Guard,
    inner: Box<dyn Propagator>,
    /// 1 once the inner propagator has run in this subtree.
    started: Trailed,
}

impl Propagator for Guarded {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        match store.value(self.guard.condition) {
            None => Ok(Status::Fixpoint),
            Some(value) if value != self.guard.value => Ok(Status::Entailed),
            Some(_) if store.get(self.started) == 1 => self.inner.propagate(store, changed),
            Some(_) => {
                // It slept through all that happened: it must look at everything.
                store.set(self.started, 1);
                self.inner.propagate(store, Changed::All)
            }
        }
    }
}
