//! What a constraint is: a meaning, and propagators that enforce it.

use crate::space::Space;
use crate::{
    Changed, Conflict, Domain, Event, Model, ModelError, Priority, Propagator, Status, Store, Trailed, Var, Wake,
};

/// How much a constraint's propagators promise to remove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consistency {
    /// Every value left is part of a solution of the constraint.
    Domain,
    /// The least and the greatest value of each variable are part of a solution
    /// in which each other variable takes any whole number between its bounds.
    Bounds,
    /// As [`Consistency::Bounds`], with real numbers between the bounds.
    Relaxed,
    /// When all variables but one are fixed, each value left of that one is
    /// part of a solution.
    Forward,
    /// When all variables are fixed, a violation is found.
    Check,
}

impl Consistency {
    /// Whether it reaches [`Consistency::Forward`].
    pub(crate) fn is_forward(self) -> bool {
        matches!(self, Consistency::Domain | Consistency::Forward)
    }
}

/// A relation between variables, as plain data.
///
/// [`Constraint::holds`] is its meaning. The test harness checks each of the
/// other methods against it.
pub trait Constraint: std::fmt::Debug + Send + Sync {
    /// The name of the relation.
    fn name(&self) -> &'static str;

    /// Its variables, each at least once.
    fn scope(&self) -> Vec<Var>;

    /// Whether these values satisfy it. Values come from a function, so that the
    /// same meaning serves solutions, stores and brute force.
    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool;

    /// What its propagators promise.
    fn consistency(&self) -> Consistency;

    /// Refuses parts that do not fit together; called when it joins a model
    /// (that the variables belong to the model is checked there).
    ///
    /// # Errors
    /// What is wrong with it.
    fn check(&self, _model: &Model) -> Result<(), ModelError> {
        Ok(())
    }

    /// Whether variables may be [intervals](Domain::interval): its propagators
    /// never ask for [`Words::words`](crate::Words::words), and go through no domain value by value.
    fn takes_intervals(&self) -> bool {
        false
    }

    /// Adds its propagators to a space.
    fn post(&self, post: &mut Post<'_>);

    /// Whether it is true, or false, for all values that are left. It may say
    /// `None` too often, but not when all variables are fixed.
    fn entailment(&self, store: &Store) -> Option<bool> {
        let fixed = self.scope().iter().all(|&x| store.is_fixed(x));
        fixed.then(|| self.holds(&|x| store.min(x)))
    }

    /// The opposite constraint, where one is known that propagates better than
    /// trying the last variable's values.
    fn negation(&self) -> Option<Box<dyn Constraint>> {
        None
    }

    /// Adds simpler constraints that mean the same; says whether it could.
    ///
    /// The kernel's own constraints are simple enough as they are. A
    /// constraint of another crate must be able to: its tests and its export
    /// depend on that.
    ///
    /// # Errors
    /// When the simpler constraints do not fit into the model.
    fn decompose(&self, _into: &mut Model) -> Result<bool, ModelError> {
        Ok(false)
    }

    /// The same in MiniZinc, as an expression; `None` if it must be decomposed.
    fn minizinc(&self, _name: &dyn Fn(Var) -> String) -> Option<String> {
        None
    }
}

/// Where a constraint puts its propagators.
#[derive(Debug)]
pub struct Post<'s> {
    pub(crate) space: &'s mut Space,
    pub(crate) constraint: u32,
    /// Guards that wrap what is added, while a reified constraint posts its body.
    pub(crate) guards: Vec<(Var, i32)>,
}

impl Post<'_> {
    /// The domains at the root, before any propagation.
    pub fn store(&self) -> &Store {
        &self.space.store
    }

    /// A trailed word of the propagator's own.
    pub fn trailed(&mut self, word: u64) -> Trailed {
        Trailed(self.space.store.trail.allocate(word))
    }

    /// A variable of the space alone: no part of a solution, never branched on.
    /// It must follow from the others.
    pub(crate) fn auxiliary(&mut self, domain: &Domain) -> Var {
        let index = self.space.store.variables() as u32;
        self.space.store.add_variable(domain);
        Var { index, model: self.space.model }
    }

    /// Adds a propagator, to be woken as `wakes` says.
    pub fn add(&mut self, priority: Priority, propagator: impl Propagator + 'static, wakes: &[Wake]) {
        let mut propagator: Box<dyn Propagator> = Box::new(propagator);
        if self.guards.is_empty() {
            return self.space.add(self.constraint, priority, propagator, wakes);
        }
        let mut wakes = wakes.to_vec();
        for (condition, value) in self.guards.clone() {
            wakes.push(Wake { var: condition, event: Event::FIXED, told: Some(CONDITION) });
            propagator = Box::new(Guarded { condition, value, inner: propagator, started: self.trailed(0) });
        }
        self.space.add(self.constraint, priority, propagator, &wakes);
    }

    /// Adds the propagators of `body`, to sleep until `condition` has `value`.
    pub(crate) fn when(&mut self, condition: Var, value: i32, body: &dyn Constraint) {
        self.guards.push((condition, value));
        body.post(self);
        self.guards.pop();
    }
}

/// The position under which the condition is told: after all others.
const CONDITION: u32 = u32::MAX - 1;

/// A propagator that sleeps until a variable has a value.
#[derive(Debug)]
struct Guarded {
    condition: Var,
    value: i32,
    inner: Box<dyn Propagator>,
    /// 1 once the inner propagator has run in this subtree.
    started: Trailed,
}

impl Propagator for Guarded {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        match store.value(self.condition) {
            None => Ok(Status::Fixpoint),
            Some(value) if value != self.value => Ok(Status::Entailed),
            Some(_) if store.get(self.started) == 1 => self.inner.propagate(store, changed),
            Some(_) => {
                // It slept through all that happened: it must look at everything.
                store.set(self.started, 1);
                self.inner.propagate(store, Changed::All)
            }
        }
    }
}
