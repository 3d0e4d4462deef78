//! The truth of an inequality.

use super::Linear;
use super::bounds::{AtMost, Terms};
use super::sum::{Sum, Term};
use crate::constraints::AllOf;
use crate::constraints::any_literal::decided_by;
use crate::space::as_set;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Literal, Model, ModelError, Post, Propagator, Relation, Status,
    Store, Var, Wake,
};
use std::sync::Arc;

/// `l <=> c1 * x1 + c2 * x2 + ... <= c`; half of it, `l -> ...`.
///
/// It is one propagator, where a [`Reified`](crate::constraints::Reified) [`Linear`] is several.
#[derive(Debug, Clone)]
pub struct AtMostWhen {
    condition: Literal,
    linear: Linear,
    half: bool,
}

impl AtMostWhen {
    /// `condition` is true exactly when `left <= right`.
    pub fn new(condition: Literal, left: impl Into<Sum>, right: impl Into<Sum>) -> AtMostWhen {
        let linear = Linear::new(left.into() - right, Relation::Le);
        AtMostWhen { condition, linear, half: false }
    }

    /// Only that `left <= right` if `condition` is true.
    #[must_use]
    pub fn half(self) -> AtMostWhen {
        AtMostWhen { half: true, ..self }
    }
}

impl Constraint for AtMostWhen {
    fn name(&self) -> &'static str {
        "at_most_when"
    }

    fn scope(&self) -> Vec<Var> {
        self.linear.scope().into_iter().chain([self.condition.var]).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let condition = self.condition.holds(value(self.condition.var));
        if self.half && !condition { true } else { self.linear.holds(value) == condition }
    }

    fn consistency(&self) -> Consistency {
        let distinct = as_set(self.scope()).len() == self.linear.terms.len() + 1;
        if distinct { Consistency::Domain } else { Consistency::Check }
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.linear.check(model)
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        let Linear { terms, rhs, .. } = &self.linear;
        let inequality = AtMost { terms: Terms::new(post, terms.iter().copied()), rhs: *rhs };
        let condition = Wake::on(self.condition.var, decided_by(self.condition.relation));
        // If only half is asked for, the sum is never made greater, and need not be known to be small.
        let event = |term: Term| if self.half { term.rises() } else { Event::BOUNDS };
        let wakes: Vec<Wake> = self.linear.wakes(event).into_iter().chain([condition]).collect();
        let propagator = When { condition: self.condition, half: self.half, inequality };
        post.add(self.linear.priority(), propagator, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let condition = store.decided(self.condition);
        match (condition, self.linear.entailment(store)) {
            (Some(false), _) | (_, Some(true)) if self.half => Some(true),
            (condition, holds) => Some(condition? == holds?),
        }
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        if self.half {
            let parts: [Arc<dyn Constraint>; 2] = [Arc::new(self.condition), self.linear.negation()?.into()];
            return Some(Box::new(AllOf::new(parts)));
        }
        Some(Box::new(AtMostWhen { condition: self.condition.negated(), ..self.clone() }))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let arrow = if self.half { "->" } else { "<->" };
        Some(format!("({}) {arrow} ({})", self.condition.minizinc(name)?, self.linear.minizinc(name)?))
    }
}

/// Finds out whether the inequality holds; when that is known, sees to it.
#[derive(Debug)]
struct When {
    condition: Literal,
    half: bool,
    inequality: AtMost,
}

impl Propagator for When {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        match store.decided(self.condition) {
            Some(true) => return self.inequality.propagate(store, changed),
            Some(false) if self.half => return Ok(Status::Entailed),
            Some(false) => return self.inequality.exceed(store),
            None => {}
        }
        match self.inequality.known(store) {
            Some(false) => store.make(self.condition.negated()).map(|()| Status::Entailed),
            Some(true) if self.half => Ok(Status::Entailed),
            Some(true) => store.make(self.condition).map(|()| Status::Entailed),
            None => Ok(Status::Fixpoint),
        }
    }
}
