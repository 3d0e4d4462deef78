//! What can happen to a domain, and who is told.

use crate::Var;

/// What happened to a domain; a set, since one change can be several things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Event(pub(crate) u8);

impl Event {
    /// Any value was removed.
    pub const ANY: Event = Event(1);
    /// One value is left.
    pub const FIXED: Event = Event(2);
    /// The least value grew.
    pub const MIN: Event = Event(4);
    /// The greatest value shrank.
    pub const MAX: Event = Event(8);
    /// The least or the greatest value changed.
    pub const BOUNDS: Event = Event(4 | 8);
}

/// A subscription: whom to wake when an event happens to a variable.
#[derive(Debug, Clone, Copy)]
pub struct Wake {
    pub(crate) var: Var,
    pub(crate) event: Event,
    pub(crate) told: Option<u32>,
}

impl Wake {
    /// Wake when `event` happens to `var`.
    pub fn on(var: Var, event: Event) -> Wake {
        Wake { var, event, told: None }
    }

    /// Wake when `event` happens to `var`, and say so: `position` will be in
    /// [`Changed::Only`](crate::Changed::Only).
    pub fn telling(var: Var, event: Event, position: usize) -> Wake {
        let told = u32::try_from(position).expect("fewer than 2^32 positions");
        Wake { var, event, told: Some(told) }
    }
}
