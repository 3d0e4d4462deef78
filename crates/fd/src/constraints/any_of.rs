//! Disjunction.

use super::clause::{Open, Watches};
use super::{AllOf, Clause, Negated, any_true, joined, variables};
use crate::{
    Changed, Conflict, Consistency, Constraint, Domain, Event, Model, ModelError, Post, Priority, Propagator, Status,
    Store, Var, Wake,
};
use std::sync::Arc;

/// `c1 \/ c2 \/ ...`: at least one of the constraints holds.
///
/// While two of them may still be true nothing is removed; when one is left,
/// its propagators begin to work.
///
/// ```
/// # use fd::constraints::{AllDifferent, AnyOf, Count};
/// # let mut model = fd::Model::new();
/// # let x = model.vars(3, 1..=3)?;
/// model.post(AnyOf::default().or(AllDifferent::new(&x)).or(Count::new(&x, 1, 3)))?;
/// # Ok::<(), fd::ModelError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct AnyOf {
    parts: Vec<Arc<dyn Constraint>>,
}

impl AnyOf {
    /// At least one of these holds. More can be added with [`AnyOf::or`].
    pub fn new(parts: impl IntoIterator<Item = Arc<dyn Constraint>>) -> AnyOf {
        AnyOf { parts: parts.into_iter().collect() }
    }

    /// The same, or this holds.
    #[must_use]
    pub fn or(mut self, part: impl Constraint + 'static) -> AnyOf {
        self.parts.push(Arc::new(part));
        self
    }
}

impl Constraint for AnyOf {
    fn name(&self) -> &'static str {
        "any_of"
    }

    fn scope(&self) -> Vec<Var> {
        self.parts.iter().flat_map(|part| part.scope()).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.parts.iter().any(|part| part.holds(value))
    }

    fn consistency(&self) -> Consistency {
        match self.parts.as_slice() {
            [part] => part.consistency(),
            _ => Consistency::Check,
        }
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        if self.parts.len() as i64 > Domain::MAX_SPAN {
            let problem = format!("{} disjuncts; at most {} are supported", self.parts.len(), Domain::MAX_SPAN);
            return Err(ModelError::Malformed { constraint: "any_of", problem });
        }
        self.parts.iter().try_for_each(|part| part.check(model))
    }

    fn post(&self, post: &mut Post<'_>) {
        if let [part] = self.parts.as_slice() {
            return part.post(post);
        }
        let Ok(domain) = Domain::range(0, self.parts.len() as i32 - 1) else {
            // There is nothing that could hold.
            return Clause::new([]).post(post);
        };
        // Instead of a boolean for each: the numbers of the parts that may
        // still hold. When one is left, the guards see it.
        let which = post.auxiliary(&domain);
        for (i, part) in self.parts.iter().enumerate() {
            post.when(which, i as i32, &**part);
        }
        let mut wakes = Vec::new();
        for (i, part) in self.parts.iter().enumerate() {
            wakes.extend(variables(&**part).into_iter().map(|x| Wake::telling(x, Event::ANY, i)));
        }
        let sharp = self.parts.iter().map(|part| part.consistency() == Consistency::Domain).collect();
        let watches = Watches::new(self.parts.len());
        post.add(Priority::Linear, Watch { parts: self.parts.as_slice().into(), which, sharp, watches }, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        any_true(self.parts.iter().map(|part| part.entailment(store)))
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        Some(Box::new(AllOf::new(self.parts.iter().map(Negated::shared))))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        joined(&self.parts, " \\/ ", "false", name)
    }
}

/// Watches two parts that are not refuted: while there are two, the others
/// need not be looked at.
#[derive(Debug)]
struct Watch {
    parts: Box<[Arc<dyn Constraint>]>,
    which: Var,
    /// Whether the propagators of each part see for themselves when it is refuted.
    sharp: Box<[bool]>,
    watches: Watches,
}

impl Propagator for Watch {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let Watch { parts, which, sharp, watches } = self;
        if !watches.hear(changed) {
            return Ok(Status::Fixpoint);
        }
        let open = watches.find(parts.len(), |i| {
            if !store.contains(*which, i as i32) {
                return Ok(Some(false));
            }
            let decided = parts[i].entailment(store);
            if decided == Some(false) {
                store.remove(*which, i as i32)?;
            }
            Ok(decided)
        })?;
        Ok(match open {
            Open::Two => Status::Fixpoint,
            // One is left, and its propagators work. If they may be slower than
            // this to see that it is refuted, the outcome must not depend on
            // which ran first.
            Open::One(i) if !sharp[i] => Status::Fixpoint,
            Open::One(_) | Open::None | Open::Decided => Status::Entailed,
        })
    }
}
