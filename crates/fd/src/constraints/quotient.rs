//! Division without remainder.

use super::arithmetic::{Arithmetic, Operation};
use super::interval::Interval;
use crate::Var;

static QUOTIENT: Operation = Operation {
    name: "quotient",
    apply: quotient,
    narrow,
    minizinc: |x, y, z| format!("{y} != 0 /\\ {x} = {y} * {z}"),
};

impl Arithmetic {
    /// `x / y = z`, exactly
    ///
    /// That is: `y != 0` and `x = y * z`.
    pub fn quotient(x: Var, y: Var, z: Var) -> Arithmetic {
        Arithmetic::new(&QUOTIENT, x, y, z)
    }
}

fn quotient(a: i64, b: i64) -> Option<i64> {
    if b != 0 && a % b == 0 { Some(a / b) } else { None }
}

fn narrow([x, y, z]: [Interval; 3]) -> [Interval; 3] {
    // 0 / y = 0 says nothing of y, but that it is not 0.
    let divisor = if x.contains(0) { y.without_zero() } else { x.over(z) };
    [y.times(z), divisor, x.over(y)]
}
