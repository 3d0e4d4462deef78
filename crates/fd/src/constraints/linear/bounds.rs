//! Sums by interval reasoning.

use super::sum::Term;
use crate::{Changed, Conflict, Post, Propagator, Status, Store, Trailed};

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
pub(super) struct Terms {
    terms: Box<[Ranged]>,
    open: Trailed,
    fixed_sum: Trailed,
}

/// What there is to know of a sum.
pub(super) struct Range {
    /// The number of terms not fixed, which are the first ones.
    open: usize,
    pub(super) least: i64,
    pub(super) greatest: i64,
    /// The width of the widest term.
    widest: i64,
}

impl Terms {
    pub(super) fn new(post: &mut Post<'_>, terms: impl ExactSizeIterator<Item = Term>) -> Terms {
        let open = post.trailed(terms.len() as u64);
        let terms = terms.map(|term| Ranged { term, low: 0, high: 0 }).collect();
        Terms { terms, open, fixed_sum: post.trailed(0) }
    }

    #[inline(always)]
    pub(super) fn look(&mut self, store: &mut Store) -> Range {
        let before = store.get(self.open) as usize;
        let fixed_sum = store.get(self.fixed_sum) as i64;
        let (mut least, mut greatest, mut widest) = (fixed_sum, fixed_sum, 0);
        let terms = &mut self.terms[..before];
        let mut fixed = 0;
        for term in &mut *terms {
            term.look(store);
            least += term.low;
            greatest += term.high;
            widest = widest.max(term.width());
            fixed += usize::from(term.low == term.high);
        }
        let open = before - fixed;
        if fixed > 0 {
            let sum = partition(terms, open);
            store.set(self.open, open as u64);
            store.set(self.fixed_sum, (fixed_sum + sum) as u64);
        }
        Range { open, least, greatest, widest }
    }

    /// Takes from each term what lies further above its least value than the sum has room for.
    #[inline(always)]
    pub(super) fn lower(&mut self, store: &mut Store, range: &mut Range, room: i64) -> Result<(), Conflict> {
        if range.widest > room {
            for term in &mut self.terms[..range.open] {
                if term.width() > room {
                    term.term.at_most(store, term.low + room)?;
                    range.greatest -= term.high;
                    term.look(store);
                    range.greatest += term.high;
                }
            }
        }
        // Pruning moved no bound that the room stands on.
        Ok(())
    }

    /// Takes from each term what leaves too little room for the others, on either side.
    #[inline(always)]
    pub(super) fn confine(
        &mut self,
        store: &mut Store,
        range: &mut Range,
        below: &mut i64,
        above: &mut i64,
    ) -> Result<(), Conflict> {
        // A term no wider than the room on either side has nothing to lose.
        while range.widest > (*below).min(*above) {
            range.widest = 0;
            for term in &mut self.terms[..range.open] {
                let (low, high) = (term.low, term.high);
                if high - low > (*below).min(*above) {
                    term.term.confine(store, high - *above, low + *below)?;
                    term.look(store);
                    *below -= term.low - low;
                    *above -= high - term.high;
                }
                range.widest = range.widest.max(term.width());
            }
        }
        Ok(())
    }
}

/// Moves the terms that are not fixed to the front, where there is room for
/// just these; returns the sum of the others.
fn partition(terms: &mut [Ranged], open: usize) -> i64 {
    let mut slot = 0;
    for i in 0..terms.len() {
        if slot < open && terms[i].low != terms[i].high {
            terms.swap(slot, i);
            slot += 1;
        }
    }
    terms[open..].iter().map(|term| term.low).sum()
}

/// `sum <= rhs`
#[derive(Debug)]
pub(super) struct AtMost {
    pub(super) terms: Terms,
    pub(super) rhs: i64,
}

impl AtMost {
    /// Whether it holds, or does not, whatever values are taken.
    pub(super) fn known(&mut self, store: &mut Store) -> Option<bool> {
        let Range { least, greatest, .. } = self.terms.look(store);
        if greatest <= self.rhs {
            Some(true)
        } else if least > self.rhs {
            Some(false)
        } else {
            None
        }
    }

    /// The opposite: `sum > rhs`.
    pub(super) fn exceed(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let Range { open, mut least, greatest, widest } = self.terms.look(store);
        let slack = greatest - self.rhs - 1;
        if slack < 0 {
            return Err(Conflict);
        }
        if widest > slack {
            for term in &mut self.terms.terms[..open] {
                if term.width() > slack {
                    term.term.at_least(store, term.high - slack)?;
                    least -= term.low;
                    term.look(store);
                    least += term.low;
                }
            }
        }
        Ok(if least > self.rhs { Status::Entailed } else { Status::Fixpoint })
    }
}

impl Propagator for AtMost {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let mut range = self.terms.look(store);
        let room = self.rhs - range.least;
        if room < 0 {
            return Err(Conflict);
        }
        self.terms.lower(store, &mut range, room)?;
        Ok(if range.greatest <= self.rhs { Status::Entailed } else { Status::Fixpoint })
    }
}

/// `sum = rhs`
#[derive(Debug)]
pub(super) struct Equal {
    pub(super) terms: Terms,
    pub(super) rhs: i64,
}

impl Propagator for Equal {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let mut range = self.terms.look(store);
        // The room between the right-hand side and the least sum, and the greatest.
        let (mut below, mut above) = (self.rhs - range.least, range.greatest - self.rhs);
        if below < 0 || above < 0 {
            return Err(Conflict);
        }
        self.terms.confine(store, &mut range, &mut below, &mut above)?;
        Ok(if below == 0 && above == 0 { Status::Entailed } else { Status::Fixpoint })
    }
}

/// `sum != rhs`: nothing can be said until at most one variable is open.
///
/// Two open variables are kept in front. They need no trail: a variable that
/// was open is open again when the search goes back.
#[derive(Debug)]
pub(super) struct Different {
    pub(super) terms: Box<[Term]>,
    pub(super) rhs: i64,
}

impl Propagator for Different {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let mut open = 0;
        for i in 0..self.terms.len() {
            if !store.is_fixed(self.terms[i].var) {
                self.terms.swap(open, i);
                open += 1;
                if open == 2 {
                    return Ok(Status::Fixpoint);
                }
            }
        }
        let fixed = &self.terms[open..];
        let missing =
            self.rhs - fixed.iter().map(|term| term.coefficient * i64::from(store.min(term.var))).sum::<i64>();
        match self.terms[..open] {
            [last] => {
                if let Some(value) = last.solve(missing) {
                    store.remove(last.var, value)?;
                }
            }
            _ if missing == 0 => return Err(Conflict),
            _ => {}
        }
        Ok(Status::Entailed)
    }
}
