//! Domains as arithmetic sees them: bounds as 64-bit numbers, which may leave the range of values, and pieces as
//! words, wherever they begin.

use crate::{Conflict, Store, Var, Words};

/// The nearest `i32`: beyond ±2^30 no variable has values, so that as a bound
/// it says the same.
#[inline]
pub(super) fn saturated(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// All numbers from `min` to `max`; none when `min > max`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) min: i64,
    pub(super) max: i64,
}

impl Interval {
    /// From the least to the greatest value of `x`.
    #[inline]
    pub(super) fn of(store: &Store, x: Var) -> Interval {
        Interval { min: i64::from(store.min(x)), max: i64::from(store.max(x)) }
    }

    /// Removes from `x` what lies outside.
    #[inline]
    pub(super) fn confine(self, store: &mut Store, x: Var) -> Result<(), Conflict> {
        store.confine(x, saturated(self.min), saturated(self.max))
    }

    /// The greatest absolute value.
    pub(super) fn magnitude(self) -> i64 {
        self.min.abs().max(self.max.abs())
    }

    /// Whether `value` lies inside.
    pub(super) fn contains(self, value: i64) -> bool {
        self.min <= value && value <= self.max
    }

    /// The same without 0, if that is the first or the last number.
    pub(super) fn without_zero(self) -> Interval {
        Interval { min: if self.min == 0 { 1 } else { self.min }, max: if self.max == 0 { -1 } else { self.max } }
    }

    /// Around all products of a number of each.
    pub(super) fn times(self, other: Interval) -> Interval {
        let corners = [self.min * other.min, self.min * other.max, self.max * other.min, self.max * other.max];
        corners.into_iter().map(|corner| Interval { min: corner, max: corner }).fold(NOTHING, Interval::hull)
    }

    /// Around all whole quotients of a number of each, without those by 0.
    pub(super) fn over(self, divisor: Interval) -> Interval {
        self.quotients(divisor, |corner| Interval { min: ceiling(corner), max: floor(corner) })
    }

    /// Around all quotients of a number of each, truncated toward 0, without
    /// those by 0.
    pub(super) fn truncated_over(self, divisor: Interval) -> Interval {
        self.quotients(divisor, |(n, d)| Interval { min: n / d, max: n / d })
    }

    /// Quotients are extreme where both numbers are, on either side of 0.
    fn quotients(self, divisor: Interval, rounded: fn((i64, i64)) -> Interval) -> Interval {
        let negative = Interval { min: divisor.min, max: divisor.max.min(-1) };
        let positive = Interval { min: divisor.min.max(1), max: divisor.max };
        let mut around = NOTHING;
        for side in [negative, positive].into_iter().filter(|side| side.min <= side.max) {
            let corners = [(self.min, side.min), (self.min, side.max), (self.max, side.min), (self.max, side.max)];
            let quotients = corners.into_iter().map(rounded).fold(NOTHING, Interval::hull);
            if quotients.min <= quotients.max {
                around = around.hull(quotients);
            }
        }
        around
    }

    /// From the lesser minimum to the greater maximum.
    fn hull(self, other: Interval) -> Interval {
        Interval { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

/// No number.
const NOTHING: Interval = Interval { min: i64::MAX, max: i64::MIN };

fn floor((n, d): (i64, i64)) -> i64 {
    let quotient = n / d;
    if n % d != 0 && (n < 0) != (d < 0) { quotient - 1 } else { quotient }
}

fn ceiling((n, d): (i64, i64)) -> i64 {
    -floor((-n, d))
}

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
/// stands for: all that a propagator need write of a set for [`Words::keep`],
/// since the domain has nothing beyond.
#[inline]
pub(super) fn between_bounds(store: &Store, y: Var) -> impl Iterator<Item = (usize, i64)> + use<> {
    let base = i64::from(store.base(y));
    let first = (i64::from(store.min(y)) - base) / 64;
    let last = (i64::from(store.max(y)) - base) / 64;
    (first..=last).map(move |i| (i as usize, base + i * 64))
}
