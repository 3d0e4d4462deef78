//! Searches that look where others do not.

use fd::{Branching, Decision, Literal, Random, Relation, Solution, Space};

/// Decides as another branching does, but tries other values first.
pub(super) struct Elsewhere {
    pub(super) branching: Box<dyn Branching>,
    pub(super) first: First,
}

/// Which values are tried first.
pub(super) enum First {
    /// One that this solution does not have.
    Another(Solution),
    /// Any.
    Any(Box<Random>),
}

impl Branching for Elsewhere {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        let decision = self.branching.choose(space, depth)?;
        let (Decision::Values(var, _) | Decision::Literal(Literal { var, relation: Relation::Eq, .. })) = decision
        else {
            return Some(decision);
        };
        let mut values = space.store().values(var);
        let value = match &mut self.first {
            First::Another(solution) => values.find(|&value| value != solution[var]),
            First::Any(random) => random.pick(&values.collect::<Vec<i32>>()).copied(),
        };
        Some(value.map_or(decision, |value| Decision::Literal(var.is(value))))
    }

    fn follows_changes(&self) -> bool {
        self.branching.follows_changes()
    }
}
