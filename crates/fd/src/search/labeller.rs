//! A labelling at work.

use super::{Branching, Choice, Decision, Labelling, Order, Selection};
use crate::{Random, Space, Store, Var};

/// A labelling at work over some variables: made by [`Labelling::over`].
#[derive(Debug, Clone)]
pub struct Labeller {
    labelling: Labelling,
    vars: Vec<Var>,
    random: Random,
    /// At each depth, how many variables from the start are known to be fixed.
    fixed: Vec<usize>,
}

impl Labeller {
    pub(super) fn new(labelling: Labelling, vars: &[Var]) -> Labeller {
        Labeller { labelling, vars: vars.to_vec(), random: Random::new(0), fixed: Vec::new() }
    }

    /// The same with the random stream that `seed` names; without this it is 0.
    #[must_use]
    pub fn seed(self, seed: u64) -> Labeller {
        Labeller { random: Random::new(seed), ..self }
    }

    /// The position from which variables may be open, by what is known at the
    /// decisions above.
    fn first_open(&mut self, store: &Store, depth: usize) -> usize {
        // What was noted at this very depth holds only if the decisions above
        // are the same; with a branch per value the last of them is another.
        // At the top the search may also have been restarted.
        let kept = if self.labelling.choice == Choice::Enum || depth == 0 { depth } else { depth + 1 };
        self.fixed.truncate(kept);
        let mut first = self.fixed.last().copied().unwrap_or(0);
        while self.vars.get(first).is_some_and(|&x| store.is_fixed(x)) {
            first += 1;
        }
        self.fixed.resize(depth, first);
        self.fixed.push(first);
        first
    }

    fn variable(&mut self, space: &Space, depth: usize) -> Option<Var> {
        let store = space.store();
        let first = self.first_open(store, depth);
        let mut open = self.vars[first..].iter().copied().filter(|&x| !store.is_fixed(x));
        match self.labelling.selection {
            Selection::Leftmost => open.next(),
            Selection::Min => open.min_by_key(|&x| store.min(x)),
            Selection::Max => open.min_by_key(|&x| -store.max(x)),
            Selection::FirstFail => smallest(store, &self.vars[first..]),
            Selection::AntiFirstFail => open.min_by_key(|&x| u32::MAX - store.size(x)),
            Selection::Occurrence => open.min_by_key(|&x| usize::MAX - store.degree(x)),
            Selection::Ffc => open.reduce(|best, x| {
                let (a, b) = (store.size(best), store.size(x));
                if b < a || b == a && store.degree(x) > store.degree(best) { x } else { best }
            }),
            Selection::MaxRegret => open.min_by_key(|&x| {
                let least = store.min(x);
                least - store.next_from(x, least + 1).unwrap_or(least)
            }),
            Selection::Random => {
                let count = open.clone().count() as u32;
                open.nth(self.random.below(count) as usize)
            }
            Selection::DomWDeg => open.reduce(|best, x| {
                let (a, b) = (u64::from(store.size(best)), u64::from(store.size(x)));
                let (wa, wb) = (u64::from(space.weighted_degree(best)), u64::from(space.weighted_degree(x)));
                if b * wa < a * wb { x } else { best }
            }),
        }
    }

    fn decision(&mut self, store: &Store, x: Var) -> Decision {
        let (min, max) = (store.min(x), store.max(x));
        let middle = min + (max - min) / 2;
        let first = match self.labelling.choice {
            Choice::Enum => return Decision::Values(x, self.labelling.order),
            Choice::Bisect => {
                return Decision::Literal(match self.labelling.order {
                    Order::Up => x.at_most(middle),
                    Order::Down => x.at_least(middle + 1),
                });
            }
            Choice::Step if self.labelling.order == Order::Up => min,
            Choice::Step => max,
            Choice::Median => nth(store, x, (store.size(x) - 1) / 2),
            Choice::Middle => nearest(store, x, middle),
            Choice::Random => nth(store, x, self.random.below(store.size(x))),
        };
        Decision::Literal(x.is(first))
    }
}

impl Branching for Labeller {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        let x = self.variable(space, depth)?;
        Some(self.decision(space.store(), x))
    }
}

/// The first of the variables with the fewest values, but more than one.
fn smallest(store: &Store, vars: &[Var]) -> Option<Var> {
    let mut best = None;
    let mut least = u32::MAX;
    for &x in vars {
        let size = store.size(x);
        if size < least && size > 1 {
            (best, least) = (Some(x), size);
            if size == 2 {
                break;
            }
        }
    }
    best
}

/// The value of `x` that has `n` others below it.
fn nth(store: &Store, x: Var, n: u32) -> i32 {
    store.values(x).nth(n as usize).unwrap_or(store.min(x))
}

/// The value of `x` nearest to `middle`, the smaller one of two.
fn nearest(store: &Store, x: Var, middle: i32) -> i32 {
    store.values(x).min_by_key(|&value| (value - middle).abs()).unwrap_or(middle)
}
