//! Sums by interval reasoning.

use super::term::Term;
use crate::{Cell, Changed, Conflict, Post, Propagator, Status, Store};

/// A term with the range it had when last looked at.
#[derive(Debug)]
struct Ranged {
    term: Term,
    low: i64,
    high: i64,
}

impl Ranged {
    #[inline]
    fn look(&mut self, store: &Store) {
        (self.low, self.high) = self.term.range(store);
    }

    #[inline]
    fn width(&self) -> i64 {
        self.high - self.low
    }
}

/// The terms of a sum, those that are not fixed first: a run looks at these alone.
///
/// How many are open, and the sum of the others, is trailed; the order is
/// not, since going back only moves the border. As in Michel, Schaus, Van
/// Hentenryck: MiniCP, a lightweight solver for constraint programming
/// (Mathematical Programming Computation 13, 2021).
#[derive(Debug)]
struct Terms {
    terms: Box<[Ranged]>,
    open: Cell,
    fixed_sum: Cell,
}

/// What there is to know of a sum.
struct Range {
    /// The number of terms not fixed, which are the first ones.
    open: usize,
    least: i64,
    greatest: i64,
    /// The width of the widest term.
    widest: i64,
}

impl Terms {
    fn new(post: &mut Post<'_>, terms: &[Term]) -> Terms {
        let open = post.cell(terms.len() as u64);
        let terms = terms.iter().map(|&term| Ranged { term, low: 0, high: 0 }).collect();
        Terms { terms, open, fixed_sum: post.cell(0) }
    }

    #[inline]
    fn look(&mut self, store: &mut Store) -> Range {
        let before = store.get(self.open) as usize;
        let mut fixed_sum = store.get(self.fixed_sum) as i64;
        let mut range = Range { open: before, least: 0, greatest: 0, widest: 0 };
        let mut i = 0;
        while i < range.open {
            let term = &mut self.terms[i];
            term.look(store);
            if term.low == term.high {
                fixed_sum += term.low;
                range.open -= 1;
                self.terms.swap(i, range.open);
            } else {
                range.least += term.low;
                range.greatest += term.high;
                range.widest = range.widest.max(term.width());
                i += 1;
            }
        }
        if range.open != before {
            store.set(self.open, range.open as u64);
            store.set(self.fixed_sum, fixed_sum as u64);
        }
        range.least += fixed_sum;
        range.greatest += fixed_sum;
        range
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
        let Range { open, least, mut greatest, widest } = self.terms.look(store);
        let slack = self.rhs - least;
        if slack < 0 {
            return Err(Conflict);
        }
        if widest > slack {
            for term in &mut self.terms.terms[..open] {
                if term.width() > slack {
                    term.term.at_most(store, term.low + slack)?;
                    greatest -= term.high;
                    term.look(store);
                    greatest += term.high;
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
        let Range { open, least, greatest, mut widest } = self.terms.look(store);
        // The room between the right-hand side and the least sum, and the greatest.
        let (mut below, mut above) = (self.rhs - least, greatest - self.rhs);
        if below < 0 || above < 0 {
            return Err(Conflict);
        }
        // A term no wider than the room on either side has nothing to lose.
        while widest > below.min(above) {
            widest = 0;
            for term in &mut self.terms.terms[..open] {
                let (low, high) = (term.low, term.high);
                if high - low > below.min(above) {
                    if high - low > below {
                        term.term.at_most(store, low + below)?;
                    }
                    if high - low > above {
                        term.term.at_least(store, high - above)?;
                    }
                    term.look(store);
                    below -= term.low - low;
                    above -= high - term.high;
                }
                widest = widest.max(term.width());
            }
        }
        Ok(if below == 0 && above == 0 { Status::Entailed } else { Status::Fixpoint })
    }
}
