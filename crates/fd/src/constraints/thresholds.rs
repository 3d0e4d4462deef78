//! The truths of many bounds on one variable.

use super::AnyLiteral;
use super::any_literal::decided_by;
use crate::space::as_set;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Literal, Model, ModelError, Post, Priority, Propagator, Status,
    Store, Trailed, Var, Wake,
};

/// `l1 <=> x <= c1`, `l2 <=> x <= c2`, ...: which literals are true depends on how great `x` is.
///
/// Each of these can be said by itself, as an [`AnyLiteral`]; then every change of `x` wakes all of them. Here they
/// stand in order, and a change of `x` looks only at those that it passes.
#[derive(Debug, Clone)]
pub struct Thresholds {
    x: Var,
    /// By increasing bound.
    truths: Vec<(i32, Literal)>,
}

impl Thresholds {
    /// Each literal is true exactly when `x` is at most the number beside it.
    pub fn new(x: Var, truths: impl IntoIterator<Item = (i32, Literal)>) -> Thresholds {
        let mut truths: Vec<(i32, Literal)> = truths.into_iter().collect();
        truths.sort_by_key(|&(bound, _)| bound);
        Thresholds { x, truths }
    }

    /// Each of them by itself.
    fn parts(&self) -> impl Iterator<Item = AnyLiteral> + '_ {
        self.truths.iter().map(|&(bound, truth)| AnyLiteral::new(truth, [self.x.at_most(bound)]))
    }

    fn are_apart(&self) -> bool {
        as_set(self.scope()).len() == self.truths.len() + 1
    }
}

/// Fewer are woken one by one.
const FEWEST: usize = 4;

impl Constraint for Thresholds {
    fn name(&self) -> &'static str {
        "thresholds"
    }

    fn scope(&self) -> Vec<Var> {
        self.truths.iter().map(|(_, truth)| truth.var).chain([self.x]).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let x = value(self.x);
        self.truths.iter().all(|(bound, truth)| truth.holds(value(truth.var)) == (x <= *bound))
    }

    fn consistency(&self) -> Consistency {
        if self.are_apart() { Consistency::Domain } else { Consistency::Check }
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        if self.truths.len() < FEWEST {
            return self.parts().for_each(|part| part.post(post));
        }
        let told = self.truths.iter().enumerate();
        let told = told.map(|(i, (_, truth))| Wake::telling(truth.var, decided_by(truth.relation), i));
        let wakes: Vec<Wake> = told.chain([Wake::on(self.x, Event::BOUNDS)]).collect();
        let (below, above) = (post.trailed(0), post.trailed(self.truths.len() as u64));
        let status = if self.are_apart() { Status::Fixpoint } else { Status::Again };
        post.add(Priority::Unit, Passed { of: self.clone(), below, above, status }, &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        self.parts().try_for_each(|part| into.post(part))?;
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let parts: Option<Vec<String>> = self.parts().map(|part| Some(format!("({})", part.minizinc(name)?))).collect();
        Some(parts.filter(|parts| !parts.is_empty()).map_or_else(|| "true".to_owned(), |parts| parts.join(" /\\ ")))
    }
}

/// Has `x` and the literals follow each other.
#[derive(Debug)]
struct Passed {
    of: Thresholds,
    /// How many bounds are known to be less than `x`.
    below: Trailed,
    /// From which one on they are known not to be.
    above: Trailed,
    status: Status,
}

impl Propagator for Passed {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let Passed { of: Thresholds { x, truths }, below, above, status } = self;
        let (mut least, mut greatest) = (i32::MIN, i32::MAX);
        let mut look = |&(bound, truth): &(i32, Literal)| match store.decided(truth) {
            Some(true) => greatest = greatest.min(bound),
            Some(false) => least = least.max(bound.saturating_add(1)),
            None => {}
        };
        match changed {
            Changed::All => truths.iter().for_each(look),
            Changed::Only(told) => told.iter().filter_map(|&i| truths.get(i as usize)).for_each(&mut look),
        }
        store.confine(*x, least, greatest)?;
        let (min, max) = store.bounds(*x);
        let known = (store.get(*below) as usize, store.get(*above) as usize);
        let (mut first, mut end) = known;
        while first < end && truths[first].0 < min {
            store.make(truths[first].1.negated())?;
            first += 1;
        }
        while first < end && truths[end - 1].0 >= max {
            store.make(truths[end - 1].1)?;
            end -= 1;
        }
        if (first, end) != known {
            store.set(*below, first as u64);
            store.set(*above, end as u64);
        }
        Ok(if first == end { Status::Entailed } else { *status })
    }
}
