//! Division without remainder.

use super::function::Function;
use super::interval::Interval;
use crate::{Consistency, Constraint, Post, Store, Var};

/// `x / y = z`, exactly
///
/// That is: `y != 0` and `x = y * z`.
///
/// Domain-consistent while `x` and `y` have at most 4096 pairs of values;
/// beyond that it reasons with bounds.
#[derive(Debug, Clone)]
pub struct Quotient {
    function: Function,
}

impl Quotient {
    /// `x` divided by `y` is `z`, and nothing is left over.
    pub fn new(x: Var, y: Var, z: Var) -> Quotient {
        Quotient { function: Function { vars: [x, y, z], f: quotient, narrow } }
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

impl Constraint for Quotient {
    fn name(&self) -> &'static str {
        "quotient"
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
        Some(format!("{y} != 0 /\\ {x} = {y} * {z}"))
    }
}
