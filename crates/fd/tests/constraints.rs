//! Every constraint through the harness. A new one gets its test by being listed.
//!
//! `EQUIPOISE_ROUNDS` sets the number of random cases of each (300 by default).

use fd::constraints::*;
use fd::harness::verify;
use fd::{Model, Random, Var};
use std::sync::Arc;

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
    table: |random, model| {
        let n = random.below(5);
        let x = random.vars(model, n, -1, 4);
        let rows = random.below(200);
        let tuples = random_tuples(random, rows, &[-2, -1, 0, 1, 2, 3, 4, 5], n);
        model.post(Table::new(&x, &tuples)).unwrap();
    };
    table_of_one_word: |random, model| {
        let x = random.vars(model, 3, 1, 9);
        let rows = random.below(65);
        let tuples = random_tuples(random, rows, &[1, 2, 3, 4, 5, 6, 7, 8, 9], 3);
        model.post(Table::new(&x, &tuples)).unwrap();
    };
    table_with_far_values: |random, model| {
        let values = [-1_000_000_000, -300, -64, -1, 0, 63, 64, 65, 200, 1000];
        let x: Vec<Var> = (0..3).map(|_| far_var(random, model, &values)).collect();
        let rows = random.below(300);
        let tuples = random_tuples(random, rows, &values, 3);
        model.post(Table::new(&x, &tuples)).unwrap();
    };
    table_with_twins: |random, model| {
        let x = random.vars(model, 3, 0, 4);
        let scope: Vec<Var> = (0..5).map(|_| *random.pick(&x).unwrap()).collect();
        let rows = random.below(400);
        let tuples = random_tuples(random, rows, &[0, 1, 2, 3, 4], 5);
        model.post(Table::new(&scope, &tuples)).unwrap();
    };
}

/// A variable that is some of these values, which may lie far apart, but not too far.
fn far_var(random: &mut Random, model: &mut Model, values: &[i32]) -> Var {
    let mut some: Vec<i32> =
        values.iter().copied().filter(|&value| value.abs() < 10_000 && random.chance(2, 3)).collect();
    some.push(0);
    model.var(some.as_slice()).unwrap()
}

fn random_tuples(random: &mut Random, rows: u32, values: &[i32], arity: u32) -> Arc<Tuples> {
    let row = |random: &mut Random| (0..arity).map(|_| *random.pick(values).unwrap()).collect::<Vec<i32>>();
    Arc::new(Tuples::new((0..rows).map(|_| row(random))))
}
