//! The best solution, against brute force.

use fd::constraints::{AllDifferent, Clause, Sum, Table, Tuples};
use fd::{
    Branching, Decision, FirstFail, Labelling, Limits, Luby, Model, Optimum, Random, Recorder, Search, Space, Stopped,
    TreeNode, Var, branch_by,
};
use std::sync::Arc;

struct Case {
    model: Model,
    /// What is labelled; the cost follows, or does not.
    x: Vec<Var>,
    cost: Var,
}

/// A few variables, a sum of them as the cost, and some relations between them.
fn case(seed: u64) -> Case {
    let random = &mut Random::new(seed);
    let mut model = Model::new();
    let x = random.vars(&mut model, 4, 0, 4);
    let cost = random.var(&mut model, -20, 20);
    let sum = x.iter().map(|&x| random.within(-3, 3) * x).sum::<Sum>();
    match random.below(3) {
        // The cost may take more values than one when all others are fixed.
        0 => model.post(sum.at_most(cost)).unwrap(),
        1 => model.post(sum.at_least(cost)).unwrap(),
        _ => model.post(sum.equals(cost)).unwrap(),
    }
    if random.chance(1, 2) {
        model.post(AllDifferent::new(&x[..3])).unwrap();
    }
    if random.chance(1, 2) {
        model.post((x[1] + x[2]).at_least(x[3] + random.within(-1, 3))).unwrap();
    }
    let literals = x[..2].iter().map(|x| x.is_not(random.within(0, 4))).collect::<Vec<_>>();
    model.post(Clause::new(literals)).unwrap();
    if random.chance(1, 3) {
        let rows: Vec<Vec<i32>> = (0..12).map(|_| (0..3).map(|_| random.within(0, 4)).collect()).collect();
        model.post(Table::new(&[x[0], x[2], x[3]], &Arc::new(Tuples::new(rows)))).unwrap();
    }
    Case { model, x, cost }
}

/// The costs of all solutions, in order.
fn costs(case: &Case) -> Vec<i32> {
    let mut space = Space::new(&case.model);
    let solutions = Search::new(&mut space, Labelling::default().over(&case.x), Limits::none()).all().unwrap();
    let mut costs: Vec<i32> = solutions.iter().map(|solution| solution[case.cost]).collect();
    costs.sort_unstable();
    costs
}

fn branching(number: u64, seed: u64, x: &[Var]) -> Box<dyn Branching> {
    let labelling = |text: &str| text.parse::<Labelling>().unwrap().over(x).seed(seed);
    match number {
        0 => Box::new(labelling("leftmost")),
        1 => Box::new(labelling("ff,enum,down")),
        2 => Box::new(labelling("random,random_value").near_solutions()),
        3 => Box::new(FirstFail::over(x).weighted().near_solutions()),
        4 => Box::new(labelling("ffc,bisect").large_neighbourhoods(x, seed)),
        5 => Box::new(FirstFail::over(x).preferring(x.iter().map(|&x| (x, 2))).then(labelling("max,enum"))),
        6 => Box::new(vec![labelling("dom_w_deg"), labelling("random,median,down")]),
        // It decides nothing: all is left to the search.
        _ => Box::new(branch_by(|_| None::<Decision>)),
    }
}

const BRANCHINGS: u64 = 8;

/// Sets the objective: the least cost for even seeds, the greatest for odd ones.
fn posed<'s>(
    space: &'s mut Space,
    case: &Case,
    seed: u64,
    branching: Box<dyn Branching>,
    limits: Limits<'s>,
) -> Search<'s, Box<dyn Branching>> {
    let restarts = (seed / 2).is_multiple_of(2).then(|| Luby::of(1 + seed % 3));
    let search = Search::new(space, branching, limits).restarting(restarts);
    if seed.is_multiple_of(2) { search.minimising(case.cost) } else { search.maximising(case.cost) }
}

#[test]
fn the_best_of_all_solutions() {
    let mut improvements = 0;
    for seed in 0..400 {
        let case = case(seed);
        let costs = costs(&case);
        let best = if seed.is_multiple_of(2) { costs.first() } else { costs.last() };
        for number in 0..BRANCHINGS {
            let mut space = Space::new(&case.model);
            let branching = branching(number, seed, &case.x);
            let mut search = posed(&mut space, &case, seed, branching, Limits::none());
            let mut found: Vec<i32> = Vec::new();
            while let Some(solution) = search.next_solution().unwrap() {
                assert!(case.model.holds(&|x| solution[x]));
                assert_eq!(search.best(), Some(&solution));
                found.push(solution[case.cost]);
            }
            assert_eq!(found.last(), best, "seed {seed}, branching {number}");
            let better = |pair: &[i32]| if seed.is_multiple_of(2) { pair[1] < pair[0] } else { pair[1] > pair[0] };
            assert!(found.windows(2).all(better), "seed {seed}: {found:?}");
            assert_eq!(search.optimum().solution().map(|best| best[case.cost]).as_ref(), best, "it is over");
            improvements += found.len();
            drop(search);
            // The bound is gone with the search.
            assert_eq!(space.level(), 0);
            let all = Search::new(&mut space, Labelling::default().over(&case.x), Limits::none()).count();
            assert_eq!(all, Ok(costs.len() as u64), "seed {seed}, branching {number}");
        }
    }
    assert!(improvements > 5000, "{improvements}");
}

#[test]
fn interruptions_change_no_optimum() {
    let mut stops = 0;
    for seed in 0..200 {
        let case = case(seed);
        for number in 0..BRANCHINGS {
            let run = |interrupted: bool, stops: &mut u32| -> (Optimum, Vec<TreeNode>) {
                let random = &mut Random::new(seed);
                let mut slice = || match random.below(3) {
                    0 => Limits::none().nodes(u64::from(random.below(3))),
                    1 => Limits::none().work(u64::from(random.below(20))),
                    _ => Limits::none().solutions(u64::from(random.below(2))),
                };
                let mut nodes = Vec::new();
                let mut space = Space::new(&case.model);
                let recorder =
                    Recorder::new(branching(number, seed, &case.x), &case.x, |_: &Space, node| nodes.push(node));
                let limits = if interrupted { slice() } else { Limits::none() };
                let search = Search::new(&mut space, recorder, limits).restarting(Some(Luby::of(2)));
                let mut search = search.minimising(case.cost);
                let optimum = loop {
                    let known = search.best().cloned();
                    match search.optimum() {
                        Optimum::Unknown(best, _) => {
                            *stops += 1;
                            assert!(best.is_some() || known.is_none(), "what was found is not forgotten");
                            search.resume(slice());
                        }
                        optimum => break optimum,
                    }
                };
                drop(search);
                (optimum, nodes)
            };
            assert_eq!(run(false, &mut 0), run(true, &mut stops), "seed {seed}, branching {number}");
        }
    }
    assert!(stops > 2000, "{stops}");
}

#[test]
fn a_limit_is_never_an_optimum() {
    let mut unknown = 0;
    for seed in 0..100 {
        let case = case(seed);
        let costs = costs(&case);
        let best = if seed.is_multiple_of(2) { costs.first() } else { costs.last() };
        for nodes in 0..12 {
            let mut space = Space::new(&case.model);
            let branching = branching(seed % BRANCHINGS, seed, &case.x);
            match posed(&mut space, &case, seed, branching, Limits::none().nodes(nodes)).optimum() {
                Optimum::None => assert_eq!(best, None),
                Optimum::Best(solution) => assert_eq!(Some(&solution[case.cost]), best),
                Optimum::Unknown(_, stopped) => {
                    assert_eq!(stopped, Stopped::Nodes);
                    unknown += 1;
                }
            }
        }
    }
    assert!(unknown > 100, "{unknown}");
}

#[test]
fn without_an_objective_the_first_solution_will_do() {
    let Case { model, x, .. } = case(1);
    let mut space = Space::new(&model);
    let first = Search::new(&mut space, Labelling::default().over(&x), Limits::none()).next_solution().unwrap();
    let optimum = Search::new(&mut space, Labelling::default().over(&x), Limits::none()).optimum();
    assert_eq!(optimum.solution(), first);
}

#[test]
fn values_that_are_preferred_come_first() {
    let mut model = Model::new();
    let x = model.vars(3, 0..=9).unwrap();
    model.post(x.iter().sum::<Sum>().equals(15)).unwrap();
    let foreign = Model::new().var(0..=9).unwrap();
    let mut space = Space::new(&model);
    for labelling in ["leftmost,step", "leftmost,enum", "leftmost,bisect,down"] {
        let labelling = labelling.parse::<Labelling>().unwrap().over(&x);
        let hints = [(x[0], 7), (foreign, 3), (x[1], 5), (x[2], 99)];
        let mut search = Search::new(&mut space, labelling.preferring(hints), Limits::none());
        assert_eq!(search.next_solution().unwrap().unwrap().values(), [7, 5, 3]);
        assert_eq!(search.count(), Ok(72), "and the others are not lost");
    }
}
