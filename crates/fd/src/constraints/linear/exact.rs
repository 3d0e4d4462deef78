//! Equations value by value.

use super::Linear;
use super::sum::Term;
use crate::constraints::interval::between_bounds;
use crate::{Changed, Conflict, Propagator, Status, Store, Words};

/// `sum = rhs`, with each value left part of a solution, as long as the work
/// stays within [`Linear::EXACT_LIMIT`].
///
/// There are two ways to find the supports, and the cheaper is taken: the
/// sums that the first terms can reach, as sets of bits, forward to the last
/// term and back from the right-hand side, after Trick: A dynamic programming
/// approach for consistency and propagation for knapsack constraints (Annals
/// of Operations Research 118, 2003); or, where coefficients are large and
/// values few, each combination of values of all terms but the last.
#[derive(Debug)]
pub(super) struct Exact {
    /// The narrow terms first, so that sets of sums stay narrow for long.
    terms: Box<[Term]>,
    rhs: i64,
    open: Vec<Open>,
    /// The supported values of each open term's variable, laid end to end.
    supports: Vec<u64>,
    /// Sets of sums, laid end to end, and those that fit one double word.
    sums: Vec<u64>,
    narrow: Vec<u128>,
}

/// A term that is not fixed. The sum is measured from its least value on, so
/// that each value adds a step of 0 or more.
#[derive(Debug, Clone, Copy)]
struct Open {
    term: Term,
    /// What the term is at its least, and how much more it can be.
    low: i64,
    width: i64,
    /// The number of values.
    size: u64,
    /// Where its supports begin, and where the set of sums before it does.
    supports: usize,
    sums: usize,
    /// The number of words of that set.
    words: usize,
}

impl Open {
    #[inline]
    fn step(&self, value: i32) -> i64 {
        self.term.coefficient * i64::from(value) - self.low
    }

    #[inline]
    fn support(&self, store: &Store, value: i32, supports: &mut [u64]) {
        let bit = (value - store.base(self.term.var)) as usize;
        supports[self.supports + bit / 64] |= 1 << (bit % 64);
    }
}

impl Exact {
    pub(super) fn new(store: &Store, terms: &[Term], rhs: i64) -> Exact {
        let mut terms = terms.to_vec();
        terms.sort_by_key(|term| {
            let (low, high) = term.range(store);
            high - low
        });
        Exact { terms: terms.into(), rhs, open: Vec::new(), supports: Vec::new(), sums: Vec::new(), narrow: Vec::new() }
    }

    /// Lists the open terms; what the steps must add up to is returned.
    fn look(&mut self, store: &Store) -> i64 {
        let mut target = self.rhs;
        self.open.clear();
        for &term in &self.terms {
            let (low, high) = term.range(store);
            target -= low;
            if low != high {
                let size = u64::from(store.size(term.var));
                self.open.push(Open { term, low, width: high - low, size, supports: 0, sums: 0, words: 0 });
            }
        }
        target
    }

    /// The words to go through by sets of sums, which are laid out on the way.
    fn cost_by_sums(&mut self, target: i64) -> u64 {
        let (mut cost, mut width, mut start) = (0u64, 0i64, 0usize);
        let count = self.open.len();
        for (k, open) in self.open.iter_mut().enumerate() {
            // Steps are not negative: sums beyond the target lead nowhere.
            let words = (width.min(target) / 64 + 1) as u64;
            let is_last = k + 1 == count;
            let own = if is_last { open.size.saturating_add(words) } else { open.size.saturating_mul(words) };
            cost = cost.saturating_add(own);
            open.sums = start;
            open.words = usize::try_from(words).unwrap_or(usize::MAX);
            start = start.saturating_add(open.words);
            width += open.width;
        }
        cost
    }

    /// The combinations of values, each as expensive as two words.
    fn cost_by_values(&self) -> u64 {
        let others = self.open.split_last().map_or(&[][..], |(_, others)| others);
        others.iter().fold(2, |product, open| product.saturating_mul(open.size))
    }

    /// Makes room for the supports of the open terms.
    fn lay_out_supports(&mut self, store: &Store) {
        let mut start = 0;
        for open in &mut self.open {
            open.supports = start;
            start += store.words(open.term.var).len();
        }
        if self.supports.len() < start {
            self.supports.resize(start, 0);
        }
        for open in &self.open {
            for (i, _) in between_bounds(store, open.term.var) {
                self.supports[open.supports + i] = 0;
            }
        }
    }

    /// As [`Exact::by_sums`], when all sets fit a double word.
    fn by_narrow_sums(&mut self, store: &Store, target: i64) {
        let Exact { open, supports, narrow, .. } = self;
        let Some((last, others)) = open.split_last() else { return };
        narrow.clear();
        let mut sums: u128 = 1;
        for term in others {
            narrow.push(sums);
            let mut next = 0;
            for value in store.values(term.term.var) {
                next |= shifted_up(sums, term.step(value));
            }
            sums = next;
        }
        // From here on a set keeps only the sums that lead to the target.
        let mut goal = 0;
        for value in store.values(last.term.var) {
            let meeting = sums & shifted_up(1, target - last.step(value));
            if meeting != 0 {
                goal |= meeting;
                last.support(store, value, supports);
            }
        }
        for (term, sums) in others.iter().zip(narrow).rev() {
            let mut leading = 0;
            for value in store.values(term.term.var) {
                let meeting = *sums & shifted_down(goal, term.step(value));
                if meeting != 0 {
                    leading |= meeting;
                    term.support(store, value, supports);
                }
            }
            goal = leading;
        }
    }

    /// Finds the supports by the sums that can be reached.
    fn by_sums(&mut self, store: &Store, target: i64) {
        let Exact { open, supports, sums, .. } = self;
        let Some((last, others)) = open.split_last() else { return };
        let total = last.sums + last.words;
        // Behind all sets there is room for one more, as long as the longest.
        sums.clear();
        sums.resize(total + last.words, 0);
        sums[0] = 1;
        for (k, term) in others.iter().enumerate() {
            let after = &open[k + 1];
            let (before, next) = sums[term.sums..after.sums + after.words].split_at_mut(term.words);
            for value in store.values(term.term.var) {
                or_shifted(next, before, term.step(value));
            }
        }
        // From here on a set keeps only the sums that lead to the target.
        let (sets, spare) = sums.split_at_mut(total);
        let spare = &mut spare[..last.words];
        for value in store.values(last.term.var) {
            let sum = target - last.step(value);
            if sum >= 0 && (sum / 64) < last.words as i64 {
                let (i, bit) = ((sum / 64) as usize, 1 << (sum % 64));
                if sets[last.sums + i] & bit != 0 {
                    spare[i] |= bit;
                    last.support(store, value, supports);
                }
            }
        }
        sets[last.sums..].copy_from_slice(spare);
        for (k, term) in others.iter().enumerate().rev() {
            let after = &open[k + 1];
            let (before, next) = sets[term.sums..after.sums + after.words].split_at_mut(term.words);
            let leading = &mut spare[..term.words];
            leading.fill(0);
            for value in store.values(term.term.var) {
                if or_meeting(leading, before, next, term.step(value)) {
                    term.support(store, value, supports);
                }
            }
            before.copy_from_slice(leading);
        }
    }
}

#[inline]
fn shifted_up(set: u128, step: i64) -> u128 {
    if (0..128).contains(&step) { set << step } else { 0 }
}

#[inline]
fn shifted_down(set: u128, step: i64) -> u128 {
    if (0..128).contains(&step) { set >> step } else { 0 }
}

/// Adds to `into` the bits of `from` moved up by `step`, as far as there is room.
#[inline]
fn or_shifted(into: &mut [u64], from: &[u64], step: i64) {
    let shift = step % 64;
    let Some(into) = usize::try_from(step / 64).ok().and_then(|skip| into.get_mut(skip..)) else { return };
    let mut carry = 0;
    for (target, &word) in into.iter_mut().zip(from.iter().chain([&0])) {
        *target |= word << shift | carry;
        carry = if shift == 0 { 0 } else { word >> (64 - shift) };
    }
}

/// Adds to `into` the bits of `from` that, moved up by `step`, are in `goal`;
/// says whether there are any.
#[inline]
fn or_meeting(into: &mut [u64], from: &[u64], goal: &[u64], step: i64) -> bool {
    let shift = step % 64;
    let Some(goal) = usize::try_from(step / 64).ok().and_then(|skip| goal.get(skip..)) else { return false };
    let mut any = 0;
    for (i, (target, &word)) in into.iter_mut().zip(from).enumerate() {
        let Some(&here) = goal.get(i) else { break };
        let above = if shift == 0 { 0 } else { goal.get(i + 1).copied().unwrap_or(0) << (64 - shift) };
        let meeting = word & (here >> shift | above);
        *target |= meeting;
        any |= meeting;
    }
    any != 0
}

/// Finds the supports by trying all values of all terms but the last; says
/// whether there are any that add up to `target`.
fn by_values(store: &Store, open: &[Open], target: i64, supports: &mut [u64]) -> bool {
    let Some((first, rest)) = open.split_first() else { return target == 0 };
    if rest.is_empty() {
        let value = first.term.solve(target + first.low).filter(|&value| store.contains(first.term.var, value));
        if let Some(value) = value {
            first.support(store, value, supports);
        }
        return value.is_some();
    }
    let mut any = false;
    for value in store.values(first.term.var) {
        let left = target - first.step(value);
        if left >= 0 && by_values(store, rest, left, supports) {
            first.support(store, value, supports);
            any = true;
        }
    }
    any
}

impl Propagator for Exact {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let target = self.look(store);
        if target < 0 || self.open.is_empty() && target != 0 {
            return Err(Conflict);
        }
        let (sums_cost, values_cost) = (self.cost_by_sums(target), self.cost_by_values());
        if sums_cost.min(values_cost) > Linear::EXACT_LIMIT {
            return Ok(Status::Fixpoint);
        }
        self.lay_out_supports(store);
        if self.open.last().is_some_and(|last| last.words <= 2) {
            self.by_narrow_sums(store, target);
        } else if sums_cost <= values_cost {
            self.by_sums(store, target);
        } else {
            by_values(store, &self.open, target, &mut self.supports);
        }
        for open in &self.open {
            store.keep(open.term.var, &self.supports[open.supports..])?;
        }
        Ok(if self.open.len() <= 1 { Status::Entailed } else { Status::Fixpoint })
    }
}
