//! What products, quotients and remainders have in common.

use super::interval::Interval;
use super::window::between_bounds;
use crate::{Changed, Conflict, Consistency, Constraint, Event, Post, Priority, Propagator, Status, Store, Var, Wake};
use std::fmt;

/// The most pairs of values that are tried at one go. Beyond it, only bounds
/// are reasoned with until the domains have shrunk.
pub(super) const PAIRS_LIMIT: u64 = 4096;

/// An operation on two numbers, which may be undefined for some.
pub(super) struct Operation {
    pub(super) name: &'static str,
    pub(super) apply: fn(i64, i64) -> Option<i64>,
    /// Narrows the intervals of `x`, `y` and `z`.
    pub(super) narrow: fn([Interval; 3]) -> [Interval; 3],
    /// `x op y = z` in MiniZinc.
    pub(super) minizinc: fn(&str, &str, &str) -> String,
}

/// `x op y = z` for an operation on whole numbers.
///
/// Domain-consistent while `x` and `y` have at most 4096 pairs of values;
/// beyond that it reasons with bounds.
#[derive(Clone, Copy)]
pub struct Arithmetic {
    operation: &'static Operation,
    vars: [Var; 3],
}

impl fmt::Debug for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(self.operation.name).field(&self.vars).finish()
    }
}

impl Arithmetic {
    pub(super) fn new(operation: &'static Operation, x: Var, y: Var, z: Var) -> Arithmetic {
        Arithmetic { operation, vars: [x, y, z] }
    }
}

impl Constraint for Arithmetic {
    fn name(&self) -> &'static str {
        self.operation.name
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.to_vec()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let [x, y, z] = self.vars.map(|x| i64::from(value(x)));
        (self.operation.apply)(x, y) == Some(z)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    /// Bounds first, then all pairs.
    fn post(&self, post: &mut Post<'_>) {
        let on = |event| self.vars.map(|x| Wake::on(x, event));
        post.add(Priority::Unit, ByBounds { arithmetic: *self }, &on(Event::BOUNDS));
        let scratch = self.vars.map(|x| vec![0; post.store().words(x).len()].into());
        post.add(Priority::Expensive, ByPairs { arithmetic: *self, supports: scratch }, &on(Event::ANY));
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let [x, y, z] = self.vars;
        let result = (self.operation.apply)(i64::from(store.value(x)?), i64::from(store.value(y)?));
        match result.and_then(|result| i32::try_from(result).ok()) {
            Some(result) if store.contains(z, result) => store.is_fixed(z).then_some(true),
            _ => Some(false),
        }
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let [x, y, z] = self.vars.map(name);
        Some((self.operation.minizinc)(&x, &y, &z))
    }
}

/// Narrows the bounds of the variables.
#[derive(Debug)]
struct ByBounds {
    arithmetic: Arithmetic,
}

impl Propagator for ByBounds {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Arithmetic { vars, operation } = self.arithmetic;
        for (x, interval) in vars.into_iter().zip((operation.narrow)(vars.map(|x| Interval::of(store, x)))) {
            interval.confine(store, x)?;
        }
        Ok(Status::Again)
    }
}

/// Tries all pairs of values of `x` and `y`, if they are few.
#[derive(Debug)]
struct ByPairs {
    arithmetic: Arithmetic,
    supports: [Box<[u64]>; 3],
}

impl Propagator for ByPairs {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Arithmetic { vars: vars @ [x, y, z], operation } = self.arithmetic;
        if u64::from(store.size(x)) * u64::from(store.size(y)) > PAIRS_LIMIT {
            return Ok(Status::Fixpoint);
        }
        for (var, support) in vars.into_iter().zip(&mut self.supports) {
            for (i, _) in between_bounds(store, var) {
                support[i] = 0;
            }
        }
        for a in store.values(x) {
            for b in store.values(y) {
                let Some(c) = (operation.apply)(i64::from(a), i64::from(b)).and_then(|c| i32::try_from(c).ok()) else {
                    continue;
                };
                // A variable may stand in two places: it has one value.
                let clash = x == y && a != b || x == z && a != c || y == z && b != c;
                if !clash && store.contains(z, c) {
                    for ((var, support), value) in vars.into_iter().zip(&mut self.supports).zip([a, b, c]) {
                        let bit = (value - store.base(var)) as usize;
                        support[bit / 64] |= 1 << (bit % 64);
                    }
                }
            }
        }
        for (var, support) in vars.into_iter().zip(&self.supports) {
            store.keep(var, support)?;
        }
        Ok(if store.is_fixed(x) && store.is_fixed(y) { Status::Entailed } else { Status::Fixpoint })
    }
}

#[cfg(test)]
mod tests {
    use super::Arithmetic;
    use crate::{Constraint, Domain, Labelling, Limits, Model, Search, Space, Var};

    fn all_solutions(domains: [&[i32]; 3], make: impl Fn(Var, Var, Var) -> Box<dyn Constraint>) -> Vec<Vec<i32>> {
        let mut model = Model::new();
        let [x, y, z] = domains.map(|values| model.var(values).unwrap());
        model.post_shared(make(x, y, z).into()).unwrap();
        let mut space = Space::new(&model);
        let found = Search::new(&mut space, Labelling::default().over(&[]), Limits::none()).all().unwrap();
        found.iter().map(|solution| solution.values().to_vec()).collect()
    }

    #[test]
    fn signs() {
        let sides: [&[i32]; 2] = [&[-7, 7], &[-2, 2]];
        let results: Vec<i32> = (-4..=4).collect();
        let domains = [sides[0], sides[1], &results];
        let found = all_solutions(domains, |x, y, z| Box::new(Arithmetic::division(x, y, z)));
        assert_eq!(found, [[-7, -2, 3], [-7, 2, -3], [7, -2, -3], [7, 2, 3]]);
        let found = all_solutions(domains, |x, y, z| Box::new(Arithmetic::modulo(x, y, z)));
        assert_eq!(found, [[-7, -2, -1], [-7, 2, 1], [7, -2, -1], [7, 2, 1]]);
        let found =
            all_solutions([&[-6, 0, 5, 6], &[-2, 0, 3], &results], |x, y, z| Box::new(Arithmetic::quotient(x, y, z)));
        assert_eq!(found, [[-6, -2, 3], [-6, 3, -2], [0, -2, 0], [0, 3, 0], [6, -2, -3], [6, 3, 2]]);
    }

    #[test]
    fn extremes() {
        let far = Domain::MAX_VALUE;
        let (x, y) = ([far - 1, far], [-far, 1 - far]);
        assert_eq!(all_solutions([&x, &y, &[0, 1]], |x, y, z| Box::new(Arithmetic::times(x, y, z))), [[0; 3]; 0]);
        let found = all_solutions([&x, &y, &[-1, 0]], |x, y, z| Box::new(Arithmetic::division(x, y, z)));
        assert_eq!(found, [[far - 1, -far, 0], [far - 1, 1 - far, -1], [far, -far, -1], [far, 1 - far, -1]]);
        let found = all_solutions([&x, &y, &[-1, 0]], |x, y, z| Box::new(Arithmetic::modulo(x, y, z)));
        assert_eq!(found, [[far - 1, -far, -1], [far - 1, 1 - far, 0], [far, -far, 0]]);
        let found = all_solutions([&x, &[-1, 1], &y], |x, y, z| Box::new(Arithmetic::quotient(x, y, z)));
        assert_eq!(found, [[far - 1, -1, 1 - far], [far, -1, -far]]);
        let found = all_solutions([&[0], &[0], &[0]], |x, y, z| Box::new(Arithmetic::quotient(x, y, z)));
        assert_eq!(found, [[0; 3]; 0]);
    }

    #[test]
    fn in_minizinc() {
        let mut model = Model::new();
        let v = model.vars(3, 0..=9).unwrap();
        let (x, y, z) = (v[0], v[1], v[2]);
        let constraints: [Box<dyn Constraint>; 4] = [
            Box::new(Arithmetic::times(x, y, z)),
            Box::new(Arithmetic::quotient(x, y, z)),
            Box::new(Arithmetic::division(x, y, z)),
            // MiniZinc's mod has the sign of the dividend.
            Box::new(Arithmetic::modulo(x, y, z)),
        ];
        let texts = constraints.map(|constraint| constraint.minizinc(&|x| ["a", "b", "c"][x.index()].to_owned()));
        let expected = ["a * b = c", "b != 0 /\\ a = b * c", "a div b = c", "((a mod b) + b) mod b = c"]
            .map(|s| Some(s.to_owned()));
        assert_eq!(texts, expected);
    }
}
