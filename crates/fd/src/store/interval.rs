//! Domains too wide for a set of bits: two bounds, and the gaps between them.
//!
//! Such a domain has four words in the trail: its size and its bounds, as every
//! wide domain has them, the number of its gaps, and which list of gaps is its
//! own. Gaps are only ever added at the end of the list, so that going back to
//! fewer restores what they were.
//!
//! Bounds and size are read as those of any wide domain, and the rest is not
//! inlined: it would be in the way of reading sets of bits, which is what nearly
//! all searches do.

use super::{Slot, Store, packed, unpacked};
use crate::{Conflict, Event, Var};

/// The bounds of a domain, and of a gap, count from its base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Range {
    first: u32,
    last: u32,
}

impl Range {
    fn contains(self, bit: i64) -> bool {
        i64::from(self.first) <= bit && bit <= i64::from(self.last)
    }

    /// How many of its values lie within another.
    fn within(self, other: Range) -> u32 {
        let (first, last) = (self.first.max(other.first), self.last.min(other.last));
        if first <= last { last - first + 1 } else { 0 }
    }
}

/// The gaps of all such domains.
#[derive(Debug, Default)]
pub(super) struct Gaps(Vec<Vec<Range>>);

impl Store {
    /// Adds a variable that may be any value from `min` to `max`.
    pub(super) fn add_interval(&mut self, min: i32, max: i32) {
        let last = (i64::from(max) - i64::from(min)) as u32;
        self.trail.allocate(u64::from(last) + 1);
        self.trail.allocate(packed(0, last));
        let address = self.trail.allocate(0);
        self.trail.allocate(self.gaps.0.len() as u64);
        self.gaps.0.push(Vec::new());
        self.owners.resize(self.trail.len(), self.slots.len() as u32);
        self.slots.push(Slot { base: min, address, words: 0 });
    }

    fn span(&self, slot: Slot) -> Range {
        let (first, last) = unpacked(self.trail.get(slot.bounds()));
        Range { first, last }
    }

    fn gaps(&self, slot: Slot) -> &[Range] {
        let count = self.trail.get(slot.address);
        let list = self.trail.get(slot.address + 1);
        &self.gaps.0[list as usize][..count as usize]
    }

    #[cold]
    #[inline(never)]
    pub(super) fn interval_contains(&self, slot: Slot, value: i32) -> bool {
        let bit = slot.offset(value);
        self.span(slot).contains(bit) && !self.gaps(slot).iter().any(|gap| gap.contains(bit))
    }

    /// The least value that is `value` or more.
    #[cold]
    #[inline(never)]
    pub(super) fn interval_next(&self, slot: Slot, value: i32) -> Option<i32> {
        self.up_from(slot, slot.offset(value)).map(|bit| slot.value(bit))
    }

    /// The greatest value that is `value` or less.
    pub(super) fn interval_previous(&self, slot: Slot, value: i32) -> Option<i32> {
        self.down_from(slot, slot.offset(value)).map(|bit| slot.value(bit))
    }

    /// The next value in a walk that begins at `from`, where it goes on.
    #[cold]
    #[inline(never)]
    pub(super) fn interval_step(&self, slot: Slot, from: &mut i32) -> Option<i32> {
        let value = self.interval_next(slot, *from)?;
        *from = value + 1;
        Some(value)
    }

    fn up_from(&self, slot: Slot, bit: i64) -> Option<i64> {
        let span = self.span(slot);
        let mut bit = bit.max(i64::from(span.first));
        while let Some(gap) = self.gaps(slot).iter().find(|gap| gap.contains(bit)) {
            bit = i64::from(gap.last) + 1;
        }
        span.contains(bit).then_some(bit)
    }

    fn down_from(&self, slot: Slot, bit: i64) -> Option<i64> {
        let span = self.span(slot);
        let mut bit = bit.min(i64::from(span.last));
        while let Some(gap) = self.gaps(slot).iter().find(|gap| gap.contains(bit)) {
            bit = i64::from(gap.first) - 1;
        }
        span.contains(bit).then_some(bit)
    }

    /// Removes all values below `min` and above `max`.
    #[cold]
    pub(super) fn confine_interval(&mut self, x: Var, slot: Slot, min: i32, max: i32) -> Result<(), Conflict> {
        self.confine_bits(x, slot, slot.offset(min), slot.offset(max))
    }

    fn confine_bits(&mut self, x: Var, slot: Slot, first: i64, last: i64) -> Result<(), Conflict> {
        let old = self.span(slot);
        let (Some(first), Some(last)) = (self.up_from(slot, first), self.down_from(slot, last)) else {
            return Err(Conflict);
        };
        if first > last {
            return Err(Conflict);
        }
        let new = Range { first: first as u32, last: last as u32 };
        if new == old {
            return Ok(());
        }
        let size = last - first + 1 - self.gaps(slot).iter().map(|gap| i64::from(gap.within(new))).sum::<i64>();
        self.trail.set(slot.size(), size as u64);
        self.trail.set(slot.bounds(), packed(new.first, new.last));
        let mut event = Event::ANY.0;
        if new.first == new.last {
            event |= Event::FIXED.0;
        }
        if new.first != old.first {
            event |= Event::MIN.0;
        }
        if new.last != old.last {
            event |= Event::MAX.0;
        }
        self.tell(x, event);
        Ok(())
    }

    /// Removes the values from `first` to `last`.
    #[cold]
    pub(super) fn cut_interval(&mut self, x: Var, slot: Slot, first: i32, last: i32) -> Result<(), Conflict> {
        let span = self.span(slot);
        let (first, last) = (slot.offset(first), slot.offset(last));
        if first > last {
            return Ok(());
        }
        if first <= i64::from(span.first) {
            return self.confine_bits(x, slot, last + 1, i64::MAX);
        }
        if last >= i64::from(span.last) {
            return self.confine_bits(x, slot, i64::MIN, first - 1);
        }
        // Between other gaps, so that none counts twice.
        let mut changed = false;
        let mut from = first;
        while let Some(bit) = self.up_from(slot, from).filter(|&bit| bit <= last) {
            let ahead = self.gaps(slot).iter().map(|gap| i64::from(gap.first)).filter(|&first| first > bit);
            let until = ahead.min().map_or(last, |first| last.min(first - 1));
            self.add_gap(slot, Range { first: bit as u32, last: until as u32 });
            changed = true;
            from = until + 1;
        }
        if changed {
            self.tell(x, Event::ANY.0);
        }
        Ok(())
    }

    fn add_gap(&mut self, slot: Slot, gap: Range) {
        let count = self.trail.get(slot.address);
        let list = self.trail.get(slot.address + 1);
        let gaps = &mut self.gaps.0[list as usize];
        gaps.truncate(count as usize);
        gaps.push(gap);
        self.trail.set(slot.address, count + 1);
        let size = self.trail.get(slot.size()) - u64::from(gap.within(gap));
        self.trail.set(slot.size(), size);
    }

    /// Removes all values that are not in a set; missing words are empty.
    #[cold]
    pub(super) fn keep_interval(&mut self, x: Var, slot: Slot, set: &[u64]) -> Result<(), Conflict> {
        self.confine_bits(x, slot, 0, set.len() as i64 * 64 - 1)?;
        for (i, word) in (0..).zip(set) {
            for bit in (0..64).filter(|bit| word >> bit & 1 == 0) {
                let value = slot.value(i * 64 + bit);
                if self.interval_contains(slot, value) {
                    self.cut_interval(x, slot, value, value)?;
                }
            }
        }
        Ok(())
    }
}

impl Slot {
    /// Where a value stands, from the base.
    fn offset(self, value: i32) -> i64 {
        i64::from(value) - i64::from(self.base)
    }

    fn value(self, bit: i64) -> i32 {
        (i64::from(self.base) + bit) as i32
    }
}
