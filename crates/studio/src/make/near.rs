//! Searching near a known solution.

use fd::{Branching, Decision, Relation, Space};

/// Decides as another branching does, but gives a variable the value that it
/// has in a known solution first: another solution is often near.
pub(super) struct Near<'a> {
    pub(super) branching: Box<dyn Branching>,
    /// The known value of each variable, by its number; none for those past the
    /// end.
    pub(super) known: &'a [Option<i32>],
}

impl Branching for Near<'_> {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        let decision = self.branching.choose(space, depth)?;
        let Decision::Literal(literal) = decision else { return Some(decision) };
        let known = self.known.get(literal.var.index()).copied().flatten();
        Some(match known {
            Some(value) if literal.relation == Relation::Eq && space.store().contains(literal.var, value) => {
                Decision::Literal(literal.var.is(value))
            }
            _ => decision,
        })
    }

    fn follows_changes(&self) -> bool {
        self.branching.follows_changes()
    }
}
