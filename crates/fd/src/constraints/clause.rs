//! A disjunction of simple statements.

use super::AllOf;
use super::watches::{Open, Watches};
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Literal, Post, Priority, Propagator, Relation, Status, Store,
    Var, Wake,
};

/// `l1 \/ l2 \/ ...`: at least one of the literals is true.
///
/// Over booleans `x.is(1)` and `x.is(0)` are the literals of a SAT clause;
/// over any variables `x.is_not(v)` for all of a solution's values is the
/// no-good that excludes it.
#[derive(Debug, Clone)]
pub struct Clause {
    literals: Vec<Literal>,
}

impl Clause {
    /// At least one of these is true.
    pub fn new(literals: impl IntoIterator<Item = Literal>) -> Clause {
        Clause { literals: literals.into_iter().collect() }
    }
}

impl Constraint for Clause {
    fn name(&self) -> &'static str {
        "clause"
    }

    fn scope(&self) -> Vec<Var> {
        self.literals.iter().map(|literal| literal.var).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.literals.iter().any(|literal| literal.holds(value(literal.var)))
    }

    fn consistency(&self) -> Consistency {
        // With a variable in two literals (x = 1 \/ x = 2) the last two
        // undecided literals are not made to prune.
        Consistency::Forward
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self
            .literals
            .iter()
            .enumerate()
            .map(|(i, literal)| Wake::telling(literal.var, falsified_by(literal.relation), i))
            .collect();
        let watches = Watches::new(self.literals.len());
        post.add(Priority::Unit, Watch { literals: self.literals.clone().into(), watches }, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let mut verdict = Some(false);
        for &literal in &self.literals {
            match store.decided(literal) {
                Some(true) => return Some(true),
                None => verdict = None,
                Some(false) => {}
            }
        }
        verdict
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        let negated = self.literals.iter().map(|literal| Clause::new([literal.negated()]));
        Some(Box::new(negated.fold(AllOf::default(), AllOf::and)))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        if self.literals.is_empty() {
            return Some("false".to_owned());
        }
        let literals = self.literals.iter().map(|l| format!("{} {} {}", name(l.var), l.relation, l.value));
        Some(literals.collect::<Vec<_>>().join(" \\/ "))
    }
}

/// The event that can make a literal of this relation false.
fn falsified_by(relation: Relation) -> Event {
    match relation {
        Relation::Eq => Event::ANY,
        Relation::Ne => Event::FIXED,
        Relation::Le => Event::MIN,
        Relation::Ge => Event::MAX,
    }
}

/// Watches two literals that are not false.
#[derive(Debug)]
struct Watch {
    literals: Box<[Literal]>,
    watches: Watches,
}

impl Propagator for Watch {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let Watch { literals, watches } = self;
        if !watches.hear(changed) {
            return Ok(Status::Fixpoint);
        }
        match watches.find(literals.len(), |i| Ok(store.decided(literals[i])))? {
            Open::Two => Ok(Status::Fixpoint),
            Open::Decided => Ok(Status::Entailed),
            Open::None => Err(Conflict),
            Open::One(i) => store.make(literals[i]).map(|()| Status::Entailed),
        }
    }
}
