//! A value that stands somewhere in a group stands nowhere else that sees all its places there.

use fd::constraints::Clause;
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};
use std::collections::BTreeMap;

/// Which places cannot hold the same value, and which values.
#[derive(Debug, Default)]
pub(super) struct Sight(BTreeMap<usize, BTreeMap<usize, u64>>);

impl Sight {
    /// The bit of a value; the few values that have none are not seen.
    fn bit(value: i32) -> u64 {
        u32::try_from(value).ok().and_then(|value| 1_u64.checked_shl(value)).unwrap_or(0)
    }

    /// No two of these places hold the same of these values.
    pub(super) fn add(&mut self, places: &[usize], values: &[i32]) {
        let all = values.iter().fold(0, |all, &value| all | Sight::bit(value));
        for (at, &one) in places.iter().enumerate() {
            for &other in &places[at + 1..] {
                *self.0.entry(one).or_default().entry(other).or_default() |= all;
                *self.0.entry(other).or_default().entry(one).or_default() |= all;
            }
        }
    }

    /// The places outside a group that see at least two of its places with this value: each with those.
    pub(super) fn seen_from_outside(&self, group: &[usize], value: i32) -> BTreeMap<usize, Vec<usize>> {
        let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &own in group {
            let seen = self.0.get(&own).into_iter().flatten();
            for (&other, _) in seen.filter(|(other, values)| !group.contains(other) && *values & Sight::bit(value) != 0)
            {
                found.entry(other).or_default().push(own);
            }
        }
        found.retain(|_, seen| seen.len() > 1);
        found
    }
}

/// `value` stands at one of `group` at least, and at none of the others that sees all of these.
#[derive(Debug, Clone)]
pub(super) struct Pointing {
    pub(super) value: i32,
    pub(super) group: Vec<Var>,
    /// Each with those of the group that it sees.
    pub(super) others: Vec<(Var, Vec<Var>)>,
}

impl Constraint for Pointing {
    fn name(&self) -> &'static str {
        "pointing"
    }

    fn scope(&self) -> Vec<Var> {
        self.group.iter().copied().chain(self.others.iter().map(|(x, _)| *x)).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let is = |&x: &Var| value(x) == self.value;
        let holding: Vec<&Var> = self.group.iter().filter(|x| is(x)).collect();
        let sees_all = |seen: &[Var]| holding.iter().all(|x| seen.contains(x));
        !holding.is_empty() && !self.others.iter().any(|(x, seen)| is(x) && sees_all(seen))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Check
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.group.iter().map(|&x| Wake::on(x, Event::ANY)).collect();
        post.add(Priority::Last, Prune(self.clone()), &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        into.post(Clause::new(self.group.iter().map(|x| x.is(self.value))))?;
        for (x, seen) in &self.others {
            let unseen = self.group.iter().filter(|own| !seen.contains(own)).map(|own| own.is(self.value));
            into.post(Clause::new(unseen.chain([x.is_not(self.value)])))?;
        }
        Ok(true)
    }
}

#[derive(Debug)]
struct Prune(Pointing);

impl Propagator for Prune {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Pointing { value, group, others } = &self.0;
        let open: Vec<Var> = group.iter().copied().filter(|&x| store.contains(x, *value)).collect();
        if open.is_empty() {
            return Err(Conflict);
        }
        for (x, seen) in others {
            if open.iter().all(|own| seen.contains(own)) {
                store.remove(*x, *value)?;
            }
        }
        Ok(Status::Fixpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointing_keeps_its_promises() {
        fd::harness::verify("pointing", 200, |random| {
            let mut model = Model::new();
            let group = random.vars(&mut model, 3, 0, 2);
            let others = random.vars(&mut model, 2, 0, 2).into_iter().map(|x| {
                let seen = group.iter().copied().filter(|_| random.chance(2, 3)).collect();
                (x, seen)
            });
            let others = others.collect();
            model.post(Pointing { value: random.within(0, 2), group, others }).unwrap();
            model
        });
    }

    #[test]
    fn who_sees_two_of_a_group_is_found() {
        let mut sight = Sight::default();
        sight.add(&[0, 1, 5], &[1, 2]);
        sight.add(&[1, 5, 6], &[2]);
        sight.add(&[0, 6], &[2, 100]);
        assert_eq!(sight.seen_from_outside(&[0, 1], 2), BTreeMap::from([(5, vec![0, 1]), (6, vec![0, 1])]));
        assert_eq!(sight.seen_from_outside(&[0, 1], 1), BTreeMap::from([(5, vec![0, 1])]));
        assert!(sight.seen_from_outside(&[0, 1], 100).is_empty(), "values beyond a word are not seen");
    }
}
