//! A search to watch: node by node, with the whole tree at hand.

use super::trace::Position;
use super::{Branching, Decision, Limits, Search, Stopped, TreeNode, TreeStep};
use crate::{Literal, Space, Statistics};

/// A search that is watched: it goes one node at a time and keeps its tree.
///
/// [`Watched::space`] has the domains at the node where the search is. Any
/// earlier node can be entered again, in another space of the same model, by
/// the decisions that lead there ([`Watched::path`], [`Space::replay`]).
///
/// ```
/// use fd::{constraints::AllDifferent, Fate, Labelling, Model, Space, Watched};
/// let mut model = Model::new();
/// let x = model.vars(3, 1..=3)?;
/// model.post(AllDifferent::new(&x))?;
/// let (mut space, mut other) = (Space::new(&model), Space::new(&model));
///
/// let mut watched = Watched::new(&mut space, Labelling::default().over(&x));
/// while watched.step() {
///     let node = watched.here().expect("it has begun");
///     if node.fate == Fate::Solved {
///         break;
///     }
/// }
/// // It tried x0 = 1, then x1 = 2, and x2 = 3 followed.
/// assert_eq!(watched.nodes().len(), 3);
/// assert_eq!(watched.path(2), [x[0].is(1), x[1].is(2)]);
/// assert_eq!(watched.space().store().value(x[2]), Some(3));
///
/// // The node above, entered again in the other space.
/// other.replay(&watched.path(1)).expect("it did not fail");
/// assert!(other.store().values(x[2]).eq([2, 3]));
/// # Ok::<(), fd::ModelError>(())
/// ```
#[derive(Debug)]
pub struct Watched<'s, B: Branching> {
    search: Search<'s, Recorded<B>>,
}

impl<'s, B: Branching> Watched<'s, B> {
    /// A search of `space` below its present level; nothing is done yet.
    pub fn new(space: &'s mut Space, branching: B) -> Watched<'s, B> {
        let recorded = Recorded { branching, position: Position::default(), nodes: Vec::new() };
        Watched { search: Search::new(space, recorded, Limits::none()) }
    }

    /// Goes to the next node and propagates there; says whether there was one.
    ///
    /// A side of a decision that its variable cannot take is a node that fails
    /// at once: there may be several such nodes in one step.
    pub fn step(&mut self) -> bool {
        let before = self.nodes().len();
        while self.nodes().len() == before {
            match self.advance() {
                Ok(false) => break,
                // Now it has left the solution where it was.
                Ok(true) => {}
                Err(_) => self.settle(),
            }
        }
        self.nodes().len() > before
    }

    /// Goes on until one more node was entered and propagated.
    fn advance(&mut self) -> Result<bool, Stopped> {
        self.search.resume(Limits::none().nodes(0));
        self.search.advance()
    }

    /// Where nothing is left to decide, has the search see that it is at a
    /// solution.
    fn settle(&mut self) {
        let space = self.search.space();
        let is_open = self.search.branching().position.here.is_some();
        if is_open && space.vars().all(|x| space.store().is_fixed(x)) {
            self.search.resume(Limits::none());
            self.search.advance().ok();
        }
    }

    /// All nodes so far, in the order of the search; a node's number is its
    /// position. [`Fate::Open`](crate::Fate::Open) is a node where no decision was opened yet.
    pub fn nodes(&self) -> &[TreeNode] {
        &self.search.branching().nodes
    }

    /// The node where the search is; `None` before the first step.
    pub fn here(&self) -> Option<&TreeNode> {
        self.nodes().last()
    }

    /// The decisions that lead from the root to a node, in their order.
    pub fn path(&self, number: u64) -> Vec<Literal> {
        let mut path = Vec::new();
        let mut next = Some(number);
        while let Some(node) = next.and_then(|number| self.nodes().get(usize::try_from(number).ok()?)) {
            path.extend(node.decision);
            next = node.parent;
        }
        path.reverse();
        path
    }

    /// The domains at the node where the search is. (Those of a node that
    /// failed are as the conflict left them.)
    pub fn space(&self) -> &Space {
        self.search.space()
    }

    /// What the search has done so far.
    pub fn statistics(&self) -> Statistics {
        self.search.statistics()
    }
}

/// A branching that keeps every node of its search.
#[derive(Debug)]
struct Recorded<B> {
    branching: B,
    position: Position,
    nodes: Vec<TreeNode>,
}

impl<B: Branching> Branching for Recorded<B> {
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
        match (self.position.follow(step), self.nodes.last_mut()) {
            (Some(settled), Some(last)) => *last = settled,
            _ => self.nodes.extend(self.position.here),
        }
    }
}
