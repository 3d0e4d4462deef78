//! One term of a sum, and what bounds say about it.

use crate::constraints::interval::saturated;
use crate::{Conflict, Store, Var};

/// `coefficient * var`; the coefficient is not 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Term {
    pub(super) coefficient: i64,
    pub(super) var: Var,
}

impl Term {
    /// The least and the greatest value of the product.
    #[inline]
    pub(super) fn range(self, store: &Store) -> (i64, i64) {
        let (min, max) = store.bounds(self.var);
        let (at_min, at_max) = (self.coefficient * i64::from(min), self.coefficient * i64::from(max));
        if self.coefficient > 0 { (at_min, at_max) } else { (at_max, at_min) }
    }

    /// The value that makes the product `product`, if there is one.
    #[inline]
    pub(super) fn solve(self, product: i64) -> Option<i32> {
        if product % self.coefficient == 0 { i32::try_from(product / self.coefficient).ok() } else { None }
    }

    /// Makes the product at most `bound`.
    #[inline]
    pub(super) fn at_most(self, store: &mut Store, bound: i64) -> Result<(), Conflict> {
        let quotient = bound.div_euclid(self.coefficient.abs());
        if self.coefficient > 0 {
            store.at_most(self.var, saturated(quotient))
        } else {
            store.at_least(self.var, saturated(-quotient))
        }
    }

    /// Makes the product at least `low` and at most `high`.
    #[inline]
    pub(super) fn confine(self, store: &mut Store, low: i64, high: i64) -> Result<(), Conflict> {
        let (min, max) = match self.coefficient {
            1 => (low, high),
            -1 => (-high, -low),
            c if c > 0 => (-(-low).div_euclid(c), high.div_euclid(c)),
            c => (-high.div_euclid(-c), (-low).div_euclid(-c)),
        };
        store.confine(self.var, saturated(min), saturated(max))
    }
}
