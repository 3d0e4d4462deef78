//! Remainders.

use super::function::Function;
use super::interval::Interval;
use crate::{Consistency, Constraint, Post, Store, Var};

/// `x mod y = z`
///
/// The remainder of division rounded down, with the sign of `y`, as in
/// SICStus Prolog: `-7 mod 2 = 1`. `y` is not 0.
///
/// Domain-consistent while `x` and `y` have at most 4096 pairs of values;
/// beyond that only `z` is bounded, by `y`.
#[derive(Debug, Clone)]
pub struct Modulo {
    function: Function,
}

impl Modulo {
    /// `x` modulo `y` is `z`.
    pub fn new(x: Var, y: Var, z: Var) -> Modulo {
        Modulo { function: Function { vars: [x, y, z], f: modulo, narrow } }
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

impl Constraint for Modulo {
    fn name(&self) -> &'static str {
        "modulo"
    }

    fn scope(&self) -> Vec<Var> {
        self.function.vars.to_vec()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.function.holds(value)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn post(&self, post: &mut Post<'_>) {
        self.function.post(post);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        self.function.entailment(store)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let [x, y, z] = self.function.vars.map(name);
        Some(format!("(({x} mod {y}) + {y}) mod {y} = {z}"))
    }
}
