//! One value before another.

use super::{AllOf, Clause};
use crate::space::as_set;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};
use std::sync::Arc;

/// `xj = later` only if `xi = earlier` for some `i < j`.
///
/// It breaks the symmetry of values that can be exchanged.
///
/// Law, Lee: Global constraints for integer and set value precedence (CP 2004).
#[derive(Debug, Clone)]
pub struct ValuePrecede {
    vars: Vec<Var>,
    earlier: i32,
    later: i32,
}

impl ValuePrecede {
    /// Among `vars`, `later` does not come before `earlier`.
    pub fn new(vars: &[Var], earlier: i32, later: i32) -> ValuePrecede {
        ValuePrecede { vars: vars.to_vec(), earlier, later }
    }

    /// Each of the values comes before the next.
    pub fn chain(vars: &[Var], values: &[i32]) -> AllOf {
        let pair = |pair: &[i32]| -> Arc<dyn Constraint> { Arc::new(ValuePrecede::new(vars, pair[0], pair[1])) };
        AllOf::new(values.windows(2).map(pair))
    }
}

impl Constraint for ValuePrecede {
    fn name(&self) -> &'static str {
        "value_precede"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let first = |wanted: i32| self.vars.iter().position(|&x| value(x) == wanted);
        first(self.later).is_none_or(|later| first(self.earlier).is_some_and(|earlier| earlier < later))
    }

    fn consistency(&self) -> Consistency {
        let distinct = as_set(self.scope()).len() == self.vars.len();
        if distinct { Consistency::Domain } else { Consistency::Check }
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.vars.iter().map(|&x| Wake::on(x, Event::ANY)).collect();
        post.add(Priority::Linear, self.clone(), &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        for (j, x) in self.vars.iter().enumerate() {
            let before = self.vars[..j].iter().map(|y| y.is(self.earlier));
            into.post(Clause::new(before.chain([x.is_not(self.later)])))?;
        }
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let &ValuePrecede { earlier, later, .. } = self;
        let parts = self.vars.iter().enumerate().map(|(j, &x)| {
            let before: String = self.vars[..j].iter().map(|&y| format!(" \\/ {} = {earlier}", name(y))).collect();
            format!("({} != {later}{before})", name(x))
        });
        Some(parts.chain(["true".to_owned()]).collect::<Vec<_>>().join(" /\\ "))
    }
}

impl Propagator for ValuePrecede {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let &mut ValuePrecede { ref vars, earlier, later } = self;
        // Up to the first that may be the earlier value, none is the later.
        let mut first = None;
        for (i, &x) in vars.iter().enumerate() {
            store.remove(x, later)?;
            if store.contains(x, earlier) {
                first = Some(i);
                break;
            }
        }
        let Some(first) = first else { return Ok(Status::Entailed) };
        if store.value(vars[first]) == Some(earlier) {
            return Ok(Status::Entailed);
        }
        // If the later value stands there before any other can be the earlier, the first is.
        for &x in &vars[first + 1..] {
            if store.value(x) == Some(later) {
                return store.fix(vars[first], earlier).map(|()| Status::Entailed);
            }
            if store.contains(x, earlier) {
                break;
            }
        }
        Ok(Status::Again)
    }
}
