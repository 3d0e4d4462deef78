use super::*;
use crate::{Domain, Labelling, Limits, Random, Search, Space};
use std::collections::BTreeSet;

fn rounds() -> u64 {
    std::env::var("EQUIPOISE_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

/// The values left after propagation at the root, or `None` after a conflict.
fn propagated(model: &Model) -> Option<Vec<Vec<i32>>> {
    let mut space = Space::new(model);
    space.push();
    space.wake_all();
    space.propagate().ok()?;
    Some(model.all_vars().map(|x| space.store().values(x).collect()).collect())
}

fn domains(model: &Model) -> Vec<Vec<i32>> {
    model.all_vars().map(|x| model.domain(x).iter().collect()).collect()
}

/// What bounds alone say of `sum = rhs`: keeps each value that the real
/// interval of the other terms leaves room for, until nothing changes.
fn tightened(terms: &[(i64, Var)], rhs: i64, mut values: Vec<Vec<i32>>) -> Option<Vec<Vec<i32>>> {
    loop {
        let before = values.clone();
        for &(coefficient, x) in terms {
            let others = |pick: fn(i64, i64) -> i64| -> i64 {
                let range = |y: Var| (values[y.index()][0], values[y.index()][values[y.index()].len() - 1]);
                let others = terms.iter().filter(|(_, y)| *y != x);
                others.map(|&(c, y)| pick(c * i64::from(range(y).0), c * i64::from(range(y).1))).sum()
            };
            let room = rhs - others(i64::max)..=rhs - others(i64::min);
            values[x.index()].retain(|&value| room.contains(&(coefficient * i64::from(value))));
            if values[x.index()].is_empty() {
                return None;
            }
        }
        if values == before {
            return Some(values);
        }
    }
}

#[test]
fn bounds_are_those_of_the_naive_fixpoint() {
    for seed in 0..rounds() {
        let mut random = Random::new(seed);
        let mut model = Model::new();
        let count = 3 + random.below(6);
        let widest = if random.chance(1, 2) { 9 } else { 100 };
        let x = random.vars(&mut model, count, -widest, widest);
        let terms: Vec<(i64, Var)> =
            x.iter().map(|&x| (i64::from(random.within(1, 9) * if random.chance(1, 3) { -1 } else { 1 }), x)).collect();
        let rhs = i64::from(random.within(-4 * widest, 4 * widest));
        let sum: Sum = terms.iter().map(|&(c, x)| Sum::term(c, x)).sum();
        let constraint = sum.equals(rhs);
        let title = format!("seed {seed}: {constraint:?}");
        let expected = tightened(&terms, rhs, domains(&model)).filter(|_| constraint.divisible);
        model.post(constraint).unwrap();
        assert_eq!(propagated(&model), expected, "{title}");
    }
}

#[test]
fn exact_supports_are_those_of_enumeration() {
    for seed in 0..rounds() {
        let mut random = Random::new(seed);
        let mut model = Model::new();
        let (count, largest) = *random.pick(&[(2, 9), (3, 1000), (4, 10_000), (5, 5), (5, 50)]).unwrap();
        let x = random.vars(&mut model, count, -4, 12);
        let terms: Vec<(i64, Var)> = x.iter().map(|&x| (i64::from(random.within(-largest, largest)), x)).collect();
        let at: Vec<i64> = x.iter().map(|&x| i64::from(model.domain(x).max())).collect();
        let rhs: i64 = terms.iter().zip(at).map(|((c, _), value)| c * value).sum();
        let constraint = terms.iter().map(|&(c, x)| Sum::term(c, x)).sum::<Sum>().equals(rhs);
        let title = format!("seed {seed}: {constraint:?}");
        let mut by_bounds = Model::like(&model);
        by_bounds.post(constraint.clone()).unwrap();
        model.post(constraint.exact()).unwrap();
        let mut supports: Vec<BTreeSet<i32>> = vec![BTreeSet::new(); x.len()];
        let mut space = Space::new(&by_bounds);
        for solution in Search::new(&mut space, Labelling::default().over(&[]), Limits::none()).all().unwrap() {
            for (values, &value) in supports.iter_mut().zip(solution.values()) {
                values.insert(value);
            }
        }
        let supports: Vec<Vec<i32>> = supports.into_iter().map(|values| values.into_iter().collect()).collect();
        assert_eq!(propagated(&model), Some(supports), "{title}");
    }
}

/// Beyond the limit the equation is still solved, and exact again lower down.
#[test]
fn exactness_has_a_limit() {
    let mut model = Model::new();
    let x = model.vars(6, 0..=40).unwrap();
    let sum: Sum = x.iter().zip([1, 100_003, 200_017, 300_007, 400_009, 500_029]).map(|(&x, c)| c * x).sum();
    model.post(sum.equals(100_003 + 2 * 300_007).exact()).unwrap();
    let mut space = Space::new(&model);
    let solutions = Search::new(&mut space, Labelling::default().over(&[]), Limits::none()).all().unwrap();
    assert!(solutions.iter().any(|solution| solution.values() == [0, 1, 0, 2, 0, 0]));
    assert!(solutions.iter().all(|solution| model.holds(&|x| solution[x])));
}

#[test]
fn refuses_what_could_overflow() {
    let mut model = Model::new();
    let far = Domain::MAX_VALUE;
    let x = model.var(far - 1..=far).unwrap();
    let y = model.var(-far..=1 - far).unwrap();
    let fits = (1 << 32) - 4;
    let refused = Err(ModelError::Overflow { constraint: "linear" });
    let relations: [fn(Sum, i64) -> Linear; 4] = [Sum::equals, Sum::differs_from, Sum::at_most, Sum::at_least];
    for relation in relations {
        assert_eq!(model.post(relation(Sum::term(fits, x) + y, 3)), Ok(()));
        assert_eq!(model.post(relation(Sum::term(fits - 1, x) - y, 3)), Ok(()));
        assert_eq!(model.post(relation(Sum::term(1 << 32, x) + y, 0)), refused);
        assert_eq!(model.post(relation(Sum::term(i64::MAX, x) + y, 0)), refused);
        assert_eq!(model.post(relation(Sum::term(i64::MIN, x) + y, 0)), refused);
        assert_eq!(model.post(relation(Sum::from(x), i64::MIN)), refused);
        assert_eq!(model.post(relation(Sum::from(x), i64::MAX)), refused);
        assert_eq!(model.post(relation(Sum::term(i64::MAX, x) + Sum::term(i64::MAX, x) + y, 0)), refused);
        assert_eq!(model.post(relation(Sum::from(i64::MAX) + i64::MAX + x, 0)), refused);
        assert_eq!(model.post(relation(i32::MAX * (i32::MAX * (i32::MAX * x)), 0)), refused);
    }
}

/// Sums near the limit, over values near theirs.
#[test]
fn extremes_are_solved() {
    let far = Domain::MAX_VALUE;
    for sign in [1, -1] {
        for coefficient in [1, 7, i64::from(i32::MAX), (1 << 31) - 12] {
            let mut model = Model::new();
            let x = model.var(far - 2..=far).unwrap();
            let y = model.var(-far..=2 - far).unwrap();
            let z = model.var([-5, 5]).unwrap();
            let sum = Sum::term(sign * coefficient, x) + Sum::term(sign * (coefficient - 1), y);
            let rhs = i64::from(far) * sign - 5;
            model.post((sum.clone() + z).equals(rhs)).unwrap();
            model.post((sum.clone() + z).equals(rhs).exact()).unwrap();
            model.post((sum.clone() + z).at_most(rhs)).unwrap();
            model.post((sum + z).at_least(rhs)).unwrap();
            model.post(x.equals(-y)).unwrap();
            let mut expected = Vec::new();
            for (a, c) in (far - 2..=far).flat_map(|a| [(a, -5), (a, 5)]) {
                if model.holds(&|var| [a, -a, c][var.index()]) {
                    expected.push(vec![a, -a, c]);
                }
            }
            let mut space = Space::new(&model);
            let solutions = Search::new(&mut space, Labelling::default().over(&[]), Limits::none()).all().unwrap();
            let found: Vec<Vec<i32>> = solutions.iter().map(|solution| solution.values().to_vec()).collect();
            assert_eq!(found, expected);
            assert!(found.contains(&vec![far, -far, -5]), "{sign} {coefficient}");
        }
    }
}

#[test]
fn terms_are_put_in_order() {
    let mut model = Model::new();
    let x = model.vars(3, 0..=9).unwrap();
    let shown = |constraint: Linear| format!("{constraint:?}");
    assert_eq!(shown((3 * x[1] + x[0] - x[1] + 4).equals(2 * x[2] + 9)), "x0 + 2*x1 - 2*x2 = 5");
    assert_eq!(shown((6 * x[0] - 9 * x[1]).equals(3)), "2*x0 - 3*x1 = 1");
    assert_eq!(shown((6 * x[0] - 9 * x[1]).equals(4)), "6*x0 - 9*x1 = 4");
    assert_eq!(shown((6 * x[0] - 9 * x[1]).at_most(-4)), "2*x0 - 3*x1 <= -2");
    assert_eq!(shown((6 * x[0] - 9 * x[1]).at_least(-4)), "2*x0 - 3*x1 >= -1");
    assert_eq!(shown((-x[0] + 0 * x[1]).differs_from(5)), "-x0 != 5");
    assert_eq!(shown((x[0] - x[0]).equals(5 - x.iter().sum::<Sum>() + (x[2] + x[1]))), "x0 = 5");
    assert_eq!(shown((x[0] - x[0]).equals(5)), "0 = 5");
    assert_eq!(shown(x[2].equals(7 + x[1])), "-x1 + x2 = 7");
    assert_eq!(shown((2 + 3 * (x[0] - 1)).equals(x[1])), "3*x0 - x1 = 1");
}
