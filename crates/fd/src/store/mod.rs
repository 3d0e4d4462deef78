//! The domains of all variables.

mod change;
mod interval;
mod words;

use crate::agenda::Agenda;
use crate::trail::Trail;
use crate::{Domain, Literal, Relation, Var};
use interval::Gaps;
pub use words::Words;

/// A trailed word that a propagator owns.
#[derive(Debug, Clone, Copy)]
pub struct Trailed(pub(crate) u32);

/// The domains of all variables, with what follows from changing one.
///
/// Propagators read and prune domains through it; every change is trailed,
/// wakes its subscribers, and is a [`Conflict`](crate::Conflict) when no value is left.
#[derive(Debug, Default)]
pub struct Store {
    pub(crate) trail: Trail,
    pub(crate) agenda: Agenda,
    pub(crate) changes: Changes,
    slots: Vec<Slot>,
    /// For each word of the trail, as far as the last domain, the variable it
    /// belongs to; the words of propagators count as those behind them.
    owners: Vec<u32>,
    gaps: Gaps,
    /// Each variable that is a view of another, in order, and that other.
    views: Vec<(u32, u32)>,
    pub(crate) prunings: u64,
    /// The variables that the running propagator blames a conflict on.
    pub(crate) blamed: Vec<Var>,
}

/// Reading.
impl Store {
    /// The least value of `x`.
    #[inline]
    pub fn min(&self, x: Var) -> i32 {
        self.bounds(x).0
    }

    /// The greatest value of `x`.
    #[inline]
    pub fn max(&self, x: Var) -> i32 {
        self.bounds(x).1
    }

    /// The least and the greatest value of `x`.
    #[inline(always)]
    pub fn bounds(&self, x: Var) -> (i32, i32) {
        let slot = self.slots[x.index()];
        let (min, max) = if slot.is_small() {
            let word = self.trail.get(slot.address);
            (word.trailing_zeros(), 63 - word.leading_zeros())
        } else {
            unpacked(self.trail.get(slot.bounds()))
        };
        // The widest interval has 2^31 values more than one.
        (slot.base.wrapping_add_unsigned(min), slot.base.wrapping_add_unsigned(max))
    }

    /// The number of values of `x`.
    #[inline]
    pub fn size(&self, x: Var) -> u32 {
        let slot = self.slots[x.index()];
        if slot.is_small() { self.trail.get(slot.address).count_ones() } else { self.trail.get(slot.size()) as u32 }
    }

    /// The value of `x`, when only one is left.
    #[inline]
    pub fn value(&self, x: Var) -> Option<i32> {
        self.is_fixed(x).then(|| self.min(x))
    }

    /// Whether one value is left.
    #[inline]
    pub fn is_fixed(&self, x: Var) -> bool {
        let slot = self.slots[x.index()];
        if slot.is_small() {
            self.trail.get(slot.address).is_power_of_two()
        } else {
            let (min, max) = unpacked(self.trail.get(slot.bounds()));
            min == max
        }
    }

    /// Whether `x` can still be `value`.
    #[inline]
    pub fn contains(&self, x: Var, value: i32) -> bool {
        let slot = self.slots[x.index()];
        match slot.bit(value) {
            Some(bit) => self.trail.get(slot.address + bit / 64) >> (bit % 64) & 1 == 1,
            None => slot.is_interval() && self.interval_contains(slot, value),
        }
    }

    /// The least value of `x` that is `value` or more.
    #[inline]
    pub fn next_from(&self, x: Var, value: i32) -> Option<i32> {
        let slot = self.slots[x.index()];
        let from = (i64::from(value) - i64::from(slot.base)).max(0);
        let first = from / 64;
        if first >= i64::from(slot.words) {
            return if slot.is_interval() { self.interval_next(slot, value) } else { None };
        }
        let words = self.trail.slice(slot.address, slot.words);
        let mut i = first as usize;
        let mut word = words[i] & (u64::MAX << (from % 64));
        loop {
            if word != 0 {
                return Some(slot.base + (i as u32 * 64 + word.trailing_zeros()) as i32);
            }
            i += 1;
            word = *words.get(i)?;
        }
    }

    /// The greatest value of `x` that is `value` or less.
    pub fn next_down_from(&self, x: Var, value: i32) -> Option<i32> {
        let slot = self.slots[x.index()];
        if slot.is_interval() {
            return self.interval_previous(slot, value);
        }
        let last = (i64::from(value) - i64::from(slot.base)).min(i64::from(slot.words) * 64 - 1);
        let words = self.trail.slice(slot.address, slot.words);
        let mut i = usize::try_from(last / 64).ok().filter(|_| last >= 0)?;
        let mut word = words[i] & (u64::MAX >> (63 - last % 64));
        loop {
            if word != 0 {
                return Some(slot.base + (i as u32 * 64 + 63 - word.leading_zeros()) as i32);
            }
            i = i.checked_sub(1)?;
            word = words[i];
        }
    }

    /// Whether the domain of `x` is kept as an interval with gaps: there are no
    /// [words](Words::words) of it.
    pub fn is_interval(&self, x: Var) -> bool {
        self.slots[x.index()].is_interval()
    }

    /// The values of `x` in increasing order.
    #[inline]
    pub fn values(&self, x: Var) -> impl Iterator<Item = i32> + '_ {
        let slot = self.slots[x.index()];
        let mut words = self.trail.slice(slot.address, slot.words).iter();
        let mut word = words.next().copied().unwrap_or(0);
        let mut base = slot.base;
        let mut from = i32::MIN;
        std::iter::from_fn(move || {
            while word == 0 {
                let Some(&next) = words.next() else {
                    return if slot.is_interval() { self.interval_step(slot, &mut from) } else { None };
                };
                word = next;
                base += 64;
            }
            let value = base + word.trailing_zeros() as i32;
            word &= word - 1;
            Some(value)
        })
    }

    /// A trailed word.
    #[inline]
    pub fn get(&self, state: Trailed) -> u64 {
        self.trail.get(state.0)
    }

    /// The number of propagators that still listen to `x`.
    pub fn degree(&self, x: Var) -> usize {
        self.agenda.degree(x.index())
    }

    /// Whether `literal` is true, or false, for all values that are left.
    #[inline]
    pub(crate) fn decided(&self, literal: Literal) -> Option<bool> {
        let Literal { var, relation, value } = literal;
        let (min, max) = self.bounds(var);
        // Whether it is between the bounds, where it takes a look at the set.
        let is = || {
            if value < min || value > max {
                Some(false)
            } else if min == max {
                Some(true)
            } else if self.contains(var, value) {
                None
            } else {
                Some(false)
            }
        };
        match relation {
            Relation::Eq => is(),
            Relation::Ne => is().map(|is| !is),
            Relation::Le if max <= value => Some(true),
            Relation::Le => (min > value).then_some(false),
            Relation::Ge if min >= value => Some(true),
            Relation::Ge => (max < value).then_some(false),
        }
    }
}

/// Laying out, at the root.
impl Store {
    /// Makes room for this many variables.
    pub(crate) fn reserve(&mut self, variables: usize) {
        self.slots.reserve(variables);
        self.owners.reserve(variables);
        self.trail.reserve(variables);
    }

    pub(crate) fn add_variable(&mut self, domain: &Domain) {
        let words = domain.words();
        if words.is_empty() {
            return self.add_interval(domain.min(), domain.max());
        }
        if words.len() > 1 {
            let max = (domain.max() - domain.min()) as u32;
            self.trail.allocate(u64::from(domain.size()));
            self.trail.allocate(packed(0, max));
        }
        let address = self.trail.len() as u32;
        for &word in words {
            self.trail.allocate(word);
        }
        self.owners.resize(self.trail.len(), self.slots.len() as u32);
        self.slots.push(Slot { base: domain.min(), address, words: words.len() as u32 });
    }

    /// Adds a variable whose domain is that of another, moved up by a distance:
    /// the same words, which stand for other values. Its events are the other's.
    pub(crate) fn add_view(&mut self, of: usize, by: i32) {
        let slot = self.slots[of];
        self.views.push((self.slots.len() as u32, of as u32));
        self.slots.push(Slot { base: slot.base + by, ..slot });
    }

    /// The variable whose domain this one's is.
    pub(crate) fn owner(&self, x: Var) -> Var {
        let view = self.views.binary_search_by_key(&x.index, |&(view, _)| view);
        Var { index: view.map_or(x.index, |i| self.views[i].1), ..x }
    }

    /// How far `y` lies above `x`, where they share a domain.
    pub(crate) fn distance(&self, x: Var, y: Var) -> Option<i64> {
        let [x, y] = [x, y].map(|x| self.slots[x.index()]);
        (x.address == y.address).then(|| i64::from(y.base) - i64::from(x.base))
    }

    /// The variables that are views, each with the one it is a view of.
    pub(crate) fn views(&self) -> &[(u32, u32)] {
        &self.views
    }

    /// Lays out who hears of which variable.
    pub(crate) fn lay_out(&mut self) {
        self.agenda.lay_out(self.slots.len(), &self.views);
    }

    /// Closes the last level of the trail.
    pub(crate) fn pop(&mut self) {
        if self.changes.followed {
            for address in self.trail.changed_in_level() {
                if let Some(&variable) = self.owners.get(address as usize) {
                    self.changes.note(variable as usize);
                }
            }
        }
        self.trail.pop();
    }

    pub(crate) fn variables(&self) -> usize {
        self.slots.len()
    }

    /// Forgets all variables from `length` on, and all words from `words` on.
    pub(crate) fn truncate(&mut self, length: usize, words: usize) {
        self.trail.truncate(words);
        self.slots.truncate(length);
        self.owners.truncate(words);
    }
}

/// Where a variable's domain lies in the trail.
///
/// A domain of at most 64 values in a row is one word; its bounds and size are
/// read off it in an instruction each. A wider one is preceded by two words that
/// cache its size and its bounds. Where even that would be too wide, it is an
/// interval with gaps: the same two words, and no set behind them.
#[derive(Debug, Clone, Copy)]
struct Slot {
    /// The value that bit 0 stands for.
    base: i32,
    /// The address of the first word of the set.
    address: u32,
    /// The number of words; 0 for an interval.
    words: u32,
}

impl Slot {
    #[inline]
    fn bit(self, value: i32) -> Option<u32> {
        // Values lie within ±2^30, but a caller may ask about any number.
        let bit = i64::from(value) - i64::from(self.base);
        (0..i64::from(self.words) * 64).contains(&bit).then_some(bit as u32)
    }
    #[inline]
    fn is_small(self) -> bool {
        self.words == 1
    }
    #[inline]
    fn is_interval(self) -> bool {
        self.words == 0
    }
    /// The address of the bounds, of a domain that is not one word.
    #[inline]
    fn bounds(self) -> u32 {
        self.address - 1
    }
    /// The address of the size, of such a domain.
    #[inline]
    fn size(self) -> u32 {
        self.address - 2
    }
}

/// Two bounds in a word; they count from the base.
#[inline]
fn packed(min: u32, max: u32) -> u64 {
    u64::from(max) << 32 | u64::from(min)
}

#[inline]
fn unpacked(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

/// The variables whose domains have changed since the last decision, each once;
/// kept only while a branching follows it.
///
/// First-fail among many thousand variables is then a tournament instead of a
/// scan. A branching that does not ask pays one predictable branch per change.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    followed: bool,
    /// How often the list was emptied.
    decisions: u64,
    pub(crate) list: Vec<u32>,
    /// For each variable, whether it is in the list.
    listed: Vec<bool>,
}

impl Changes {
    /// Begins to keep the list, with all variables in it, or stops keeping it.
    pub(crate) fn follow(&mut self, followed: bool, variables: usize) {
        self.followed = followed;
        self.list.clear();
        self.listed.clear();
        if followed {
            self.list.extend(0..variables as u32);
            self.listed.resize(variables, true);
        }
    }

    /// The domain of a variable has changed.
    #[inline]
    pub(crate) fn note(&mut self, variable: usize) {
        if self.followed
            && let Some(listed) = self.listed.get_mut(variable)
            && !*listed
        {
            *listed = true;
            self.list.push(variable as u32);
        }
    }

    /// The number of decisions so far.
    pub(crate) fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Empties the list: a decision was made.
    pub(crate) fn forget(&mut self) {
        self.decisions += 1;
        for variable in self.list.drain(..) {
            self.listed[variable as usize] = false;
        }
    }
}
