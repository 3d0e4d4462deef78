//! The truth of a constraint as a variable.

use super::Negated;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};
use std::sync::Arc;

/// `b <=> c`: the boolean is 1 if the constraint holds, and 0 if not.
#[derive(Debug, Clone)]
pub struct Reified {
    condition: Var,
    /// What the condition is when the part holds.
    value: i32,
    part: Arc<dyn Constraint>,
    opposite: Arc<Negated>,
}

impl Reified {
    /// `condition` is 1 exactly when `part` holds.
    pub fn new(condition: Var, part: impl Constraint + 'static) -> Reified {
        let part: Arc<dyn Constraint> = Arc::new(part);
        let opposite = Arc::new(Negated::of(Arc::clone(&part)));
        Reified { condition, value: 1, part, opposite }
    }
}

/// Refuses a condition that is not 0 or 1.
pub(super) fn check_boolean(constraint: &'static str, condition: Var, model: &Model) -> Result<(), ModelError> {
    let domain = model.domain(condition);
    if domain.min() >= 0 && domain.max() <= 1 {
        return Ok(());
    }
    let (name, min, max) = (model.name_of(condition), domain.min(), domain.max());
    let problem = format!("the condition must be 0 or 1, but {name} goes from {min} to {max}");
    Err(ModelError::Malformed { constraint, problem })
}

impl Constraint for Reified {
    fn name(&self) -> &'static str {
        "reified"
    }

    fn scope(&self) -> Vec<Var> {
        let mut scope = self.part.scope();
        scope.push(self.condition);
        scope
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.part.holds(value) == (value(self.condition) == self.value)
    }

    fn consistency(&self) -> Consistency {
        let forward = |consistency| matches!(consistency, Consistency::Domain | Consistency::Forward);
        let about_itself = self.part.scope().contains(&self.condition);
        if !about_itself && forward(self.part.consistency()) && forward(self.opposite.consistency()) {
            Consistency::Forward
        } else {
            Consistency::Check
        }
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        check_boolean("reified", self.condition, model)?;
        self.part.check(model)
    }

    fn post(&self, post: &mut Post<'_>) {
        post.when(self.condition, self.value, &*self.part);
        post.when(self.condition, 1 - self.value, &*self.opposite);
        let mut scope = self.part.scope();
        scope.sort_unstable();
        scope.dedup();
        let fixed = Wake::on(self.condition, Event::FIXED);
        let wakes: Vec<Wake> = scope.into_iter().map(|x| Wake::on(x, Event::ANY)).chain([fixed]).collect();
        let sharp = [self.part.consistency(), self.opposite.consistency()].map(|c| c == Consistency::Domain);
        post.add(Priority::Linear, Decide { reified: self.clone(), sharp }, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let condition = store.value(self.condition)?;
        Some(self.part.entailment(store)? == (condition == self.value))
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        Some(Box::new(Reified { value: 1 - self.value, ..self.clone() }))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        Some(format!("({} = {}) <-> ({})", name(self.condition), self.value, self.part.minizinc(name)?))
    }
}

/// Fixes the condition as soon as the part is known to hold, or not to.
#[derive(Debug)]
struct Decide {
    reified: Reified,
    /// Whether the propagators of the part, and of its opposite, see for
    /// themselves when they are refuted.
    sharp: [bool; 2],
}

impl Propagator for Decide {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Reified { condition, value, part, .. } = &self.reified;
        let known = store.value(*condition).map(|condition| condition == *value);
        if known.is_some_and(|holds| self.sharp[usize::from(!holds)]) {
            return Ok(Status::Entailed);
        }
        match part.entailment(store) {
            // A known condition is held against this, too: propagators may be
            // slower to see a conflict, and the outcome must not depend on who
            // came first.
            Some(holds) => {
                store.fix(*condition, if holds { *value } else { 1 - *value })?;
                Ok(Status::Entailed)
            }
            None => Ok(Status::Fixpoint),
        }
    }
}
