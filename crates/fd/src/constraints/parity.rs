//! Exclusive or.

use super::clause::{Open, Watches};
use crate::space::as_set;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// `x1 + x2 + ...` is odd, or even; each `xi` is 0 or 1.
#[derive(Debug, Clone)]
pub struct Parity {
    vars: Vec<Var>,
    odd: bool,
}

impl Parity {
    /// An odd number of these booleans is 1.
    pub fn odd(vars: &[Var]) -> Parity {
        Parity { vars: vars.to_vec(), odd: true }
    }

    /// An even number of these booleans is 1.
    pub fn even(vars: &[Var]) -> Parity {
        Parity { vars: vars.to_vec(), odd: false }
    }
}

impl Constraint for Parity {
    fn name(&self) -> &'static str {
        "parity"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.vars.iter().fold(false, |odd, &x| odd != (value(x) == 1)) == self.odd
    }

    fn consistency(&self) -> Consistency {
        if as_set(self.vars.clone()).len() == self.vars.len() { Consistency::Domain } else { Consistency::Check }
    }

    /// Refuses variables that are not 0 or 1.
    fn check(&self, model: &Model) -> Result<(), ModelError> {
        let Some(&x) = self.vars.iter().find(|&&x| model.domain(x).min() < 0 || model.domain(x).max() > 1) else {
            return Ok(());
        };
        let (name, domain) = (model.name_of(x), model.domain(x));
        let problem = format!("its variables are 0 or 1, but {name} goes from {} to {}", domain.min(), domain.max());
        Err(ModelError::Malformed { constraint: self.name(), problem })
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.vars.iter().enumerate().map(|(i, &x)| Wake::telling(x, Event::FIXED, i)).collect();
        let watches = Watches::new(self.vars.len());
        post.add(Priority::Unit, LastOpen { parity: self.clone(), watches }, &wakes);
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        Some(Box::new(Parity { odd: !self.odd, ..self.clone() }))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let sum: Vec<String> = self.vars.iter().map(|&x| name(x)).chain(["0".to_owned()]).collect();
        Some(format!("({}) mod 2 = {}", sum.join(" + "), u8::from(self.odd)))
    }
}

/// Watches two open variables, and fixes the last.
#[derive(Debug)]
struct LastOpen {
    parity: Parity,
    watches: Watches,
}

impl Propagator for LastOpen {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let LastOpen { parity: Parity { vars, odd }, watches } = self;
        if !watches.hear(changed) {
            return Ok(Status::Fixpoint);
        }
        let missing = |store: &Store| vars.iter().fold(*odd, |odd, &x| odd != (store.value(x) == Some(1)));
        match watches.find(vars.len(), |i| Ok(store.is_fixed(vars[i]).then_some(false)))? {
            Open::Two => Ok(Status::Fixpoint),
            Open::One(i) => store.fix(vars[i], i32::from(missing(store))).map(|()| Status::Entailed),
            Open::None | Open::Decided if missing(store) => Err(Conflict),
            Open::None | Open::Decided => Ok(Status::Entailed),
        }
    }
}
