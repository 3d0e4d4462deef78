//! A bar in balance, as one constraint.

use super::supports::{Effort, Supports};
use fd::constraints::{AllDifferent, Strength, Sum};
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};
use std::sync::Arc;

/// A thing on a bar in [`Balance`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Hung {
    /// Its distance from the pivot.
    pub(super) at: i32,
    /// Its weight.
    pub(super) weight: Var,
    /// Whether it is a single weight: those differ from one another.
    pub(super) leaf: bool,
}

/// `at1 * w1 + ... + atk * wk = 0`, `w1 + ... + wk = total`, and the leaves differ.
///
/// Taken together they say far more than one by one: with a weight at -2 and
/// another at 3, the total is a multiple of 5. While few combinations of
/// weights are left, every value is checked against both equations at once
/// ([`Supports`]); before that, only bounds are.
#[derive(Debug, Clone)]
pub(super) struct Balance {
    pub(super) things: Vec<Hung>,
    pub(super) total: Var,
    /// How much to try value by value; nothing, if bounds are enough.
    pub(super) effort: Option<Effort>,
}

impl Balance {
    fn leaves(&self) -> Vec<Var> {
        self.things.iter().filter(|thing| thing.leaf).map(|thing| thing.weight).collect()
    }
}

impl Constraint for Balance {
    fn name(&self) -> &'static str {
        "balance"
    }

    fn scope(&self) -> Vec<Var> {
        self.things.iter().map(|thing| thing.weight).chain([self.total]).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let weight = |thing: &Hung| i64::from(value(thing.weight));
        let torque: i64 = self.things.iter().map(|thing| i64::from(thing.at) * weight(thing)).sum();
        let total: i64 = self.things.iter().map(weight).sum();
        torque == 0 && total == i64::from(value(self.total)) && AllDifferent::new(&self.leaves()).holds(value)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    fn post(&self, post: &mut Post<'_>) {
        let things: Arc<[Hung]> = self.things.as_slice().into();
        let scope = self.scope();
        let on = |event| scope.iter().map(|&x| Wake::on(x, event)).collect::<Vec<_>>();
        post.add(Priority::Linear, Bounds { things: Arc::clone(&things), total: self.total }, &on(Event::BOUNDS));
        let supports = self.effort.and_then(|effort| Supports::new(things, self.total, effort, post.store()));
        if let Some(supports) = supports {
            post.add(Priority::Expensive, supports, &on(Event::ANY));
        }
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let sum = |coefficient: fn(&Hung) -> i32| {
            self.things.iter().map(|thing| coefficient(thing) * thing.weight).fold(Sum::from(0), |sum, term| sum + term)
        };
        into.post(sum(|thing| thing.at).equals(0))?;
        into.post(sum(|_| 1).equals(self.total))?;
        into.post(AllDifferent::new(&self.leaves()).strength(Strength::Domain))?;
        Ok(true)
    }
}

/// Both equations on bounds; that the leaves differ, only when all is fixed.
#[derive(Debug)]
struct Bounds {
    things: Arc<[Hung]>,
    total: Var,
}

impl Propagator for Bounds {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        while self.torque(store)? | self.sum(store)? {}
        if !self.things.iter().all(|thing| store.is_fixed(thing.weight)) {
            return Ok(Status::Fixpoint);
        }
        // Then both equations hold.
        if self.leaves_differ(store) { Ok(Status::Entailed) } else { Err(Conflict) }
    }
}

impl Bounds {
    /// Whether the leaves, all of them fixed, differ.
    fn leaves_differ(&self, store: &Store) -> bool {
        let same = |one: &Hung, two: &Hung| one.leaf && two.leaf && store.min(one.weight) == store.min(two.weight);
        self.things.iter().enumerate().all(|(i, one)| !self.things[i + 1..].iter().any(|other| same(one, other)))
    }

    /// `at1 * w1 + ... = 0`
    fn torque(&self, store: &mut Store) -> Result<bool, Conflict> {
        let (mut least, mut most) = (0, 0);
        for thing in self.things.iter() {
            let (low, high) = thing.torques(store);
            least += low;
            most += high;
        }
        if least > 0 || most < 0 {
            return Err(Conflict);
        }
        let mut changed = false;
        for thing in self.things.iter() {
            let (low, high) = thing.torques(store);
            if high - low <= most.min(-least) {
                continue;
            }
            // The others can make up for torques within these bounds only.
            let (floor, ceiling) = (high - most, low - least);
            let (floor, ceiling) = if thing.at > 0 { (floor, ceiling) } else { (-ceiling, -floor) };
            let step = i64::from(thing.at.abs());
            changed |= within(store, thing.weight, -(-floor).div_euclid(step), ceiling.div_euclid(step))?;
        }
        Ok(changed)
    }

    /// `w1 + ... = total`
    fn sum(&self, store: &mut Store) -> Result<bool, Conflict> {
        let (mut least, mut most) = (0, 0);
        for thing in self.things.iter() {
            let (low, high) = range(store, thing.weight);
            least += low;
            most += high;
        }
        let mut changed = within(store, self.total, least, most)?;
        let (total_least, total_most) = range(store, self.total);
        for thing in self.things.iter() {
            let (low, high) = range(store, thing.weight);
            changed |= within(store, thing.weight, total_least - (most - high), total_most - (least - low))?;
        }
        Ok(changed)
    }
}

impl Hung {
    /// The least and the greatest torque that it can have.
    pub(super) fn torques(&self, store: &Store) -> (i64, i64) {
        let (low, high) = range(store, self.weight);
        let at = i64::from(self.at);
        if at >= 0 { (at * low, at * high) } else { (at * high, at * low) }
    }
}

/// The least and the greatest value.
pub(super) fn range(store: &Store, x: Var) -> (i64, i64) {
    (i64::from(store.min(x)), i64::from(store.max(x)))
}

/// Keeps `x` between two bounds, and says whether that removed anything.
fn within(store: &mut Store, x: Var, least: i64, most: i64) -> Result<bool, Conflict> {
    let (min, max) = range(store, x);
    if least <= min && max <= most {
        return Ok(false);
    }
    if least > max || most < min {
        return Err(Conflict);
    }
    store.at_least(x, least.max(min) as i32)?;
    store.at_most(x, most.min(max) as i32)?;
    Ok(true)
}
