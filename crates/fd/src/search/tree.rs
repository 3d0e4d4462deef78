//! The tree of a search, node by node.
//!
//! A search tells its steps to its branching, if the branching asks for it; it
//! knows nothing of trees or files itself. [`Recorder`] wraps any branching,
//! numbers the nodes and says what became of each.

use super::{Branching, Decision};
use crate::{Literal, Space, Var};

/// What a search has just done. Only a branching that asks for it is told; for
/// the others the search pays one predictable branch per node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeStep {
    /// It began at the root.
    Root,
    /// It opened a decision at the node where it is, below `depth` others that
    /// still have something left to try.
    Branched {
        /// The number of such decisions.
        depth: usize,
    },
    /// It went into one side of the decision that it opened at that depth.
    Tried {
        /// As in [`TreeStep::Branched`].
        depth: usize,
        /// What it tries.
        literal: Literal,
    },
    /// The node where it is has failed.
    Failed,
    /// The node where it is is a solution.
    Solved,
    /// It is over; a limit may have kept it from going on at the node where it is.
    Ended,
}

/// What became of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Fate {
    /// A decision was opened there.
    #[cfg_attr(feature = "serde", serde(rename = "branch"))]
    Branched,
    /// A conflict.
    #[cfg_attr(feature = "serde", serde(rename = "failed"))]
    Failed,
    /// A solution.
    #[cfg_attr(feature = "serde", serde(rename = "solution"))]
    Solved,
    /// Nothing yet: the search is there, or a limit stopped it there.
    #[cfg_attr(feature = "serde", serde(rename = "open"))]
    Open,
}

/// A node of a search tree. A search with restarts has several roots.
///
/// The kernel's decisions are literals; [`TreeNode::map`] puts them into the
/// caller's words. With the feature `serde`, a node is a line of a trace file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TreeNode<D = Literal> {
    /// Its number, from 0 in the order of the search.
    #[cfg_attr(feature = "serde", serde(rename = "node"))]
    pub number: u64,
    /// The number of the node above; none for a root.
    pub parent: Option<u64>,
    /// How many nodes are above it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub depth: u64,
    /// What was tried; nothing at a root.
    pub decision: Option<D>,
    /// What became of it.
    #[cfg_attr(feature = "serde", serde(rename = "outcome"))]
    pub fate: Fate,
    /// How many of the recorder's variables had more than one value left.
    #[cfg_attr(feature = "serde", serde(default))]
    pub open: usize,
}

impl<D> TreeNode<D> {
    /// The same node with its decision in another form.
    pub fn map<T>(self, to: impl FnOnce(D) -> T) -> TreeNode<T> {
        let TreeNode { number, parent, depth, decision, fate, open } = self;
        TreeNode { number, parent, depth, decision: decision.map(to), fate, open }
    }
}

/// A branching that reports its search, node by node. It chooses as the
/// branching inside does, so the tree is the same.
///
/// Together with [`Search::step`](super::Search::step) it lets a search be
/// watched; any earlier node can be entered again, in another space of the same
/// model, by the decisions that lead there ([`Space::replay`]).
///
/// ```
/// use fd::{constraints::AllDifferent, Fate, Labelling, Limits, Model, Recorder, Search, Space};
/// let mut model = Model::new();
/// let x = model.vars(3, 1..=3)?;
/// model.post(AllDifferent::new(&x))?;
/// let mut space = Space::new(&model);
///
/// let mut nodes = Vec::new();
/// let recorder = Recorder::new(Labelling::default().over(&x), &x, |_: &Space, node| nodes.push(node));
/// let mut search = Search::new(&mut space, recorder, Limits::none());
/// while search.step() {
///     if search.statistics().solutions == 1 {
///         assert_eq!(search.space().store().value(x[2]), Some(3));
///         break;
///     }
/// }
/// drop(search);
/// // It tried x0 = 1, then x1 = 2, and x2 = 3 followed.
/// assert_eq!(nodes.len(), 3);
/// assert_eq!((nodes[1].decision, nodes[2].decision), (Some(x[0].is(1)), Some(x[1].is(2))));
/// assert_eq!((nodes[1].fate, nodes[1].open, nodes[2].fate), (Fate::Branched, 2, Fate::Solved));
///
/// // The second node, entered again.
/// space.replay(&[x[0].is(1)]).expect("it did not fail");
/// assert!(space.store().values(x[2]).eq([2, 3]));
/// # Ok::<(), fd::ModelError>(())
/// ```
#[derive(Debug)]
pub struct Recorder<B, F> {
    branching: B,
    vars: Vec<Var>,
    tell: F,
    /// The number of the next node.
    next: u64,
    here: Option<TreeNode>,
    /// The number and depth of the node at which each open decision was made.
    decided_at: Vec<(u64, u64)>,
}

impl<B: Branching, F: FnMut(&Space, TreeNode)> Recorder<B, F> {
    /// `tell` is called once for each node, in the order of their numbers, when
    /// its fate is known. `vars` are those that [`TreeNode::open`] counts.
    pub fn new(branching: B, vars: &[Var], tell: F) -> Recorder<B, F> {
        Recorder { branching, vars: vars.to_vec(), tell, next: 0, here: None, decided_at: Vec::new() }
    }

    /// The node where the search is, as long as its fate is not known.
    pub fn here(&self) -> Option<TreeNode> {
        self.here
    }

    fn arrive(&mut self, parent: Option<(u64, u64)>, decision: Option<Literal>) {
        let depth = parent.map_or(0, |(_, depth)| depth + 1);
        let parent = parent.map(|(number, _)| number);
        self.here = Some(TreeNode { number: self.next, parent, depth, decision, fate: Fate::Open, open: 0 });
        self.next += 1;
    }

    fn settle(&mut self, space: &Space, fate: Fate) {
        if let Some(node) = self.here.take() {
            let open = self.vars.iter().filter(|&&x| !space.store().is_fixed(x)).count();
            (self.tell)(space, TreeNode { fate, open, ..node });
        }
    }
}

impl<B: Branching, F: FnMut(&Space, TreeNode)> Branching for Recorder<B, F> {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        self.branching.choose(space, depth)
    }

    fn follows_changes(&self) -> bool {
        self.branching.follows_changes()
    }

    fn follows_steps(&self) -> bool {
        true
    }

    fn follow(&mut self, space: &Space, step: TreeStep) {
        self.branching.follow(space, step);
        match step {
            TreeStep::Root => self.arrive(None, None),
            TreeStep::Branched { depth } => {
                // Deeper decisions are no longer open.
                self.decided_at.truncate(depth);
                self.decided_at.extend(self.here.map(|node| (node.number, node.depth)));
                self.settle(space, Fate::Branched);
            }
            TreeStep::Tried { depth, literal } => self.arrive(self.decided_at.get(depth).copied(), Some(literal)),
            TreeStep::Failed => self.settle(space, Fate::Failed),
            TreeStep::Solved => self.settle(space, Fate::Solved),
            TreeStep::Ended => self.settle(space, Fate::Open),
        }
    }
}
