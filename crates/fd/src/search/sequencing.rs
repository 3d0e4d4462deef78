//! Deciding the order of tasks.

use super::{Branching, Decision};
use crate::Space;
use crate::constraints::Precedence;

/// Decides which of two tasks comes first, pair by pair, and leaves open when they begin.
///
/// The pair with the fewest possible starts per conflict seen on it comes first; the order that leaves more room
/// is tried first. With restarts and [`Branching::near_solutions`] this proves the best plans of small shops in
/// seconds, without any reasoning about machines as a whole.
///
/// Grimes, Hebrard, Malapert: Closing the open shop: contradicting conventional wisdom (CP 2009).
#[derive(Debug, Clone)]
pub struct Sequencing {
    pairs: Vec<Precedence>,
}

impl Sequencing {
    /// The branching over these pairs; each must be posted, too. Those of another model than the one searched
    /// are passed over.
    pub fn over(pairs: impl IntoIterator<Item = Precedence>) -> Sequencing {
        Sequencing { pairs: pairs.into_iter().collect() }
    }
}

impl Branching for Sequencing {
    fn choose(&mut self, space: &Space, _depth: usize) -> Option<Decision> {
        let store = space.store();
        // What is compared are fractions: starts by conflicts.
        let mut best: Option<(&Precedence, u64, u64)> = None;
        for pair in self.pairs.iter().filter(|pair| space.owns(pair.order)) {
            if store.is_fixed(pair.order) {
                continue;
            }
            let starts: u64 = pair.tasks.iter().map(|task| u64::from(store.size(task.start))).sum();
            let conflicts = u64::from(space.weighted_degree(pair.order));
            if best.is_none_or(|(_, fewest, most)| starts * most < fewest * conflicts) {
                best = Some((pair, starts, conflicts));
            }
        }
        let (pair, ..) = best?;
        let first = i32::from(pair.slack(store, 1) >= pair.slack(store, 0));
        Some(Decision::Literal(pair.order.is(first)))
    }
}
