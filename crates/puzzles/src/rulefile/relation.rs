//! A condition as one constraint over its places: for reasoning, where each rule
//! at one place is one constraint.

use super::condition::{Condition, Ranges};
use super::lower::Lowering;
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};
use std::sync::Arc;

/// The most combinations of values that are looked through to find what is left.
const MOST_TRIED: u64 = 3_000;

/// `condition(x0, x1, ...)`
///
/// While there are few combinations of values, each value left is part of a
/// solution. Otherwise a value goes when the bounds of the others rule it out.
#[derive(Debug, Clone)]
pub(super) struct Relation {
    vars: Vec<Var>,
    condition: Arc<Condition>,
}

impl Relation {
    /// The places of the condition are the numbers of these variables.
    pub(super) fn new(vars: Vec<Var>, condition: Condition) -> Relation {
        Relation { vars, condition: Arc::new(condition) }
    }
}

struct Values<'a>(&'a [i32]);

impl Ranges for Values<'_> {
    fn bounds(&self, place: usize) -> (i64, i64) {
        (i64::from(self.0[place]), i64::from(self.0[place]))
    }
}

impl Constraint for Relation {
    fn name(&self) -> &'static str {
        "relation"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let values: Vec<i32> = self.vars.iter().map(|&x| value(x)).collect();
        self.condition.can_hold(&Values(&values))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.vars.iter().map(|&x| Wake::on(x, Event::ANY)).collect();
        post.add(Priority::Last, Prune { relation: self.clone() }, &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let domain = |&x: &Var| (into.domain(x).min(), into.domain(x).max());
        let values: Vec<(i32, i32)> = self.vars.iter().map(domain).collect();
        let mut lowering = Lowering::new(std::mem::take(into), self.vars.clone(), &values);
        let posted = lowering.post(&self.condition);
        *into = lowering.model;
        posted.map(|()| true)
    }
}

#[derive(Debug)]
struct Prune {
    relation: Relation,
}

/// The domains of some variables, some of them narrowed to one value.
struct Domains<'a> {
    vars: &'a [Var],
    store: &'a Store,
    fixed: Vec<Option<i32>>,
}

impl Ranges for Domains<'_> {
    fn bounds(&self, place: usize) -> (i64, i64) {
        let (least, most) =
            self.fixed[place].map_or_else(|| self.store.bounds(self.vars[place]), |value| (value, value));
        (i64::from(least), i64::from(most))
    }

    fn contains(&self, place: usize, value: i64) -> bool {
        let Ok(value) = i32::try_from(value) else { return false };
        self.fixed[place].map_or_else(|| self.store.contains(self.vars[place], value), |fixed| fixed == value)
    }
}

impl Propagator for Prune {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Relation { vars, condition } = &self.relation;
        let combinations = vars.iter().fold(1_u64, |all, &x| all.saturating_mul(u64::from(store.size(x))));
        let mut removed = Vec::new();
        {
            let mut domains = Domains { vars, store, fixed: vec![None; vars.len()] };
            if !condition.can_hold(&domains) {
                return Err(Conflict);
            }
            if condition.must_hold(&domains) {
                return Ok(Status::Entailed);
            }
            if combinations <= MOST_TRIED {
                let mut left: Vec<Vec<i32>> = vars.iter().map(|&x| store.values(x).collect()).collect();
                supports(condition, &mut domains, 0, &mut left);
                removed
                    .extend(vars.iter().zip(left).flat_map(|(&x, left)| left.into_iter().map(move |value| (x, value))));
            } else {
                for (at, &x) in vars.iter().enumerate() {
                    for value in store.values(x) {
                        domains.fixed[at] = Some(value);
                        if !condition.can_hold(&domains) {
                            removed.push((x, value));
                        }
                    }
                    domains.fixed[at] = None;
                }
            }
        }
        for &(x, value) in &removed {
            store.remove(x, value)?;
        }
        let again = !removed.is_empty() && combinations > MOST_TRIED;
        Ok(if again { Status::Again } else { Status::Fixpoint })
    }
}

/// Takes every value that is part of a solution out of those that are left.
fn supports(condition: &Condition, domains: &mut Domains<'_>, at: usize, left: &mut [Vec<i32>]) -> bool {
    if left.iter().all(Vec::is_empty) || !condition.can_hold(domains) {
        return false;
    }
    if at == domains.vars.len() {
        for (left, value) in left.iter_mut().zip(&domains.fixed) {
            left.retain(|&own| Some(own) != *value);
        }
        return true;
    }
    let values: Vec<i32> = domains.store.values(domains.vars[at]).collect();
    for value in values {
        domains.fixed[at] = Some(value);
        supports(condition, domains, at + 1, left);
    }
    domains.fixed[at] = None;
    true
}
