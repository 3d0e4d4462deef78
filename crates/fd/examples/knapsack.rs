//! What to take along: the most valuable things that fit in weight and in volume.
//!
//!     cargo run --release -p equipoise-fd --features clock --example knapsack

use fd::constraints::Sum;
use fd::{Model, ModelError};

/// Name, weight, volume, value, and how many there are.
const THINGS: [(&str, i32, i32, i32, i32); 7] = [
    ("tent", 31, 12, 95, 1),
    ("stove", 9, 5, 38, 1),
    ("water", 10, 7, 40, 3),
    ("rope", 14, 6, 30, 2),
    ("book", 4, 2, 9, 5),
    ("lamp", 3, 1, 12, 2),
    ("coat", 12, 15, 44, 1),
];

pub(crate) fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let mut taken = Vec::new();
    for (name, .., count) in THINGS {
        let x = model.var(0..=count)?;
        model.name(x, name);
        taken.push(x);
    }
    let total = |of: fn(&(&str, i32, i32, i32, i32)) -> i32| {
        THINGS.iter().zip(&taken).map(|(thing, &x)| of(thing) * x).sum::<Sum>()
    };
    let value = model.var(0..=1000)?;
    model.post(total(|thing| thing.1).at_most(70))?;
    model.post(total(|thing| thing.2).at_most(40))?;
    model.post(total(|thing| thing.3).equals(value))?;
    // A tent without a lamp is no fun.
    model.post(fd::constraints::Clause::new([taken[0].is(0), taken[5].at_least(1)]))?;
    let best = model.maximise(value).expect("nothing at all is a solution");
    for &x in taken.iter().filter(|&&x| best[x] > 0) {
        println!("{} x {}", best[x], model.name_of(x));
    }
    println!("worth {}", best[value]);
    assert!(model.holds(&|x| best[x]));
    Ok(())
}
