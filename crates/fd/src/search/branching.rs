//! Where to go next.

use super::{Order, TreeStep};
use crate::{Literal, Space, Var};

/// What to try at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Try this, then its opposite.
    Literal(Literal),
    /// Try each value of the variable in turn.
    Values(Var, Order),
}

/// Chooses the decisions of a search.
pub trait Branching {
    /// The next decision, or `None` when it has nothing more to decide: the
    /// search then fixes what is left. `depth` is the number of decisions above
    /// that still have something left to try.
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision>;

    /// Whether it wants [`Space::changed`] to be kept for it, so that it need
    /// not look at every variable every time.
    fn follows_changes(&self) -> bool {
        false
    }

    /// Whether it wants to be told of every [`TreeStep`].
    fn follows_steps(&self) -> bool {
        false
    }

    /// The search has just done this.
    fn follow(&mut self, _space: &Space, _step: TreeStep) {}
}

impl<B: Branching + ?Sized> Branching for Box<B> {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        (**self).choose(space, depth)
    }

    fn follows_changes(&self) -> bool {
        (**self).follows_changes()
    }

    fn follows_steps(&self) -> bool {
        (**self).follows_steps()
    }

    fn follow(&mut self, space: &Space, step: TreeStep) {
        (**self).follow(space, step);
    }
}

/// What to try next at this depth; when the branching has nothing more to
/// decide, any variable that is not fixed.
pub(super) fn decide(space: &mut Space, branching: &mut impl Branching, depth: usize) -> Option<Decision> {
    let decision = branching.choose(space, depth);
    space.store.changes.forget();
    decision.or_else(|| {
        let store = space.store();
        let open = space.vars().find(|&x| !store.is_fixed(x))?;
        Some(Decision::Literal(open.is(store.min(open))))
    })
}
