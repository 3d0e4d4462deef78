//! Pairwise different values.

mod bounds;
mod components;
mod domain;
mod matching;
mod partition;
mod rows;
mod value;
mod witness;

use super::Clause;
use crate::{Consistency, Constraint, Event, Post, Priority, Store, Var, Wake};
use bounds::ByBounds;
use domain::ByDomain;
use value::ByValue;

/// How hard an [`AllDifferent`] works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strength {
    /// The value of a fixed variable is removed from the others.
    #[default]
    Value,
    /// Also, when some variables fill an interval, the bounds of the others leave it.
    Bounds,
    /// Also, when some variables fill a set of values, the others lose all of it.
    Domain,
}

/// `x != y` for any two of the variables.
///
/// The stronger kinds are staged: the value of a fixed variable is always
/// removed first, and the expensive reasoning waits until the cheap is done.
#[derive(Debug, Clone)]
pub struct AllDifferent {
    vars: Vec<Var>,
    strength: Strength,
    /// Whether a variable is listed twice, so that nothing satisfies this.
    repeats: bool,
}

impl AllDifferent {
    /// These variables take different values.
    pub fn new(vars: &[Var]) -> AllDifferent {
        let mut sorted = vars.to_vec();
        sorted.sort_unstable();
        let repeats = sorted.windows(2).any(|pair| pair[0] == pair[1]);
        AllDifferent { vars: vars.to_vec(), strength: Strength::default(), repeats }
    }

    /// The same, working this hard.
    #[must_use]
    pub fn strength(self, strength: Strength) -> AllDifferent {
        AllDifferent { strength, ..self }
    }
}

impl Constraint for AllDifferent {
    fn name(&self) -> &'static str {
        "all_different"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let mut values: Vec<i32> = self.vars.iter().map(|&x| value(x)).collect();
        values.sort_unstable();
        values.windows(2).all(|pair| pair[0] != pair[1])
    }

    fn consistency(&self) -> Consistency {
        match self.strength {
            Strength::Value => Consistency::Forward,
            Strength::Bounds => Consistency::Bounds,
            Strength::Domain => Consistency::Domain,
        }
    }

    fn takes_intervals(&self) -> bool {
        self.strength != Strength::Domain
    }

    fn post(&self, post: &mut Post<'_>) {
        let vars = &self.vars;
        let on = |event| vars.iter().enumerate().map(move |(i, &x)| Wake::telling(x, event, i)).collect::<Vec<_>>();
        if self.repeats {
            // Nothing satisfies this.
            return Clause::new([]).post(post);
        }
        if vars.len() < 2 {
            return;
        }
        let by_value = ByValue::new(vars, post);
        post.add(Priority::Linear, by_value, &on(Event::FIXED));
        match self.strength {
            Strength::Value => {}
            Strength::Bounds => {
                let by_bounds = ByBounds::new(vars, post);
                let wakes: Vec<Wake> = vars.iter().map(|&x| Wake::on(x, Event::BOUNDS)).collect();
                post.add(Priority::Expensive, by_bounds, &wakes);
            }
            Strength::Domain => {
                let by_domain = ByDomain::new(vars, post);
                post.add(Priority::Last, by_domain, &on(Event::ANY));
            }
        }
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        if self.repeats {
            return Some(false);
        }
        // In the order of their bounds, equal fixed variables stand side by
        // side, and so do some two whose bounds overlap if any do.
        let mut bounds: Vec<(i32, i32)> = self.vars.iter().map(|&x| (store.min(x), store.max(x))).collect();
        bounds.sort_unstable();
        let mut apart = true;
        for pair in bounds.windows(2) {
            let [(min, max), (next_min, next_max)] = [pair[0], pair[1]];
            if min == max && next_min == min && next_max == min {
                return Some(false);
            }
            apart = apart && max < next_min;
        }
        apart.then_some(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        if self.vars.len() < 2 {
            // MiniZinc would not know what an empty list is a list of.
            return Some("true".to_owned());
        }
        let names: Vec<String> = self.vars.iter().map(|&x| name(x)).collect();
        Some(format!("all_different([{}])", names.join(", ")))
    }
}

/// Whether every value is good because the domains, which have these sizes,
/// are large: when for each `s` fewer than `s` of the variables have at most
/// `s` values, then whatever value one of them takes, the others find theirs
/// in the order of their sizes.
///
/// Among more than 64 variables the answer is no: there it costs what it
/// saves, since nothing is remembered from such a look.
#[inline]
fn is_roomy(sizes: impl Iterator<Item = u32>) -> bool {
    let mut counts = [0u8; 65];
    let mut n = 0;
    for size in sizes {
        if n == 64 {
            return false;
        }
        counts[size.min(64) as usize] += 1;
        n += 1;
    }
    let mut variables = 0;
    (1..n).all(|size| {
        variables += usize::from(counts[size]);
        variables < size
    })
}
