//! Absolute values.

use super::window::{ascending, between_bounds, descending};
use crate::{Changed, Conflict, Consistency, Constraint, Event, Post, Priority, Propagator, Status, Store, Var, Wake};

/// `|x| = y`
#[derive(Debug, Clone)]
pub struct Abs {
    x: Var,
    y: Var,
}

impl Abs {
    /// The absolute value of `x` is `y`.
    pub fn new(x: Var, y: Var) -> Abs {
        Abs { x, y }
    }
}

impl Constraint for Abs {
    fn name(&self) -> &'static str {
        "abs"
    }

    fn scope(&self) -> Vec<Var> {
        vec![self.x, self.y]
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        i64::from(value(self.x)).abs() == i64::from(value(self.y))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn post(&self, post: &mut Post<'_>) {
        let &Abs { x, y } = self;
        let words = post.store().words(x).len().max(post.store().words(y).len());
        let wakes = [Wake::on(x, Event::ANY), Wake::on(y, Event::ANY)];
        post.add(Priority::Unit, AbsDomains { x, y, scratch: vec![0; words].into() }, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let &Abs { x, y } = self;
        let possible = store.values(x).any(|value| store.contains(y, value.abs()));
        match (possible, store.value(x), store.value(y)) {
            (false, ..) => Some(false),
            (true, Some(_), Some(_)) => Some(true),
            _ => None,
        }
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        Some(format!("abs({}) = {}", name(self.x), name(self.y)))
    }
}

/// Keeps in `x` what is in `y` or its mirror image, and the other way round.
#[derive(Debug)]
struct AbsDomains {
    x: Var,
    y: Var,
    /// As long as the longer domain.
    scratch: Box<[u64]>,
}

impl Propagator for AbsDomains {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        store.at_least(self.y, 0)?;
        for (from, to) in [(self.x, self.y), (self.y, self.x)] {
            for (i, value) in between_bounds(store, to) {
                self.scratch[i] = ascending(store, from, value) | descending(store, from, -value);
            }
            store.keep(to, &self.scratch)?;
        }
        Ok(if store.is_fixed(self.x) { Status::Entailed } else { Status::Fixpoint })
    }
}
