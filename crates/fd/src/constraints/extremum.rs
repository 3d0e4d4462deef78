//! The greatest and the least of several.

use super::Sum;
use crate::space::as_set;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// `max(x1, x2, ...) = y`, or `min(x1, x2, ...) = y`.
#[derive(Debug, Clone)]
pub struct Extremum {
    vars: Vec<Var>,
    result: Var,
    greatest: bool,
}

impl Extremum {
    /// The greatest of `vars` is `result`. Of nothing there is none.
    pub fn max(vars: &[Var], result: Var) -> Extremum {
        Extremum { vars: vars.to_vec(), result, greatest: true }
    }

    /// The least of `vars` is `result`. Of nothing there is none.
    pub fn min(vars: &[Var], result: Var) -> Extremum {
        Extremum { vars: vars.to_vec(), result, greatest: false }
    }

    /// The bounds of `x`, mirrored for the least: it is the greatest of the mirror images.
    #[inline]
    fn bounds(&self, store: &Store, x: Var) -> (i32, i32) {
        let (min, max) = store.bounds(x);
        if self.greatest { (min, max) } else { (-max, -min) }
    }

    /// `x <= value`, or the mirror image of that.
    #[inline]
    fn at_most(&self, store: &mut Store, x: Var, value: i32) -> Result<(), Conflict> {
        if self.greatest { store.at_most(x, value) } else { store.at_least(x, -value) }
    }

    /// `x >= value`, or the mirror image of that.
    #[inline]
    fn at_least(&self, store: &mut Store, x: Var, value: i32) -> Result<(), Conflict> {
        if self.greatest { store.at_least(x, value) } else { store.at_most(x, -value) }
    }
}

impl Constraint for Extremum {
    fn name(&self) -> &'static str {
        if self.greatest { "max" } else { "min" }
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.iter().copied().chain([self.result]).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let values = self.vars.iter().map(|&x| value(x));
        let found = if self.greatest { values.max() } else { values.min() };
        found == Some(value(self.result))
    }

    fn consistency(&self) -> Consistency {
        let distinct = as_set(self.scope()).len() == self.vars.len() + 1;
        if distinct { Consistency::Bounds } else { Consistency::Check }
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        let priority = if self.vars.len() <= 2 { Priority::Unit } else { Priority::Linear };
        let wakes: Vec<Wake> = self.scope().into_iter().map(|x| Wake::on(x, Event::BOUNDS)).collect();
        post.add(priority, self.clone(), &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let which = into.var(0..=self.vars.len().max(1) as i32 - 1)?;
        into.post(super::Element::new(&self.vars, which, self.result))?;
        for &x in &self.vars {
            let sign = if self.greatest { 1 } else { -1 };
            into.post((sign * x).at_most(sign * self.result))?;
            // The first of those that are equal, so that each solution is one.
        }
        for (i, &x) in self.vars.iter().enumerate() {
            let equal = Sum::from(x).equals(self.result);
            let later = super::AnyOf::default()
                .or(super::Negated::new(equal))
                .or(super::Clause::new([which.at_most(i as i32)]));
            into.post(later)?;
        }
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        if self.vars.is_empty() {
            return Some("false".to_owned());
        }
        let names: Vec<String> = self.vars.iter().map(|&x| name(x)).collect();
        Some(format!("{}([{}]) = {}", self.name(), names.join(", "), name(self.result)))
    }
}

impl Propagator for Extremum {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let (low, high) = self.bounds(store, self.result);
        let (mut least, mut greatest) = (i32::MIN, i32::MIN);
        // How many may be as great as the result must be, and the last of them.
        let (mut able, mut last) = (0, None);
        for &x in &self.vars {
            self.at_most(store, x, high)?;
            let (min, max) = self.bounds(store, x);
            least = least.max(min);
            greatest = greatest.max(max);
            if max >= low {
                able += 1;
                last = Some(x);
            }
        }
        let Some(last) = last else { return Err(Conflict) };
        self.at_most(store, self.result, greatest)?;
        self.at_least(store, self.result, least)?;
        let low = self.bounds(store, self.result).0;
        if able == 1 {
            self.at_least(store, last, low)?;
        }
        Ok(Status::Again)
    }
}
