//! Division with truncation.

use super::arithmetic::{Arithmetic, Operation};
use super::interval::Interval;
use crate::Var;

static DIVISION: Operation =
    Operation { name: "division", apply: i64::checked_div, narrow, minizinc: |x, y, z| format!("{x} div {y} = {z}") };

impl Arithmetic {
    /// `x // y = z`
    ///
    /// The quotient is truncated toward 0, as in Prolog and MiniZinc: `-7 // 2 = -3`.
    /// `y` is not 0.
    pub fn division(x: Var, y: Var, z: Var) -> Arithmetic {
        Arithmetic::new(&DIVISION, x, y, z)
    }
}

fn narrow([x, y, z]: [Interval; 3]) -> [Interval; 3] {
    let remainder = y.magnitude() - 1;
    let product = y.times(z);
    let dividend = Interval { min: product.min - remainder, max: product.max + remainder };
    [dividend, y.without_zero(), x.truncated_over(y)]
}
