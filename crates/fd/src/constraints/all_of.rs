//! Conjunction.

use super::{AnyOf, Negated, any_true, joined};
use crate::{Consistency, Constraint, Model, ModelError, Post, Store, Var};
use std::sync::Arc;

/// `c1 /\ c2 /\ ...`: all of the constraints hold.
///
/// For use inside other constraints; in a model, posting each says the same.
#[derive(Debug, Clone, Default)]
pub struct AllOf {
    parts: Vec<Arc<dyn Constraint>>,
}

impl AllOf {
    /// All of these hold. More can be added with [`AllOf::and`].
    pub fn new(parts: impl IntoIterator<Item = Arc<dyn Constraint>>) -> AllOf {
        AllOf { parts: parts.into_iter().collect() }
    }

    /// The same, and this holds, too.
    #[must_use]
    pub fn and(mut self, part: impl Constraint + 'static) -> AllOf {
        self.parts.push(Arc::new(part));
        self
    }
}

impl Constraint for AllOf {
    fn name(&self) -> &'static str {
        "all_of"
    }

    fn scope(&self) -> Vec<Var> {
        self.parts.iter().flat_map(|part| part.scope()).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.parts.iter().all(|part| part.holds(value))
    }

    fn consistency(&self) -> Consistency {
        if let [part] = self.parts.as_slice() {
            return part.consistency();
        }
        // With one variable open each part leaves what is right for itself,
        // and so together they leave what is right for all.
        let forward =
            |part: &Arc<dyn Constraint>| matches!(part.consistency(), Consistency::Domain | Consistency::Forward);
        if self.parts.iter().all(forward) { Consistency::Forward } else { Consistency::Check }
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.parts.iter().try_for_each(|part| part.check(model))
    }

    fn post(&self, post: &mut Post<'_>) {
        for part in &self.parts {
            part.post(post);
        }
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let refuted = any_true(self.parts.iter().map(|part| part.entailment(store).map(|holds| !holds)));
        refuted.map(|refuted| !refuted)
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        Some(Box::new(AnyOf::new(self.parts.iter().map(Negated::shared))))
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        for part in &self.parts {
            into.post_shared(Arc::clone(part))?;
        }
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        joined(&self.parts, " /\\ ", "true", name)
    }
}
