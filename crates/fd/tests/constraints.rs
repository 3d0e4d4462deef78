//! Every constraint through the harness. A new one gets its test by being listed.
//!
//! `EQUIPOISE_ROUNDS` sets the number of random cases of each (300 by default).

use fd::constraints::*;
use fd::harness::verify;
use fd::{Model, Random};

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
}
