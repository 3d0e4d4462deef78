//! Things in boxes.

use super::interval::saturated;
use super::{Clause, Reified, Sum};
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// `load[b]` is the sum of the weights of the items `i` with `bin[i] = b`; bins count from 0, or
/// from [`BinPacking::counting_from`].
///
/// An item that is too much for a bin does not go there, and one that a bin cannot do
/// without does; the loads together are the weights together.
///
/// Shaw: A constraint for bin packing (CP 2004), without its knapsacks.
#[derive(Debug, Clone)]
pub struct BinPacking {
    loads: Vec<Var>,
    bins: Vec<Var>,
    weights: Vec<i32>,
    first: i32,
}

impl BinPacking {
    /// The bins of items with these weights, and the loads of the bins.
    pub fn new(loads: &[Var], bins: &[Var], weights: &[i32]) -> BinPacking {
        BinPacking { loads: loads.to_vec(), bins: bins.to_vec(), weights: weights.to_vec(), first: 0 }
    }

    /// The same, with this number for the first bin.
    #[must_use]
    pub fn counting_from(self, first: i32) -> BinPacking {
        BinPacking { first, ..self }
    }

    fn items(&self) -> impl Iterator<Item = (Var, i64)> {
        self.bins.iter().copied().zip(self.weights.iter().map(|&weight| i64::from(weight)))
    }

    fn last(&self) -> i32 {
        self.first.saturating_add(self.loads.len() as i32) - 1
    }
}

impl Constraint for BinPacking {
    fn name(&self) -> &'static str {
        "bin_packing"
    }

    fn scope(&self) -> Vec<Var> {
        self.loads.iter().chain(&self.bins).copied().collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let within = self.bins.iter().all(|&bin| (self.first..=self.last()).contains(&value(bin)));
        within
            && self.loads.iter().zip(self.first..).all(|(&load, b)| {
                let inside = self.items().filter(|&(bin, _)| value(bin) == b);
                inside.map(|(_, weight)| weight).sum::<i64>() == i64::from(value(load))
            })
    }

    fn consistency(&self) -> Consistency {
        Consistency::Check
    }

    /// Refuses a number of weights that is not that of items, and negative weights.
    fn check(&self, _: &Model) -> Result<(), ModelError> {
        let problem = if self.bins.len() != self.weights.len() {
            format!("{} weights for {} items", self.weights.len(), self.bins.len())
        } else if let Some(weight) = self.weights.iter().find(|&&weight| weight < 0) {
            format!("a weight is not negative, but one is {weight}")
        } else {
            return Ok(());
        };
        Err(ModelError::Malformed { constraint: self.name(), problem })
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        let loads = self.loads.iter().map(|&load| Wake::on(load, Event::BOUNDS));
        let wakes: Vec<Wake> = loads.chain(self.bins.iter().map(|&bin| Wake::on(bin, Event::ANY))).collect();
        post.add(Priority::Expensive, self.clone(), &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        for bin in &self.bins {
            into.post(Clause::new([bin.at_least(self.first)]))?;
            into.post(Clause::new([bin.at_most(self.last())]))?;
        }
        for (&load, b) in self.loads.iter().zip(self.first..) {
            let mut total = Sum::default();
            for (bin, weight) in self.items() {
                let inside = into.boolean()?;
                into.post(Reified::new(inside, Clause::new([bin.is(b)])))?;
                total = total + Sum::term(weight, inside);
            }
            into.post(total.equals(load))?;
        }
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let (first, last) = (self.first, self.last());
        let within = self.bins.iter().map(|&bin| format!("{} in {first}..{last}", name(bin)));
        let loads = self.loads.iter().zip(first..).map(|(&load, b)| {
            let inside = self.items().map(|(bin, weight)| format!(" + {weight} * bool2int({} = {b})", name(bin)));
            format!("0{} = {}", inside.collect::<String>(), name(load))
        });
        Some(within.chain(loads).chain(["true".to_owned()]).collect::<Vec<_>>().join(" /\\ "))
    }
}

impl Propagator for BinPacking {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        for &bin in &self.bins {
            store.confine(bin, self.first, self.last())?;
        }
        self.share_out(store)?;
        for (&load, b) in self.loads.iter().zip(self.first..) {
            let (mut sure, mut possible) = (0, 0);
            for (bin, weight) in self.items().filter(|&(bin, _)| store.contains(bin, b)) {
                possible += weight;
                sure += if store.is_fixed(bin) { weight } else { 0 };
            }
            store.confine(load, saturated(sure), saturated(possible))?;
            let (least, most) = store.bounds(load);
            for (bin, weight) in self.items() {
                if !store.contains(bin, b) || store.is_fixed(bin) {
                    continue;
                }
                if sure + weight > i64::from(most) {
                    store.remove(bin, b)?;
                } else if possible - weight < i64::from(least) {
                    store.fix(bin, b)?;
                }
            }
        }
        Ok(Status::Again)
    }
}

impl BinPacking {
    /// The loads together are all weights: each is what the others leave.
    fn share_out(&self, store: &mut Store) -> Result<(), Conflict> {
        let total: i64 = self.items().map(|(_, weight)| weight).sum();
        let sum = |bound: &dyn Fn(Var) -> i32| self.loads.iter().map(|&load| i64::from(bound(load))).sum::<i64>();
        let (least, most) = (sum(&|x| store.min(x)), sum(&|x| store.max(x)));
        for &load in &self.loads {
            let (min, max) = store.bounds(load);
            let (others_least, others_most) = (least - i64::from(min), most - i64::from(max));
            store.confine(load, saturated(total - others_most), saturated(total - others_least))?;
        }
        // No bin at all holds nothing, of weight or not.
        if self.loads.is_empty() && !self.bins.is_empty() { Err(Conflict) } else { Ok(()) }
    }
}
