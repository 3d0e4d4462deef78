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
        let at_min = self.coefficient * i64::from(store.min(self.var));
        let at_max = self.coefficient * i64::from(store.max(self.var));
        if self.coefficient > 0 { (at_min, at_max) } else { (at_max, at_min) }
    }

    /// The value that makes the product `product`, if there is one.
    #[inline]
    pub(super) fn solve(self, product: i64) -> Option<i32> {
        if product % self.coefficient == 0 { i32::try_from(product / self.coefficient).ok() } else { None }
    }

    /// Makes the product `bound` at most.
    #[inline]
    pub(super) fn at_most(self, store: &mut Store, bound: i64) -> Result<(), Conflict> {
        let quotient = bound.div_euclid(self.coefficient.abs());
        if self.coefficient > 0 {
            store.at_most(self.var, saturated(quotient))
        } else {
            store.at_least(self.var, saturated(-quotient))
        }
    }

    /// Makes the product `bound` at least.
    #[inline]
    pub(super) fn at_least(self, store: &mut Store, bound: i64) -> Result<(), Conflict> {
        Term { coefficient: -self.coefficient, ..self }.at_most(store, -bound)
    }
}
