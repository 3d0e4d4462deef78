//! Negation.

use super::clause::{Open, Watches};
use super::{AllOf, variables};
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};
use std::sync::Arc;

/// `not c`: the constraint does not hold.
#[derive(Debug, Clone)]
pub struct Negated {
    part: Arc<dyn Constraint>,
    /// A constraint that means the same and has propagators of its own.
    opposite: Option<Arc<dyn Constraint>>,
}

impl Negated {
    /// This does not hold.
    pub fn new(part: impl Constraint + 'static) -> Negated {
        Negated::of(Arc::new(part))
    }

    pub(super) fn of(part: Arc<dyn Constraint>) -> Negated {
        let opposite = part.negation().map(Arc::from);
        Negated { part, opposite }
    }

    /// As [`Negated::of`], to be part of another constraint.
    pub(super) fn shared(part: &Arc<dyn Constraint>) -> Arc<dyn Constraint> {
        Arc::new(Negated::of(Arc::clone(part)))
    }
}

impl Constraint for Negated {
    fn name(&self) -> &'static str {
        "negated"
    }

    fn scope(&self) -> Vec<Var> {
        self.part.scope()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        !self.part.holds(value)
    }

    fn consistency(&self) -> Consistency {
        self.opposite.as_ref().map_or(Consistency::Forward, |opposite| opposite.consistency())
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.part.check(model)
    }

    fn post(&self, post: &mut Post<'_>) {
        if let Some(opposite) = &self.opposite {
            return opposite.post(post);
        }
        let vars = variables(&*self.part);
        let wakes: Vec<Wake> = vars.iter().enumerate().map(|(i, &x)| Wake::telling(x, Event::FIXED, i)).collect();
        let watches = Watches::new(vars.len());
        post.add(Priority::Linear, LastOpen { part: Arc::clone(&self.part), vars: vars.into(), watches }, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        self.part.entailment(store).map(|holds| !holds)
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        Some(Box::new(AllOf::new([Arc::clone(&self.part)])))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        Some(format!("not ({})", self.part.minizinc(name)?))
    }
}

/// Waits until one variable is open, and removes its values with which the
/// constraint would hold. It watches two open variables.
#[derive(Debug)]
struct LastOpen {
    part: Arc<dyn Constraint>,
    vars: Box<[Var]>,
    watches: Watches,
}

impl Propagator for LastOpen {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let LastOpen { part, vars, watches } = self;
        if !watches.hear(changed) {
            return Ok(Status::Fixpoint);
        }
        match watches.find(vars.len(), |i| Ok(store.is_fixed(vars[i]).then_some(false)))? {
            Open::Two => Ok(Status::Fixpoint),
            Open::One(i) => keep_false(&**part, vars[i], store).map(|()| Status::Entailed),
            Open::None | Open::Decided if part.holds(&|x| store.min(x)) => Err(Conflict),
            Open::None | Open::Decided => Ok(Status::Entailed),
        }
    }
}

/// Removes the values of the last open variable with which the constraint
/// would hold.
fn keep_false(part: &dyn Constraint, last: Var, store: &mut Store) -> Result<(), Conflict> {
    let mut next = store.next_from(last, i32::MIN);
    while let Some(value) = next {
        if part.holds(&|x| if x == last { value } else { store.min(x) }) {
            store.remove(last, value)?;
        }
        next = store.next_from(last, value + 1);
    }
    Ok(())
}
