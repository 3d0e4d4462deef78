//! A search to watch, in the puzzle's words: one node at a time.

use crate::Options;
use crate::trace::{in_words, names};
use fd::{Branching, Fate, ModelError, Space, Statistics, TreeNode, Var, Watched};
use puzzles::{Posed, Puzzle};
use std::fmt;

/// The most nodes of a tree that is watched. Their domains are kept, and nobody
/// looks at a larger tree.
pub const MOST_WATCHED: usize = 20_000;

/// A puzzle posed for a search that is watched.
///
/// ```
/// use fd::Fate;
/// use studio::{Options, Watch};
/// let puzzle = puzzles::builtin("aztec/seed-3a").expect("it is built in").puzzle;
/// let labelling = "ff,enum".parse().expect("SICStus has such options");
/// let options = Options { labelling: Some(labelling), ..Options::default() };
/// let mut watch = Watch::new(&*puzzle, options).expect("it is small");
/// let mut watching = watch.begin();
/// while watching.step() {
///     let last = watching.nodes() - 1;
///     println!("{:?}: {:?}", watching.decision(last), watching.left());
///     if watching.node(last).is_some_and(|node| node.fate == Fate::Solved) {
///         break;
///     }
/// }
/// assert!(watching.left().iter().all(|values| values.len() == 1));
/// // Back at the root.
/// let root = watching.left_at(0).expect("it did not fail");
/// assert!(root.iter().all(|values| !values.is_empty()));
/// ```
#[derive(Debug)]
pub struct Watch<'a> {
    options: Options<'a>,
    posed: Posed,
    names: Vec<String>,
    space: Space,
}

impl<'a> Watch<'a> {
    /// Poses a puzzle. Of the options, only the model, the labelling and the
    /// seed matter.
    ///
    /// # Errors
    /// When the puzzle is too large for the kernel.
    pub fn new(puzzle: &dyn Puzzle, options: Options<'a>) -> Result<Watch<'a>, ModelError> {
        let posed = options.form.pose(puzzle)?;
        let space = Space::new(&posed.model);
        Ok(Watch { names: names(puzzle, &posed), options, posed, space })
    }

    /// A search from the beginning. It does not restart, even if the puzzle's
    /// search usually does.
    pub fn begin(&mut self) -> Watching<'_> {
        // In a space that was searched before, propagators remember where they looked last, and the
        // tree could be another.
        self.space = Space::new(&self.posed.model);
        let branching = self.options.branching(&self.posed);
        let watched = Watched::new(&mut self.space, branching);
        Watching { watched, posed: &self.posed, names: &self.names, seen: Vec::new() }
    }
}

/// A search that goes on one node at a time.
pub struct Watching<'w> {
    watched: Watched<'w, Box<dyn Branching>>,
    posed: &'w Posed,
    names: &'w [String],
    /// The domains of the places at each node, as the words of [`fd::Store::words`];
    /// none for a node that failed.
    seen: Vec<Option<Box<[u64]>>>,
}

impl Watching<'_> {
    /// Goes to the next node; says whether there was one. After
    /// [`MOST_WATCHED`] nodes it goes no further.
    pub fn step(&mut self) -> bool {
        if self.is_full() || !self.watched.step() {
            return false;
        }
        // Nodes before the last one of a step failed at once.
        let last = self.nodes() - 1;
        self.seen.resize(last, None);
        let failed = self.node(last).is_some_and(|node| node.fate == Fate::Failed);
        self.seen.push((!failed).then(|| self.domains()));
        true
    }

    fn domains(&self) -> Box<[u64]> {
        let store = self.watched.space().store();
        self.posed.places.iter().flat_map(|&x| store.words(x)).copied().collect()
    }

    /// Whether the tree has grown as large as it may.
    pub fn is_full(&self) -> bool {
        self.nodes() >= MOST_WATCHED
    }

    /// The number of nodes so far.
    pub fn nodes(&self) -> usize {
        self.watched.nodes().len()
    }

    /// A node by its number, in the order of the search.
    pub fn node(&self, number: usize) -> Option<&TreeNode> {
        self.watched.nodes().get(number)
    }

    /// What was tried at a node, such as `r3c4 = 1`; nothing at the root.
    pub fn decision(&self, number: usize) -> Option<String> {
        let literal = self.node(number)?.decision?;
        Some(in_words(literal, self.names))
    }

    /// The values that are left for each place where the search is.
    pub fn left(&self) -> Vec<Vec<i32>> {
        let store = self.watched.space().store();
        self.posed.places.iter().map(|&x| store.values(x).collect()).collect()
    }

    /// The values that were left for each place at an earlier node; `None` when
    /// there is no such node, or when it failed.
    pub fn left_at(&self, number: usize) -> Option<Vec<Vec<i32>>> {
        let mut words = self.seen.get(number)?.as_deref()?;
        let store = self.watched.space().store();
        let values = |&x: &Var| {
            let (own, rest) = words.split_at(store.words(x).len());
            words = rest;
            crate::explain::knowledge::values(own, store.base(x)).collect()
        };
        Some(self.posed.places.iter().map(values).collect())
    }

    /// What the search has done so far.
    pub fn statistics(&self) -> Statistics {
        self.watched.statistics()
    }
}

impl fmt::Debug for Watching<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watching").field("nodes", &self.nodes()).finish_non_exhaustive()
    }
}
