//! Products, powers, quotients, remainders and absolute values.

use super::interval::{Interval, ascending, between_bounds, descending};
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Post, Priority, Propagator, Status, Store, Var, Wake, Words,
};
use std::fmt;

/// The most pairs of values that are tried at one go. Beyond it, only bounds
/// are reasoned with until the domains have shrunk.
const PAIRS_LIMIT: u64 = 4096;

/// An operation on two numbers, which may be undefined for some.
struct Operation {
    name: &'static str,
    apply: fn(i64, i64) -> Option<i64>,
    /// Narrows the intervals of `x`, `y` and `z`.
    narrow: fn([Interval; 3]) -> [Interval; 3],
    /// `x op y = z` in MiniZinc.
    minizinc: fn(&str, &str, &str) -> String,
}

/// `x op y = z` for an operation on whole numbers.
///
/// Domain-consistent while `x` and `y` have at most 4096 pairs of values;
/// beyond that, and with [`Arithmetic::by_bounds`], it reasons with bounds.
#[derive(Clone, Copy)]
pub struct Arithmetic {
    operation: &'static Operation,
    vars: [Var; 3],
    by_bounds: bool,
}

impl fmt::Debug for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(self.operation.name).field(&self.vars).finish()
    }
}

static TIMES: Operation = Operation {
    name: "times",
    apply: |a, b| Some(a * b),
    narrow: |[x, y, z]| {
        // 0 * y = 0 says nothing of y.
        let factor = |own: Interval, other: Interval| {
            if z.contains(0) && other.contains(0) { own } else { z.over(other) }
        };
        [factor(x, y), factor(y, x), x.times(y)]
    },
    minizinc: |x, y, z| format!("{x} * {y} = {z}"),
};

static QUOTIENT: Operation = Operation {
    name: "quotient",
    apply: |a, b| if b != 0 && a % b == 0 { Some(a / b) } else { None },
    narrow: |[x, y, z]| {
        // 0 / y = 0 says nothing of y, but that it is not 0.
        let divisor = if x.contains(0) { y.without_zero() } else { x.over(z) };
        [y.times(z), divisor, x.over(y)]
    },
    minizinc: |x, y, z| format!("{y} != 0 /\\ {x} = {y} * {z}"),
};

static DIVISION: Operation = Operation {
    name: "division",
    apply: i64::checked_div,
    narrow: |[x, y, z]| {
        let remainder = y.magnitude() - 1;
        let product = y.times(z);
        let dividend = Interval { min: product.min - remainder, max: product.max + remainder };
        [dividend, y.without_zero(), x.truncated_over(y)]
    },
    minizinc: |x, y, z| format!("{x} div {y} = {z}"),
};

static MODULO: Operation = Operation {
    name: "modulo",
    apply: |a, b| {
        let remainder = a.checked_rem(b)?;
        Some(if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder })
    },
    narrow: |[x, y, _]| {
        let rest = Interval { min: (y.min + 1).min(0), max: (y.max - 1).max(0) };
        [x, y.without_zero(), rest]
    },
    minizinc: |x, y, z| format!("(({x} mod {y}) + {y}) mod {y} = {z}"),
};

static REMAINDER: Operation = Operation {
    name: "remainder",
    apply: i64::checked_rem,
    narrow: |[x, y, z]| {
        // As large as the dividend at most, with its sign, and smaller than the divisor.
        let most = (y.magnitude() - 1).max(0);
        let product = y.times(x.truncated_over(y));
        let min = x.min.clamp(-most, 0).max(x.min - product.max);
        let max = x.max.clamp(0, most).min(x.max - product.min);
        let dividend = Interval { min: product.min + z.min, max: product.max + z.max };
        [dividend, y.without_zero(), Interval { min, max }]
    },
    minizinc: |x, y, z| format!("{x} mod {y} = {z}"),
};

static POWER: Operation = Operation {
    name: "power",
    apply: power,
    narrow: |[x, y, _]| {
        if x.min < 0 || y.min < 0 {
            // Signs and quotients: only that no power is larger than this.
            let most = saturating_power(x.magnitude(), y.max.max(0)).max(1);
            return [x, y, Interval { min: -most, max: most }];
        }
        [x, y, Interval { min: least_power(x, y), max: saturating_power(x.max, y.max).max(i64::from(y.min == 0)) }]
    },
    // Some versions of MiniZinc find nothing at all where 0 could have a negative exponent.
    minizinc: |x, y, z| {
        format!("if {y} >= 0 \\/ abs({x}) = 1 then pow({x}, abs({y})) = {z} else {x} != 0 /\\ {z} = 0 endif")
    },
};

/// `x` to the `y`; for a negative `y`, one divided by `x` to the `-y`, truncated toward 0.
fn power(x: i64, y: i64) -> Option<i64> {
    match (x, y) {
        (0, ..0) => None,
        (-1 | 1, _) => Some(if y % 2 == 0 { 1 } else { x }),
        (_, ..0) => Some(0),
        _ => x.checked_pow(u32::try_from(y).ok()?),
    }
}

/// The same for numbers that are not negative, or the nearest number of 64 bits.
fn saturating_power(x: i64, y: i64) -> i64 {
    x.saturating_pow(u32::try_from(y).unwrap_or(u32::MAX))
}

/// The least power of numbers that are not negative: 0 to the 0 is 1, which is more than 0 to the 1.
fn least_power(x: Interval, y: Interval) -> i64 {
    if x.min == 0 && y.max > 0 { 0 } else { saturating_power(x.min, y.min) }
}

impl Arithmetic {
    fn new(operation: &'static Operation, vars: [Var; 3]) -> Arithmetic {
        Arithmetic { operation, vars, by_bounds: false }
    }

    /// Reasons with bounds alone, however few values are left: much less work for a little less insight.
    #[must_use]
    pub fn by_bounds(self) -> Arithmetic {
        Arithmetic { by_bounds: true, ..self }
    }

    /// `x * y = z`
    pub fn times(x: Var, y: Var, z: Var) -> Arithmetic {
        Arithmetic::new(&TIMES, [x, y, z])
    }

    /// `x / y = z`, exactly
    ///
    /// That is: `y != 0` and `x = y * z`.
    pub fn quotient(x: Var, y: Var, z: Var) -> Arithmetic {
        Arithmetic::new(&QUOTIENT, [x, y, z])
    }

    /// `x // y = z`
    ///
    /// The quotient is truncated toward 0, as in Prolog and MiniZinc: `-7 // 2 = -3`.
    /// `y` is not 0.
    pub fn division(x: Var, y: Var, z: Var) -> Arithmetic {
        Arithmetic::new(&DIVISION, [x, y, z])
    }

    /// `x mod y = z`
    ///
    /// The remainder of division rounded down, with the sign of `y`, as in
    /// SICStus Prolog: `-7 mod 2 = 1`. `y` is not 0.
    ///
    /// Domain-consistent while `x` and `y` have at most 4096 pairs of values;
    /// beyond that only `z` is bounded, by `y`.
    pub fn modulo(x: Var, y: Var, z: Var) -> Arithmetic {
        Arithmetic::new(&MODULO, [x, y, z])
    }

    /// `x rem y = z`
    ///
    /// What the truncated division leaves, with the sign of `x`, as MiniZinc's
    /// `mod` has it: `-7 rem 2 = -1`. `y` is not 0.
    pub fn remainder(x: Var, y: Var, z: Var) -> Arithmetic {
        Arithmetic::new(&REMAINDER, [x, y, z])
    }

    /// `x ^ y = z`
    ///
    /// For a negative `y` it is one divided by `x ^ -y`, truncated toward 0; `x` is then
    /// not 0. `0 ^ 0 = 1`.
    pub fn power(x: Var, y: Var, z: Var) -> Arithmetic {
        Arithmetic::new(&POWER, [x, y, z])
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
        if self.by_bounds { Consistency::Check } else { Consistency::Domain }
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    /// Bounds first, then all pairs.
    fn post(&self, post: &mut Post<'_>) {
        let on = |event| self.vars.map(|x| Wake::on(x, event));
        post.add(Priority::Unit, *self, &on(Event::BOUNDS));
        if self.by_bounds || self.vars.iter().any(|&x| post.store().is_interval(x)) {
            let [x, y, z] = self.vars.map(|x| Wake::on(x, Event::FIXED));
            return post.add(Priority::Unit, Calculate(*self), &[x, y, z]);
        }
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
impl Propagator for Arithmetic {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Arithmetic { vars, operation, .. } = *self;
        for (x, interval) in vars.into_iter().zip((operation.narrow)(vars.map(|x| Interval::of(store, x)))) {
            interval.confine(store, x)?;
        }
        Ok(Status::Again)
    }
}

/// Finds `z` when `x` and `y` are fixed.
#[derive(Debug)]
struct Calculate(Arithmetic);

impl Propagator for Calculate {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Arithmetic { vars: [x, y, z], operation, .. } = self.0;
        let (Some(a), Some(b)) = (store.value(x), store.value(y)) else { return Ok(Status::Fixpoint) };
        let result = (operation.apply)(i64::from(a), i64::from(b)).and_then(|c| i32::try_from(c).ok());
        store.fix(z, result.ok_or(Conflict)?).map(|()| Status::Entailed)
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
        let Arithmetic { vars: vars @ [x, y, z], operation, .. } = self.arithmetic;
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

/// `|x| = y`
#[derive(Debug, Clone)]
pub struct Abs {
    x: Var,
    y: Var,
}

impl Abs {
    /// The absolute value of `x` is `y`.
    pub fn new(x: Var, y: Var) -> Abs {
        Abs { x, y }
    }
}

impl Constraint for Abs {
    fn name(&self) -> &'static str {
        "abs"
    }

    fn scope(&self) -> Vec<Var> {
        vec![self.x, self.y]
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        i64::from(value(self.x)).abs() == i64::from(value(self.y))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        let &Abs { x, y } = self;
        if post.store().is_interval(x) || post.store().is_interval(y) {
            // One of the two may be no interval, and lose the value that is nearest to 0.
            let wakes = [Wake::on(x, Event::ANY), Wake::on(y, Event::BOUNDS)];
            return post.add(Priority::Unit, AbsBounds { x, y }, &wakes);
        }
        let words = post.store().words(x).len().max(post.store().words(y).len());
        let wakes = [Wake::on(x, Event::ANY), Wake::on(y, Event::ANY)];
        post.add(Priority::Unit, AbsDomains { x, y, scratch: vec![0; words].into() }, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let &Abs { x, y } = self;
        let possible = if store.is_interval(x) {
            store.value(x).is_none_or(|value| store.contains(y, value.abs()))
        } else {
            store.values(x).any(|value| store.contains(y, value.abs()))
        };
        match (possible, store.value(x), store.value(y)) {
            (false, ..) => Some(false),
            (true, Some(_), Some(_)) => Some(true),
            _ => None,
        }
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        Some(format!("abs({}) = {}", name(self.x), name(self.y)))
    }
}

/// Keeps in `x` what is in `y` or its mirror image, and the other way round.
#[derive(Debug)]
struct AbsDomains {
    x: Var,
    y: Var,
    /// As long as the longer domain.
    scratch: Box<[u64]>,
}

impl Propagator for AbsDomains {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        store.at_least(self.y, 0)?;
        for (from, to) in [(self.x, self.y), (self.y, self.x)] {
            for (i, value) in between_bounds(store, to) {
                self.scratch[i] = ascending(store, from, value) | descending(store, from, -value);
            }
            store.keep(to, &self.scratch)?;
        }
        Ok(if store.is_fixed(self.x) { Status::Entailed } else { Status::Fixpoint })
    }
}

/// Keeps `x` no further from 0, and no nearer to it, than `y` allows, and the
/// other way round.
#[derive(Debug)]
struct AbsBounds {
    x: Var,
    y: Var,
}

impl Propagator for AbsBounds {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let &mut AbsBounds { x, y } = self;
        store.at_least(y, 0)?;
        let (least, most) = store.bounds(y);
        store.confine(x, -most, most)?;
        store.cut(x, 1 - least, least - 1)?;
        let (min, max) = store.bounds(x);
        let nearest = if min <= 0 && max >= 0 {
            store.next_from(x, 0).into_iter().chain(store.next_down_from(x, 0).map(|value| -value)).min().unwrap_or(0)
        } else {
            min.abs().min(max.abs())
        };
        store.confine(y, nearest, min.abs().max(max.abs()))?;
        Ok(if store.is_fixed(x) { Status::Entailed } else { Status::Again })
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
