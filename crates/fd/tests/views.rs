//! Variables that are views of others, against the same with variables of their own.

use fd::constraints::*;
use fd::harness::{Pair, verify_pruning};
use fd::{
    Branching, Constraint, FirstFail, Labelling, Limits, Model, ModelError, Random, Search, Solution, Space, Var,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Some variables, and others that lie above or below them: as views, and not.
fn pair(random: &mut Random) -> Pair {
    let mut whole = Model::new();
    let low = *random.pick(&[0, -70]).unwrap();
    let high = *random.pick(&[3, 70]).unwrap();
    let mut x = random.vars(&mut whole, 3, low, high);
    let mut parts = whole.clone();
    for _ in 0..1 + random.below(3) {
        let (of, by) = (*random.pick(&x).unwrap(), random.within(1, 3) * random.within(-1, 1));
        let view = whole.shifted(of, by).unwrap();
        if view != of {
            let own = parts.var(-200..=200).unwrap();
            parts.post(own.equals(of + by)).unwrap();
            assert_eq!(view, own);
            x.push(view);
        }
    }
    for _ in 0..1 + random.below(3) {
        let constraint = constraint(random, &x);
        whole.post_shared(Arc::clone(&constraint)).unwrap();
        parts.post_shared(constraint).unwrap();
    }
    Pair { whole, parts, vars: x }
}

fn constraint(random: &mut Random, x: &[Var]) -> Arc<dyn Constraint> {
    let n = x.len().min(2 + random.below(3) as usize);
    let some: Vec<Var> = (0..n).map(|_| *random.pick(x).unwrap()).collect();
    let sum: Sum = some.iter().map(|&x| random.within(-2, 2) * x).sum();
    let bound = random.within(-6, 6);
    match random.below(12) {
        0 => Arc::new(AllDifferent::new(x)),
        1 => Arc::new(AllDifferent::new(x).strength(Strength::Bounds)),
        2 => Arc::new(AllDifferent::new(x).strength(Strength::Domain)),
        3 => Arc::new(sum.equals(bound)),
        4 => Arc::new(sum.equals(bound).exact()),
        5 => Arc::new(sum.at_most(bound)),
        6 => Arc::new(sum.differs_from(bound)),
        7 => Arc::new(Abs::new(some[0], some[1])),
        8 => Arc::new(Count::new(&some, bound, some[0])),
        9 => Arc::new(Arithmetic::times(some[0], some[1], *random.pick(x).unwrap())),
        10 => Arc::new(AnyOf::default().or(some[0].is(2)).or(some[1].equals(some[0] + 1))),
        _ => {
            let rows: Vec<Vec<i32>> = (0..30).map(|_| (0..n).map(|_| random.within(-4, 5)).collect()).collect();
            Arc::new(Table::new(&some, &Arc::new(Tuples::new(rows))))
        }
    }
}

#[test]
fn views_remove_what_variables_of_their_own_would() {
    verify_pruning("views", 2000, pair);
}

#[test]
fn views_have_the_same_solutions() {
    let mut found = 0;
    for seed in 0..300 {
        let random = &mut Random::new(seed);
        let Pair { whole, parts, vars } = pair(random);
        let branchings: [&dyn Fn() -> Box<dyn Branching>; 4] = [
            &|| Box::new(Labelling::default().over(&vars)),
            &|| Box::new(FirstFail::over(&vars)),
            &|| Box::new(FirstFail::over(&vars[2..]).weighted()),
            &|| Box::new("dom_w_deg,bisect,down".parse::<Labelling>().unwrap().over(&vars)),
        ];
        let solutions = |model: &Model, branching: Box<dyn Branching>| -> Option<BTreeSet<Vec<i32>>> {
            let mut space = Space::new(model);
            let all = Search::new(&mut space, branching, Limits::none().solutions(500)).all().ok()?;
            Some(all.iter().map(Solution::values).map(<[i32]>::to_vec).collect())
        };
        let expected = solutions(&parts, branchings[0]());
        found += expected.iter().flatten().count();
        for branching in branchings {
            assert_eq!(solutions(&whole, branching()), expected, "seed {seed}: {:?}", whole.constraints());
        }
    }
    assert!(found > 3000, "{found}");
}

#[test]
fn a_view_is_a_variable_like_any_other() {
    let mut model = Model::new();
    let x = model.var([1, 4, 9]).unwrap();
    let y = model.shifted(x, 10).unwrap();
    let z = model.shifted(y, -100).unwrap();
    assert_eq!(model.domain(z).iter().collect::<Vec<_>>(), [-89, -86, -81]);
    assert_eq!(model.shifted(x, 0), Ok(x));
    let mut space = Space::new(&model);
    assert_eq!(space.propagators(), 0, "nothing stands between");
    space.assume(z.at_least(-88)).unwrap();
    space.assume(y.is_not(14)).unwrap();
    assert_eq!(space.store().value(x), Some(9));
    space.pop();
    assert_eq!(space.store().size(y), 3);
    assert!(model.holds(&|v| if v == x {
        4
    } else if v == y {
        14
    } else {
        -86
    }));
    assert!(!model.holds(&|v| if v == x {
        4
    } else if v == y {
        11
    } else {
        -86
    }));
    assert!(model.to_minizinc().unwrap().contains("constraint -x0 + x1 = 10;"));
    let foreign = Model::new().var(0..5).unwrap();
    assert_eq!(model.shifted(foreign, 1), Err(ModelError::ForeignVariable { constraint: "shifted" }));
    assert!(matches!(model.shifted(x, i32::MAX), Err(ModelError::ValueOutOfRange { .. })));
}
