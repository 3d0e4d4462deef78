//! Remainders.

use super::arithmetic::{Arithmetic, Operation};
use super::interval::Interval;
use crate::Var;

static MODULO: Operation = Operation {
    name: "modulo",
    apply: modulo,
    narrow,
    minizinc: |x, y, z| format!("(({x} mod {y}) + {y}) mod {y} = {z}"),
};

impl Arithmetic {
    /// `x mod y = z`
    ///
    /// The remainder of division rounded down, with the sign of `y`, as in
    /// SICStus Prolog: `-7 mod 2 = 1`. `y` is not 0.
    ///
    /// Domain-consistent while `x` and `y` have at most 4096 pairs of values;
    /// beyond that only `z` is bounded, by `y`.
    pub fn modulo(x: Var, y: Var, z: Var) -> Arithmetic {
        Arithmetic::new(&MODULO, x, y, z)
    }
}

fn modulo(a: i64, b: i64) -> Option<i64> {
    let remainder = a.checked_rem(b)?;
    Some(if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder })
}

fn narrow([x, y, _]: [Interval; 3]) -> [Interval; 3] {
    let rest = Interval { min: (y.min + 1).min(0), max: (y.max - 1).max(0) };
    [x, y.without_zero(), rest]
}
