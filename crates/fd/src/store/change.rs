//! The only code that changes a domain.

use super::{Slot, Store, Trailed, packed, unpacked};
use crate::{Conflict, Event, Literal, Relation, Var};

/// Changing. Each of these removes values, and is a [`Conflict`] when none is left.
#[expect(clippy::missing_errors_doc, reason = "said once for all of them")]
impl Store {
    /// Removes `value` from `x`.
    #[inline(always)]
    pub fn remove(&mut self, x: Var, value: i32) -> Result<(), Conflict> {
        let slot = self.slots[x.index()];
        let Some(bit) = slot.bit(value) else { return self.cut_beyond(x, slot, value) };
        if slot.is_small() { self.keep_small(x, slot, !(1 << bit)) } else { self.remove_wide(x, slot, bit) }
    }

    /// Removes all values of `x` but `value`.
    #[inline]
    pub fn fix(&mut self, x: Var, value: i32) -> Result<(), Conflict> {
        let slot = self.slots[x.index()];
        let Some(bit) = slot.bit(value) else { return self.confine_beyond(x, slot, value, value) };
        let mask = 1u64 << (bit % 64);
        if slot.is_small() {
            self.keep_small(x, slot, mask)
        } else {
            self.keep_wide(x, slot, 0, slot.words - 1, |i| if i == bit / 64 { mask } else { 0 })
        }
    }

    /// Removes all values of `x` below `value`.
    #[inline]
    pub fn at_least(&mut self, x: Var, value: i32) -> Result<(), Conflict> {
        if value <= self.min(x) {
            return Ok(());
        }
        let slot = self.slots[x.index()];
        let Some(bit) = slot.bit(value) else { return self.confine_beyond(x, slot, value, i32::MAX) };
        let mask = u64::MAX << (bit % 64);
        if slot.is_small() {
            self.keep_small(x, slot, mask)
        } else {
            self.keep_wide(x, slot, 0, bit / 64, |i| if i == bit / 64 { mask } else { 0 })
        }
    }

    /// Removes all values of `x` above `value`.
    #[inline]
    pub fn at_most(&mut self, x: Var, value: i32) -> Result<(), Conflict> {
        if value >= self.max(x) {
            return Ok(());
        }
        let slot = self.slots[x.index()];
        let Some(bit) = slot.bit(value) else { return self.confine_beyond(x, slot, i32::MIN, value) };
        let mask = u64::MAX >> (63 - bit % 64);
        if slot.is_small() {
            self.keep_small(x, slot, mask)
        } else {
            self.keep_wide(x, slot, bit / 64, slot.words - 1, |i| if i == bit / 64 { mask } else { 0 })
        }
    }

    /// Removes all values of `x` below `min` and above `max`: one change
    /// where [`Store::at_least`] and [`Store::at_most`] may be two.
    #[inline]
    pub fn confine(&mut self, x: Var, min: i32, max: i32) -> Result<(), Conflict> {
        let slot = self.slots[x.index()];
        let base = i64::from(slot.base);
        let end = i64::from(slot.words) * 64;
        let (first, last) = ((i64::from(min) - base).max(0), (i64::from(max) - base).min(end - 1));
        if first > last {
            return self.confine_beyond(x, slot, min, max);
        }
        if slot.is_small() {
            self.keep_small(x, slot, u64::MAX << first & u64::MAX >> (63 - last))
        } else {
            self.confine_wide(x, slot, first as u32, last as u32)
        }
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

    /// As [`Store::confine`], where none of the values has a bit: there is none,
    /// or the domain is an interval.
    #[cold]
    fn confine_beyond(&mut self, x: Var, slot: Slot, min: i32, max: i32) -> Result<(), Conflict> {
        if slot.is_interval() { self.confine_interval(x, slot, min, max) } else { Err(Conflict) }
    }

    /// As [`Store::remove`], where the value has no bit.
    #[cold]
    fn cut_beyond(&mut self, x: Var, slot: Slot, value: i32) -> Result<(), Conflict> {
        if slot.is_interval() { self.cut_interval(x, slot, value, value) } else { Ok(()) }
    }

    /// Removes the values of `x` from `first` to `last`.
    pub fn cut(&mut self, x: Var, first: i32, last: i32) -> Result<(), Conflict> {
        let slot = self.slots[x.index()];
        if slot.is_interval() {
            return self.cut_interval(x, slot, first, last);
        }
        let (min, max) = self.bounds(x);
        let (first, last) = (first.max(min), last.min(max));
        let (Some(from), Some(to)) = (slot.bit(first), slot.bit(last)) else { return Ok(()) };
        if first > last {
            return Ok(());
        }
        let inside = |i: u32| {
            let above = if i == from / 64 { u64::MAX << (from % 64) } else { u64::MAX };
            let below = if i == to / 64 { u64::MAX >> (63 - to % 64) } else { u64::MAX };
            above & below
        };
        if slot.is_small() {
            self.keep_small(x, slot, !inside(0))
        } else {
            self.keep_wide(x, slot, from / 64, to / 64, |i| !inside(i))
        }
    }

    #[inline(always)]
    pub(super) fn keep_small(&mut self, x: Var, slot: Slot, mask: u64) -> Result<(), Conflict> {
        let old = self.trail.get(slot.address);
        let new = old & mask;
        if new == old {
            return Ok(());
        }
        if new == 0 {
            return Err(Conflict);
        }
        self.shrink_small(x, slot.address, old, new);
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
    pub(super) fn keep_wide(
        &mut self,
        x: Var,
        slot: Slot,
        first: u32,
        last: u32,
        mask: impl Fn(u32) -> u64,
    ) -> Result<(), Conflict> {
        let old = unpacked(self.trail.get(slot.bounds()));
        let removed = self.clear(slot, old, first, last, mask);
        if removed == 0 { Ok(()) } else { self.summarize(x, slot, old, removed) }
    }

    /// Does so to the words alone, and returns the number of values removed.
    #[inline]
    fn clear(&mut self, slot: Slot, (min, max): (u32, u32), first: u32, last: u32, mask: impl Fn(u32) -> u64) -> u32 {
        let mut removed = 0;
        for i in first.max(min / 64)..=last.min(max / 64) {
            let word = self.trail.get(slot.address + i);
            let kept = word & mask(i);
            if kept != word {
                removed += (word ^ kept).count_ones();
                self.trail.set(slot.address + i, kept);
            }
        }
        removed
    }

    /// Removes the values of all bits before `first` and behind `last`.
    #[inline(never)]
    fn confine_wide(&mut self, x: Var, slot: Slot, first: u32, last: u32) -> Result<(), Conflict> {
        let old = unpacked(self.trail.get(slot.bounds()));
        let mut removed = 0;
        if first > old.0 {
            let mask = u64::MAX << (first % 64);
            removed += self.clear(slot, old, 0, first / 64, |i| if i == first / 64 { mask } else { 0 });
        }
        if last < old.1 {
            let mask = u64::MAX >> (63 - last % 64);
            removed += self.clear(slot, old, last / 64, u32::MAX, |i| if i == last / 64 { mask } else { 0 });
        }
        if removed == 0 { Ok(()) } else { self.summarize(x, slot, old, removed) }
    }

    #[inline(never)]
    fn remove_wide(&mut self, x: Var, slot: Slot, bit: u32) -> Result<(), Conflict> {
        let address = slot.address + bit / 64;
        let (word, mask) = (self.trail.get(address), 1 << (bit % 64));
        if word & mask == 0 {
            return Ok(());
        }
        let old @ (min, max) = unpacked(self.trail.get(slot.bounds()));
        self.trail.set(address, word & !mask);
        if bit != min && bit != max {
            // Most removals: only the size changes, and two values stay at least.
            let size = self.trail.get(slot.size()) - 1;
            self.trail.set(slot.size(), size);
            self.tell(x, Event::ANY.0);
            return Ok(());
        }
        self.summarize(x, slot, old, 1)
    }

    /// Finds the new bounds of a domain that lost some values, and wakes its
    /// subscribers.
    fn summarize(&mut self, x: Var, slot: Slot, old: (u32, u32), removed: u32) -> Result<(), Conflict> {
        let size = self.trail.get(slot.size()) as u32 - removed;
        if size == 0 {
            return Err(Conflict);
        }
        let words = self.trail.slice(slot.address, slot.words);
        let (mut low, mut high) = (old.0 / 64, old.1 / 64);
        while words[low as usize] == 0 {
            low += 1;
        }
        while words[high as usize] == 0 {
            high -= 1;
        }
        let min = low * 64 + words[low as usize].trailing_zeros();
        let max = high * 64 + 63 - words[high as usize].leading_zeros();
        self.trail.set(slot.size(), u64::from(size));
        if (min, max) != old {
            self.trail.set(slot.bounds(), packed(min, max));
        }
        let mut event = Event::ANY.0;
        if size == 1 {
            event |= Event::FIXED.0;
        }
        if min != old.0 {
            event |= Event::MIN.0;
        }
        if max != old.1 {
            event |= Event::MAX.0;
        }
        self.tell(x, event);
        Ok(())
    }

    /// Counts a change, and wakes its subscribers.
    #[inline(always)]
    pub(super) fn tell(&mut self, x: Var, event: u8) {
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

    /// Sets a trailed word, until the search backtracks.
    #[inline]
    pub fn set(&mut self, state: Trailed, word: u64) {
        self.trail.set(state.0, word);
    }
}
