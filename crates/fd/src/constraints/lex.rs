//! Lexicographic order.

use super::{AnyOf, Clause, Reified, Sum};
use crate::space::as_set;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Trailed, Var, Wake,
};

/// `(x1, x2, ...) < (y1, y2, ...)`, or `<=`: as words in a dictionary.
///
/// Where one is the beginning of the other, the shorter one is less.
///
/// Frisch, Hnich, Kiziltan, Miguel, Walsh: Global constraints for lexicographic
/// orderings (CP 2002).
#[derive(Debug, Clone)]
pub struct Lex {
    pairs: Vec<[Var; 2]>,
    /// Whether all pairs may be equal.
    or_equal: bool,
}

impl Lex {
    /// `x` comes before `y`.
    pub fn less(x: &[Var], y: &[Var]) -> Lex {
        Lex::new(x, y, x.len() < y.len())
    }

    /// `x` comes before `y`, or is the same.
    pub fn at_most(x: &[Var], y: &[Var]) -> Lex {
        Lex::new(x, y, x.len() <= y.len())
    }

    fn new(x: &[Var], y: &[Var], or_equal: bool) -> Lex {
        Lex { pairs: x.iter().zip(y).map(|(&x, &y)| [x, y]).collect(), or_equal }
    }

    /// Whether what comes after the first `n` pairs can be in order.
    fn can_follow(&self, store: &Store, n: usize) -> bool {
        for &[x, y] in self.pairs.iter().skip(n) {
            let (least, most) = (store.min(x), store.max(y));
            if least != most {
                return least < most;
            }
        }
        self.or_equal
    }
}

impl Constraint for Lex {
    fn name(&self) -> &'static str {
        "lex"
    }

    fn scope(&self) -> Vec<Var> {
        self.pairs.concat()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let differing = self.pairs.iter().map(|&[x, y]| (value(x), value(y))).find(|(x, y)| x != y);
        differing.map_or(self.or_equal, |(x, y)| x < y)
    }

    fn consistency(&self) -> Consistency {
        let distinct = as_set(self.scope()).len() == 2 * self.pairs.len();
        if distinct { Consistency::Domain } else { Consistency::Check }
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> =
            self.pairs.iter().flat_map(|&[x, y]| [Wake::on(x, Event::BOUNDS), Wake::on(y, Event::BOUNDS)]).collect();
        let equal = post.trailed(0);
        post.add(Priority::Linear, FirstOpen { lex: self.clone(), equal }, &wakes);
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        let pairs = self.pairs.iter().map(|&[x, y]| [y, x]).collect();
        Some(Box::new(Lex { pairs, or_equal: !self.or_equal }))
    }

    /// One boolean for each pair: all before it are equal.
    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let mut equal = into.var([1])?;
        for &[x, y] in &self.pairs {
            let both = into.boolean()?;
            let same = super::AllOf::default().and(Clause::new([equal.is(1)])).and(x.equals(y));
            into.post(Reified::new(both, same))?;
            into.post(AnyOf::default().or(Clause::new([equal.is(0)])).or(Sum::from(x).at_most(y)))?;
            // From the first pair that differs on, nothing is asked.
            equal = both;
        }
        if !self.or_equal {
            into.post(Clause::new([equal.is(0)]))?;
        }
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let end = if self.or_equal { "true" } else { "false" };
        Some(self.pairs.iter().rev().fold(end.to_owned(), |rest, &[x, y]| {
            let (x, y) = (name(x), name(y));
            format!("({x} < {y} \\/ ({x} = {y} /\\ {rest}))")
        }))
    }
}

/// Looks at the first pair that is not known to be equal: only there can anything follow.
#[derive(Debug)]
struct FirstOpen {
    lex: Lex,
    /// How many pairs from the beginning are known to be equal.
    equal: Trailed,
}

impl Propagator for FirstOpen {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let mut equal = store.get(self.equal) as usize;
        while let Some(&[x, y]) = self.lex.pairs.get(equal) {
            let step = i32::from(!self.lex.can_follow(store, equal + 1));
            store.at_most(x, store.max(y).saturating_sub(step))?;
            store.at_least(y, store.min(x).saturating_add(step))?;
            if store.max(x) < store.min(y) {
                return Ok(Status::Entailed);
            }
            // Of one variable with itself, nothing more than equality is known.
            if x != y && !(store.is_fixed(x) && store.is_fixed(y)) {
                store.set(self.equal, equal as u64);
                return Ok(Status::Again);
            }
            equal += 1;
        }
        if self.lex.or_equal { Ok(Status::Entailed) } else { Err(Conflict) }
    }
}
