//! Watching propagation: who removed which value, and from what.
//!
//! To observe is to compare the domains before and after a propagator's run,
//! which is compiled in for `Space::propagate_observed` only. The domain
//! operations know nothing of it, and cost nothing extra.

use crate::Var;

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

/// Sees every removal in the order it happens.
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
