//! Membership in a fixed set, and the truth of it.

use super::AllOf;
use super::any_literal::decided_by;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Literal, Post, Priority, Propagator, Status, Store, Var, Wake,
    Words,
};
use std::sync::Arc;

/// `x in {v1, v2, ...}`, or its opposite.
#[derive(Debug, Clone)]
pub struct InSet {
    x: Var,
    /// In increasing order, each once.
    values: Vec<i32>,
    inside: bool,
}

impl InSet {
    /// `x` is one of these values.
    pub fn new(x: Var, values: impl IntoIterator<Item = i32>) -> InSet {
        let mut values: Vec<i32> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        InSet { x, values, inside: true }
    }

    /// `x` is none of these values.
    pub fn not(x: Var, values: impl IntoIterator<Item = i32>) -> InSet {
        InSet { inside: false, ..InSet::new(x, values) }
    }

    fn allows(&self, value: i32) -> bool {
        self.values.binary_search(&value).is_ok() == self.inside
    }
}

impl Constraint for InSet {
    fn name(&self) -> &'static str {
        "in_set"
    }

    fn scope(&self) -> Vec<Var> {
        vec![self.x]
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.allows(value(self.x))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        let store = post.store();
        if store.is_interval(self.x) {
            return post.add(Priority::Unit, Cut(self.clone()), &[]);
        }
        let mut words = vec![0; store.words(self.x).len()];
        for value in store.values(self.x).filter(|&value| self.allows(value)) {
            let bit = (value - store.base(self.x)) as usize;
            words[bit / 64] |= 1 << (bit % 64);
        }
        post.add(Priority::Unit, Keep { x: self.x, words: words.into() }, &[Wake::on(self.x, Event::FIXED)]);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let listed = self.values.iter().filter(|&&value| store.contains(self.x, value)).count();
        if listed == 0 {
            return Some(!self.inside);
        }
        (listed == store.size(self.x) as usize).then_some(self.inside)
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        Some(Box::new(InSet { inside: !self.inside, ..self.clone() }))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let values: Vec<String> = self.values.iter().map(ToString::to_string).collect();
        let member = format!("{} in {{{}}}", name(self.x), values.join(", "));
        Some(if self.inside { member } else { format!("not ({member})") })
    }
}

/// Does so for an interval.
#[derive(Debug)]
struct Cut(InSet);

impl Propagator for Cut {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let InSet { x, values, inside } = &self.0;
        if !inside {
            values.iter().try_for_each(|&value| store.remove(*x, value))?;
            return Ok(Status::Entailed);
        }
        let (Some(&first), Some(&last)) = (values.first(), values.last()) else { return Err(Conflict) };
        store.confine(*x, first, last)?;
        for pair in values.windows(2) {
            store.cut(*x, pair[0].saturating_add(1), pair[1] - 1)?;
        }
        Ok(Status::Entailed)
    }
}

/// Keeps the values of a set, once.
#[derive(Debug)]
struct Keep {
    x: Var,
    words: Box<[u64]>,
}

impl Propagator for Keep {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        store.keep(self.x, &self.words)?;
        Ok(Status::Entailed)
    }
}

/// `l <=> x in a1..b1 \/ x in a2..b2 \/ ...`; half of it, `l -> ...`.
///
/// It is one propagator, where a [`Reified`](super::Reified) [`InSet`] is several, and a set may be long.
#[derive(Debug, Clone)]
pub struct InSetWhen {
    condition: Literal,
    x: Var,
    /// In increasing order, with at least one number between two of them.
    ranges: Vec<(i32, i32)>,
    half: bool,
}

impl InSetWhen {
    /// `condition` is true exactly when `x` lies in one of these ranges, ends included.
    pub fn new(condition: Literal, x: Var, ranges: impl IntoIterator<Item = (i32, i32)>) -> InSetWhen {
        let mut given: Vec<(i32, i32)> = ranges.into_iter().filter(|(first, last)| first <= last).collect();
        given.sort_unstable();
        let mut ranges: Vec<(i32, i32)> = Vec::new();
        for (first, last) in given {
            match ranges.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
                _ => ranges.push((first, last)),
            }
        }
        InSetWhen { condition, x, ranges, half: false }
    }

    /// Only that `x` lies in one of the ranges if `condition` is true.
    #[must_use]
    pub fn half(self) -> InSetWhen {
        InSetWhen { half: true, ..self }
    }

    fn contains(&self, value: i32) -> bool {
        self.ranges.iter().any(|&(first, last)| (first..=last).contains(&value))
    }

    /// What lies before, between and behind the ranges.
    fn gaps(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        let first = self.ranges.iter().map(|range| range.0.saturating_sub(1)).chain([i32::MAX]);
        let last = [i32::MIN].into_iter().chain(self.ranges.iter().map(|range| range.1.saturating_add(1)));
        last.zip(first)
    }

    /// Whether `x` lies in them, or does not, whatever value it takes.
    fn known(&self, store: &Store) -> Option<bool> {
        let (min, max) = store.bounds(self.x);
        let may = |(first, last): (i32, i32)| {
            first <= max && last >= min && store.next_from(self.x, first.max(min)).is_some_and(|value| value <= last)
        };
        if !self.ranges.iter().copied().any(may) {
            return Some(false);
        }
        if self.gaps().any(may) { None } else { Some(true) }
    }
}

impl Constraint for InSetWhen {
    fn name(&self) -> &'static str {
        "in_set_when"
    }

    fn scope(&self) -> Vec<Var> {
        vec![self.x, self.condition.var]
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let condition = self.condition.holds(value(self.condition.var));
        if self.half && !condition { true } else { self.contains(value(self.x)) == condition }
    }

    fn consistency(&self) -> Consistency {
        if self.x == self.condition.var { Consistency::Check } else { Consistency::Domain }
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        let condition = Wake::on(self.condition.var, decided_by(self.condition.relation));
        post.add(Priority::Unit, self.clone(), &[Wake::on(self.x, Event::ANY), condition]);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        match (store.decided(self.condition), self.known(store)) {
            (Some(false), _) | (_, Some(true)) if self.half => Some(true),
            (condition, inside) => Some(condition? == inside?),
        }
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        if self.half {
            let outside = InSetWhen { condition: self.condition.negated(), half: false, ..self.clone() };
            let parts: [Arc<dyn Constraint>; 2] = [Arc::new(self.condition), Arc::new(outside)];
            return Some(Box::new(AllOf::new(parts)));
        }
        Some(Box::new(InSetWhen { condition: self.condition.negated(), ..self.clone() }))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let ranges: Vec<String> = self.ranges.iter().map(|(first, last)| format!("({first}..{last})")).collect();
        let set = if ranges.is_empty() { "{}".to_owned() } else { ranges.join(" union ") };
        let arrow = if self.half { "->" } else { "<->" };
        Some(format!("({}) {arrow} ({} in {set})", self.condition.minizinc(name)?, name(self.x)))
    }
}

impl Propagator for InSetWhen {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        match store.decided(self.condition) {
            Some(false) if self.half => {}
            Some(inside) => {
                let own = (!inside).then_some(&self.ranges).into_iter().flatten().copied();
                let others = inside.then(|| self.gaps()).into_iter().flatten();
                for (first, last) in own.chain(others) {
                    store.cut(self.x, first, last)?;
                }
            }
            None => match self.known(store) {
                None => return Ok(Status::Fixpoint),
                Some(true) if self.half => {}
                Some(inside) => {
                    store.make(if inside { self.condition } else { self.condition.negated() })?;
                }
            },
        }
        Ok(Status::Entailed)
    }
}
