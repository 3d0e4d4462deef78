//! Constraints that always conclude in the same order.
//!
//! The kernel's propagators may keep their variables in the order of what they did before. What they
//! conclude is the same, but of two equally short arguments one is found now and the other later. An
//! explanation must not depend on what was asked before.

use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Space, Status,
    Store, Var, Wake, Words,
};
use std::sync::Arc;

/// The same as another constraint; what it concludes depends on nothing but what is left, and neither does
/// the order.
#[derive(Debug)]
pub(super) struct Steady<C> {
    vars: Vec<Var>,
    constraint: Arc<C>,
    /// The same about variables of a model of its own.
    alone: Arc<Model>,
}

impl<C: Constraint + 'static> Steady<C> {
    /// A constraint on some variables of a model, made twice.
    pub(super) fn new(vars: &[Var], model: &Model, constraint: impl Fn(&[Var]) -> C) -> Result<Self, ModelError> {
        let mut alone = Model::new();
        let own = vars.iter().map(|&x| alone.var(model.domain(x).clone())).collect::<Result<Vec<Var>, _>>()?;
        alone.post(constraint(&own))?;
        Ok(Steady { vars: vars.to_vec(), constraint: Arc::new(constraint(vars)), alone: Arc::new(alone) })
    }
}

impl<C: Constraint + 'static> Constraint for Steady<C> {
    fn name(&self) -> &'static str {
        self.constraint.name()
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.constraint.holds(value)
    }

    fn consistency(&self) -> Consistency {
        self.constraint.consistency()
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.vars.iter().map(|&x| Wake::on(x, Event::ANY)).collect();
        let alone = Space::new(&self.alone);
        let own = self.alone.all_vars().collect();
        post.add(Priority::Last, Asked { vars: self.vars.clone(), own, alone }, &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        if !self.constraint.decompose(into)? {
            into.post_shared(Arc::clone(&self.constraint) as Arc<dyn Constraint>)?;
        }
        Ok(true)
    }
}

#[derive(Debug)]
struct Asked {
    vars: Vec<Var>,
    own: Vec<Var>,
    alone: Space,
}

impl Asked {
    fn ask(&mut self, store: &Store) -> Result<(), Conflict> {
        for (&x, &own) in self.vars.iter().zip(&self.own) {
            self.alone.keep(own, store.words(x))?;
        }
        self.alone.wake_all();
        self.alone.propagate()
    }
}

impl Propagator for Asked {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        self.alone.push();
        let mut outcome = self.ask(store);
        for (&x, &own) in self.vars.iter().zip(&self.own) {
            outcome = outcome.and_then(|()| store.keep(x, self.alone.store().words(own)));
        }
        self.alone.pop();
        outcome.map(|()| Status::Fixpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fd::constraints::{AllDifferent, Strength, Sum};

    #[test]
    fn steady_constraints_keep_their_promises() {
        fd::harness::verify("steady", 200, |random| {
            let mut model = Model::new();
            let vars = random.vars(&mut model, 4, 1, 5);
            let different = |vars: &[Var]| AllDifferent::new(vars).strength(Strength::Domain);
            let different = Steady::new(&vars, &model, different).unwrap();
            let total = random.within(6, 16);
            let sum = |vars: &[Var]| vars.iter().copied().sum::<Sum>().equals(total).exact();
            let sum = Steady::new(&vars, &model, sum).unwrap();
            if random.chance(1, 2) { model.post(different) } else { model.post(sum) }.unwrap();
            model
        });
    }
}
