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

constraints! {
    all_different: |random, model| narrow_all_different(random, model, Strength::Value);
    all_different_bounds: |random, model| narrow_all_different(random, model, Strength::Bounds);
    all_different_domain: |random, model| narrow_all_different(random, model, Strength::Domain);
    all_different_wide: |random, model| wide_all_different(random, model, Strength::Value);
    all_different_wide_domain: |random, model| wide_all_different(random, model, Strength::Domain);
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
}

/// Few values close together, now and then with a variable listed twice.
fn narrow_all_different(random: &mut Random, model: &mut Model, strength: Strength) {
    let n = random.below(7);
    let width = if n > 5 { 5 } else { 7 };
    let min = random.within(-4, 1);
    let mut x = random.vars(model, n, min, min + width - 1);
    if random.chance(1, 50)
        && let Some(&again) = random.pick(&x)
    {
        x.push(again);
    }
    random.shuffle(&mut x);
    model.post(AllDifferent::new(&x).strength(strength)).unwrap();
}

/// Few values far apart: the domains have several words, and begin anywhere.
fn wide_all_different(random: &mut Random, model: &mut Model, strength: Strength) {
    let span = [64, 65, 90, 130, 200, 3000][random.below(6) as usize];
    let base = random.within(-300, 0);
    let mut pool = vec![base, base + span - 1];
    while pool.len() < 6 {
        pool.push(random.within(base, base + span - 1));
    }
    // Neighbours, too, so that words fill up at their ends.
    pool.push(base + 63);
    let x: Vec<Var> = (0..random.within(1, 6))
        .map(|_| {
            let size = random.within(1, 6) as usize;
            random.shuffle(&mut pool);
            model.var(&pool[..size]).unwrap()
        })
        .collect();
    model.post(AllDifferent::new(&x).strength(strength)).unwrap();
}
