//! What the functions of two variables have in common.

use super::interval::Interval;
use super::window::between_bounds;
use crate::{Changed, Conflict, Event, Post, Priority, Propagator, Status, Store, Var, Wake};
use std::fmt;

/// The most pairs of values that are tried at one go. Beyond it, only bounds
/// are reasoned with until the domains have shrunk.
pub(super) const PAIRS_LIMIT: u64 = 4096;

/// `f(x, y) = z`, where `f` may be undefined for some pairs.
#[derive(Clone, Copy)]
pub(super) struct Function {
    pub(super) vars: [Var; 3],
    pub(super) f: fn(i64, i64) -> Option<i64>,
    /// Narrows the intervals of `x`, `y` and `z`.
    pub(super) narrow: fn([Interval; 3]) -> [Interval; 3],
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Where the code lies differs from run to run, and says nothing.
        self.vars.fmt(f)
    }
}

impl Function {
    pub(super) fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let [x, y, z] = self.vars.map(|x| i64::from(value(x)));
        (self.f)(x, y) == Some(z)
    }

    /// Bounds first, then all pairs.
    pub(super) fn post(self, post: &mut Post<'_>) {
        let on = |event| self.vars.map(|x| Wake::on(x, event));
        post.add(Priority::Unit, ByBounds { function: self }, &on(Event::BOUNDS));
        let scratch = self.vars.map(|x| vec![0; post.store().words(x).len()].into());
        post.add(Priority::Dear, ByPairs { function: self, supports: scratch }, &on(Event::ANY));
    }

    pub(super) fn entailment(&self, store: &Store) -> Option<bool> {
        let [x, y, z] = self.vars;
        let result = (self.f)(i64::from(store.value(x)?), i64::from(store.value(y)?));
        match result.and_then(|result| i32::try_from(result).ok()) {
            Some(result) if store.contains(z, result) => store.is_fixed(z).then_some(true),
            _ => Some(false),
        }
    }
}

/// Narrows the bounds of the variables.
#[derive(Debug)]
struct ByBounds {
    function: Function,
}

impl Propagator for ByBounds {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Function { vars, narrow, .. } = self.function;
        for (x, interval) in vars.into_iter().zip(narrow(vars.map(|x| Interval::of(store, x)))) {
            interval.confine(store, x)?;
        }
        Ok(Status::Again)
    }
}

/// Tries all pairs of values of `x` and `y`, if they are few.
#[derive(Debug)]
struct ByPairs {
    function: Function,
    supports: [Box<[u64]>; 3],
}

impl Propagator for ByPairs {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Function { vars: vars @ [x, y, z], f, .. } = self.function;
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
                let Some(c) = f(i64::from(a), i64::from(b)).and_then(|c| i32::try_from(c).ok()) else { continue };
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
    use crate::constraints::{Division, Modulo, Quotient, Times};
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
        let found = all_solutions(domains, |x, y, z| Box::new(Division::new(x, y, z)));
        assert_eq!(found, [[-7, -2, 3], [-7, 2, -3], [7, -2, -3], [7, 2, 3]]);
        let found = all_solutions(domains, |x, y, z| Box::new(Modulo::new(x, y, z)));
        assert_eq!(found, [[-7, -2, -1], [-7, 2, 1], [7, -2, -1], [7, 2, 1]]);
        let found = all_solutions([&[-6, 0, 5, 6], &[-2, 0, 3], &results], |x, y, z| Box::new(Quotient::new(x, y, z)));
        assert_eq!(found, [[-6, -2, 3], [-6, 3, -2], [0, -2, 0], [0, 3, 0], [6, -2, -3], [6, 3, 2]]);
    }

    #[test]
    fn extremes() {
        let far = Domain::MAX_VALUE;
        let (x, y) = ([far - 1, far], [-far, 1 - far]);
        assert_eq!(all_solutions([&x, &y, &[0, 1]], |x, y, z| Box::new(Times::new(x, y, z))), [[0; 3]; 0]);
        let found = all_solutions([&x, &y, &[-1, 0]], |x, y, z| Box::new(Division::new(x, y, z)));
        assert_eq!(found, [[far - 1, -far, 0], [far - 1, 1 - far, -1], [far, -far, -1], [far, 1 - far, -1]]);
        let found = all_solutions([&x, &y, &[-1, 0]], |x, y, z| Box::new(Modulo::new(x, y, z)));
        assert_eq!(found, [[far - 1, -far, -1], [far - 1, 1 - far, 0], [far, -far, 0]]);
        let found = all_solutions([&x, &[-1, 1], &y], |x, y, z| Box::new(Quotient::new(x, y, z)));
        assert_eq!(found, [[far - 1, -1, 1 - far], [far, -1, -far]]);
        let found = all_solutions([&[0], &[0], &[0]], |x, y, z| Box::new(Quotient::new(x, y, z)));
        assert_eq!(found, [[0; 3]; 0]);
    }

    #[test]
    fn in_minizinc() {
        let mut model = Model::new();
        let v = model.vars(3, 0..=9).unwrap();
        let (x, y, z) = (v[0], v[1], v[2]);
        let constraints: [Box<dyn Constraint>; 4] = [
            Box::new(Times::new(x, y, z)),
            Box::new(Quotient::new(x, y, z)),
            Box::new(Division::new(x, y, z)),
            // MiniZinc's mod has the sign of the dividend.
            Box::new(Modulo::new(x, y, z)),
        ];
        let texts = constraints.map(|constraint| constraint.minizinc(&|x| ["a", "b", "c"][x.index()].to_owned()));
        let expected = ["a * b = c", "b != 0 /\\ a = b * c", "a div b = c", "((a mod b) + b) mod b = c"]
            .map(|s| Some(s.to_owned()));
        assert_eq!(texts, expected);
    }
}
