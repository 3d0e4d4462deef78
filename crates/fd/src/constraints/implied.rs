//! A constraint under a condition.

use super::reified::check_boolean;
use super::{AllOf, Clause, Negated, variables};
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};
use std::sync::Arc;

/// `b -> c`: when the boolean is 1, the constraint holds.
#[derive(Debug, Clone)]
pub struct Implied {
    condition: Var,
    part: Arc<dyn Constraint>,
}

impl Implied {
    /// `part` holds if `condition` is 1.
    pub fn new(condition: Var, part: impl Constraint + 'static) -> Implied {
        Implied { condition, part: Arc::new(part) }
    }
}

impl Constraint for Implied {
    fn name(&self) -> &'static str {
        "implied"
    }

    fn scope(&self) -> Vec<Var> {
        let mut scope = self.part.scope();
        scope.push(self.condition);
        scope
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        value(self.condition) == 0 || self.part.holds(value)
    }

    fn consistency(&self) -> Consistency {
        let forward = matches!(self.part.consistency(), Consistency::Domain | Consistency::Forward);
        let about_itself = self.part.scope().contains(&self.condition);
        if forward && !about_itself { Consistency::Forward } else { Consistency::Check }
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        check_boolean("implied", self.condition, model)?;
        self.part.check(model)
    }

    fn post(&self, post: &mut Post<'_>) {
        post.when(self.condition, 1, &*self.part);
        let fixed = Wake::on(self.condition, Event::FIXED);
        let wakes: Vec<Wake> =
            variables(&*self.part).into_iter().map(|x| Wake::on(x, Event::ANY)).chain([fixed]).collect();
        let sharp = self.part.consistency() == Consistency::Domain;
        post.add(Priority::Linear, Decide { implied: self.clone(), sharp }, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        match (store.value(self.condition), self.part.entailment(store)) {
            (Some(0), _) | (_, Some(true)) => Some(true),
            (Some(_), Some(false)) => Some(false),
            _ => None,
        }
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        let given = Clause::new([self.condition.is(1)]);
        Some(Box::new(AllOf::default().and(given).and(Negated::of(Arc::clone(&self.part)))))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        Some(format!("({} = 1) -> ({})", name(self.condition), self.part.minizinc(name)?))
    }
}

/// Fixes the condition to 0 as soon as the part cannot hold.
#[derive(Debug)]
struct Decide {
    implied: Implied,
    /// Whether the propagators of the part see for themselves when it is refuted.
    sharp: bool,
}

impl Propagator for Decide {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Implied { condition, part } = &self.implied;
        let known = store.value(*condition);
        if known == Some(0) || known == Some(1) && self.sharp {
            return Ok(Status::Entailed);
        }
        match part.entailment(store) {
            Some(true) => Ok(Status::Entailed),
            // That is a conflict if the condition is 1. The part's propagators
            // may be slower to see it, and the outcome must not depend on which
            // of them ran first.
            Some(false) => store.fix(*condition, 0).map(|()| Status::Entailed),
            None => Ok(Status::Fixpoint),
        }
    }
}
