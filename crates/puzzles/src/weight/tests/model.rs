//! The models, and the bar's own propagators against their meaning.

use super::puzzle;
use crate::Form;
use crate::Modelled;
use crate::weight::balance::{Balance, Hung};
use crate::weight::supports::Effort;
use fd::harness::{Pair, verify, verify_pruning};
use fd::{Model, Random, Var};
use std::collections::BTreeSet;

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
    model.post(Balance { things, total, effort: Some(Effort::FULL) }).unwrap();
    model
}

#[test]
fn a_bar_in_balance() {
    verify("balance", rounds(), |random| random_bar(random, 4));
}

/// While combinations are few, every value left is part of one: at first, and again whenever one value
/// more has gone.
#[test]
fn small_bars_are_consistent() {
    for seed in 0..rounds() {
        let mut random = Random::new(seed);
        let model = random_bar(&mut random, 4);
        let mut solutions = Vec::new();
        let mut space = fd::Space::new(&model);
        let labelling = fd::Labelling::default().over(&model.all_vars().collect::<Vec<_>>());
        let mut search = fd::Search::new(&mut space, labelling, fd::Limits::none());
        while let Some(solution) = search.next_solution().unwrap() {
            assert!(model.holds(&|x| solution[x]));
            solutions.push(solution);
        }
        drop(search);
        space.push();
        space.wake_all();
        while space.propagate().is_ok() {
            for x in model.all_vars() {
                let left: Vec<i32> = space.store().values(x).collect();
                let possible: BTreeSet<i32> = solutions.iter().map(|solution| solution[x]).collect();
                assert_eq!(left, possible.into_iter().collect::<Vec<_>>(), "seed {seed}: {x:?}");
            }
            let open: Vec<Var> = model.all_vars().filter(|&x| !space.store().is_fixed(x)).collect();
            let Some(&x) = random.pick(&open) else { break };
            let values: Vec<i32> = space.store().values(x).collect();
            let gone = *random.pick(&values).unwrap();
            space.assume(x.is_not(gone)).unwrap();
            solutions.retain(|solution| solution[x] != gone);
        }
    }
}

/// Bars with too many combinations are held to their two equations. (That
/// leaves differ is left to the constraint over all of them.)
#[test]
fn large_bars_prune_as_their_equations_do() {
    verify_pruning("balance", rounds(), |random| {
        let mut model = Model::new();
        let hung = |random: &mut Random, model: &mut Model| {
            let (at, least) = (random.within(1, 5), random.within(1, 30));
            let at = if random.chance(1, 2) { at } else { -at };
            Hung { at, weight: random.var(model, least, least + 40), leaf: false }
        };
        let things: Vec<Hung> = (0..3 + random.below(6)).map(|_| hung(random, &mut model)).collect();
        let total = random.var(&mut model, 1, 300);
        model.post(Balance { things, total, effort: Some(Effort::FULL) }).unwrap();
        Pair::of(model)
    });
}

/// The largest trees are posed, or refused, without a panic, and a search of
/// a few nodes comes back.
#[test]
fn large_trees() {
    let flat: String = (0..1000).map(|leaf| format!("{}:? ", leaf * 2 - 999)).collect();
    let pairs: String = (0..500).map(|bar| format!("{}:(-1:? {}:?) ", bar * 4 - 998, bar + 1)).collect();
    for text in [flat, pairs] {
        let tree = puzzle(&text);
        for form in [Form::Best, Form::Paper] {
            if let Ok(posed) = form.pose(&tree) {
                let mut space = fd::Space::new(&posed.model);
                let _ = fd::first(&mut space, posed.branching(0), fd::Limits::none().nodes(5), posed.restarts);
            }
        }
    }
}

#[test]
fn names_are_for_people() {
    let posed = puzzle("-1:? 1:(-1:? 2:?)").pose().unwrap();
    let names: Vec<_> = posed.model.all_vars().map(|x| posed.model.name_of(x)).collect();
    assert_eq!(names, ["w1", "w2", "w3", "total of bar b1", "total of bar b2"]);
}
