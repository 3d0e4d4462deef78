//! Negation.

use super::AllOf;
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
        let mut vars = self.part.scope();
        vars.sort_unstable();
        vars.dedup();
        let wakes: Vec<Wake> = vars.iter().enumerate().map(|(i, &x)| Wake::telling(x, Event::FIXED, i)).collect();
        let watched = [0, vars.len().saturating_sub(1)];
        post.add(Priority::Linear, LastOpen { part: Arc::clone(&self.part), vars: vars.into(), watched }, &wakes);
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
/// constraint would hold. It watches two open variables: while there are two,
/// there is nothing to do.
#[derive(Debug)]
struct LastOpen {
    part: Arc<dyn Constraint>,
    vars: Box<[Var]>,
    watched: [usize; 2],
}

impl Propagator for LastOpen {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        if let Changed::Only(positions) = changed
            && !positions.iter().any(|&i| self.watched.contains(&(i as usize)))
        {
            return Ok(Status::Fixpoint);
        }
        let start = self.watched[0];
        let mut found = 0;
        for offset in 0..self.vars.len() {
            let i = (start + offset) % self.vars.len();
            if !store.is_fixed(self.vars[i]) {
                self.watched[found] = i;
                found += 1;
                if found == 2 {
                    return Ok(Status::Fixpoint);
                }
            }
        }
        if found == 0 {
            let holds = self.part.holds(&|x| store.min(x));
            return if holds { Err(Conflict) } else { Ok(Status::Entailed) };
        }
        let last = self.vars[self.watched[0]];
        let mut next = store.next_from(last, i32::MIN);
        while let Some(value) = next {
            if self.part.holds(&|x| if x == last { value } else { store.min(x) }) {
                store.remove(last, value)?;
            }
            next = store.next_from(last, value + 1);
        }
        Ok(Status::Entailed)
    }
}
