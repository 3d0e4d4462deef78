//! Division with truncation.

use super::function::Function;
use super::interval::Interval;
use crate::{Consistency, Constraint, Post, Store, Var};

/// `x // y = z`
///
/// The quotient is truncated toward 0, as in Prolog and MiniZinc: `-7 // 2 = -3`.
/// `y` is not 0.
///
/// Domain-consistent while `x` and `y` have at most 4096 pairs of values;
/// beyond that it reasons with bounds.
#[derive(Debug, Clone)]
pub struct Division {
    function: Function,
}

impl Division {
    /// `x` divided by `y` is `z`, truncated.
    pub fn new(x: Var, y: Var, z: Var) -> Division {
        Division { function: Function { vars: [x, y, z], f: i64::checked_div, narrow } }
    }
}

fn narrow([x, y, z]: [Interval; 3]) -> [Interval; 3] {
    let remainder = y.magnitude() - 1;
    let product = y.times(z);
    let dividend = Interval { min: product.min - remainder, max: product.max + remainder };
    [dividend, y.without_zero(), x.truncated_over(y)]
}

impl Constraint for Division {
    fn name(&self) -> &'static str {
        "division"
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
        Some(format!("{x} div {y} = {z}"))
    }
}
