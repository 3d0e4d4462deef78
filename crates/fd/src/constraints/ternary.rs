//! A relation between three variables with few values.

use super::Triples;
use super::triples::too_wide;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};
use std::sync::Arc;

/// `(x, y, z)` is one of the triples.
#[derive(Debug, Clone)]
pub struct Ternary {
    vars: [Var; 3],
    triples: Arc<Triples>,
}

impl Ternary {
    /// `x`, `y` and `z` together take one of the triples.
    pub fn new(x: Var, y: Var, z: Var, triples: &Arc<Triples>) -> Ternary {
        // A variable that stands twice needs triples that give it one value.
        let triples = if x == y || y == z || x == z {
            let agree = |a, b, c| (x != y || a == b) && (y != z || b == c) && (x != z || a == c);
            Arc::new(triples.filtered(agree))
        } else {
            Arc::clone(triples)
        };
        Ternary { vars: [x, y, z], triples }
    }

    /// What bit 0 of each variable's domain is among the bits of its axis.
    fn shifts(&self, store: &Store) -> [i32; 3] {
        // Both numbers may lie anywhere, but a distance of 64 or more is as good as any other.
        std::array::from_fn(|i| {
            let distance = i64::from(store.base(self.vars[i])) - i64::from(self.triples.axes[i].base);
            distance.clamp(-64, 64) as i32
        })
    }

    /// The domains, and the same as sets of values of the axes.
    #[inline]
    fn sets(&self, store: &Store, shifts: [i32; 3]) -> ([u64; 3], [u64; 3]) {
        let domains = self.vars.map(|x| store.words(x)[0]);
        let sets = std::array::from_fn(|i| shifted(domains[i], shifts[i]) & self.triples.axes[i].all);
        (domains, sets)
    }
}

/// The set with every member moved up by `shift`, or down when it is negative.
#[inline]
fn shifted(set: u64, shift: i32) -> u64 {
    let moved = if shift >= 0 { set.checked_shl(shift as u32) } else { set.checked_shr(shift.unsigned_abs()) };
    moved.unwrap_or(0)
}

impl Constraint for Ternary {
    fn name(&self) -> &'static str {
        "ternary"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.to_vec()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let [a, b, c] = self.vars.map(value);
        self.triples.contains(a, b, c)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        for x in self.vars {
            let domain = model.domain(x);
            let span = i64::from(domain.max()) - i64::from(domain.min()) + 1;
            if span > 64 {
                return Err(too_wide(span));
            }
        }
        Ok(())
    }

    fn post(&self, post: &mut Post<'_>) {
        let shifts = self.shifts(post.store());
        let wakes = self.vars.map(|x| Wake::on(x, Event::ANY));
        post.add(Priority::Linear, Sweep { ternary: self.clone(), shifts }, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let (_, sets) = self.sets(store, self.shifts(store));
        let count = self.triples.count(sets);
        if count == 0 {
            return Some(false);
        }
        let [x, y, z] = self.vars;
        let size = |var: Var, repeated: bool| if repeated { 1 } else { u64::from(store.size(var)) };
        let all = size(x, false) * size(y, y == x) * size(z, z == x || z == y);
        (count == all).then_some(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let [x, y, z] = self.vars.map(name);
        let triples: Vec<String> =
            self.triples.iter().map(|[a, b, c]| format!("({x} = {a} /\\ {y} = {b} /\\ {z} = {c})")).collect();
        Some(if triples.is_empty() { "false".to_owned() } else { triples.join(" \\/ ") })
    }
}

/// Looks at all pairs of values of two of the variables, and keeps what is
/// part of a triple. With a few dozen pairs this is faster than remembering
/// anything.
#[derive(Debug)]
struct Sweep {
    ternary: Ternary,
    shifts: [i32; 3],
}

impl Propagator for Sweep {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Sweep { ternary, shifts } = self;
        let (domains, sets) = ternary.sets(store, *shifts);
        let supported = ternary.triples.supported(sets);
        let mut open = 0;
        for i in 0..3 {
            let kept = shifted(supported[i], -shifts[i]);
            if kept != domains[i] {
                store.keep(ternary.vars[i], &[kept])?;
            }
            open += u32::from(!supported[i].is_power_of_two());
        }
        Ok(if open <= 1 { Status::Entailed } else { Status::Fixpoint })
    }
}
