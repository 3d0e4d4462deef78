//! Numbers that differ and have a sum: for reasoning, where that is seen as one thing.

use fd::constraints::{AllDifferent, Sum};
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};
use std::collections::BTreeSet;

/// The most sets of numbers that are gone through.
const MOST_SETS: u64 = 2_000;
/// The most values of a place: those of a set are bits.
const MOST_VALUES: u64 = 64;

/// The numbers of `vars` differ and add up to `total`.
#[derive(Debug, Clone)]
pub(super) struct Cage {
    vars: Vec<Var>,
    total: i64,
    /// The least value of any.
    least: i32,
}

impl Cage {
    /// A cage whose values lie in this range, unless there are too many sets of them.
    pub(super) fn new(vars: Vec<Var>, total: i64, (least, most): (i32, i32)) -> Option<Cage> {
        let values = u64::try_from(i64::from(most) - i64::from(least) + 1).ok()?;
        let mut sets = 1_u64;
        for chosen in 0..vars.len() as u64 {
            // Every step of this product is a number of sets, so the division leaves no rest.
            sets = sets.checked_mul(values.checked_sub(chosen)?)? / (chosen + 1);
        }
        (values <= MOST_VALUES && sets <= MOST_SETS).then_some(Cage { vars, total, least })
    }

    fn bits(&self, x: Var, store: &Store) -> Vec<u64> {
        store.values(x).map(|value| 1 << (value - self.least)).collect()
    }

    fn sum(&self, set: u64) -> i64 {
        let ones = (0..64).filter(|bit| set >> bit & 1 == 1);
        ones.map(|bit| bit + i64::from(self.least)).sum()
    }
}

impl Constraint for Cage {
    fn name(&self) -> &'static str {
        "cage"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let sum: i64 = self.vars.iter().map(|&x| i64::from(value(x))).sum();
        sum == self.total && AllDifferent::new(&self.vars).holds(value)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.vars.iter().map(|&x| Wake::on(x, Event::ANY)).collect();
        post.add(Priority::Last, Prune(self.clone()), &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        into.post(AllDifferent::new(&self.vars))?;
        into.post(self.vars.iter().copied().sum::<Sum>().equals(self.total))?;
        Ok(true)
    }
}

#[derive(Debug)]
struct Prune(Cage);

impl Propagator for Prune {
    /// The sets of numbers that the first so many places can hold, then which of them the others can complete.
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let cage = &self.0;
        let values: Vec<Vec<u64>> = cage.vars.iter().map(|&x| cage.bits(x, store)).collect();
        let mut layers: Vec<BTreeSet<u64>> = vec![BTreeSet::from([0])];
        for own in &values {
            let before = layers.last().into_iter().flatten();
            let next = before.flat_map(|set| own.iter().filter(move |&bit| set & bit == 0).map(move |bit| set | bit));
            let next = next.collect();
            layers.push(next);
        }
        let mut whole = layers.pop().unwrap_or_default();
        whole.retain(|&set| cage.sum(set) == cage.total);
        for ((&x, own), layer) in cage.vars.iter().zip(&values).zip(layers).rev() {
            let completes = |set: u64, bit: u64| set & bit == 0 && whole.contains(&(set | bit));
            for &bit in own.iter().filter(|&&bit| !layer.iter().any(|&set| completes(set, bit))) {
                store.remove(x, bit.trailing_zeros() as i32 + cage.least)?;
            }
            let kept = layer.iter().copied().filter(|&set| own.iter().any(|&bit| completes(set, bit))).collect();
            whole = kept;
        }
        if whole.is_empty() { Err(Conflict) } else { Ok(Status::Fixpoint) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cage_keeps_its_promises() {
        fd::harness::verify("cage", 200, |random| {
            let mut model = Model::new();
            let count = random.within(1, 4) as u32;
            let vars = random.vars(&mut model, count, -1, 5);
            let total = i64::from(random.within(-2, 16));
            model.post(Cage::new(vars, total, (-1, 5)).expect("it is small")).unwrap();
            model
        });
    }

    #[test]
    fn large_cages_are_refused() {
        let mut model = Model::new();
        let vars = model.vars(9, 1..=30).expect("they are few");
        assert!(Cage::new(vars.clone(), 100, (1, 30)).is_none());
        assert!(Cage::new(vars[..2].to_vec(), 100, (1, 100)).is_none());
        assert!(Cage::new(vars.clone(), 40, (1, 4)).is_none(), "more places than values");
        assert!(Cage::new(vars, 45, (1, 9)).is_some());
    }
}
