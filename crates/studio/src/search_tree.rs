//! Search trees in the puzzle's words: written to a file as they grow, or watched one node at a time.

use crate::Options;
use fd::{Branching, Limits, Literal, Recorder, Search, Space, Statistics, Var, Words};
use puzzles::{Posed, Puzzle};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

pub use fd::{Fate, TreeNode};

/// The most nodes that a trace file has.
pub const MOST_NODES: u64 = 2_000_000;

/// What was searched: the first line of a trace file. A line for each [`TreeNode`] follows, in the order of
/// the search.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Searched {
    /// The puzzle, as the user named it.
    #[serde(default)]
    pub file: String,
    /// Its kind.
    pub puzzle: String,
    /// Which model: `paper` or `best`.
    #[serde(default)]
    pub model: String,
    /// The labelling, or nothing for the model's own way of searching.
    pub labelling: Option<String>,
}

/// [`Searched`] or a [`TreeNode`] as a line of a trace file, with its end.
pub fn trace_line(line: &impl Serialize) -> String {
    format!("{}\n", serde_json::json!(line))
}

/// Reports every node of a search.
#[derive(Clone, Copy)]
pub struct Trace<'a>(&'a dyn Fn(TreeNode<String>));

impl<'a> Trace<'a> {
    /// Reports to this function. Decisions are words such as `r3c4 = 1`.
    pub fn new(tell: &'a dyn Fn(TreeNode<String>)) -> Trace<'a> {
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
        let tell = move |_: &Space, node: TreeNode| (self.0)(node.map(|literal| in_words(literal, &names)));
        Box::new(Recorder::new(branching, &posed.places, tell))
    }
}

impl fmt::Debug for Trace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Trace")
    }
}

/// The name of every variable: that of its place, or the model's own.
fn names(puzzle: &dyn Puzzle, posed: &Posed) -> Vec<String> {
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

fn in_words(literal: Literal, names: &[String]) -> String {
    let name = names.get(literal.var.index()).map_or("?", String::as_str);
    format!("{name} {} {}", literal.relation, literal.value)
}

/// The most nodes of a tree that is watched. Their domains are kept, and nobody
/// looks at a larger tree.
pub const MOST_WATCHED: usize = 20_000;

/// A search that goes on one node at a time. It does not restart, even if the
/// puzzle's search usually does.
///
/// ```
/// use studio::{Fate, Options, Watch};
/// let puzzle = puzzles::builtin("aztec/seed-3a").expect("it is built in").puzzle;
/// let labelling = "ff,enum".parse().expect("SICStus has such options");
/// let options = Options { labelling: Some(labelling), ..Options::default() };
/// let posed = options.form.pose(&*puzzle).expect("it is small");
/// let mut space = fd::Space::new(&posed.model);
/// let mut watch = Watch::new(&*puzzle, &posed, &mut space, &options);
/// while watch.step() {
///     let node = watch.node(watch.nodes() - 1).expect("it has begun");
///     println!("{:?}: {:?}", node.decision, watch.left());
///     if node.fate == Fate::Solved {
///         break;
///     }
/// }
/// assert!(watch.left().iter().all(|values| values.len() == 1));
/// // Back at the root.
/// let root = watch.left_at(0).expect("it did not fail");
/// assert!(root.iter().all(|values| !values.is_empty()));
/// ```
pub struct Watch<'w> {
    search: Search<'w, Recorder<Box<dyn Branching>, Keep>>,
    /// The nodes whose fate is known.
    settled: Rc<RefCell<Vec<TreeNode>>>,
    places: &'w [Var],
    names: Vec<String>,
    /// The domains of the places at each node, as the words of [`Words::words`];
    /// none for a node that failed.
    seen: Vec<Option<Box<[u64]>>>,
}

/// Keeps a node whose fate is known.
type Keep = Box<dyn FnMut(&Space, TreeNode)>;

impl<'w> Watch<'w> {
    /// A search of a posed puzzle in a new space. Of the options, only the
    /// labelling and the seed matter.
    pub fn new(puzzle: &dyn Puzzle, posed: &'w Posed, space: &'w mut Space, options: &Options<'_>) -> Watch<'w> {
        let settled = Rc::new(RefCell::new(Vec::new()));
        let kept = Rc::clone(&settled);
        let keep: Keep = Box::new(move |_, node| kept.borrow_mut().push(node));
        let recorder = Recorder::new(options.branching(posed), &posed.places, keep);
        let search = Search::new(space, recorder, Limits::none());
        Watch { search, settled, places: &posed.places, names: names(puzzle, posed), seen: Vec::new() }
    }

    /// Goes to the next node; says whether there was one. After
    /// [`MOST_WATCHED`] nodes it goes no further.
    pub fn step(&mut self) -> bool {
        if self.is_full() || !self.search.step() {
            return false;
        }
        // Nodes before the last one of a step failed at once.
        let last = self.nodes() - 1;
        self.seen.resize(last, None);
        let failed = self.literal_node(last).is_some_and(|node| node.fate == Fate::Failed);
        let store = self.search.space().store();
        self.seen.push((!failed).then(|| self.places.iter().flat_map(|&x| store.words(x)).copied().collect()));
        true
    }

    /// Whether the tree has grown as large as it may.
    pub fn is_full(&self) -> bool {
        self.nodes() >= MOST_WATCHED
    }

    /// The number of nodes so far.
    pub fn nodes(&self) -> usize {
        self.settled.borrow().len() + usize::from(self.search.branching().here().is_some())
    }

    /// A node by its number, in the order of the search.
    pub fn node(&self, number: usize) -> Option<TreeNode<String>> {
        self.literal_node(number).map(|node| node.map(|literal| in_words(literal, &self.names)))
    }

    fn literal_node(&self, number: usize) -> Option<TreeNode> {
        let settled = self.settled.borrow().get(number).copied();
        settled.or_else(|| self.search.branching().here().filter(|here| here.number == number as u64))
    }

    /// The values that are left for each place where the search is.
    pub fn left(&self) -> Vec<Vec<i32>> {
        let store = self.search.space().store();
        self.places.iter().map(|&x| store.values(x).collect()).collect()
    }

    /// The values that were left for each place at an earlier node; `None` when
    /// there is no such node, or when it failed.
    pub fn left_at(&self, number: usize) -> Option<Vec<Vec<i32>>> {
        let mut words = self.seen.get(number)?.as_deref()?;
        let store = self.search.space().store();
        let values = |&x: &Var| {
            let (own, rest) = words.split_at(store.words(x).len());
            words = rest;
            crate::explain::knowledge::values(own, store.base(x)).collect()
        };
        Some(self.places.iter().map(values).collect())
    }

    /// The same of a node that failed: what was left above it, and what was tried. `None` for any other
    /// node, and at the root.
    pub fn tried_at(&self, number: usize) -> Option<Vec<Vec<i32>>> {
        let node = self.literal_node(number).filter(|node| node.fate == Fate::Failed)?;
        let mut left = self.left_at(usize::try_from(node.parent?).ok()?)?;
        if let Some(tried) = node.decision
            && let Some(place) = self.places.iter().position(|&x| x == tried.var)
        {
            left[place].retain(|&value| tried.holds(value));
        }
        Some(left)
    }

    /// What the search has done so far.
    pub fn statistics(&self) -> Statistics {
        self.search.statistics()
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("nodes", &self.nodes()).finish_non_exhaustive()
    }
}
