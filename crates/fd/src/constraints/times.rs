//! Products.

use super::function::Function;
use super::interval::Interval;
use crate::{Consistency, Constraint, Post, Store, Var};

/// `x * y = z`
///
/// Domain-consistent while `x` and `y` have at most 4096 pairs of values;
/// beyond that it reasons with bounds.
#[derive(Debug, Clone)]
pub struct Times {
    function: Function,
}

impl Times {
    /// `x` times `y` is `z`.
    pub fn new(x: Var, y: Var, z: Var) -> Times {
        Times { function: Function { vars: [x, y, z], f: |a, b| Some(a * b), narrow } }
    }
}

fn narrow([x, y, z]: [Interval; 3]) -> [Interval; 3] {
    // 0 * y = 0 says nothing of y.
    let factor = |own: Interval, other: Interval| {
        if z.contains(0) && other.contains(0) { own } else { z.over(other) }
    };
    [factor(x, y), factor(y, x), x.times(y)]
}

impl Constraint for Times {
    fn name(&self) -> &'static str {
        "times"
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
        Some(format!("{x} * {y} = {z}"))
    }
}
