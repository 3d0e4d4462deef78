//! The tree of a search, node by node.

use super::{Branching, Decision};
use crate::{Literal, Space};

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
pub enum Fate {
    /// A decision was opened there.
    Branched,
    /// A conflict.
    Failed,
    /// A solution.
    Solved,
    /// A limit came first.
    Open,
}

/// A node of a search tree, told when its fate is known. A search with
/// restarts has several roots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeNode {
    /// Its number, from 0 in the order of the search.
    pub number: u64,
    /// The number of the node above; none for a root.
    pub parent: Option<u64>,
    /// How many nodes stand above it.
    pub depth: u64,
    /// What was tried; nothing at a root.
    pub decision: Option<Literal>,
    /// What became of it.
    pub fate: Fate,
}

/// Where a search is in its tree.
#[derive(Debug, Default)]
pub(super) struct Position {
    /// The number of the next node.
    next: u64,
    /// The node where the search is, until its fate is known.
    pub(super) here: Option<TreeNode>,
    /// The number and depth of the node at which each open decision was made.
    decided_at: Vec<(u64, u64)>,
}

impl Position {
    /// Takes a step; the node whose fate it decides, if any.
    pub(super) fn follow(&mut self, step: TreeStep) -> Option<TreeNode> {
        match step {
            TreeStep::Root => self.arrive(None, None),
            TreeStep::Branched { depth } => {
                // Deeper decisions are no longer open.
                self.decided_at.truncate(depth);
                self.decided_at.extend(self.here.map(|node| (node.number, node.depth)));
                return self.settle(Fate::Branched);
            }
            TreeStep::Tried { depth, literal } => self.arrive(self.decided_at.get(depth).copied(), Some(literal)),
            TreeStep::Failed => return self.settle(Fate::Failed),
            TreeStep::Solved => return self.settle(Fate::Solved),
            TreeStep::Ended => return self.settle(Fate::Open),
        }
        None
    }

    fn arrive(&mut self, parent: Option<(u64, u64)>, decision: Option<Literal>) {
        let depth = parent.map_or(0, |(_, depth)| depth + 1);
        let parent = parent.map(|(number, _)| number);
        self.here = Some(TreeNode { number: self.next, parent, depth, decision, fate: Fate::Open });
        self.next += 1;
    }

    fn settle(&mut self, fate: Fate) -> Option<TreeNode> {
        self.here.take().map(|node| TreeNode { fate, ..node })
    }
}

/// A branching that reports its search, node by node. It chooses as the
/// branching inside does, so the tree is the same.
#[derive(Debug)]
pub struct Traced<B, F> {
    branching: B,
    tell: F,
    position: Position,
}

impl<B: Branching, F: FnMut(&Space, TreeNode)> Traced<B, F> {
    /// `tell` is called once for each node, in the order of their numbers.
    pub fn new(branching: B, tell: F) -> Traced<B, F> {
        Traced { branching, tell, position: Position::default() }
    }
}

impl<B: Branching, F: FnMut(&Space, TreeNode)> Branching for Traced<B, F> {
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
        if let Some(node) = self.position.follow(step) {
            (self.tell)(space, node);
        }
    }
}
