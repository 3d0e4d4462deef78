//! Domains as words of bits: the one place where their layout is public.

use super::Store;
use crate::{Conflict, Space, Var};
use std::ops::Range;

/// Domains as words of bits: bit `i` of the whole stands for [`base`](Words::base) `+ i`.
///
/// Nearly everything can be said value by value, which is what [`Store`] and [`Space`] offer by themselves. Some
/// propagators go over whole sets at once, though: a board of Gap shifts and intersects the positions of a line, a
/// bar of Weight looks up what supports each weight. A word at a time, that is a few instructions instead of a loop
/// over 64 values. So whoever asks for it gets the words themselves rather than a set type of ours that would have
/// to be unwrapped.
///
/// ```
/// use fd::{Model, Space, Words};
/// let mut model = Model::new();
/// let x = model.var(10..=15)?;
/// let mut space = Space::new(&model);
/// space.keep(x, &[0b10_1010]).expect("some are left");
/// assert_eq!(space.store().values(x).collect::<Vec<_>>(), [11, 13, 15]);
/// assert_eq!((space.base(x), space.words(x)), (10, &[0b10_1010][..]));
/// # Ok::<(), fd::ModelError>(())
/// ```
pub trait Words {
    /// The value that bit 0 stands for; it never changes.
    fn base(&self, x: Var) -> i32;

    /// The set of values of `x`; no word when it [is an interval](Store::is_interval).
    fn words(&self, x: Var) -> &[u64];

    /// Removes all values of `x` that are not in `set`; missing words are empty.
    ///
    /// # Errors
    /// [`Conflict`] when none is left.
    fn keep(&mut self, x: Var, set: &[u64]) -> Result<(), Conflict>;
}

/// For propagators.
impl Words for Store {
    #[inline]
    fn base(&self, x: Var) -> i32 {
        self.slots[x.index()].base
    }

    #[inline]
    fn words(&self, x: Var) -> &[u64] {
        let slot = self.slots[x.index()];
        self.trail.slice(slot.address, slot.words)
    }

    #[inline]
    fn keep(&mut self, x: Var, set: &[u64]) -> Result<(), Conflict> {
        let slot = self.slots[x.index()];
        if slot.is_small() {
            self.keep_small(x, slot, set.first().copied().unwrap_or(0))
        } else if slot.is_interval() {
            self.keep_interval(x, slot, set)
        } else {
            self.keep_wide(x, slot, 0, slot.words - 1, |i| set.get(i as usize).copied().unwrap_or(0))
        }
    }
}

/// For questions: what is kept is a fact, as in [`Space::assume`].
impl Words for Space {
    fn base(&self, x: Var) -> i32 {
        self.store.base(x)
    }

    fn words(&self, x: Var) -> &[u64] {
        self.store.words(x)
    }

    /// # Panics
    /// When `x` is a variable of another model.
    fn keep(&mut self, x: Var, set: &[u64]) -> Result<(), Conflict> {
        self.own(x);
        self.store.keep(x, set)
    }
}

impl Store {
    /// Where [`Words::words`] lie in the trail.
    pub(crate) fn addresses(&self, x: Var) -> Range<usize> {
        let slot = self.slots[x.index()];
        slot.address as usize..(slot.address + slot.words) as usize
    }

    /// The first of [`Words::words`].
    #[inline]
    pub(crate) fn word(&self, x: Var) -> u64 {
        self.trail.get(self.slots[x.index()].address)
    }

    /// As [`Words::keep`], for a domain of one word.
    #[inline(always)]
    pub(crate) fn keep_word(&mut self, x: Var, set: u64) -> Result<(), Conflict> {
        let slot = self.slots[x.index()];
        debug_assert!(slot.is_small());
        self.keep_small(x, slot, set)
    }
}
