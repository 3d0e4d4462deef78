//! The domains of all variables.

mod change;
mod place;

use crate::agenda::Agenda;
use crate::changes::Changes;
use crate::trail::Trail;
use crate::{Domain, Literal, Relation, Var};
use place::{Place, Summary};

/// A trailed word that a propagator owns.
#[derive(Debug, Clone, Copy)]
pub struct Cell(pub(crate) u32);

/// The domains of all variables, with what follows from changing one.
///
/// Propagators read and prune domains through it; every change is trailed,
/// wakes its subscribers, and is a [`Conflict`](crate::Conflict) when no value is left.
#[derive(Debug, Default)]
pub struct Store {
    pub(crate) trail: Trail,
    pub(crate) agenda: Agenda,
    pub(crate) changes: Changes,
    places: Vec<Place>,
    pub(crate) prunings: u64,
    /// The variables that the running propagator blames a conflict on.
    pub(crate) blamed: Vec<Var>,
}

/// Reading.
impl Store {
    /// The least value of `x`.
    #[inline]
    pub fn min(&self, x: Var) -> i32 {
        let place = self.places[x.index()];
        let offset = if place.is_small() {
            self.trail.get(place.address).trailing_zeros()
        } else {
            Summary::of(self.trail.get(place.summary())).min
        };
        place.base + offset as i32
    }

    /// The greatest value of `x`.
    #[inline]
    pub fn max(&self, x: Var) -> i32 {
        let place = self.places[x.index()];
        let offset = if place.is_small() {
            63 - self.trail.get(place.address).leading_zeros()
        } else {
            Summary::of(self.trail.get(place.summary())).max
        };
        place.base + offset as i32
    }

    /// The least and the greatest value of `x`.
    #[inline]
    pub fn bounds(&self, x: Var) -> (i32, i32) {
        let place = self.places[x.index()];
        let (min, max) = if place.is_small() {
            let word = self.trail.get(place.address);
            (word.trailing_zeros(), 63 - word.leading_zeros())
        } else {
            let summary = Summary::of(self.trail.get(place.summary()));
            (summary.min, summary.max)
        };
        (place.base + min as i32, place.base + max as i32)
    }

    /// The number of values of `x`.
    #[inline]
    pub fn size(&self, x: Var) -> u32 {
        let place = self.places[x.index()];
        if place.is_small() {
            self.trail.get(place.address).count_ones()
        } else {
            Summary::of(self.trail.get(place.summary())).size
        }
    }

    /// The value of `x`, when only one is left.
    #[inline]
    pub fn value(&self, x: Var) -> Option<i32> {
        self.is_fixed(x).then(|| self.min(x))
    }

    /// Whether one value is left.
    #[inline]
    pub fn is_fixed(&self, x: Var) -> bool {
        let place = self.places[x.index()];
        if place.is_small() {
            self.trail.get(place.address).is_power_of_two()
        } else {
            Summary::of(self.trail.get(place.summary())).size == 1
        }
    }

    /// Whether `x` can still be `value`.
    #[inline]
    pub fn contains(&self, x: Var, value: i32) -> bool {
        let place = self.places[x.index()];
        match place.bit(value) {
            Some(bit) => self.trail.get(place.address + bit / 64) >> (bit % 64) & 1 == 1,
            None => false,
        }
    }

    /// The least value of `x` that is `value` or more.
    #[inline]
    pub fn next_from(&self, x: Var, value: i32) -> Option<i32> {
        let place = self.places[x.index()];
        let from = (i64::from(value) - i64::from(place.base)).max(0);
        let first = from / 64;
        if first >= i64::from(place.words) {
            return None;
        }
        let words = self.trail.slice(place.address, place.words);
        let mut i = first as usize;
        let mut word = words[i] & (u64::MAX << (from % 64));
        loop {
            if word != 0 {
                return Some(place.base + (i as u32 * 64 + word.trailing_zeros()) as i32);
            }
            i += 1;
            word = *words.get(i)?;
        }
    }

    /// The values of `x` in increasing order.
    #[inline]
    pub fn values(&self, x: Var) -> impl Iterator<Item = i32> + '_ {
        let place = self.places[x.index()];
        let mut words = self.trail.slice(place.address, place.words).iter();
        let mut word = words.next().copied().unwrap_or(0);
        let mut base = place.base;
        std::iter::from_fn(move || {
            while word == 0 {
                word = *words.next()?;
                base += 64;
            }
            let value = base + word.trailing_zeros() as i32;
            word &= word - 1;
            Some(value)
        })
    }

    /// The set of values of `x` as bits: bit `i` stands for [`Store::base`] `+ i`.
    #[inline]
    pub fn words(&self, x: Var) -> &[u64] {
        let place = self.places[x.index()];
        self.trail.slice(place.address, place.words)
    }

    /// The first of [`Store::words`].
    #[inline]
    pub(crate) fn word(&self, x: Var) -> u64 {
        self.trail.get(self.places[x.index()].address)
    }

    /// The value that bit 0 of [`Store::words`] stands for; it never changes.
    #[inline]
    pub fn base(&self, x: Var) -> i32 {
        self.places[x.index()].base
    }

    /// The word in a cell.
    #[inline]
    pub fn get(&self, cell: Cell) -> u64 {
        self.trail.get(cell.0)
    }

    /// The number of propagators that still listen to `x`.
    pub fn degree(&self, x: Var) -> usize {
        self.agenda.degree(x.index())
    }

    /// Whether `literal` is true, or false, for all values that are left.
    pub fn decided(&self, literal: Literal) -> Option<bool> {
        let Literal { var, relation, value } = literal;
        let (min, max) = (self.min(var), self.max(var));
        let (all, some) = match relation {
            Relation::Eq => (min == value && max == value, self.contains(var, value)),
            Relation::Ne => (!self.contains(var, value), min != value || max != value),
            Relation::Le => (max <= value, min <= value),
            Relation::Ge => (min >= value, max >= value),
        };
        if all {
            Some(true)
        } else if some {
            None
        } else {
            Some(false)
        }
    }
}

/// Laying out, at the root.
impl Store {
    pub(crate) fn add_variable(&mut self, domain: &Domain) {
        let words = domain.words();
        if words.len() > 1 {
            let max = (domain.max() - domain.min()) as u32;
            self.trail.allocate(Summary { min: 0, max, size: domain.size() }.word());
        }
        let address = self.trail.len() as u32;
        for &word in words {
            self.trail.allocate(word);
        }
        self.places.push(Place { base: domain.min(), address, words: words.len() as u32 });
    }

    /// Closes the last level of the trail.
    pub(crate) fn pop(&mut self) {
        if self.changes.are_followed() {
            for address in self.trail.changed_in_level() {
                // Variables lie in the trail in their order, with cells between
                // them. (The summary of a wide domain counts as its neighbour's:
                // some word of its own has changed, too.)
                let next = self.places.partition_point(|place| place.address <= address);
                if let Some(variable) = next.checked_sub(1) {
                    self.changes.note(variable);
                }
            }
        }
        self.trail.pop();
    }

    pub(crate) fn variables(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn truncate_variables(&mut self, length: usize) {
        self.places.truncate(length);
    }
}
