//! Where to go next.

use super::objective::Objective;
use super::{Neighbourhoods, Order, Preferring, Then, TreeStep};
use crate::{Literal, Random, Space, Var};

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

    /// This branching, then `next` for what it leaves open.
    fn then<B: Branching>(self, next: B) -> Then<Self, B>
    where
        Self: Sized,
    {
        Then(self, next)
    }

    /// The same branching, but a variable first takes the value that it has
    /// here, if it still can: a start near a solution that is known or guessed.
    /// Variables of another model are passed over.
    fn preferring(self, values: impl IntoIterator<Item = (Var, i32)>) -> Preferring<Self>
    where
        Self: Sized,
    {
        Preferring { branching: self, hints: values.into_iter().collect(), learns: false, values: Vec::new() }
    }

    /// The same branching, but after each solution a variable first takes the
    /// value that it had there. With an objective and restarts, the next
    /// solution is so looked for near the best one.
    ///
    /// Demirović, Chu, Stuckey: Solution-based phase saving for CP (CP 2018).
    fn near_solutions(self) -> Preferring<Self>
    where
        Self: Sized,
    {
        Preferring { branching: self, hints: Vec::new(), learns: true, values: Vec::new() }
    }

    /// Large-neighbourhood search: each run after a solution first gives many of
    /// these variables, drawn anew by `seed`, the values that they have there,
    /// and this branching decides the others. It is for searches with an
    /// objective and restarts, which end a run that has met its conflicts.
    ///
    /// What is kept is decided, not stated: a run that is not cut off still
    /// goes through all there is, and proves what any other run proves.
    ///
    /// Shaw: Using constraint programming and local search methods to solve
    /// vehicle routing problems (CP 1998).
    fn large_neighbourhoods(self, vars: &[Var], seed: u64) -> Neighbourhoods<Self>
    where
        Self: Sized,
    {
        let (vars, random) = (vars.to_vec(), Random::new(seed));
        Neighbourhoods { branching: self, vars, random, solution: Vec::new(), kept: Vec::new() }
    }
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
/// decide, any variable that is not fixed, the objective after all others.
pub(super) fn decide(
    space: &mut Space,
    branching: &mut impl Branching,
    depth: usize,
    objective: Option<&Objective>,
) -> Option<Decision> {
    let decision = branching.choose(space, depth);
    space.store.changes.forget();
    decision.or_else(|| {
        let store = space.store();
        let is_objective = |x| objective.is_some_and(|objective| objective.is(x));
        let open = space.vars().find(|&x| !store.is_fixed(x) && !is_objective(x));
        let literal = open.map(|x| x.is(store.min(x))).or_else(|| objective?.ideal(space))?;
        Some(Decision::Literal(literal))
    })
}
