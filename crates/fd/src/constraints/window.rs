//! Pieces of a domain as words, wherever they begin.

use crate::{Store, Var};

/// Which of the 64 values `from`, `from + 1`, ... are in the domain of `x`:
/// bit `i` stands for `from + i`.
#[inline]
pub(super) fn ascending(store: &Store, x: Var, from: i64) -> u64 {
    let words = store.words(x);
    let start = from - i64::from(store.base(x));
    let word = |i: i64| usize::try_from(i).ok().and_then(|i| words.get(i)).copied().unwrap_or(0);
    let (index, shift) = (start.div_euclid(64), start.rem_euclid(64));
    if shift == 0 { word(index) } else { word(index) >> shift | word(index + 1) << (64 - shift) }
}

/// Which of the 64 values `from`, `from - 1`, ... are in the domain of `x`:
/// bit `i` stands for `from - i`.
#[inline]
pub(super) fn descending(store: &Store, x: Var, from: i64) -> u64 {
    ascending(store, x, from - 63).reverse_bits()
}

/// The words of `y` between its bounds, each with the value that its bit 0
/// stands for: all that a propagator need write of a set for [`Store::keep`],
/// since the domain has nothing beyond.
#[inline]
pub(super) fn between_bounds(store: &Store, y: Var) -> impl Iterator<Item = (usize, i64)> + use<> {
    let base = i64::from(store.base(y));
    let first = (i64::from(store.min(y)) - base) / 64;
    let last = (i64::from(store.max(y)) - base) / 64;
    (first..=last).map(move |i| (i as usize, base + i * 64))
}
