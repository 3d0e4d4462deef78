//! Tables too large for brute force, against a twin that filters a list of tuples.

use fd::constraints::{Table, Tuples};
use fd::{Literal, Model, ModelError, Random, Space, Var};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is left of each variable when only these tuples are allowed.
fn project(rows: &[&Vec<i32>], arity: usize) -> Vec<Vec<i32>> {
    let column = |i: usize| rows.iter().map(|row| row[i]).collect::<BTreeSet<i32>>();
    (0..arity).map(|i| column(i).into_iter().collect()).collect()
}

fn domains(space: &Space, vars: &[Var]) -> Vec<Vec<i32>> {
    vars.iter().map(|&x| space.store().values(x).collect()).collect()
}

fn random_fact(space: &Space, vars: &[Var], random: &mut Random) -> Option<Literal> {
    let open: Vec<Var> = vars.iter().copied().filter(|&x| !space.store().is_fixed(x)).collect();
    let x = *random.pick(&open)?;
    let values: Vec<i32> = space.store().values(x).collect();
    let value = *random.pick(&values)?;
    Some(match random.below(6) {
        0 => x.is(value),
        1 => x.at_most(value),
        2 => x.at_least(value),
        _ => x.is_not(value),
    })
}

/// Walks down random facts and back up by random jumps, comparing all the way.
fn compare(seed: u64, arity: usize, rows: usize, values: &[i32]) {
    let mut random = Random::new(seed);
    let rows: Vec<Vec<i32>> = (0..rows).map(|_| (0..arity).map(|_| *random.pick(values).unwrap()).collect()).collect();
    let mut model = Model::new();
    let vars: Vec<Var> = (0..arity).map(|_| model.var(values).unwrap()).collect();
    model.post(Table::new(&vars, &Arc::new(Tuples::new(&rows)))).unwrap();
    let mut space = Space::new(&model);
    space.push();
    space.wake_all();
    space.propagate().unwrap();
    // The facts of each open level.
    let mut levels: Vec<Vec<Literal>> = vec![Vec::new()];
    for _ in 0..100 {
        let left: Vec<&Vec<i32>> =
            rows.iter().filter(|row| levels.iter().flatten().all(|fact| fact.holds(row[fact.var.index()]))).collect();
        assert_eq!(domains(&space, &vars), project(&left, arity), "seed {seed}, under {levels:?}");
        space.push();
        levels.push(Vec::new());
        let mut alive = true;
        for _ in 0..=random.below(4) {
            let Some(fact) = random_fact(&space, &vars, &mut random) else { break };
            levels.last_mut().unwrap().push(fact);
            alive = alive && space.assume(fact).is_ok();
        }
        alive = alive && space.propagate().is_ok();
        let back = if alive && !random.chance(1, 8) {
            levels.len()
        } else {
            1 + random.below(levels.len() as u32 - 1) as usize
        };
        if !alive {
            let facts: Vec<Literal> = levels.iter().flatten().copied().collect();
            let stays = rows.iter().find(|row| facts.iter().all(|fact| fact.holds(row[fact.var.index()])));
            assert_eq!(stays, None, "seed {seed}: a conflict under {facts:?}");
        }
        levels.truncate(back);
        space.pop_to(back);
    }
}

#[test]
fn agrees_with_a_list_of_tuples() {
    let near: Vec<i32> = (1..=12).collect();
    let wide: Vec<i32> = (0..40).map(|i| i * i - 300).collect();
    for seed in 0..40 {
        compare(seed, 3, 63 + seed as usize % 3, &near);
        compare(seed, 4, 127 + seed as usize % 3, &near);
        compare(seed, 6, 5000, &near);
        compare(seed, 3, 3000, &wide);
        compare(seed, 9, 700, &[0, 1]);
    }
}

#[test]
fn refuses_tuples_of_the_wrong_length() {
    let mut model = Model::new();
    let x = model.vars(2, 0..=1).unwrap();
    let ragged = Arc::new(Tuples::new([vec![0, 1], vec![1]]));
    let long = Arc::new(Tuples::new([[0, 1, 0]]));
    for (tuples, twins) in [(&ragged, false), (&long, false), (&ragged, true), (&long, true)] {
        let scope = if twins { [x[0], x[0]] } else { [x[0], x[1]] };
        let refused = model.post(Table::new(&scope, tuples));
        assert!(matches!(refused, Err(ModelError::Malformed { constraint: "table", .. })), "{tuples:?}");
    }
}
