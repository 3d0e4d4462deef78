//! What steps speak of: the rules and the names of a puzzle.

use super::knowledge::{Knowledge, Set, single, without};
use fd::Var;
use puzzles::{Board, Notes, Reasoning};
use std::collections::BTreeMap;

/// The rules and the names that steps speak of.
#[derive(Debug)]
pub struct Context {
    /// The rules one by one, and how people speak of the places.
    pub reasoning: Reasoning,
    /// What the model allows before any rule is looked at.
    pub(crate) root: Knowledge,
    ids: BTreeMap<String, Var>,
}

impl Context {
    pub(crate) fn new(reasoning: Reasoning, root: Knowledge) -> Context {
        let subjects = reasoning.subjects().iter().map(|subject| subject.id.clone());
        let ids = subjects.zip(reasoning.model().all_vars()).collect();
        Context { reasoning, root, ids }
    }

    /// The place or quantity with this id.
    pub fn subject(&self, id: &str) -> Option<Var> {
        self.ids.get(id).copied()
    }

    /// The number of the place that a variable stands for; `None` for a quantity.
    pub fn place(&self, x: Var) -> Option<usize> {
        self.reasoning.places().binary_search(&x).ok()
    }

    /// The value that the first bit of a set of `x` stands for.
    pub(crate) fn base(&self, x: Var) -> i32 {
        self.reasoning.model().domain(x).min()
    }

    /// The set of one value of `x`; empty when it can never have that value.
    fn value(&self, x: Var, value: i32) -> Set {
        let root = self.root.left(x);
        let bit = usize::try_from(i64::from(value) - i64::from(self.base(x))).ok();
        let set = bit.map_or_else(|| vec![0; root.len()], |bit| single(bit, root));
        super::knowledge::common(&set, root)
    }

    /// What is known when a board and notes are right. A value that a place
    /// cannot have leaves it with none. Notes about a place with an entry do not
    /// count, nor do those with an unknown id.
    pub(crate) fn known(&self, board: &Board, notes: &Notes) -> Knowledge {
        let mut knowledge = self.root.clone();
        for (id, struck) in notes.iter() {
            let Some(x) = self.subject(id) else { continue };
            let left = struck.iter().fold(self.root.left(x).to_vec(), |left, &v| without(&left, &self.value(x, v)));
            knowledge.set(x, &left);
        }
        for (&x, entry) in self.reasoning.places().iter().zip(board.iter()) {
            if let Some(value) = entry {
                knowledge.set(x, &self.value(x, value));
            }
        }
        knowledge
    }
}
