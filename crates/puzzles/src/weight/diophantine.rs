//! The whole-number points of a line, and the greatest common divisor.

use crate::tree::gcd;
use std::ops::RangeInclusive;

/// The x from 0 to `m - 1` with `a x = 1` modulo m, for a and m without a common
/// divisor.
fn inverse(a: i64, m: i64) -> i64 {
    // At each step `r = a x` modulo m, for both pairs of r and x.
    let (mut one, mut two) = ((m, 0), (a.rem_euclid(m), 1));
    while two.0 != 0 {
        let quotient = one.0 / two.0;
        (one, two) = (two, (one.0 - quotient * two.0, one.1 - quotient * two.1));
    }
    one.1.rem_euclid(m)
}

/// `a x + b y = c` in whole numbers, for given a and b (b is not 0) and any c.
///
/// There are points when the greatest common divisor of a and b divides c;
/// then x is `c / divisor * inverse`, give or take multiples of the stride.
#[derive(Debug, Clone, Copy)]
pub(super) struct Diophantine {
    a: i64,
    b: i64,
    divisor: i64,
    inverse: i64,
    /// How far x is from one point to the next, and how much y falls meanwhile.
    stride: i64,
    fall: i64,
}

impl Diophantine {
    pub(super) fn new(a: i32, b: i32) -> Diophantine {
        // A line with b = 0 is never asked for its points.
        let b = if b == 0 { 1 } else { b };
        let (a, b, divisor) = (i64::from(a), i64::from(b), i64::from(gcd(a, b)));
        let stride = (b / divisor).abs();
        let inverse = inverse(a / divisor, stride);
        Diophantine { a, b, divisor, inverse, stride, fall: a * stride / b }
    }

    /// The points with x and y between their bounds, x growing; when the sum
    /// of x and y is known, only the point with that sum.
    #[inline]
    pub(super) fn points(
        &self,
        c: i64,
        x: (i64, i64),
        y: (i64, i64),
        sum: Option<i64>,
    ) -> impl Iterator<Item = (i64, i64)> + use<> {
        let Diophantine { a, b, divisor, inverse, stride, fall } = *self;
        let xs = self.between(c, x, y, sum).filter(|_| c % divisor == 0);
        let (low, high) = xs.map_or((1, 0), RangeInclusive::into_inner);
        let first = low + (c / divisor * inverse - low).rem_euclid(stride);
        let mut point = (first, (c - a * first) / b);
        std::iter::from_fn(move || {
            let this = point;
            point = (this.0 + stride, this.1 - fall);
            (this.0 <= high).then_some(this)
        })
    }

    /// The bounds of x for which y keeps to its own, and the sum is right.
    #[inline]
    fn between(&self, c: i64, x: (i64, i64), y: (i64, i64), sum: Option<i64>) -> Option<RangeInclusive<i64>> {
        let Diophantine { a, b, .. } = *self;
        let (mut low, mut high) = x;
        if a != 0 {
            let (least, most) = if b > 0 { (b * y.0, b * y.1) } else { (b * y.1, b * y.0) };
            let (least, most) = if a > 0 { (c - most, c - least) } else { (least - c, most - c) };
            low = low.max(-(-least).div_euclid(a.abs()));
            high = high.min(most.div_euclid(a.abs()));
        }
        if let Some(sum) = sum
            && a != b
        {
            let numerator = c - b * sum;
            if numerator % (a - b) != 0 {
                return None;
            }
            low = low.max(numerator / (a - b));
            high = high.min(numerator / (a - b));
        }
        Some(low..=high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_points_and_no_others() {
        for (a, b) in (-6..=6).flat_map(|a| (-6..=6).map(move |b| (a, b))).filter(|&(_, b)| b != 0) {
            for c in -20..=20 {
                let line = Diophantine::new(a, b);
                let on_line = |(x, y): &(i64, i64)| i64::from(a) * x + i64::from(b) * y == c;
                let all = (-4..=7).flat_map(|x| (-3..=9).map(move |y| (x, y))).filter(on_line);
                let mut all: Vec<(i64, i64)> = all.collect();
                if a == 0 {
                    // y is the same all along, and its bounds do not bound x.
                    all = (-4..=7).map(|x| (x, c / i64::from(b))).filter(on_line).collect();
                }
                assert_eq!(line.points(c, (-4, 7), (-3, 9), None).collect::<Vec<_>>(), all, "{a} x + {b} y = {c}");
                all.retain(|(x, y)| a == b || x + y == 5);
                assert_eq!(line.points(c, (-4, 7), (-3, 9), Some(5)).collect::<Vec<_>>(), all, "{a} x + {b} y = {c}");
            }
        }
    }
}
