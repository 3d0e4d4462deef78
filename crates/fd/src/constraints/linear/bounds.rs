//! Sums by interval reasoning.

use super::term::Term;
use crate::{Cell, Changed, Conflict, Post, Propagator, Status, Store};

/// The terms of a sum, those that are not fixed first: a run looks at these alone.
///
/// How many are open, and the sum of the others, is trailed; the order is
/// not, since going back only moves the border. As in Michel, Schaus, Van
/// Hentenryck: MiniCP, a lightweight solver for constraint programming
/// (Mathematical Programming Computation 13, 2021).
#[derive(Debug)]
struct Terms {
    terms: Box<[Term]>,
    open: Cell,
    fixed_sum: Cell,
}

impl Terms {
    fn new(post: &mut Post<'_>, terms: &[Term]) -> Terms {
        let open = post.cell(terms.len() as u64);
        Terms { terms: terms.into(), open, fixed_sum: post.cell(0) }
    }

    /// The number of terms not fixed, which are now the first ones, and the
    /// least and the greatest value of the whole sum. `visit` is given the
    /// range of each open term.
    #[inline]
    fn look(&mut self, store: &mut Store, mut visit: impl FnMut(usize, i64, i64)) -> (usize, i64, i64) {
        let mut open = store.get(self.open) as usize;
        let before = open;
        let mut fixed_sum = store.get(self.fixed_sum) as i64;
        let (mut least, mut greatest) = (0, 0);
        let mut i = 0;
        while i < open {
            let (low, high) = self.terms[i].range(store);
            if low == high {
                fixed_sum += low;
                open -= 1;
                self.terms.swap(i, open);
            } else {
                visit(i, low, high);
                least += low;
                greatest += high;
                i += 1;
            }
        }
        if open != before {
            store.set(self.open, open as u64);
            store.set(self.fixed_sum, fixed_sum as u64);
        }
        (open, fixed_sum + least, fixed_sum + greatest)
    }
}

/// `sum <= rhs`
#[derive(Debug)]
pub(super) struct AtMost {
    terms: Terms,
    rhs: i64,
}

impl AtMost {
    pub(super) fn new(post: &mut Post<'_>, terms: &[Term], rhs: i64) -> AtMost {
        AtMost { terms: Terms::new(post, terms), rhs }
    }
}

impl Propagator for AtMost {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let mut widest = 0;
        let (open, least, mut greatest) = self.terms.look(store, |_, low, high| widest = widest.max(high - low));
        let slack = self.rhs - least;
        if slack < 0 {
            return Err(Conflict);
        }
        if widest > slack {
            for term in &self.terms.terms[..open] {
                let (low, high) = term.range(store);
                if high - low > slack {
                    term.at_most(store, low + slack)?;
                    greatest -= high - term.range(store).1;
                }
            }
        }
        // Pruning moved no bound that the slack stands on.
        Ok(if greatest <= self.rhs { Status::Entailed } else { Status::Fixpoint })
    }
}

/// `sum = rhs`
#[derive(Debug)]
pub(super) struct Equal {
    terms: Terms,
    rhs: i64,
}

impl Equal {
    pub(super) fn new(post: &mut Post<'_>, terms: &[Term], rhs: i64) -> Equal {
        Equal { terms: Terms::new(post, terms), rhs }
    }
}

impl Propagator for Equal {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let mut widest = 0;
        let (open, mut least, mut greatest) = self.terms.look(store, |_, low, high| widest = widest.max(high - low));
        if least > self.rhs || greatest < self.rhs {
            return Err(Conflict);
        }
        let terms = &self.terms.terms[..open];
        // A term no wider than the room on either side has nothing to lose.
        let mut news = widest > (self.rhs - least).min(greatest - self.rhs);
        while news {
            news = false;
            for term in terms {
                let (low, high) = term.range(store);
                let (below, above) = (self.rhs - least, greatest - self.rhs);
                if high - low <= below.min(above) {
                    continue;
                }
                if high - low > below {
                    term.at_most(store, low + below)?;
                }
                if high - low > above {
                    term.at_least(store, high - above)?;
                }
                let (new_low, new_high) = term.range(store);
                least += new_low - low;
                greatest -= high - new_high;
                news = true;
            }
        }
        Ok(if least == greatest { Status::Entailed } else { Status::Fixpoint })
    }
}
