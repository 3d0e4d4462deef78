//! Every constraint through the harness. A new one gets its test by being listed.
//!
//! `EQUIPOISE_ROUNDS` sets the number of random cases of each (300 by default).

use fd::constraints::*;
use fd::harness::verify;
use fd::{Consistency, Constraint, Model, Post, Random, Store, Var};

fn rounds() -> u64 {
    std::env::var("EQUIPOISE_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

/// A test of each constraint: its name, and how to make a random case.
macro_rules! constraints {
    ($($name:ident: $make:expr;)*) => {
        $(#[test]
        fn $name() {
            let make: fn(&mut Random, &mut Model) = $make;
            verify(stringify!($name), rounds(), |random| {
                let mut model = Model::new();
                make(random, &mut model);
                model
            });
        })*
    };
}

/// A sum of at most three terms, some over variables that the model has
/// already, some with coefficient 0.
fn random_sum(random: &mut Random, model: &mut Model) -> Sum {
    let terms = random.below(4);
    let mut sum = Sum::from(random.within(-5, 5));
    for _ in 0..terms {
        let vars: Vec<Var> = model.all_vars().collect();
        let x = match random.pick(&vars) {
            Some(&x) if random.chance(1, 4) => x,
            _ => random.var(model, -2, 3),
        };
        sum = sum + random.within(-4, 4) * x;
    }
    sum
}

/// A sum over a few variables with few values far apart, and one of its values.
fn wide_sum(random: &mut Random, model: &mut Model, largest: i32) -> (Sum, i64) {
    let (mut sum, mut at) = (Sum::default(), 0);
    for _ in 0..=random.below(3) {
        let values: Vec<i32> = (0..=random.below(9)).map(|_| random.within(-300, 300)).collect();
        let x = model.var(values.as_slice()).unwrap();
        let coefficient = random.within(-largest, largest);
        sum = sum + coefficient * x;
        at += i64::from(coefficient) * i64::from(values[0]);
    }
    (sum, at)
}

/// Three variables, or fewer: one may stand in several places.
fn operands(random: &mut Random, model: &mut Model) -> [Var; 3] {
    let x = random.var(model, -20, 20);
    let y = if random.chance(1, 9) { x } else { random.var(model, -6, 6) };
    let z = match random.below(9) {
        0 => x,
        1 => y,
        2 => random.var(model, -80, 80),
        _ => random.var(model, -8, 8),
    };
    [x, y, z]
}

/// A constraint that claims less: for domains beyond the limit that its own
/// claim is made within.
#[derive(Debug)]
struct Claiming(Consistency, Box<dyn Constraint>);

impl Constraint for Claiming {
    fn name(&self) -> &'static str {
        self.1.name()
    }
    fn scope(&self) -> Vec<Var> {
        self.1.scope()
    }
    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.1.holds(value)
    }
    fn consistency(&self) -> Consistency {
        self.0
    }
    fn post(&self, post: &mut Post<'_>) {
        self.1.post(post);
    }
    fn entailment(&self, store: &Store) -> Option<bool> {
        self.1.entailment(store)
    }
}

constraints! {
    abs: |random, model| {
        let width = if random.chance(1, 2) { 6 } else { 100 };
        let x = random.var(model, -width, width);
        let y = if random.chance(1, 9) { x } else { random.var(model, -2, width) };
        model.post(Abs::new(x, y)).unwrap();
    };
    all_different: |random, model| {
        let n = 1 + random.below(5);
        let x = random.vars(model, n, -2, 4);
        model.post(AllDifferent::new(&x)).unwrap();
    };
    clause: |random, model| {
        let n = 1 + random.below(4);
        let x = random.vars(model, n, 0, 3);
        let literals = x.iter().map(|x| match random.below(4) {
            0 => x.is(random.within(-1, 4)),
            1 => x.is_not(random.within(-1, 4)),
            2 => x.at_most(random.within(-1, 4)),
            _ => x.at_least(random.within(-1, 4)),
        });
        model.post(Clause::new(literals.collect::<Vec<_>>())).unwrap();
    };
    division: |random, model| {
        let [x, y, z] = operands(random, model);
        model.post(Division::new(x, y, z)).unwrap();
    };
    functions_by_bounds: |random, model| {
        let x = random.var(model, -60, 60);
        let y = if random.chance(1, 2) { random.var(model, 1, 60) } else { random.var(model, -60, 10) };
        let values: Vec<i32> = (0..=random.below(7)).map(|_| random.within(-2000, 2000) >> random.below(12)).collect();
        let z = model.var(values.as_slice()).unwrap();
        let function: Box<dyn Constraint> = match random.below(4) {
            0 => Box::new(Division::new(x, y, z)),
            1 => Box::new(Modulo::new(x, y, z)),
            2 => Box::new(Quotient::new(x, y, z)),
            _ => Box::new(Times::new(x, y, z)),
        };
        model.post(Claiming(Consistency::Check, function)).unwrap();
    };
    in_set: |random, model| {
        let x = random.var(model, -40, 40);
        let values: Vec<i32> = (0..random.below(9)).map(|_| random.within(-50, 50)).collect();
        model.post(if random.chance(1, 2) { InSet::new(x, values) } else { InSet::not(x, values) }).unwrap();
    };
    linear_at_least: |random, model| {
        let (sum, rhs) = (random_sum(random, model), random_sum(random, model));
        model.post(sum.at_least(rhs)).unwrap();
    };
    linear_at_most: |random, model| {
        let (sum, rhs) = (random_sum(random, model), random.within(-20, 20));
        model.post(sum.at_most(rhs)).unwrap();
    };
    linear_differs: |random, model| {
        let (sum, rhs) = (random_sum(random, model), random.within(-9, 9));
        model.post(sum.differs_from(rhs)).unwrap();
    };
    linear_equals: |random, model| {
        let (sum, rhs) = (random_sum(random, model), random_sum(random, model));
        model.post(sum.equals(rhs)).unwrap();
    };
    linear_exact: |random, model| {
        let (sum, rhs) = (random_sum(random, model), random.within(-20, 20));
        model.post(sum.equals(rhs).exact()).unwrap();
    };
    linear_exact_total: |random, model| {
        let n = 2 + random.below(3);
        let x = random.vars(model, n, 1, 5);
        let total = random.var(model, 0, 80);
        let sum: Sum = x.iter().map(|&x| random.within(-4, 5) * x).sum();
        model.post(sum.equals(total).exact()).unwrap();
    };
    linear_exact_wide: |random, model| {
        let (sum, rhs) = wide_sum(random, model, 1000);
        model.post(sum.equals(rhs).exact()).unwrap();
    };
    linear_pair: |random, model| {
        let width = if random.chance(1, 2) { 10 } else { 80 };
        let x = random.vars(model, 2, -width, width);
        let constant = random.within(-width, width);
        let (a, b) = (x[0] + constant, if random.chance(1, 2) { Sum::from(x[1]) } else { -x[1] });
        model.post(if random.chance(3, 4) { a.equals(b) } else { a.differs_from(b) }).unwrap();
    };
    linear_wide: |random, model| {
        let (sum, rhs) = wide_sum(random, model, 9);
        model.post(match random.below(3) {
            0 => sum.equals(rhs),
            1 => sum.at_most(rhs),
            _ => sum.differs_from(rhs),
        }).unwrap();
    };
    modulo: |random, model| {
        let [x, y, z] = operands(random, model);
        model.post(Modulo::new(x, y, z)).unwrap();
    };
    quotient: |random, model| {
        let [x, y, z] = operands(random, model);
        model.post(Quotient::new(x, y, z)).unwrap();
    };
    times: |random, model| {
        let [x, y, z] = operands(random, model);
        model.post(Times::new(x, y, z)).unwrap();
    };
}
