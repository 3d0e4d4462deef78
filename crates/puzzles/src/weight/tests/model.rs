//! The models: the bar's own propagators against their meaning, and whole
//! puzzles against published answers.

use crate::weight::balance::{Balance, Hung};
use fd::harness::verify;
use fd::{Model, Random};

fn rounds() -> u64 {
    std::env::var("EQUIPOISE_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

fn random_bar(random: &mut Random, most: u32) -> Model {
    let mut model = Model::new();
    let things = 1 + random.below(most);
    let hung = |random: &mut Random, model: &mut Model| {
        let leaf = random.chance(2, 3);
        let weight = if leaf { random.var(model, 1, 6) } else { random.var(model, 3, 9) };
        Hung { at: random.within(-4, 4), weight, leaf }
    };
    let things: Vec<Hung> = (0..things).map(|_| hung(random, &mut model)).collect();
    let total = random.var(&mut model, 1, 24);
    model.post(Balance { things, total }).unwrap();
    model
}

#[test]
fn a_bar_in_balance() {
    verify("balance", rounds(), |random| random_bar(random, 4));
}

/// While combinations are few, every value left is part of one.
#[test]
fn small_bars_are_consistent() {
    for seed in 0..rounds() {
        let model = random_bar(&mut Random::new(seed), 4);
        let mut space = fd::Space::new(&model);
        space.push();
        space.wake_all();
        if space.propagate().is_err() {
            continue;
        }
        for x in model.all_vars() {
            for value in space.store().values(x).collect::<Vec<_>>() {
                let mut with = fd::Space::new(&model);
                with.assume(x.is(value)).unwrap();
                let mut search = fd::Search::new(&mut with, fd::Labelling::default(), fd::Limits::none());
                assert!(search.next().is_some(), "seed {seed}: {x:?} = {value} is in no solution");
            }
        }
    }
}
