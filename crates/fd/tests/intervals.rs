//! Domains kept as intervals, against sets of bits.

use fd::constraints::{AllDifferent, Clause, Strength, Sum, Table, Tuples};
use fd::{Domain, Labelling, Limits, Model, ModelError, Optimum, Random, Search, Space, Var, Words};
use std::sync::Arc;

/// The same changes to a domain of either sort leave the same values.
#[test]
fn an_interval_is_a_set() {
    for seed in 0..300 {
        let random = &mut Random::new(seed);
        let (min, width) = (random.within(-50, 50), random.within(0, 90));
        let mut model = Model::new();
        let set = model.var(min..=min + width).unwrap();
        let interval = model.var(Domain::interval(min, min + width).unwrap()).unwrap();
        let mut space = Space::new(&model);
        let mut before = Vec::new();
        for _ in 0..60 {
            if random.chance(1, 3) {
                space.push();
                before.push(values(&space, set));
            }
            let value = random.within(min - 3, min + width + 3);
            let word = random.bits() | random.bits();
            let kind = random.below(12);
            let mut change = |x: Var| match kind {
                0 => space.assume(x.at_least(value.min(min + 20))),
                1 => space.assume(x.at_most(value.max(min + width - 20))),
                2 if random.chance(1, 30) => space.assume(x.is(value)),
                3 => space.keep(x, &[word, u64::MAX]),
                _ => space.assume(x.is_not(value)),
            };
            let outcomes = if kind == 2 { (Ok(()), Ok(())) } else { (change(set), change(interval)) };
            assert_eq!(outcomes.0, outcomes.1, "seed {seed}");
            if outcomes.0.is_err() || before.len() > 4 {
                let Some(expected) = before.pop() else { break };
                space.pop();
                if space.level() == 0 {
                    break;
                }
                assert_eq!(values(&space, set), expected, "seed {seed}");
            }
            same(&space, set, interval, random);
        }
    }
}

fn values(space: &Space, x: Var) -> Vec<i32> {
    space.store().values(x).collect()
}

fn same(space: &Space, set: Var, interval: Var, random: &mut Random) {
    let store = space.store();
    assert_eq!(values(space, set), values(space, interval));
    let both = [set, interval];
    let [bounds, others] = both.map(|x| store.bounds(x));
    assert_eq!(bounds, others);
    assert_eq!(store.size(set), store.size(interval));
    assert_eq!(store.value(set), store.value(interval));
    for _ in 0..10 {
        let value = random.within(bounds.0 - 3, bounds.1 + 3);
        assert_eq!(store.contains(set, value), store.contains(interval, value));
        assert_eq!(store.next_from(set, value), store.next_from(interval, value));
        assert_eq!(store.next_down_from(set, value), store.next_down_from(interval, value));
    }
    for extreme in [i32::MIN, i32::MAX] {
        assert_eq!(store.next_from(set, extreme), store.next_from(interval, extreme));
        assert_eq!(store.next_down_from(set, extreme), store.next_down_from(interval, extreme));
    }
}

#[test]
fn a_thousand_million_values() {
    let mut model = Model::new();
    let far = 1_000_000_000;
    let x: Vec<Var> = (0..3).map(|_| model.var(Domain::interval(-far, far).unwrap()).unwrap()).collect();
    model.post(AllDifferent::new(&x).strength(Strength::Bounds)).unwrap();
    model.post((x[0] + x[1]).equals(2 * x[2] + far)).unwrap();
    model.post(Clause::new([x[0].at_most(-7), x[1].at_least(far - 1)])).unwrap();
    model.post(x[0].at_most(x[1] - 5)).unwrap();
    let labelling = "leftmost,bisect,down".parse::<Labelling>().unwrap().over(&[x[2], x[0], x[1]]);
    let mut space = Space::new(&model);
    let mut search = Search::new(&mut space, labelling, Limits::none().nodes(1000)).maximising(x[2]);
    let Optimum::Best(best) = search.optimum() else { panic!("{}", search.statistics()) };
    assert!(model.holds(&|x| best[x]), "{best:?}");
    assert_eq!(best.values(), [far - 6, far, far / 2 - 3]);
    drop(search);
    let gap: Sum = x.iter().sum();
    model.post(gap.at_least(3 * i64::from(far))).unwrap();
    assert_eq!(model.solve(), None);
}

#[test]
fn every_labelling_copes_with_wide_domains() {
    let far = 1_000_000_000;
    let mut model = Model::new();
    let x: Vec<Var> = (0..3).map(|_| model.var(Domain::interval(-far, far).unwrap()).unwrap()).collect();
    model.post(AllDifferent::new(&x)).unwrap();
    model.post(x[0].at_most(x[1] - 5)).unwrap();
    let labellings =
        ["leftmost", "min,enum", "max,enum,down", "ff,median", "ff,middle", "random,random_value", "max_regret"];
    for labelling in labellings {
        let mut space = Space::new(&model);
        let labelling = labelling.parse::<Labelling>().unwrap().over(&x);
        let some = Search::new(&mut space, labelling, Limits::none().nodes(200)).take(5).unwrap();
        assert!(some.iter().all(|solution| model.holds(&|x| solution[x])));
    }
}

/// Two bounds that are 2^31 apart, further than an `i32` can say.
#[test]
fn the_widest_interval() {
    let most = Domain::MAX_VALUE;
    let mut model = Model::new();
    let x = model.var(Domain::interval(-most, most).unwrap()).unwrap();
    let y = model.var(Domain::interval(-most, most).unwrap()).unwrap();
    model.post(x.differs_from(most)).unwrap();
    model.post((x - y).equals(5)).unwrap();
    for labelling in ["leftmost,bisect", "min,bisect,down", "ff,middle", "max,median", "random,random_value"] {
        let mut space = Space::new(&model);
        assert_eq!(space.store().bounds(x), (-most, most));
        let labelling = labelling.parse::<Labelling>().unwrap().over(&[x, y]);
        let found = Search::new(&mut space, labelling, Limits::none().nodes(100)).take(1).unwrap();
        assert!(found.len() == 1 && model.holds(&|x| found[0][x]), "{found:?}");
    }
}

#[test]
fn what_works_on_sets_refuses_intervals() {
    let mut model = Model::new();
    let x = model.var(Domain::interval(0, 5).unwrap()).unwrap();
    model.name(x, "price");
    let table = Table::new(&[x], &Arc::new(Tuples::new([[1], [2]])));
    let refused = model.post(table).unwrap_err();
    let text = refused.to_string();
    assert_eq!(text, "table: it needs sets of values, but price is kept as an interval");
    assert!(model.post(AllDifferent::new(&[x]).strength(Strength::Domain)).is_err());
    assert_eq!(Domain::interval(1, 0), Err(ModelError::EmptyDomain));
    assert!(matches!(Domain::interval(0, i32::MAX), Err(ModelError::ValueOutOfRange { .. })));
    assert_eq!(Domain::interval(-Domain::MAX_VALUE, Domain::MAX_VALUE).unwrap().size(), (1 << 31) + 1);
    assert!(matches!(model.var(0..=1 << 21), Err(ModelError::DomainTooWide { .. })));
}
