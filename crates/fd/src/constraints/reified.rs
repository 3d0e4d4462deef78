//! The truth of a constraint as a variable.

use super::{AllOf, Clause, Negated};
use crate::space::as_set;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};
use std::sync::Arc;

/// `b <=> c`: the boolean is 1 if the constraint holds, and 0 if not. Half
/// reified, `b -> c`: when the boolean is 1, the constraint holds.
#[derive(Debug, Clone)]
pub struct Reified {
    condition: Var,
    /// What the condition is when the part holds.
    value: i32,
    part: Arc<dyn Constraint>,
    /// What holds when the condition is the other value; nothing if it is only half reified.
    opposite: Option<Arc<Negated>>,
}

impl Reified {
    /// `condition` is 1 exactly when `part` holds.
    pub fn new(condition: Var, part: impl Constraint + 'static) -> Reified {
        Reified::of(condition, Arc::new(part))
    }

    /// As [`Reified::new`], for a part that is shared.
    pub fn of(condition: Var, part: Arc<dyn Constraint>) -> Reified {
        let opposite = Some(Arc::new(Negated::of(Arc::clone(&part))));
        Reified { condition, value: 1, part, opposite }
    }

    /// `part` holds if `condition` is 1.
    pub fn half(condition: Var, part: impl Constraint + 'static) -> Reified {
        Reified::half_of(condition, Arc::new(part))
    }

    /// As [`Reified::half`], for a part that is shared.
    pub fn half_of(condition: Var, part: Arc<dyn Constraint>) -> Reified {
        Reified { condition, value: 1, part, opposite: None }
    }

    fn is_half(&self) -> bool {
        self.opposite.is_none()
    }
}

impl Constraint for Reified {
    fn name(&self) -> &'static str {
        if self.is_half() { "implied" } else { "reified" }
    }

    fn scope(&self) -> Vec<Var> {
        let mut scope = self.part.scope();
        scope.push(self.condition);
        scope
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let condition = value(self.condition) == self.value;
        if self.is_half() && !condition { true } else { self.part.holds(value) == condition }
    }

    fn consistency(&self) -> Consistency {
        let about_itself = self.part.scope().contains(&self.condition);
        let both = self.part.consistency().is_forward()
            && self.opposite.as_ref().is_none_or(|opposite| opposite.consistency().is_forward());
        if both && !about_itself { Consistency::Forward } else { Consistency::Check }
    }

    /// Refuses a condition that is not 0 or 1.
    fn check(&self, model: &Model) -> Result<(), ModelError> {
        let domain = model.domain(self.condition);
        let (name, min, max) = (model.name_of(self.condition), domain.min(), domain.max());
        if min < 0 || max > 1 {
            let problem = format!("the condition must be 0 or 1, but {name} goes from {min} to {max}");
            return Err(ModelError::Malformed { constraint: self.name(), problem });
        }
        self.part.check(model)
    }

    fn takes_intervals(&self) -> bool {
        self.part.takes_intervals() && self.opposite.as_ref().is_none_or(|opposite| opposite.takes_intervals())
    }

    fn post(&self, post: &mut Post<'_>) {
        post.when(self.condition, self.value, &*self.part);
        if let Some(opposite) = &self.opposite {
            post.when(self.condition, 1 - self.value, &**opposite);
        }
        let fixed = Wake::on(self.condition, Event::FIXED);
        let wakes: Vec<Wake> =
            as_set(self.part.scope()).iter().map(|&x| Wake::on(x, Event::ANY)).chain([fixed]).collect();
        let sharp = [
            self.part.consistency() == Consistency::Domain,
            self.opposite.as_ref().is_none_or(|opposite| opposite.consistency() == Consistency::Domain),
        ];
        post.add(Priority::Linear, Decide { reified: self.clone(), sharp }, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let condition = store.value(self.condition).map(|condition| condition == self.value);
        match (condition, self.part.entailment(store)) {
            (Some(false), _) | (_, Some(true)) if self.is_half() => Some(true),
            (condition, holds) => Some(condition? == holds?),
        }
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        if self.is_half() {
            let given = Clause::new([self.condition.is(self.value)]);
            return Some(Box::new(AllOf::default().and(given).and(Negated::of(Arc::clone(&self.part)))));
        }
        Some(Box::new(Reified { value: 1 - self.value, ..self.clone() }))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let arrow = if self.is_half() { "->" } else { "<->" };
        Some(format!("({} = {}) {arrow} ({})", name(self.condition), self.value, self.part.minizinc(name)?))
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
        let Reified { condition, value, part, opposite } = &self.reified;
        let known = store.value(*condition).map(|condition| condition == *value);
        if known.is_some_and(|holds| self.sharp[usize::from(!holds)]) {
            return Ok(Status::Entailed);
        }
        match part.entailment(store) {
            Some(true) if opposite.is_none() => Ok(Status::Entailed),
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
