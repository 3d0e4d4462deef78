//! Membership in a fixed set.

use crate::{Changed, Conflict, Consistency, Constraint, Event, Post, Priority, Propagator, Status, Store, Var, Wake};

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
