//! What a propagator is to the kernel, what wakes it, and who watches it.

use crate::{Store, Var};

/// A constraint cannot be satisfied under the present domains.
///
/// It carries nothing: the space knows which propagator was running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict;

/// What a propagator says of itself after it ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Running again at once would change nothing: its own changes need not wake it.
    Fixpoint,
    /// Its own changes must wake it again.
    Again,
    /// The constraint holds for all values that are left: drop it for the subtree.
    Entailed,
}

/// What changed since a propagator last ran.
#[derive(Debug, Clone, Copy)]
pub enum Changed<'a> {
    /// It runs for the first time since its state was laid out: look at everything.
    All,
    /// The positions given to [`Wake::telling`](crate::Wake::telling) whose event
    /// happened. A position may appear more than once, unless its event is
    /// [`Event::FIXED`](crate::Event::FIXED).
    Only(&'a [u32]),
}

/// How expensive a propagator is. The cheap ones run to their fixpoint before
/// a more expensive one is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Constant time: two or three variables.
    Unit,
    /// Linear in the number of variables.
    Linear,
    /// More than linear.
    Expensive,
    /// Worth running only when everything else is quiet.
    Last,
}

impl Priority {
    pub(crate) const COUNT: usize = 4;
}

/// Removes values that a constraint forbids. One constraint may have several.
///
/// A propagator never removes a value that some solution of its constraint
/// uses, and when all its variables are fixed it tells right from wrong.
/// State that must follow backtracking belongs in [`Trailed`](crate::Trailed)s.
pub trait Propagator: std::fmt::Debug + Send {
    /// Removes what can be removed.
    ///
    /// # Errors
    /// [`Conflict`] when no values of the variables satisfy the constraint.
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict>;
}

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

/// A value that was removed.
#[derive(Debug, Clone, Copy)]
pub struct Removal<'a> {
    /// The variable that lost a value.
    pub var: Var,
    /// The value it lost.
    pub value: i32,
    /// The constraint that removed it, by its number in the model.
    pub constraint: usize,
    /// The variables that the propagator looked at: the removal follows from
    /// the constraint and what had been removed from these before.
    pub scope: &'a [Var],
}

/// Watches propagation: sees every removal in the order it happens.
///
/// To observe is to compare the domains before and after a propagator's run,
/// which is compiled in for `Space::propagate_observed` only. The domain
/// operations know nothing of it, and cost nothing extra.
///
/// The premises of a removal lie in its cone: its constraint, and the earlier
/// removals from the variables of its scope, and so on back to the facts.
pub trait Observer {
    /// False for the one that sees nothing and costs nothing.
    const WATCHES: bool = true;

    /// A value was removed.
    fn removed(&mut self, removal: Removal<'_>);

    /// A constraint found that nothing satisfies it under what is left of `scope`.
    fn conflict(&mut self, constraint: usize, scope: &[Var]);
}

/// Sees nothing.
#[derive(Debug)]
pub(crate) struct Unobserved;

impl Observer for Unobserved {
    const WATCHES: bool = false;
    fn removed(&mut self, _: Removal<'_>) {}
    fn conflict(&mut self, _: usize, _: &[Var]) {}
}
