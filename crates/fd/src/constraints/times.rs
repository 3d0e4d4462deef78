//! Products.

use super::arithmetic::{Arithmetic, Operation};
use super::interval::Interval;
use crate::Var;

static TIMES: Operation =
    Operation { name: "times", apply: |a, b| Some(a * b), narrow, minizinc: |x, y, z| format!("{x} * {y} = {z}") };

impl Arithmetic {
    /// `x * y = z`
    pub fn times(x: Var, y: Var, z: Var) -> Arithmetic {
        Arithmetic::new(&TIMES, x, y, z)
    }
}

fn narrow([x, y, z]: [Interval; 3]) -> [Interval; 3] {
    // 0 * y = 0 says nothing of y.
    let factor = |own: Interval, other: Interval| {
        if z.contains(0) && other.contains(0) { own } else { z.over(other) }
    };
    [factor(x, y), factor(y, x), x.times(y)]
}
