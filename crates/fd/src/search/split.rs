//! A search in subtrees that can be searched apart.

use super::branching::decide;
use super::{Branching, Decision, Limits, Order, Stopped};
use crate::{Literal, Space};

/// A subtree of a search: the solutions for which some literals hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subtree {
    /// The decisions that lead to it, from the root on.
    pub path: Vec<Literal>,
    /// The logarithm of the number of ways to fill its domains; 0 for a solution.
    room: u64,
}

/// Splits a search into at least this many subtrees. Each solution is in just
/// one of them; subtrees in which propagation finds a conflict are left out.
/// There are fewer where the tree has no more, or hardly branches.
///
/// The one that seems largest, by the sizes of its domains, is split next, until
/// there are enough. They come in the order in which a search would visit them,
/// and depend on nothing but the model, the branching, and the conflicts that
/// the space has seen.
///
/// Régin, Rezgui, Malapert: Embarrassingly Parallel Search (CP 2013). They cut at
/// one depth, but trees of two-sided decisions are lopsided: one subtree can keep
/// a thread busy long after all others are done.
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
///     if subtree.path.iter().all(|&literal| space.assume(literal).is_ok()) {
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
    space.push();
    space.wake_all();
    let mut subtrees: Vec<Subtree> = subtree(space, Vec::new()).into_iter().collect();
    let mut go_on = Ok(());
    for _ in 0..MOST_SPLITS_EACH.saturating_mul(wanted) {
        go_on = limits.check();
        let largest = (0..subtrees.len()).rev().max_by_key(|&i| subtrees[i].room);
        let worthwhile = |&i: &usize| go_on.is_ok() && subtrees.len() < wanted && subtrees[i].room > 0;
        let Some(largest) = largest.filter(worthwhile) else { break };
        let sides = sides(space, branching(), &subtrees[largest].path);
        subtrees.splice(largest..=largest, sides);
    }
    space.pop();
    go_on.map(|()| subtrees)
}

/// How often something is split at most, for each subtree that is wanted.
const MOST_SPLITS_EACH: usize = 32;

/// The sides of the decision at the end of a path, but those in conflict.
fn sides(space: &mut Space, mut branching: impl Branching, path: &[Literal]) -> Vec<Subtree> {
    let variables = space.store.variables();
    space.store.changes.follow(branching.follows_changes(), variables);
    space.push();
    let open = path.iter().all(|&literal| space.assume(literal).is_ok()) && space.propagate().is_ok();
    let decision = if open { decide(space, &mut branching, path.len(), None) } else { None };
    space.store.changes.follow(false, 0);
    let literals = match decision {
        None => Vec::new(),
        Some(Decision::Literal(literal)) => vec![literal, literal.negated()],
        // As many subtrees as an interval has values are too many.
        Some(Decision::Values(x, order)) if space.store().is_interval(x) => {
            let (min, max) = space.store().bounds(x);
            let first = x.is(if order == Order::Up { min } else { max });
            vec![first, first.negated()]
        }
        Some(Decision::Values(x, order)) => {
            let mut literals: Vec<Literal> = space.store().values(x).map(|value| x.is(value)).collect();
            if order == Order::Down {
                literals.reverse();
            }
            literals
        }
    };
    let mut sides = Vec::new();
    for literal in literals {
        space.push();
        if space.assume(literal).is_ok() {
            sides.extend(subtree(space, path.iter().copied().chain([literal]).collect()));
        }
        space.pop();
    }
    space.pop();
    sides
}

/// The subtree where the space is, at the end of a path, unless propagation
/// finds a conflict.
fn subtree(space: &mut Space, path: Vec<Literal>) -> Option<Subtree> {
    space.propagate().ok()?;
    let room = space.vars().map(|x| logarithm(space.store().size(x))).sum();
    Some(Subtree { path, room })
}

/// About 65,536 times the logarithm to the base 2, in whole numbers: the same on
/// every machine.
fn logarithm(size: u32) -> u64 {
    let power = size.ilog2();
    let mantissa = (u64::from(size) << 16) >> power;
    (u64::from(power) << 16) + mantissa - (1 << 16)
}
