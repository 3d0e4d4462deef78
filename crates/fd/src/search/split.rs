//! A search in subtrees that can be searched apart.

use super::depth_first::decide;
use super::{Branching, Decision, Limits, Order, Stopped};
use crate::{Literal, Space};

/// A subtree of a search: the solutions for which some literals hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subtree {
    path: Vec<Literal>,
}

impl Subtree {
    /// The decisions that lead to it, from the root on.
    pub fn path(&self) -> &[Literal] {
        &self.path
    }
}

/// Splits a search into at least this many subtrees. Each solution is in just
/// one of them; subtrees in which propagation finds a conflict are left out.
/// There are fewer where the tree has no more, or hardly branches.
///
/// They are cut off at one depth, the least that will do, and come in the order
/// in which a search would visit them. They depend on nothing but the model,
/// the branching, and the conflicts that the space has seen. (Régin, Rezgui,
/// Malapert: Embarrassingly Parallel Search, CP 2013.)
///
/// ```
/// use fd::{constraints::AllDifferent, split, Labelling, Limits, Model, Search, Space};
/// let mut model = Model::new();
/// let x = model.vars(5, 1..=5)?;
/// model.post(AllDifferent::new(&x))?;
/// let mut space = Space::new(&model);
/// let labelling = || Labelling::default().over(&x);
/// let subtrees = split(&mut space, labelling, 10, Limits::none())?;
/// assert!(subtrees.len() >= 10);
/// let mut found = 0;
/// for subtree in &subtrees {
///     space.push();
///     if subtree.path().iter().all(|&literal| space.assume(literal).is_ok()) {
///         found += Search::new(&mut space, labelling(), Limits::none()).count()?;
///     }
///     space.pop();
/// }
/// assert_eq!(found, 120);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The deadline or the cancel flag of `limits`.
pub fn split<B: Branching>(
    space: &mut Space,
    branching: impl Fn() -> B,
    wanted: usize,
    limits: Limits<'_>,
) -> Result<Vec<Subtree>, Stopped> {
    let (mut depth, mut nodes) = (0, 0);
    loop {
        let branching = branching();
        let mut cutter =
            Cutter { space, branching, limits, path: Vec::new(), found: Vec::new(), nodes: 0, open: false };
        cutter.cut(depth)?;
        nodes += cutter.nodes;
        if cutter.found.len() >= wanted || !cutter.open || nodes > MOST_NODES_EACH * wanted {
            return Ok(cutter.found);
        }
        depth += 1;
    }
}

/// How many nodes are visited for each subtree that is wanted.
const MOST_NODES_EACH: usize = 32;

struct Cutter<'s, 'l, B> {
    space: &'s mut Space,
    branching: B,
    limits: Limits<'l>,
    /// The decisions that lead to the node where it is.
    path: Vec<Literal>,
    found: Vec<Subtree>,
    nodes: usize,
    /// Whether some subtree has something to decide.
    open: bool,
}

impl<B: Branching> Cutter<'_, '_, B> {
    /// Visits all nodes down to this depth.
    fn cut(&mut self, depth: usize) -> Result<(), Stopped> {
        let variables = self.space.store.variables();
        self.space.store.changes.follow(self.branching.follows_changes(), variables);
        self.space.push();
        self.space.wake_all();
        let cut = self.enter(depth);
        self.space.store.changes.follow(false, 0);
        self.space.pop();
        cut
    }

    fn enter(&mut self, depth: usize) -> Result<(), Stopped> {
        self.limits.check()?;
        self.nodes += 1;
        if self.space.propagate().is_err() {
            return Ok(());
        }
        let decision = decide(self.space, &mut self.branching, self.path.len());
        self.open |= depth == 0 && decision.is_some();
        let literals = match decision.filter(|_| depth > 0) {
            None => {
                self.found.push(Subtree { path: self.path.clone() });
                return Ok(());
            }
            Some(Decision::Literal(literal)) => vec![literal, literal.negated()],
            Some(Decision::Values(x, order)) => {
                let mut literals: Vec<Literal> = self.space.store().values(x).map(|value| x.is(value)).collect();
                if order == Order::Down {
                    literals.reverse();
                }
                literals
            }
        };
        for literal in literals {
            self.space.push();
            self.path.push(literal);
            let entered = match self.space.assume(literal) {
                Ok(()) => self.enter(depth - 1),
                Err(_) => Ok(()),
            };
            self.path.pop();
            self.space.pop();
            entered?;
        }
        Ok(())
    }
}
