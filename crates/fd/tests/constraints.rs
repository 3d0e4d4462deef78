//! Every constraint through the harness. A new one gets its test by being listed.
//!
//! `EQUIPOISE_ROUNDS` sets the number of random cases of each (300 by default).

use fd::constraints::*;
use fd::harness::verify;
use fd::{Model, Random, Var};

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

constraints! {
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
}
