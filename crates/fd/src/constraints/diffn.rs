//! Boxes that do not overlap.

use super::disjunctive::not_negative;
use super::interval::saturated;
use super::{AnyOf, Clause, Sum};
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// Any two boxes lie apart: in some dimension one ends before the other begins.
///
/// A box of no size may lie anywhere, unless the constraint is [strict](Diffn::strict).
///
/// Two boxes that can lie apart in one way only do.
#[derive(Debug, Clone)]
pub struct Diffn {
    boxes: Vec<Vec<Side>>,
    strict: bool,
}

/// What a box covers in one dimension: from `position`, as much as `size`.
#[derive(Debug, Clone, Copy)]
struct Side {
    position: Var,
    size: Var,
}

impl Diffn {
    /// Boxes with these positions and sizes, a list of dimensions for each.
    pub fn new<T: AsRef<[Var]>>(positions: &[T], sizes: &[T]) -> Diffn {
        let side = |(&position, &size): (&Var, &Var)| Side { position, size };
        let pairs = positions.iter().zip(sizes);
        let boxes = pairs.map(|(p, s)| p.as_ref().iter().zip(s.as_ref()).map(side).collect()).collect();
        Diffn { boxes, strict: false }
    }

    /// The same, and boxes of no size do not lie inside others.
    #[must_use]
    pub fn strict(self) -> Diffn {
        Diffn { strict: true, ..self }
    }
}

impl Constraint for Diffn {
    fn name(&self) -> &'static str {
        "diffn"
    }

    fn scope(&self) -> Vec<Var> {
        self.boxes.iter().flatten().flat_map(|side| [side.position, side.size]).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let value = |x: Var| i64::from(value(x));
        let apart = |(a, b): (&Side, &Side)| {
            let (p, q) = (value(a.position), value(b.position));
            p + value(a.size) <= q || q + value(b.size) <= p
        };
        let empty = |sides: &[Side]| !self.strict && sides.iter().any(|side| value(side.size) == 0);
        self.boxes
            .iter()
            .enumerate()
            .all(|(i, a)| self.boxes[i + 1..].iter().all(|b| empty(a) || empty(b) || a.iter().zip(b).any(apart)))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Check
    }

    /// Refuses sizes that may be negative.
    fn check(&self, model: &Model) -> Result<(), ModelError> {
        not_negative(self.name(), "size", self.boxes.iter().flatten().map(|side| side.size), model)
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self
            .boxes
            .iter()
            .enumerate()
            .flat_map(|(i, sides)| sides.iter().flat_map(|side| [side.position, side.size]).map(move |x| (i, x)))
            .map(|(i, x)| Wake::telling(x, Event::BOUNDS, i))
            .collect();
        post.add(Priority::Expensive, self.clone(), &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        for (i, a) in self.boxes.iter().enumerate() {
            for b in &self.boxes[i + 1..] {
                let mut apart = AnyOf::default();
                for (a, b) in a.iter().zip(b) {
                    apart = apart
                        .or((Sum::from(a.position) + a.size).at_most(b.position))
                        .or((Sum::from(b.position) + b.size).at_most(a.position));
                }
                if !self.strict {
                    apart = apart.or(Clause::new(a.iter().chain(b).map(|side| side.size.is(0))));
                }
                into.post(apart)?;
            }
        }
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let mut parts = vec!["true".to_owned()];
        for (i, a) in self.boxes.iter().enumerate() {
            for b in &self.boxes[i + 1..] {
                let mut ways = vec!["false".to_owned()];
                for (a, b) in a.iter().zip(b) {
                    let ([p, s], [q, t]) = ([a.position, a.size].map(name), [b.position, b.size].map(name));
                    ways.push(format!("{p} + {s} <= {q} \\/ {q} + {t} <= {p}"));
                    if !self.strict {
                        ways.push(format!("{s} = 0 \\/ {t} = 0"));
                    }
                }
                parts.push(format!("({})", ways.join(" \\/ ")));
            }
        }
        Some(parts.join(" /\\ "))
    }
}

impl Propagator for Diffn {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let n = self.boxes.len();
        match changed {
            Changed::All => {
                for i in 0..n {
                    self.keep_apart(store, i, i + 1..n)?;
                }
            }
            Changed::Only(told) => {
                for (k, &i) in told.iter().enumerate() {
                    // One box is often told of several times.
                    if !told[..k].contains(&i) {
                        self.keep_apart(store, i as usize, 0..n)?;
                    }
                }
            }
        }
        Ok(Status::Again)
    }
}

impl Diffn {
    /// Keeps box `i` apart from others.
    fn keep_apart(&self, store: &mut Store, i: usize, others: std::ops::Range<usize>) -> Result<(), Conflict> {
        for j in others.filter(|&j| j != i) {
            let mut way = None;
            let mut ways = 0;
            for (a, b) in self.boxes[i].iter().zip(&self.boxes[j]) {
                for pair @ [first, second] in [[a, b], [b, a]] {
                    if first.earliest_end(store) <= i64::from(store.max(second.position)) {
                        ways += 1;
                        way = Some(pair);
                    }
                }
            }
            if ways > 1 {
                continue;
            }
            if !self.strict {
                let mut sides = self.boxes[i].iter().chain(&self.boxes[j]);
                if let Some(side) = sides.find(|side| store.min(side.size) == 0) {
                    // Boxes that cannot lie apart, and one that may have no size: it has none.
                    if ways == 0 && sides.all(|side| store.min(side.size) > 0) {
                        store.at_most(side.size, 0)?;
                    }
                    continue;
                }
            }
            let Some([first, second]) = way else { return Err(Conflict) };
            let end = first.earliest_end(store);
            store.at_least(second.position, saturated(end))?;
            let latest = i64::from(store.max(second.position));
            store.at_most(first.position, saturated(latest - i64::from(store.min(first.size))))?;
            store.at_most(first.size, saturated(latest - i64::from(store.min(first.position))))?;
        }
        Ok(())
    }
}

impl Side {
    fn earliest_end(&self, store: &Store) -> i64 {
        i64::from(store.min(self.position)) + i64::from(store.min(self.size))
    }
}
