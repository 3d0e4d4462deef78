//! Domains as words of bits: the one place where their layout is public.
//!
//! Nearly everything can be said value by value. Some propagators go over whole
//! sets at once, though: a board of Gap shifts and intersects the positions of
//! a line, a bar of Weight looks up what supports each weight, and the relations
//! of Aztec Math and Trid are a handful of masks. A word at a time, that is a few
//! instructions instead of a loop over 64 values, and such loops are where those
//! puzzles spend their time. So these methods hand out the words themselves
//! rather than a set type of ours that every propagator would have to unwrap.

use super::Store;
use crate::{Conflict, Var};

/// Domains as words of bits: bit `i` of the whole stands for [`Store::base`] `+ i`.
impl Store {
    /// The set of values of `x`; no word when it [is an interval](Store::is_interval).
    #[inline]
    pub fn words(&self, x: Var) -> &[u64] {
        let slot = self.slots[x.index()];
        self.trail.slice(slot.address, slot.words)
    }

    /// The first of [`Store::words`].
    #[inline]
    pub(crate) fn word(&self, x: Var) -> u64 {
        self.trail.get(self.slots[x.index()].address)
    }

    /// The value that bit 0 stands for; it never changes.
    #[inline]
    pub fn base(&self, x: Var) -> i32 {
        self.slots[x.index()].base
    }

    /// Removes all values of `x` that are not in `set`; missing words are empty.
    ///
    /// # Errors
    /// [`Conflict`] when none is left.
    #[inline]
    pub fn keep(&mut self, x: Var, set: &[u64]) -> Result<(), Conflict> {
        let slot = self.slots[x.index()];
        if slot.is_small() {
            self.keep_small(x, slot, set.first().copied().unwrap_or(0))
        } else if slot.is_interval() {
            self.keep_interval(x, slot, set)
        } else {
            self.keep_wide(x, slot, 0, slot.words - 1, |i| set.get(i as usize).copied().unwrap_or(0))
        }
    }

    /// As [`Store::keep`], for a domain of one word.
    #[inline(always)]
    pub(crate) fn keep_word(&mut self, x: Var, set: u64) -> Result<(), Conflict> {
        let slot = self.slots[x.index()];
        debug_assert!(slot.is_small());
        self.keep_small(x, slot, set)
    }
}
