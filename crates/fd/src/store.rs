//! The domains of all variables, and the only code that changes them.

use crate::agenda::Agenda;
use crate::changes::Changes;
use crate::event::Event;
use crate::trail::Trail;
use crate::{Conflict, Domain, Literal, Relation, Var};

/// A trailed word that a propagator owns.
#[derive(Debug, Clone, Copy)]
pub struct Cell(pub(crate) u32);

/// Where a variable's domain lies in the trail.
///
/// A domain of at most 64 values in a row is one word; its bounds and size are
/// read off it in an instruction each. A wider one is preceded by a word that
/// caches its bounds and its size.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The value that bit 0 stands for.
    base: i32,
    /// The address of the first word of the set.
    address: u32,
    /// The number of words.
    words: u32,
}

impl Place {
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
    fn summary(self) -> u32 {
        self.address - 1
    }
}

/// The bounds and the size of a wide domain; the bounds as bits of its words.
///
/// All three fit in one word, so that a change saves one word to the trail.
#[derive(Debug, Clone, Copy)]
struct Summary {
    min: u32,
    max: u32,
    size: u32,
}

impl Summary {
    /// Room for [`Domain::MAX_SPAN`], as a size.
    const BITS: u32 = 21;
    const MASK: u64 = (1 << Summary::BITS) - 1;

    #[inline]
    fn word(self) -> u64 {
        u64::from(self.size) << (2 * Summary::BITS) | u64::from(self.max) << Summary::BITS | u64::from(self.min)
    }
    #[inline]
    fn of(word: u64) -> Summary {
        Summary {
            min: (word & Summary::MASK) as u32,
            max: (word >> Summary::BITS & Summary::MASK) as u32,
            size: (word >> (2 * Summary::BITS)) as u32,
        }
    }
}

/// The domains of all variables, with what follows from changing one.
///
/// Propagators read and prune domains through it; every change is trailed,
/// wakes whoever listens, and ends in [`Conflict`] when nothing is left.
#[derive(Debug, Default)]
pub struct Store {
    pub(crate) trail: Trail,
    pub(crate) agenda: Agenda,
    pub(crate) changes: Changes,
    places: Vec<Place>,
    pub(crate) prunings: u64,
    /// The variables that the running propagator holds a conflict against.
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

    /// Whether `literal` is true (or false) whatever value is taken.
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

/// Changing. Each of these removes values, and is a [`Conflict`] when none is left.
#[expect(clippy::missing_errors_doc, reason = "said once for all of them")]
impl Store {
    /// Removes `value` from `x`.
    #[inline(always)]
    pub fn remove(&mut self, x: Var, value: i32) -> Result<(), Conflict> {
        let place = self.places[x.index()];
        let Some(bit) = place.bit(value) else { return Ok(()) };
        if place.is_small() { self.keep_small(x, place, !(1 << bit)) } else { self.remove_wide(x, place, bit) }
    }

    /// Removes all values of `x` but `value`.
    #[inline]
    pub fn fix(&mut self, x: Var, value: i32) -> Result<(), Conflict> {
        let place = self.places[x.index()];
        let bit = place.bit(value).ok_or(Conflict)?;
        let mask = 1u64 << (bit % 64);
        if place.is_small() {
            self.keep_small(x, place, mask)
        } else {
            self.keep_wide(x, place, 0, place.words - 1, |i| if i == bit / 64 { mask } else { 0 })
        }
    }

    /// Removes all values of `x` below `value`.
    #[inline]
    pub fn at_least(&mut self, x: Var, value: i32) -> Result<(), Conflict> {
        if value <= self.min(x) {
            return Ok(());
        }
        let place = self.places[x.index()];
        let bit = place.bit(value).ok_or(Conflict)?;
        let mask = u64::MAX << (bit % 64);
        if place.is_small() {
            self.keep_small(x, place, mask)
        } else {
            self.keep_wide(x, place, 0, bit / 64, |i| if i == bit / 64 { mask } else { 0 })
        }
    }

    /// Removes all values of `x` above `value`.
    #[inline]
    pub fn at_most(&mut self, x: Var, value: i32) -> Result<(), Conflict> {
        if value >= self.max(x) {
            return Ok(());
        }
        let place = self.places[x.index()];
        let bit = place.bit(value).ok_or(Conflict)?;
        let mask = u64::MAX >> (63 - bit % 64);
        if place.is_small() {
            self.keep_small(x, place, mask)
        } else {
            self.keep_wide(x, place, bit / 64, place.words - 1, |i| if i == bit / 64 { mask } else { 0 })
        }
    }

    /// Removes all values of `x` below `min` and above `max`: one change
    /// where [`Store::at_least`] and [`Store::at_most`] may be two.
    #[inline]
    pub fn confine(&mut self, x: Var, min: i32, max: i32) -> Result<(), Conflict> {
        let place = self.places[x.index()];
        let base = i64::from(place.base);
        let end = i64::from(place.words) * 64;
        let (first, last) = ((i64::from(min) - base).max(0), (i64::from(max) - base).min(end - 1));
        if first > last {
            return Err(Conflict);
        }
        if place.is_small() {
            self.keep_small(x, place, u64::MAX << first & u64::MAX >> (63 - last))
        } else {
            self.confine_wide(x, place, first as u32, last as u32)
        }
    }

    /// Removes all values of `x` that are not in `set`, whose bit `i` stands
    /// for [`Store::base`] `+ i`; missing words are empty.
    #[inline]
    pub fn keep(&mut self, x: Var, set: &[u64]) -> Result<(), Conflict> {
        let place = self.places[x.index()];
        if place.is_small() {
            self.keep_small(x, place, set.first().copied().unwrap_or(0))
        } else {
            self.keep_wide(x, place, 0, place.words - 1, |i| set.get(i as usize).copied().unwrap_or(0))
        }
    }

    /// As [`Store::keep`], for a domain of one word.
    #[inline(always)]
    pub(crate) fn keep_word(&mut self, x: Var, set: u64) -> Result<(), Conflict> {
        let place = self.places[x.index()];
        debug_assert!(place.is_small());
        self.keep_small(x, place, set)
    }

    /// Makes `literal` true.
    #[inline]
    pub fn make(&mut self, literal: Literal) -> Result<(), Conflict> {
        let Literal { var, relation, value } = literal;
        match relation {
            Relation::Eq => self.fix(var, value),
            Relation::Ne => self.remove(var, value),
            Relation::Le => self.at_most(var, value),
            Relation::Ge => self.at_least(var, value),
        }
    }

    #[inline(always)]
    fn keep_small(&mut self, x: Var, place: Place, mask: u64) -> Result<(), Conflict> {
        let old = self.trail.get(place.address);
        let new = old & mask;
        if new == old {
            return Ok(());
        }
        if new == 0 {
            return Err(Conflict);
        }
        self.shrink_small(x, place.address, old, new);
        Ok(())
    }

    /// Puts fewer values, but some, into a domain of one word.
    #[inline(never)]
    fn shrink_small(&mut self, x: Var, address: u32, old: u64, new: u64) {
        self.trail.set(address, new);
        let mut event = Event::ANY.0;
        if new.is_power_of_two() {
            event |= Event::FIXED.0;
        }
        if new.trailing_zeros() != old.trailing_zeros() {
            event |= Event::MIN.0;
        }
        if new.leading_zeros() != old.leading_zeros() {
            event |= Event::MAX.0;
        }
        self.tell(x, event);
    }

    /// Intersects the words from `first` to `last` with what `mask` gives for each.
    #[inline]
    fn keep_wide(
        &mut self,
        x: Var,
        place: Place,
        first: u32,
        last: u32,
        mask: impl Fn(u32) -> u64,
    ) -> Result<(), Conflict> {
        let old = Summary::of(self.trail.get(place.summary()));
        let removed = self.cut(place, old, first, last, mask);
        if removed == 0 { Ok(()) } else { self.summarize(x, place, old, removed) }
    }

    /// Does so to the words alone, and returns the number of values removed.
    #[inline]
    fn cut(&mut self, place: Place, old: Summary, first: u32, last: u32, mask: impl Fn(u32) -> u64) -> u32 {
        let mut removed = 0;
        for i in first.max(old.min / 64)..=last.min(old.max / 64) {
            let word = self.trail.get(place.address + i);
            let kept = word & mask(i);
            if kept != word {
                removed += (word ^ kept).count_ones();
                self.trail.set(place.address + i, kept);
            }
        }
        removed
    }

    /// Removes the values of all bits before `first` and behind `last`.
    #[inline(never)]
    fn confine_wide(&mut self, x: Var, place: Place, first: u32, last: u32) -> Result<(), Conflict> {
        let old = Summary::of(self.trail.get(place.summary()));
        let mut removed = 0;
        if first > old.min {
            let mask = u64::MAX << (first % 64);
            removed += self.cut(place, old, 0, first / 64, |i| if i == first / 64 { mask } else { 0 });
        }
        if last < old.max {
            let mask = u64::MAX >> (63 - last % 64);
            removed += self.cut(place, old, last / 64, u32::MAX, |i| if i == last / 64 { mask } else { 0 });
        }
        if removed == 0 { Ok(()) } else { self.summarize(x, place, old, removed) }
    }

    #[inline(never)]
    fn remove_wide(&mut self, x: Var, place: Place, bit: u32) -> Result<(), Conflict> {
        let address = place.address + bit / 64;
        let (word, mask) = (self.trail.get(address), 1 << (bit % 64));
        if word & mask == 0 {
            return Ok(());
        }
        let old = Summary::of(self.trail.get(place.summary()));
        self.trail.set(address, word & !mask);
        if old.size > 2 && bit != old.min && bit != old.max {
            // Most removals: nothing but the size to look after.
            self.trail.set(place.summary(), Summary { size: old.size - 1, ..old }.word());
            self.tell(x, Event::ANY.0);
            return Ok(());
        }
        self.summarize(x, place, old, 1)
    }

    /// Finds the new bounds of a domain that lost some values, and wakes whom
    /// that concerns.
    fn summarize(&mut self, x: Var, place: Place, old: Summary, removed: u32) -> Result<(), Conflict> {
        let size = old.size - removed;
        if size == 0 {
            return Err(Conflict);
        }
        let words = self.trail.slice(place.address, place.words);
        let (mut low, mut high) = (old.min / 64, old.max / 64);
        while words[low as usize] == 0 {
            low += 1;
        }
        while words[high as usize] == 0 {
            high -= 1;
        }
        let min = low * 64 + words[low as usize].trailing_zeros();
        let max = high * 64 + 63 - words[high as usize].leading_zeros();
        self.trail.set(place.summary(), Summary { min, max, size }.word());
        let mut event = Event::ANY.0;
        if size == 1 {
            event |= Event::FIXED.0;
        }
        if min != old.min {
            event |= Event::MIN.0;
        }
        if max != old.max {
            event |= Event::MAX.0;
        }
        self.tell(x, event);
        Ok(())
    }

    /// Counts a change, and wakes whom it concerns.
    #[inline(always)]
    fn tell(&mut self, x: Var, event: u8) {
        self.prunings += 1;
        self.changes.note(x.index());
        self.agenda.wake(x.index(), event);
    }

    /// A conflict that is about these variables rather than all that the
    /// propagator listens to: only they count it (see
    /// [`Space::weighted_degree`](crate::Space::weighted_degree)). For a
    /// propagator over a whole board that knows which line of it failed.
    pub fn blame(&mut self, vars: impl IntoIterator<Item = Var>) -> Conflict {
        self.blamed.clear();
        self.blamed.extend(vars);
        Conflict
    }

    /// Puts a word into a cell, until the search goes back.
    #[inline]
    pub fn set(&mut self, cell: Cell, word: u64) {
        self.trail.set(cell.0, word);
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
