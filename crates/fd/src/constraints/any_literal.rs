//! The truth of a disjunction of simple statements.

use super::Clause;
use super::clause::{Open, Watches};
use super::connectives::any_true;
use crate::space::as_set;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Literal, Model, ModelError, Post, Priority, Propagator,
    Relation, Status, Store, Var, Wake,
};

/// `l <=> l1 \/ l2 \/ ...`: the first literal is true exactly when one of the
/// others is.
///
/// With opposite literals the same says `l <=> l1 /\ l2 /\ ...`; with one literal
/// on the right, that two literals are equal. It is one propagator, where a
/// [`Reified`](super::Reified) [`Clause`] is several.
#[derive(Debug, Clone)]
pub struct AnyLiteral {
    result: Literal,
    literals: Vec<Literal>,
}

impl AnyLiteral {
    /// `result` is true exactly when one of `literals` is.
    pub fn new(result: Literal, literals: impl IntoIterator<Item = Literal>) -> AnyLiteral {
        AnyLiteral { result, literals: literals.into_iter().collect() }
    }

    /// `result` is true exactly when all of `literals` are.
    pub fn all(result: Literal, literals: impl IntoIterator<Item = Literal>) -> AnyLiteral {
        AnyLiteral::new(result.negated(), literals.into_iter().map(Literal::negated))
    }
}

impl Constraint for AnyLiteral {
    fn name(&self) -> &'static str {
        "any_literal"
    }

    fn scope(&self) -> Vec<Var> {
        self.literals.iter().chain([&self.result]).map(|literal| literal.var).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let is_true = |literal: &Literal| literal.holds(value(literal.var));
        is_true(&self.result) == self.literals.iter().any(is_true)
    }

    fn consistency(&self) -> Consistency {
        let distinct = as_set(self.scope()).len() == self.literals.len() + 1;
        if distinct { Consistency::Domain } else { Consistency::Check }
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        let literals = self.literals.iter().chain([&self.result]);
        let wakes: Vec<Wake> = literals
            .enumerate()
            .map(|(i, literal)| Wake::telling(literal.var, decided_by(literal.relation), i))
            .collect();
        if let [other] = self.literals[..] {
            return post.add(Priority::Unit, Equal { literals: [self.result, other] }, &wakes);
        }
        let watches = Watches::new(self.literals.len());
        post.add(Priority::Unit, Equivalence { any: self.clone(), watches }, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let any = any_true(self.literals.iter().map(|&literal| store.decided(literal)));
        Some(store.decided(self.result)? == any?)
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        Some(Box::new(AnyLiteral { result: self.result.negated(), ..self.clone() }))
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let implied = self.literals.iter().copied().chain([self.result.negated()]);
        into.post(Clause::new(implied))?;
        for literal in &self.literals {
            into.post(Clause::new([self.result, literal.negated()]))?;
        }
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let result = Clause::new([self.result]).minizinc(name)?;
        Some(format!("({result}) <-> ({})", Clause::new(self.literals.iter().copied()).minizinc(name)?))
    }
}

/// The event that can make a literal of this relation true or false.
pub(super) fn decided_by(relation: Relation) -> Event {
    match relation {
        Relation::Eq | Relation::Ne => Event::ANY,
        Relation::Le | Relation::Ge => Event::BOUNDS,
    }
}

/// Watches two literals on the right that are not false, and looks at each that changes.
#[derive(Debug)]
struct Equivalence {
    any: AnyLiteral,
    watches: Watches,
}

impl Propagator for Equivalence {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let Equivalence { any: AnyLiteral { result, literals }, watches } = self;
        let known = store.decided(*result);
        if known == Some(false) {
            for literal in &**literals {
                store.make(literal.negated())?;
            }
            return Ok(Status::Entailed);
        }
        let told_true = match changed {
            // All are looked at below.
            Changed::All => false,
            Changed::Only(positions) => positions
                .iter()
                .any(|&i| literals.get(i as usize).is_some_and(|&literal| store.decided(literal) == Some(true))),
        };
        if told_true {
            return store.make(*result).map(|()| Status::Entailed);
        }
        let about_result = matches!(changed, Changed::Only(told) if told.contains(&(literals.len() as u32)));
        if !about_result && !watches.hear(changed) {
            return Ok(Status::Fixpoint);
        }
        match (watches.find(literals.len(), |i| Ok(store.decided(literals[i])))?, known) {
            (Open::Decided, _) => store.make(*result).map(|()| Status::Entailed),
            (Open::None, _) => store.make(result.negated()).map(|()| Status::Entailed),
            (Open::One(i), Some(_)) => store.make(literals[i]).map(|()| Status::Entailed),
            (Open::One(_), None) | (Open::Two, _) => Ok(Status::Fixpoint),
        }
    }
}

/// Two literals are both true, or both false.
#[derive(Debug)]
struct Equal {
    literals: [Literal; 2],
}

impl Propagator for Equal {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let [a, b] = self.literals;
        let (one, truth) = match store.decided(a) {
            Some(truth) => (b, truth),
            None => match store.decided(b) {
                Some(truth) => (a, truth),
                None => return Ok(Status::Fixpoint),
            },
        };
        store.make(if truth { one } else { one.negated() }).map(|()| Status::Entailed)
    }
}
