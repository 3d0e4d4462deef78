//! A disjunction of simple statements.

use super::AllOf;
use super::connectives::any_true;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Literal, Post, Priority, Propagator, Relation, Status, Store,
    Var, Wake,
};

/// `l1 \/ l2 \/ ...`: at least one of the literals is true.
///
/// Literals may be about any variables, not just booleans: `x.is(1)` and
/// `x.is(0)` over booleans are those of a SAT clause, and `x.is_not(v)` for all
/// values of a solution is the no-good that excludes it.
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

    fn takes_intervals(&self) -> bool {
        true
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
        any_true(self.literals.iter().map(|&literal| store.decided(literal)))
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        let negated = self.literals.iter().map(|literal| Clause::new([literal.negated()]));
        Some(Box::new(negated.fold(AllOf::default(), AllOf::and)))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        if self.literals.is_empty() {
            return Some("false".to_owned());
        }
        let literals = self.literals.iter().filter_map(|literal| literal.minizinc(name));
        Some(literals.collect::<Vec<_>>().join(" \\/ "))
    }
}

/// A single literal: `x = 3`, `x != 3`, `x <= 3`, `x >= 3`.
impl Constraint for Literal {
    fn name(&self) -> &'static str {
        "literal"
    }

    fn scope(&self) -> Vec<Var> {
        vec![self.var]
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.relation.holds(value(self.var), self.value)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        post.add(Priority::Unit, Make(*self), &[]);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        store.decided(*self)
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        Some(Box::new(self.negated()))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        Some(format!("{} {} {}", name(self.var), self.relation, self.value))
    }
}

/// Makes a literal true, once.
#[derive(Debug)]
struct Make(Literal);

impl Propagator for Make {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        store.make(self.0).map(|()| Status::Entailed)
    }
}

/// The event that can make a literal of this relation false.
pub(super) fn falsified_by(relation: Relation) -> Event {
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

/// Two open positions of a list: while there are two, nothing need be done.
///
/// They need no trail, since a position that was open is open again when the
/// search backtracks. So they are always two, and where fewer are open, those
/// that were watched last are watched on.
///
/// Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff (DAC 2001).
#[derive(Debug)]
pub(super) struct Watches([usize; 2]);

/// How many positions are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Open {
    /// It does not matter: one position decides it all.
    Decided,
    None,
    One(usize),
    /// Two or more.
    Two,
}

impl Watches {
    /// The first and the last position of a list of this length.
    pub(super) fn new(length: usize) -> Watches {
        Watches([0, length.saturating_sub(1)])
    }

    /// Whether a watched position may have changed.
    #[inline]
    pub(super) fn hear(&self, changed: Changed<'_>) -> bool {
        match changed {
            Changed::All => true,
            Changed::Only(positions) => positions.iter().any(|&i| self.0.contains(&(i as usize))),
        }
    }

    /// Looks for two open positions of `0..length`. `decided` says of one that
    /// it decides it all, that it is closed, or that it is open (`None`).
    #[inline]
    pub(super) fn find(
        &mut self,
        length: usize,
        mut decided: impl FnMut(usize) -> Result<Option<bool>, Conflict>,
    ) -> Result<Open, Conflict> {
        // Beginning at a watch, what was open is found again at once.
        let start = self.0[0];
        let mut found = None;
        for offset in 0..length {
            let i = (start + offset) % length;
            match (decided(i)?, found) {
                (Some(true), _) => return Ok(Open::Decided),
                (Some(false), _) => {}
                (None, None) => found = Some(i),
                (None, Some(first)) => {
                    self.0 = [first, i];
                    return Ok(Open::Two);
                }
            }
        }
        let Some(only) = found else { return Ok(Open::None) };
        // The other watch stays where it is, closed: it was open when there
        // were two, and when the search is back there it will be open again.
        if !self.0.contains(&only) {
            self.0[0] = only;
        }
        Ok(Open::One(only))
    }
}
