//! Every constraint through the harness. A new one gets its test by being listed.
//!
//! `EQUIPOISE_ROUNDS` sets the number of random cases of each (300 by default).

use crate::gecode;

use fd::constraints::*;
use fd::harness::verify;
use fd::{
    Consistency, Constraint, Domain, Labelling, Limits, Literal, Model, ModelError, Post, Random, Search, Space, Store,
    Var,
};
use std::collections::BTreeSet;
use std::sync::Arc;

fn rounds() -> u64 {
    std::env::var("EQUIPOISE_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

/// Two tests of each constraint: through the harness, and against Gecode.
macro_rules! constraints {
    ($($name:ident: $make:expr;)*) => {
        $(#[test]
        fn $name() {
            verify(stringify!($name), rounds(), |random| case($make, random));
        })*

        mod by_gecode {
            use super::*;
            $(#[test]
            #[ignore = "needs minizinc and Gecode"]
            fn $name() {
                for seed in 0..(rounds() / 75) {
                    compare_with_gecode(&case($make, &mut Random::new(seed)));
                }
            })*
        }
    };
}

fn case(make: fn(&mut Random, &mut Model), random: &mut Random) -> Model {
    let mut model = Model::new();
    make(random, &mut model);
    model
}

/// The same solutions by our search and, through the MiniZinc export, by Gecode's.
fn compare_with_gecode(model: &Model) {
    let vars: Vec<Var> = model.all_vars().collect();
    let mut space = Space::new(model);
    let found = Search::new(&mut space, Labelling::default().over(&vars), Limits::none()).all().unwrap();
    let ours: BTreeSet<Vec<i32>> = found.iter().map(|solution| solution.values().to_vec()).collect();
    assert_eq!(ours, gecode::solutions(model, &vars), "{:?}", model.constraints());
}

/// A sum of at most three terms, some over variables that the model has
/// already, some with coefficient 0.
fn random_sum(random: &mut Random, model: &mut Model) -> Sum {
    let terms = random.below(4);
    let mut sum = Sum::from(random.within(-5, 5));
    for _ in 0..terms {
        let vars: Vec<Var> = model.all_vars().collect();
        let x = match random.pick(&vars) {
            Some(&x) if random.chance(1, 4) => x,
            _ => random.var(model, -2, 3),
        };
        sum = sum + random.within(-4, 4) * x;
    }
    sum
}

/// A sum over a few variables with few values far apart, and one of its values.
fn wide_sum(random: &mut Random, model: &mut Model, largest: i32) -> (Sum, i64) {
    let (mut sum, mut at) = (Sum::default(), 0);
    for _ in 0..=random.below(3) {
        let values: Vec<i32> = (0..=random.below(9)).map(|_| random.within(-300, 300)).collect();
        let x = model.var(values.as_slice()).unwrap();
        let coefficient = random.within(-largest, largest);
        sum = sum + coefficient * x;
        at += i64::from(coefficient) * i64::from(values[0]);
    }
    (sum, at)
}

/// Three variables, or fewer: one may stand in several places.
fn operands(random: &mut Random, model: &mut Model) -> [Var; 3] {
    let x = random.var(model, -20, 20);
    let y = if random.chance(1, 9) { x } else { random.var(model, -6, 6) };
    let z = match random.below(9) {
        0 => x,
        1 => y,
        2 => random.var(model, -80, 80),
        _ => random.var(model, -8, 8),
    };
    [x, y, z]
}

/// A constraint that claims less: for domains beyond the limit that its own
/// claim is made within.
#[derive(Debug)]
struct Claiming(Consistency, Box<dyn Constraint>);

impl Constraint for Claiming {
    fn name(&self) -> &'static str {
        self.1.name()
    }
    fn scope(&self) -> Vec<Var> {
        self.1.scope()
    }
    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.1.holds(value)
    }
    fn consistency(&self) -> Consistency {
        self.0
    }
    fn takes_intervals(&self) -> bool {
        self.1.takes_intervals()
    }
    fn post(&self, post: &mut Post<'_>) {
        self.1.post(post);
    }
    fn entailment(&self, store: &Store) -> Option<bool> {
        self.1.entailment(store)
    }
    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        self.1.minizinc(name)
    }
}

constraints! {
    abs: |random, model| {
        let width = if random.chance(1, 2) { 6 } else { 100 };
        let x = random.var(model, -width, width);
        let y = if random.chance(1, 9) { x } else { random.var(model, -2, width) };
        model.post(Abs::new(x, y)).unwrap();
    };
    all_different: |random, model| narrow_all_different(random, model, Strength::Value);
    all_different_bounds: |random, model| narrow_all_different(random, model, Strength::Bounds);
    all_different_domain: |random, model| narrow_all_different(random, model, Strength::Domain);
    all_different_wide: |random, model| wide_all_different(random, model, Strength::Value);
    all_different_wide_domain: |random, model| wide_all_different(random, model, Strength::Domain);
    all_of: |random, model| {
        let x = random.vars(model, 4, 0, 3);
        let parts: Vec<_> = (0..random.below(4)).map(|_| random_part(random, &x, 1)).collect();
        model.post(AllOf::new(parts)).unwrap();
    };
    any_of: |random, model| {
        let x = random.vars(model, 5, 0, 3);
        let parts: Vec<_> = (0..random.below(6)).map(|_| random_part(random, &x, 0)).collect();
        model.post(AnyOf::new(parts)).unwrap();
    };
    any_of_many: |random, model| {
        let x = random.vars(model, 4, 0, 4);
        let parts: Vec<_> = (0..70).map(|_| random_part(random, &x, 0)).collect();
        let least = random.below(70) as usize;
        model.post(AnyOf::new(parts.into_iter().skip(least))).unwrap();
    };
    any_of_nested: |random, model| {
        let x = random.vars(model, 5, 0, 2);
        let parts: Vec<_> = (0..1 + random.below(4)).map(|_| random_part(random, &x, 3)).collect();
        model.post(AnyOf::new(parts)).unwrap();
    };
    // Nearly full tables are entailed long before their negations are seen to fail.
    any_of_negated: |random, model| {
        let x = random.vars(model, 4, 0, 2);
        let parts: Vec<Arc<dyn Constraint>> = (0..2)
            .map(|i| {
                let tuples = random_tuples(random, 60, &[0, 1, 2], 3);
                Arc::new(Negated::new(Table::new(&x[i..i + 3], &tuples))) as Arc<dyn Constraint>
            })
            .collect();
        model.post(AnyOf::new(parts)).unwrap();
    };
    any_literal: |random, model| {
        let n = random.below(5);
        let x = random.vars(model, n + 1, 0, 3);
        let result = random_literal(random, x[0]);
        let twin = if random.chance(1, 9) { 0 } else { 1 };
        let literals: Vec<Literal> = x[twin..].iter().map(|&x| random_literal(random, x)).collect();
        model.post(if random.chance(1, 2) {
            AnyLiteral::new(result, literals)
        } else {
            AnyLiteral::all(result, literals)
        }).unwrap();
    };
    at_most_when: |random, model| {
        let sum = random_sum(random, model);
        let condition = random.var(model, -1, 2);
        let condition = random_literal(random, condition);
        let bound = random.within(-6, 6);
        let when = AtMostWhen::new(condition, sum, bound);
        model.post(if random.chance(1, 2) { when.half() } else { when }).unwrap();
    };
    at_most_when_about_itself: |random, model| {
        let x = random.vars(model, 3, -2, 2);
        let condition = random_literal(random, x[0]);
        let when = AtMostWhen::new(condition, random.within(-2, 2) * x[0] + x[1] - x[2], random.within(-3, 3));
        model.post(if random.chance(1, 2) { when.half() } else { when }).unwrap();
    };
    bin_packing: |random, model| {
        let first = random.within(-1, 1);
        let bins = random.below(4);
        let items = random.below(5);
        let loads = random.vars(model, bins, -1, 5);
        let mut x = random.vars(model, items, -1, 2);
        if random.chance(1, 9) && let Some(&again) = x.first().or(loads.first()) {
            x.push(again);
        }
        let weights: Vec<i32> = x.iter().map(|_| random.within(0, 4)).collect();
        model.post(BinPacking::new(&loads, &x, &weights).counting_from(first)).unwrap();
    };
    circuit: |random, model| {
        let n = random.below(6);
        let first = random.within(-1, 1);
        let mut x = random.vars(model, n, first - 1, first + n as i32);
        if random.chance(1, 20) && let Some(&again) = x.first() {
            x.push(again);
        }
        model.post(Circuit::new(&x).counting_from(first)).unwrap();
    };
    circuit_with_few_ways: |random, model| {
        let x: Vec<Var> = (0..9)
            .map(|i| {
                let mut ways: Vec<i32> = (0..=random.below(3)).map(|_| random.within(0, 8)).collect();
                ways.push((i + 1) % 9);
                model.var(ways.as_slice()).unwrap()
            })
            .collect();
        model.post(Circuit::new(&x)).unwrap();
    };
    clause: |random, model| {
        let n = 1 + random.below(4);
        let x = random.vars(model, n, 0, 3);
        model.post(random_clause(random, &x)).unwrap();
    };
    count: |random, model| {
        let n = random.below(6);
        let x = random.vars(model, n, -1, 3);
        let times = random_times(random, model, n as i32);
        model.post(Count::new(&x, random.within(-2, 4), times)).unwrap();
    };
    count_of_wide_domains: |random, model| {
        let values = [-500, -64, -1, 0, 63, 64, 65, 700];
        let x: Vec<Var> = (0..4).map(|_| far_var(random, model, &values)).collect();
        let times = random_times(random, model, 4);
        model.post(Count::new(&x, *random.pick(&values).unwrap(), times)).unwrap();
    };
    count_with_itself: |random, model| {
        let x = random.vars(model, 4, -1, 4);
        let n = *random.pick(&x).unwrap();
        model.post(Count::new(&x, random.within(-1, 4), n)).unwrap();
    };
    count_with_twins: |random, model| {
        let x = random.vars(model, 3, 0, 2);
        let scope: Vec<Var> = (0..6).map(|_| *random.pick(&x).unwrap()).collect();
        let times = random_times(random, model, 6);
        model.post(Count::new(&scope, random.within(-1, 2), times)).unwrap();
    };
    cumulative: |random, model| {
        let n = random.below(5);
        let starts = random.vars(model, n, -2, 3);
        let capacity = if random.chance(1, 2) { random.var(model, -1, 4) } else { random.var(model, 2, 2) };
        let durations = lengths(random, model, n, 4);
        let demands = lengths(random, model, n, 3);
        model.post(Cumulative::new(&starts, &durations, &demands, capacity)).unwrap();
    };
    cumulative_of_four: |random, model| {
        let starts = random.vars(model, 4, 0, 6);
        let fixed = |random: &mut Random, model: &mut Model, most: i32| -> Vec<Var> {
            (0..4).map(|_| random.within(0, most)).map(|value| model.var([value]).unwrap()).collect()
        };
        let (durations, demands) = (fixed(random, model, 5), fixed(random, model, 4));
        let capacity = model.var([random.within(2, 5)]).unwrap();
        model.post(Cumulative::new(&starts, &durations, &demands, capacity)).unwrap();
    };
    diffn: |random, model| {
        let n = random.below(4);
        let dimensions = 1 + random.below(2);
        let positions: Vec<Vec<Var>> = (0..n).map(|_| random.vars(model, dimensions, -1, 3)).collect();
        let sizes: Vec<Vec<Var>> = (0..n).map(|_| lengths(random, model, dimensions, 3)).collect();
        let diffn = Diffn::new(&positions, &sizes);
        model.post(if random.chance(1, 2) { diffn.strict() } else { diffn }).unwrap();
    };
    disjunctive: |random, model| {
        let n = random.below(6);
        let starts = random.vars(model, n, -2, 5);
        let durations = lengths(random, model, n, 3);
        let disjunctive = Disjunctive::new(&starts, &durations);
        model.post(if random.chance(1, 2) { disjunctive.strict() } else { disjunctive }).unwrap();
    };
    disjunctive_of_four: |random, model| {
        let starts: Vec<Var> = (0..4)
            .map(|_| {
                let (from, width) = (random.within(0, 9), random.within(0, 12));
                random.var(model, from, from + width)
            })
            .collect();
        let durations: Vec<Var> = (0..4).map(|_| random.within(1, 6)).map(|value| model.var([value]).unwrap()).collect();
        model.post(Disjunctive::new(&starts, &durations)).unwrap();
    };
    element: |random, model| {
        let n = random.below(5);
        let first = random.within(-2, 2);
        let mut x = random.vars(model, n, -2, 4);
        let index = random.var(model, -2, 5);
        let result = random.var(model, -2, 4);
        if random.chance(1, 9) {
            x.push(*random.pick(&[index, result]).unwrap());
        }
        model.post(Element::new(&x, index, result).counting_from(first)).unwrap();
    };
    element_of_numbers: |random, model| {
        let index = random.var(model, -40, 100);
        let result = if random.chance(1, 9) { index } else { random.var(model, -70, 90) };
        let numbers: Vec<i32> = (0..random.below(90)).map(|_| random.within(-99, 99)).collect();
        model.post(Element::of_numbers(&numbers, index, result).counting_from(random.within(-20, 20))).unwrap();
    };
    element_of_wide_domains: |random, model| {
        let values = [-9000, -500, -64, -1, 0, 63, 64, 65, 700, 5000];
        let x: Vec<Var> = (0..3).map(|_| far_var(random, model, &values)).collect();
        let (index, result) = (random.var(model, 0, 2), far_var(random, model, &values));
        model.post(Claiming(Consistency::Check, Box::new(Element::new(&x, index, result)))).unwrap();
    };
    extremum: |random, model| {
        let n = random.below(5);
        let mut x = random.vars(model, n, -3, 3);
        let result = random.var(model, -4, 4);
        if random.chance(1, 9) {
            x.push(*random.pick(&[result, x.first().copied().unwrap_or(result)]).unwrap());
        }
        model.post(if random.chance(1, 2) { Extremum::max(&x, result) } else { Extremum::min(&x, result) }).unwrap();
    };
    global_cardinality: |random, model| {
        let n = random.below(6);
        let x = random.vars(model, n, 0, 3);
        let values: Vec<i32> = (0..random.below(4)).map(|_| random.within(-1, 4)).collect();
        let times: Vec<(i32, HowOften)> =
            values.into_iter().map(|value| (value, random_times(random, model, n as i32))).collect();
        let scope: Vec<Var> = if random.chance(1, 4) {
            (0..n).map(|_| *random.pick(&x).unwrap()).collect()
        } else {
            x
        };
        model.post(Count::of_each(&scope, times)).unwrap();
    };
    implied: |random, model| {
        let b = random.var(model, 0, 1);
        let x = random.vars(model, 4, 0, 3);
        model.post(Reified::half(b, Negated::new(AllOf::new([random_part(random, &x, 1)])))).unwrap();
    };
    implied_by_itself: |random, model| {
        let mut x = random.vars(model, 3, 0, 2);
        x.push(random.var(model, 0, 1));
        model.post(Reified::half(x[3], AllOf::new([random_part(random, &x, 2)]))).unwrap();
    };
    negated: |random, model| {
        let x = random.vars(model, 4, 0, 3);
        let part = random_part(random, &x, 1);
        model.post(Negated::new(AllOf::new([part]))).unwrap();
    };
    negated_table: |random, model| {
        let values = [-500, -64, -1, 0, 63, 64, 65, 700];
        let x: Vec<Var> = (0..3).map(|_| far_var(random, model, &values)).collect();
        let tuples = random_tuples(random, 200, &values, 3);
        model.post(Negated::new(Table::new(&x, &tuples))).unwrap();
    };
    reified: |random, model| {
        let b = random.var(model, 0, 1);
        let x = random.vars(model, 4, 0, 3);
        match random.below(5) {
            0 => model.post(Reified::new(b, random_clause(random, &x))),
            1 => model.post(Reified::new(b, AllDifferent::new(&x))),
            2 => model.post(Reified::new(b, Table::new(&x, &random_tuples(random, 100, &[0, 1, 2, 3], 4)))),
            3 => model.post(Reified::new(b, Count::new(&x, 1, random.within(-1, 4)))),
            _ => model.post(Reified::new(b, AllOf::new([random_part(random, &x, 2)]))),
        }
        .unwrap();
    };
    reified_about_itself: |random, model| {
        let mut x = random.vars(model, 3, 0, 2);
        x.push(random.var(model, 0, 1));
        model.post(Reified::new(x[3], AllOf::new([random_part(random, &x, 2)]))).unwrap();
    };
    reified_twice: |random, model| {
        let b = random.vars(model, 3, 0, 1);
        let x = random.vars(model, 3, 0, 2);
        let inner = Reified::new(b[0], AllOf::new([random_part(random, &x, 1)]));
        let outer = *random.pick(&b).unwrap();
        if random.chance(1, 2) {
            model.post(Reified::new(outer, Reified::new(b[1], inner))).unwrap();
        } else {
            model.post(Reified::new(outer, AnyOf::default().or(inner).or(random_clause(random, &x)))).unwrap();
        }
    };
    table: |random, model| {
        let n = random.below(5);
        let x = random.vars(model, n, -1, 4);
        let rows = random.below(200);
        let tuples = random_tuples(random, rows, &[-2, -1, 0, 1, 2, 3, 4, 5], n);
        model.post(Table::new(&x, &tuples)).unwrap();
    };
    table_of_one_word: |random, model| {
        let x = random.vars(model, 3, 1, 9);
        let rows = random.below(65);
        let tuples = random_tuples(random, rows, &[1, 2, 3, 4, 5, 6, 7, 8, 9], 3);
        model.post(Table::new(&x, &tuples)).unwrap();
    };
    table_with_far_values: |random, model| {
        let values = [-1_000_000_000, -300, -64, -1, 0, 63, 64, 65, 200, 1000];
        let x: Vec<Var> = (0..3).map(|_| far_var(random, model, &values)).collect();
        let rows = random.below(300);
        let tuples = random_tuples(random, rows, &values, 3);
        model.post(Table::new(&x, &tuples)).unwrap();
    };
    table_with_twins: |random, model| {
        let x = random.vars(model, 3, 0, 4);
        let scope: Vec<Var> = (0..5).map(|_| *random.pick(&x).unwrap()).collect();
        let rows = random.below(400);
        let tuples = random_tuples(random, rows, &[0, 1, 2, 3, 4], 5);
        model.post(Table::new(&scope, &tuples)).unwrap();
    };
    table_of_a_relation: |random, model| {
        let x = random.vars(model, 3, -2, 9);
        let (holes, low, high) = (random.below(20), random.within(-3, 2), random.within(3, 11));
        let kept: Vec<bool> = (0..15 * 15 * 15).map(|_| random.below(20) < holes).collect();
        let index = |a: i32, b: i32, c: i32| ((a + 3) * 225 + (b + 3) * 15 + c + 3) as usize;
        let triples = triples(low..=high, -3..=high, low..=11, |a, b, c| kept[index(a, b, c)]);
        model.post(Table::new(&x, &triples)).unwrap();
    };
    table_of_an_operation: |random, model| {
        let x = random.vars(model, 3, 1, 9);
        model.post(Table::new(&x, &aztec())).unwrap();
    };
    table_with_64_values: |random, model| {
        let base = random.within(-200, 100);
        let x = [random.var(model, base, base + 63), random.var(model, base + 30, base + 45), random.var(model, 0, 3)];
        let modulus = random.within(1, 4);
        let (low, high) = [(-1, 62), (0, 63), (1, 64), (3, 1), (50, 60)][random.below(5) as usize];
        let triples = triples(base..=base + 63, base + 1..=base + 64, low..=high, |a, b, c| (a + b) % modulus == c);
        model.post(Table::new(&x, &triples)).unwrap();
    };
    table_of_an_operation_with_twins: |random, model| {
        let x = random.vars(model, 2, 1, 9);
        let scope: Vec<Var> = (0..3).map(|_| *random.pick(&x).unwrap()).collect();
        let triples = if random.chance(1, 2) { aztec() } else { triples(0..=9, 1..=20, 0..=20, |a, b, c| a <= c && c <= b) };
        model.post(Table::new(&scope, &triples)).unwrap();
    };
    division: |random, model| {
        let [x, y, z] = operands(random, model);
        model.post(Arithmetic::division(x, y, z)).unwrap();
    };
    functions_by_bounds: |random, model| {
        let x = random.var(model, -60, 60);
        let y = if random.chance(1, 2) { random.var(model, 1, 60) } else { random.var(model, -60, 10) };
        let values: Vec<i32> = (0..=random.below(7)).map(|_| random.within(-2000, 2000) >> random.below(12)).collect();
        let z = model.var(values.as_slice()).unwrap();
        let function: Box<dyn Constraint> = match random.below(6) {
            4 => Box::new(Arithmetic::remainder(x, y, z)),
            5 => Box::new(Arithmetic::power(x, y, z)),
            0 => Box::new(Arithmetic::division(x, y, z)),
            1 => Box::new(Arithmetic::modulo(x, y, z)),
            2 => Box::new(Arithmetic::quotient(x, y, z)),
            _ => Box::new(Arithmetic::times(x, y, z)),
        };
        model.post(Claiming(Consistency::Check, function)).unwrap();
    };
    in_set_when: |random, model| {
        let x = random.vars(model, 2, -3, 6);
        let ranges = (0..random.below(4)).map(|_| {
            let first = random.within(-5, 6);
            (first, first + random.within(-1, 3))
        });
        let ranges: Vec<(i32, i32)> = ranges.collect();
        let about = x[random.below(2) as usize];
        let condition = random_literal(random, about);
        let when = InSetWhen::new(condition, x[0], ranges);
        model.post(if random.chance(1, 2) { when.half() } else { when }).unwrap();
    };
    in_set: |random, model| {
        let x = random.var(model, -40, 40);
        let values: Vec<i32> = (0..random.below(9)).map(|_| random.within(-50, 50)).collect();
        model.post(if random.chance(1, 2) { InSet::new(x, values) } else { InSet::not(x, values) }).unwrap();
    };
    // Domains that are kept as intervals, a few of them beside sets.
    intervals: |random, model| {
        let x: Vec<Var> = (0..4)
            .map(|_| {
                let min = random.within(-6, 4);
                let max = min + random.within(0, 8);
                if random.chance(1, 4) {
                    random.var(model, min, max)
                } else {
                    model.var(Domain::interval(min, max).unwrap()).unwrap()
                }
            })
            .collect();
        let part = over_intervals(random, &x, model);
        model.post(Claiming(Consistency::Check, part)).unwrap();
    };
    inverse: |random, model| {
        let n = random.below(4);
        let (first_f, first_g) = (random.within(-1, 1), random.within(-1, 2));
        let mut f = random.vars(model, n, first_g - 1, first_g + n as i32);
        let mut g = random.vars(model, n, first_f - 1, first_f + n as i32);
        if random.chance(1, 9) {
            g.extend(f.first());
            if random.chance(1, 2) {
                f.extend(f.first().copied());
            }
        }
        model.post(Inverse::new(&f, &g).counting_from(first_f, first_g)).unwrap();
    };
    lex: |random, model| {
        let [n, m] = [random.below(5), random.below(4)];
        let mut x = random.vars(model, n, -1, 2);
        let y = random.vars(model, m, -1, 2);
        if random.chance(1, 5) {
            x = x.into_iter().chain(y.first().copied()).collect();
            random.shuffle(&mut x);
        }
        model.post(if random.chance(1, 2) { Lex::less(&x, &y) } else { Lex::at_most(&x, &y) }).unwrap();
    };
    linear_at_least: |random, model| {
        let (sum, rhs) = (random_sum(random, model), random_sum(random, model));
        model.post(sum.at_least(rhs)).unwrap();
    };
    linear_at_most: |random, model| {
        let (sum, rhs) = (random_sum(random, model), random.within(-20, 20));
        model.post(sum.at_most(rhs)).unwrap();
    };
    linear_differs: |random, model| {
        let (sum, rhs) = (random_sum(random, model), random.within(-9, 9));
        model.post(sum.differs_from(rhs)).unwrap();
    };
    linear_equals: |random, model| {
        let (sum, rhs) = (random_sum(random, model), random_sum(random, model));
        model.post(sum.equals(rhs)).unwrap();
    };
    linear_exact: |random, model| {
        let (sum, rhs) = (random_sum(random, model), random.within(-20, 20));
        model.post(sum.equals(rhs).exact()).unwrap();
    };
    linear_exact_total: |random, model| {
        let n = 2 + random.below(3);
        let x = random.vars(model, n, 1, 5);
        let total = random.var(model, 0, 80);
        let sum: Sum = x.iter().map(|&x| random.within(-4, 5) * x).sum();
        model.post(sum.equals(total).exact()).unwrap();
    };
    linear_exact_wide: |random, model| {
        let (sum, rhs) = wide_sum(random, model, 1000);
        model.post(sum.equals(rhs).exact()).unwrap();
    };
    literal: |random, model| {
        let x = random.var(model, 0, 3);
        let literal = random_literal(random, x);
        if random.chance(1, 2) {
            model.post(literal).unwrap();
        } else {
            let condition = random.var(model, 0, 1);
            model.post(Reified::new(condition, literal)).unwrap();
        }
    };
    linear_between_variables: |random, model| {
        let x = random.vars(model, 2, -9, 9);
        let constant = random.within(-5, 5);
        model.post(if random.chance(1, 2) { x[0].at_most(&x[1] * 2 + constant) } else { x[0].at_least(x[1]) }).unwrap();
    };
    linear_pair: |random, model| {
        let width = if random.chance(1, 2) { 10 } else { 80 };
        let x = random.vars(model, 2, -width, width);
        let constant = random.within(-width, width);
        let (a, b) = (x[0] + constant, if random.chance(1, 2) { Sum::from(x[1]) } else { -x[1] });
        model.post(if random.chance(3, 4) { a.equals(b) } else { a.differs_from(b) }).unwrap();
    };
    linear_tracked: |random, model| {
        let mut sum = Sum::from(random.within(-3, 3));
        for _ in 0..8 + random.below(2) {
            let low = random.within(-2, 2);
            let x = model.var([low, low + 1 + random.within(0, 2)]).unwrap();
            sum = sum + random.within(1, 5) * if random.chance(1, 2) { -1 } else { 1 } * x;
        }
        if random.chance(1, 2) {
            let x = random.var(model, -4, 4);
            sum = sum + random.within(-3, 3) * x;
        }
        let rhs = random.within(-9, 9);
        model.post(match random.below(3) {
            0 => sum.at_most(rhs),
            1 => sum.at_least(rhs),
            _ => sum.equals(rhs),
        }.tracked()).unwrap();
    };
    linear_wide: |random, model| {
        let (sum, rhs) = wide_sum(random, model, 9);
        model.post(match random.below(3) {
            0 => sum.equals(rhs),
            1 => sum.at_most(rhs),
            _ => sum.differs_from(rhs),
        }).unwrap();
    };
    modulo: |random, model| {
        let [x, y, z] = operands(random, model);
        model.post(Arithmetic::modulo(x, y, z)).unwrap();
    };
    parity: |random, model| {
        let n = random.below(6);
        let mut x = random.vars(model, n, 0, 1);
        if random.chance(1, 9) && let Some(&again) = x.first() {
            x.push(again);
        }
        model.post(if random.chance(1, 2) { Parity::odd(&x) } else { Parity::even(&x) }).unwrap();
    };
    precedence: |random, model| {
        let order = model.boolean().unwrap();
        let starts = random.vars(model, 2, -3, 6);
        let lengths = random.vars(model, 2, 0, 4);
        let twin = random.chance(1, 9);
        let first = Task { start: starts[0], duration: lengths[0] };
        let second = Task { start: starts[usize::from(!twin)], duration: lengths[1] };
        model.post(Precedence::new(order, first, second)).unwrap();
    };
    power: |random, model| {
        let (x, y) = (random.var(model, -6, 9), random.var(model, -3, 6));
        let z = if random.chance(1, 9) { x } else { random.var(model, -99, 200) };
        model.post(Arithmetic::power(x, y, z)).unwrap();
    };
    quotient: |random, model| {
        let [x, y, z] = operands(random, model);
        model.post(Arithmetic::quotient(x, y, z)).unwrap();
    };
    regular: |random, model| {
        let n = random.below(6);
        let mut x = random.vars(model, n, -1, 3);
        if random.chance(1, 9) && let Some(&again) = x.first() {
            x.push(again);
        }
        let states = 1 + random.below(4) as i32;
        let steps: Vec<[i32; 3]> = (0..random.below(14))
            .map(|_| [random.within(0, states), random.within(-2, 3), random.within(0, states)].map(|n| n * 1000 % 7001))
            .map(|[from, value, to]| [from, value / 1000, to])
            .collect();
        let accepting: Vec<i32> = (0..=states).filter(|_| random.chance(1, 2)).map(|state| state * 1000 % 7001).collect();
        model.post(Regular::new(&x, &Arc::new(Automaton::new(steps, 0, accepting)))).unwrap();
    };
    remainder: |random, model| {
        let [x, y, z] = operands(random, model);
        model.post(Arithmetic::remainder(x, y, z)).unwrap();
    };
    thresholds: |random, model| {
        let n = random.below(7);
        let x = random.vars(model, n + 1, -1, 3);
        let twin = if random.chance(1, 9) { 0 } else { 1 };
        let truths: Vec<(i32, Literal)> =
            x[twin..].iter().map(|&y| (random.within(-3, 4), random_literal(random, y))).collect();
        model.post(Thresholds::new(x[0], truths)).unwrap();
    };
    times: |random, model| {
        let [x, y, z] = operands(random, model);
        model.post(Arithmetic::times(x, y, z)).unwrap();
    };
    times_by_bounds: |random, model| {
        let [x, y, z] = operands(random, model);
        model.post(Arithmetic::times(x, y, z).by_bounds()).unwrap();
    };
    value_precede: |random, model| {
        let n = random.below(6);
        let mut x = random.vars(model, n, 0, 3);
        if random.chance(1, 9) && let Some(&again) = x.first() {
            x.push(again);
            random.shuffle(&mut x);
        }
        model.post(ValuePrecede::new(&x, random.within(0, 3), random.within(0, 3))).unwrap();
    };
    value_precede_chain: |random, model| {
        let x = random.vars(model, 5, 0, 3);
        model.post(Claiming(Consistency::Check, Box::new(ValuePrecede::chain(&x, &[1, 2, 3])))).unwrap();
    };
}

/// Durations, demands or sizes: some known, some not.
fn lengths(random: &mut Random, model: &mut Model, count: u32, most: i32) -> Vec<Var> {
    (0..count)
        .map(|_| {
            let least = random.within(0, most);
            let greatest = if random.chance(1, 3) { (least + 2).min(most) } else { least };
            random.var(model, least, greatest)
        })
        .collect()
}

/// How often, at most about `most`: a variable with few values, a number, or a range.
fn random_times(random: &mut Random, model: &mut Model, most: i32) -> HowOften {
    match random.below(3) {
        0 => {
            let low = random.within(-1, most);
            random.var(model, low, low + 3).into()
        }
        1 => random.within(-1, most + 1).into(),
        _ => (random.within(-1, most + 1)..=random.within(-1, most + 2)).into(),
    }
}

/// The results of Aztec Math: sum, difference, product, and quotient without remainder.
fn aztec() -> Arc<Tuples> {
    let quotient = |a: i32, b: i32| if a % b == 0 { a / b } else { 0 };
    let results = move |a: i32, b: i32| [a + b, (a - b).abs(), a * b, quotient(a, b), quotient(b, a)];
    triples(1..=9, 1..=9, 1..=9, |a, b, c| results(a, b).contains(&c))
}

/// The triples within these ranges that `holds` says yes to.
fn triples(xs: Range, ys: Range, zs: Range, holds: impl Fn(i32, i32, i32) -> bool) -> Arc<Tuples> {
    let pairs = xs.flat_map(|a| ys.clone().map(move |b| (a, b)));
    let all = pairs.flat_map(|(a, b)| zs.clone().map(move |c| [a, b, c]));
    Arc::new(Tuples::new(all.filter(|&[a, b, c]| holds(a, b, c))))
}

type Range = std::ops::RangeInclusive<i32>;

/// A constraint that takes intervals.
fn over_intervals(random: &mut Random, x: &[Var], model: &mut Model) -> Box<dyn Constraint> {
    let sum: Sum = x[..3].iter().map(|&x| random.within(-2, 2) * x).sum();
    let bound = random.within(-4, 4);
    let values: Vec<i32> = (0..random.below(5)).map(|_| random.within(-6, 9)).collect();
    match random.below(28) {
        0 => Box::new(sum.equals(bound)),
        1 => Box::new(sum.equals(bound).exact()),
        2 => Box::new(sum.at_most(bound)),
        3 => Box::new(sum.differs_from(bound)),
        4 => Box::new(x[0].equals(x[1] + bound)),
        5 => Box::new(x[0].differs_from(-x[1] + bound)),
        6 => Box::new(random_clause(random, x)),
        7 => Box::new(InSet::new(x[0], values)),
        8 => Box::new(InSet::not(x[0], values)),
        9 => Box::new(AllDifferent::new(x)),
        10 => Box::new(AllDifferent::new(x).strength(Strength::Bounds)),
        11 => Box::new(Count::new(&x[..3], bound, x[3])),
        12 => Box::new(Abs::new(x[0], x[1])),
        13 => Box::new(Arithmetic::times(x[0], x[1], x[2])),
        14 => Box::new(Arithmetic::quotient(x[0], x[1], x[2])),
        15 => Box::new(Arithmetic::modulo(x[0], x[1], x[2])),
        16 => Box::new(AnyOf::default().or(x[0].equals(x[1])).or(InSet::new(x[2], values)).or(sum.at_least(bound))),
        17 => Box::new(Element::new(&x[..2], x[2], x[3])),
        18 => Box::new(Element::of_numbers(&values, x[2], x[3])),
        19 => Box::new(Extremum::max(&x[..3], x[3])),
        20 => Box::new(AnyLiteral::new(random_literal(random, x[0]), x[1..].iter().map(|&x| x.at_least(bound)))),
        21 => Box::new(Lex::less(&x[..2], &x[2..])),
        22 => {
            let lengths = lengths(random, model, 2, 3);
            Box::new(Disjunctive::new(&x[..2], &lengths))
        }
        23 => {
            let lengths = lengths(random, model, 1, 2).repeat(4);
            Box::new(Cumulative::new(x, &lengths, &lengths, x[0]))
        }
        24 => Box::new(Arithmetic::times(x[0], x[1], x[2]).by_bounds()),
        25 => Box::new(AtMostWhen::new(random_literal(random, x[3]), sum, bound)),
        26 => {
            Box::new(InSetWhen::new(random_literal(random, x[1]), x[0], values.iter().map(|&value| (value, value + 1))))
        }
        _ => {
            let condition = model.boolean().unwrap();
            Box::new(Reified::new(condition, sum.equals(bound)))
        }
    }
}

fn random_clause(random: &mut Random, x: &[Var]) -> Clause {
    Clause::new(x.iter().map(|&x| random_literal(random, x)).collect::<Vec<_>>())
}

fn random_literal(random: &mut Random, x: Var) -> Literal {
    match random.below(4) {
        0 => x.is(random.within(-1, 4)),
        1 => x.is_not(random.within(-1, 4)),
        2 => x.at_most(random.within(-1, 4)),
        _ => x.at_least(random.within(-1, 4)),
    }
}

/// A constraint over some of these variables, which has parts itself when `depth` is not 0.
fn random_part(random: &mut Random, x: &[Var], depth: u32) -> Arc<dyn Constraint> {
    let some: Vec<Var> = x.iter().copied().filter(|_| random.chance(1, 2)).collect();
    let parts =
        |random: &mut Random| (0..random.below(4)).map(|_| random_part(random, x, depth - 1)).collect::<Vec<_>>();
    match random.below(if depth == 0 { 5 } else { 9 }) {
        0 => Arc::new(random_clause(random, &some)),
        1 => Arc::new(AllDifferent::new(&some)),
        2 => Arc::new(Table::new(&some, &random_tuples(random, 30, &[0, 1, 2, 3], some.len() as u32))),
        3 => Arc::new(Count::new(&some, random.within(0, 3), random.within(-1, 3)..=random.within(0, 4))),
        4 => Arc::new(Count::new(&some, random.within(0, 3), *random.pick(x).unwrap())),
        5 => Arc::new(Negated::new(AllOf::new([random_part(random, x, depth - 1)]))),
        6 => Arc::new(AllOf::new(parts(random))),
        _ => Arc::new(AnyOf::new(parts(random))),
    }
}

/// A variable that is some of these values, which may lie far apart, but not too far.
fn far_var(random: &mut Random, model: &mut Model, values: &[i32]) -> Var {
    let mut some: Vec<i32> =
        values.iter().copied().filter(|&value| value.abs() < 10_000 && random.chance(2, 3)).collect();
    some.push(0);
    model.var(some.as_slice()).unwrap()
}

fn random_tuples(random: &mut Random, rows: u32, values: &[i32], arity: u32) -> Arc<Tuples> {
    let row = |random: &mut Random| (0..arity).map(|_| *random.pick(values).unwrap()).collect::<Vec<i32>>();
    Arc::new(Tuples::new((0..rows).map(|_| row(random))))
}

#[test]
fn refuses_what_does_not_fit() {
    let mut model = Model::new();
    let (b, digit) = (model.var(0..=2).unwrap(), model.var(0..=9).unwrap());
    let clause = Clause::new([digit.is(1)]);
    let table = Table::new(&[digit, b], &aztec());
    let ragged = Arc::new(Tuples::new([vec![1, 2], vec![1, 2, 3]]));
    let malformed: Vec<Arc<dyn Constraint>> = vec![
        Arc::new(Reified::new(b, clause.clone())),
        Arc::new(Reified::half(b, clause.clone())),
        Arc::new(table.clone()),
        Arc::new(Table::new(&[digit, b], &ragged)),
        Arc::new(Table::new(&[digit, digit], &ragged)),
        // What is wrong with a part is wrong with the whole.
        Arc::new(AllOf::default().and(clause.clone()).and(table.clone())),
        Arc::new(AnyOf::default().or(clause).or(Negated::new(table))),
    ];
    for constraint in malformed {
        let refused = model.post_shared(Arc::clone(&constraint));
        assert!(matches!(refused, Err(ModelError::Malformed { .. })), "{constraint:?}");
    }
}

/// Neither its own check nor its own propagation would notice that such a constraint has other triples than
/// it was given, so solutions are listed here.
#[test]
fn a_variable_that_stands_twice_in_a_triple_has_one_value() {
    let triples = Arc::new(Tuples::new([[1, 1, 1], [1, 2, 2], [2, 2, 1], [3, 1, 3]]));
    let solutions = |scope: fn([Var; 2]) -> [Var; 3]| {
        let mut model = Model::new();
        let x = [model.var(1..=3).unwrap(), model.var(1..=3).unwrap()];
        model.post(Table::new(&scope(x), &triples)).unwrap();
        let mut space = Space::new(&model);
        let mut search = Search::new(&mut space, Labelling::default().over(&x), Limits::none());
        let mut found = BTreeSet::new();
        while let Some(solution) = search.next_solution().unwrap() {
            found.insert((solution[x[0]], solution[x[1]]));
        }
        found
    };
    assert_eq!(solutions(|[x, y]| [x, x, y]), BTreeSet::from([(1, 1), (2, 1)]));
    assert_eq!(solutions(|[x, y]| [x, y, x]), BTreeSet::from([(1, 1), (3, 1)]));
    assert_eq!(solutions(|[x, y]| [y, x, x]), BTreeSet::from([(1, 1), (2, 1)]));
}

/// The bounds of both sides overlap, their values do not.
#[test]
fn an_equation_that_only_holes_rule_out_is_known_to_fail() {
    for (values, holds) in [([2, 6, 10], Some(0)), ([2, 4, 10], None)] {
        let mut model = Model::new();
        let (x, y) = (model.var([0, 4, 8].as_slice()).unwrap(), model.var(values.as_slice()).unwrap());
        let b = model.var(0..=1).unwrap();
        model.post(Reified::new(b, (Sum::from(x) - y).equals(0))).unwrap();
        let mut space = Space::new(&model);
        space.wake_all();
        space.propagate().unwrap();
        let values: Vec<i32> = space.store().values(b).collect();
        assert_eq!(holds.map_or(vec![0, 1], |value| vec![value]), values);
    }
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
