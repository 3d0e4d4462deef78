//! Variables in groups that only ever split.

use crate::{Post, Store, Trailed};

/// Positions `0..n` in groups. A group stands in a row in `order`; where each
/// begins is trailed. The order itself is not: below a level, positions move
/// within a group of that level only, so the groups restored hold the same
/// positions as before.
#[derive(Debug)]
pub(super) struct Partition {
    order: Box<[u32]>,
    /// Where each position stands in the order.
    slots: Box<[u32]>,
    /// Bit `i` of the whole says that a group begins at slot `i`.
    starts: Box<[Trailed]>,
}

impl Partition {
    /// All of `0..n` in one group.
    pub(super) fn new(n: usize, post: &mut Post<'_>) -> Partition {
        let order: Box<[u32]> = (0..n as u32).collect();
        let starts = (0..n.div_ceil(64)).map(|i| post.trailed(u64::from(i == 0))).collect();
        Partition { slots: order.clone(), order, starts }
    }

    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// The positions from slot `start` to `end`.
    pub(super) fn slice(&self, start: usize, end: usize) -> &[u32] {
        &self.order[start..end]
    }

    /// The position in a slot.
    #[inline]
    pub(super) fn at(&self, slot: usize) -> u32 {
        self.order[slot]
    }

    /// Puts a position into a slot, from which another one has been taken.
    pub(super) fn put(&mut self, slot: usize, position: u32) {
        self.order[slot] = position;
        self.slots[position as usize] = slot as u32;
    }

    /// Exchanges the positions in two slots of a group.
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        let (at_a, at_b) = (self.order[a], self.order[b]);
        self.put(a, at_b);
        self.put(b, at_a);
    }

    /// The slot at which the group of a position begins.
    #[inline]
    pub(super) fn start_of(&self, position: u32, store: &Store) -> usize {
        let slot = self.slots[position as usize] as usize;
        let mut i = slot / 64;
        let mut word = store.get(self.starts[i]) & (u64::MAX >> (63 - slot % 64));
        // The first group begins at 0, so the search ends there.
        while word == 0 && i > 0 {
            i -= 1;
            word = store.get(self.starts[i]);
        }
        i * 64 + 63 - (word | 1).leading_zeros() as usize
    }

    /// The slot after the group that begins at `start`.
    #[inline]
    pub(super) fn end_of(&self, start: usize, store: &Store) -> usize {
        let from = start + 1;
        let mut i = from / 64;
        let mut mask = u64::MAX << (from % 64);
        while let Some(&cell) = self.starts.get(i) {
            let word = store.get(cell) & mask;
            if word != 0 {
                return i * 64 + word.trailing_zeros() as usize;
            }
            mask = u64::MAX;
            i += 1;
        }
        self.len()
    }

    /// A group begins at `slot` from here on; nothing is done at the very end.
    pub(super) fn split(&self, slot: usize, store: &mut Store) {
        if slot < self.len() {
            let cell = self.starts[slot / 64];
            store.set(cell, store.get(cell) | 1 << (slot % 64));
        }
    }

    /// The number of groups.
    pub(super) fn groups(&self, store: &Store) -> usize {
        self.starts.iter().map(|&cell| store.get(cell).count_ones() as usize).sum()
    }
}
