//! The tree of a search, in the puzzle's words.

use fd::{Branching, Literal, Relation, Space, Traced, TreeNode, Var};
use puzzles::{Posed, Puzzle};
use std::fmt;

pub use fd::Fate;

/// A node of a search tree, reported when its fate is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its number, from 0 in the order of the search.
    pub number: u64,
    /// The number of the node above; none for a root.
    pub parent: Option<u64>,
    /// How many nodes stand above it.
    pub depth: u64,
    /// What was tried, such as `r3c4 = 1`; nothing at a root.
    pub decision: Option<String>,
    /// What became of it.
    pub fate: Fate,
    /// How many places had more than one value left.
    pub open: usize,
}

/// Reports every node of a search.
#[derive(Clone, Copy)]
pub struct Trace<'a>(&'a dyn Fn(&Node));

impl<'a> Trace<'a> {
    /// Reports to this function.
    pub fn new(tell: &'a dyn Fn(&Node)) -> Trace<'a> {
        Trace(tell)
    }

    /// The same branching, with its search reported.
    pub(crate) fn of(
        self,
        puzzle: &'a dyn Puzzle,
        posed: &Posed,
        branching: Box<dyn Branching + 'a>,
    ) -> Box<dyn Branching + 'a> {
        let names = names(puzzle, posed);
        let places = posed.places.clone();
        let tell = move |space: &Space, node: TreeNode| {
            let TreeNode { number, parent, depth, decision, fate } = node;
            let decision = decision.map(|literal| in_words(literal, &names));
            let open = places.iter().filter(|&&x| !space.store().is_fixed(x)).count();
            (self.0)(&Node { number, parent, depth, decision, fate, open });
        };
        Box::new(Traced::new(branching, tell))
    }
}

impl fmt::Debug for Trace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Trace")
    }
}

/// The name of every variable: that of its place, or the model's own.
pub(crate) fn names(puzzle: &dyn Puzzle, posed: &Posed) -> Vec<String> {
    let name = |x: Var| match posed.model.name_of(x) {
        name if name.is_empty() => format!("{x:?}"),
        name => name.into_owned(),
    };
    let mut names: Vec<String> = posed.model.all_vars().map(name).collect();
    for (place, x) in posed.places.iter().enumerate() {
        if let Some(name) = names.get_mut(x.index()) {
            *name = puzzle.place_name(place);
        }
    }
    names
}

pub(crate) fn in_words(literal: Literal, names: &[String]) -> String {
    let relation = match literal.relation {
        Relation::Eq => "=",
        Relation::Ne => "!=",
        Relation::Le => "<=",
        Relation::Ge => ">=",
    };
    let name = names.get(literal.var.index()).map_or("?", String::as_str);
    format!("{name} {relation} {}", literal.value)
}
