//! Equations and bars as people reason about them, against their meaning.

use super::plainly::Plainly;
use super::shares;
use crate::tree::Equation;
use crate::tree::{Bar, Hangs, Thing};
use crate::weight::balance::{Balance, Hung};
use crate::weight::supports::Effort;
use fd::harness::verify;
use fd::{Model, Random, Space, Var};

fn rounds() -> u64 {
    std::env::var("EQUIPOISE_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

#[test]
fn equations() {
    verify("equation", rounds(), |random| {
        let mut model = Model::new();
        let terms: Vec<(i32, Var)> =
            (0..1 + random.below(4)).map(|_| (random.within(-5, 5), random.var(&mut model, 0, 9))).collect();
        model.post(Equation::new(terms)).unwrap();
        model
    });
}

/// A model, what rules say there about some facts, and what is left of a variable.
fn left(model: &Model, facts: &[(Var, Vec<i32>)], x: Var) -> Vec<i32> {
    let mut space = Space::new(model);
    space.push();
    for (y, values) in facts {
        for value in model.domain(*y).iter().filter(|value| !values.contains(value)) {
            space.assume(y.is_not(value)).unwrap();
        }
    }
    space.wake_all();
    space.propagate().unwrap();
    space.store().values(x).collect()
}

/// `2 x = y + 2 z`: y is even. With z a multiple of 3 and x one of 3 and 9, y is a multiple of 6.
#[test]
fn multiples_are_kept() {
    let mut model = Model::new();
    let [x, y, z] = [1..=9, 1..=15, 1..=9].map(|range| model.var(range).unwrap());
    model.post(Equation::new([(2, x), (-1, y), (-2, z)])).unwrap();
    assert_eq!(left(&model, &[], y), [2, 4, 6, 8, 10, 12, 14]);
    assert_eq!(left(&model, &[(z, vec![3, 6]), (x, vec![3, 9])], y), [6, 12]);
    // That 8 is impossible for y if z is 1 or 5 does not follow from bounds or divisors.
    assert_eq!(left(&model, &[(z, vec![1, 5]), (x, vec![2, 7])], y), [2, 4, 6, 8, 10, 12]);
}

/// What hangs below the pivot turns nothing.
#[test]
fn torques_leave_out_what_does_not_turn() {
    let hung = |(leaf, at)| Thing { at, hangs: Hangs::Leaf(leaf) };
    let bar = |distances: &[i32]| {
        let things: Vec<Thing> = distances.iter().copied().enumerate().map(hung).collect();
        Bar { leaves: 0..things.len(), things }
    };
    assert_eq!(super::torques(&bar(&[-2, 0, 1])), "2×w1 = w3");
    assert_eq!(super::torques(&bar(&[0, 3])), "0 = 3×w2");
}

fn random_bar(random: &mut Random) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let mut totals = Vec::new();
    let things: Vec<Hung> = (0..2 + random.below(2))
        .map(|_| {
            let leaf = random.chance(2, 3);
            let weight = if leaf { random.var(&mut model, 1, 7) } else { random.var(&mut model, 3, 12) };
            totals.extend((!leaf).then_some(weight));
            Hung { at: random.within(-4, 4), weight, leaf }
        })
        .collect();
    let total = random.var(&mut model, 1, 30);
    totals.push(total);
    let bar = Plainly::new(Balance { things, total, effort: Some(Effort::FULL) }, totals.clone(), &model).unwrap();
    model.post(bar).unwrap();
    (model, totals)
}

#[test]
fn bars_in_plain_words() {
    verify("plainly", rounds(), |random| random_bar(random).0);
}

/// Of a total that could be anything in a row, what is left is a few values, or all
/// multiples or odd numbers between bounds.
#[test]
fn totals_stay_plain() {
    for seed in 0..rounds() {
        let (model, totals) = random_bar(&mut Random::new(seed));
        let mut space = Space::new(&model);
        space.push();
        space.wake_all();
        if space.propagate().is_err() {
            continue;
        }
        for x in totals {
            let (root, left) = (model.domain(x), space.store().values(x).collect::<Vec<i32>>());
            if root.size() as i32 != root.max() - root.min() + 1 {
                continue;
            }
            let (least, most) = space.store().bounds(x);
            let is_all = |step: i32, rest: i32| (least..=most).filter(|v| v % step == rest).eq(left.iter().copied());
            let plain = (1..=most).any(|step| is_all(step, 0)) || is_all(2, 1);
            assert!(left.len() <= 4 || plain, "seed {seed}: {left:?} is left of {root:?}");
        }
    }
}

/// What a bar with things at these distances weighs.
fn weighs(one: i32, other: i32) -> Option<String> {
    let thing = |at, leaf| Thing { at, hangs: Hangs::Leaf(leaf) };
    shares(&Bar { things: vec![thing(one, 0), thing(other, 1)], leaves: 0..2 })
}

#[test]
fn proportions_are_told_in_lowest_terms() {
    assert_eq!(weighs(-2, 4).as_deref(), Some("3×w2"));
    assert_eq!(weighs(-6, 4).as_deref(), Some("5/2×w1"));
    assert_eq!(weighs(-3, 3).as_deref(), Some("2×w1"));
    assert_eq!(weighs(2, 4), None);
}
