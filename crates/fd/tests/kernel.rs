//! The kernel's promises: limits, restarts, masks, observers, refusals.

use fd::constraints::{AllDifferent, Clause};
use fd::{
    Branching, Clock, Conflict, Constraint, Decision, FirstFail, Labeller, Labelling, Limits, Literal, Luby, Model,
    ModelError, Observer, Random, Removal, Search, Selection, Space, Stopped, Var, Verdict, Words, first, split,
    verdict,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// `n` pigeons in `n - 1` holes, value strength: a tree of (n-1)! leaves without a solution.
fn pigeons(n: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let x = model.vars(n, 1..=n as i32 - 1).unwrap();
    model.post(AllDifferent::new(&x)).unwrap();
    (model, x)
}

fn permutations(n: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let x = model.vars(n, 1..=n as i32).unwrap();
    model.post(AllDifferent::new(&x)).unwrap();
    (model, x)
}

/// A clock that advances by a millisecond each time it is read.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(1 + self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn a_limit_is_never_an_answer() {
    let (model, x) = pigeons(9);
    let labelling = Labelling::default().over(&x);
    let clock = Ticking::default();
    let cancelled = AtomicBool::new(true);
    let cases = [
        (Limits::none().nodes(100), Stopped::Nodes),
        (Limits::none().time(Duration::from_millis(20), &clock), Stopped::Time),
        (Limits::none().cancel(&cancelled), Stopped::Cancelled),
    ];
    for (limits, stopped) in cases {
        for restarts in [None, Some(Luby::of(5))] {
            let mut space = Space::new(&model);
            let (result, _) = first(&mut space, labelling.clone(), limits, restarts);
            assert_eq!(result, Err(stopped));
            let (result, statistics) = verdict(&mut space, labelling.clone(), limits, restarts);
            assert_eq!(result, Verdict::Unknown(None, stopped));
            assert!(statistics.nodes < 3000, "{statistics:?}");
            assert_eq!(space.level(), 0);
        }
        let mut space = Space::new(&model);
        let mut search = Search::new(&mut space, labelling.clone(), limits);
        assert_eq!(search.advance(), Err(stopped));
        assert_eq!(search.advance(), Err(stopped), "a stopped search stays stopped");
    }
}

#[test]
fn one_solution_too_many_is_told() {
    let (model, x) = permutations(3);
    let mut space = Space::new(&model);
    let mut search = Search::new(&mut space, Labelling::default().over(&x), Limits::none().solutions(4));
    assert_eq!(search.take(4).map(|found| found.len()), Ok(4));
    assert_eq!(search.next_solution(), Err(Stopped::Solutions));
    search.resume(Limits::none());
    assert_eq!(search.count(), Ok(2), "the solution that was refused is not lost");
    assert_eq!(search.count(), Ok(0));
    drop(search);
    // Exactly as many as there are is no limit reached.
    let mut search = Search::new(&mut space, Labelling::default().over(&x), Limits::none().solutions(6));
    assert_eq!(search.count(), Ok(6));
}

#[test]
fn another_thread_can_cancel() {
    let (model, x) = pigeons(14);
    let cancel = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let mut space = Space::new(&model);
            first(&mut space, Labelling::default().over(&x), Limits::none().cancel(&cancel), None).0
        });
        cancel.store(true, Ordering::Relaxed);
        assert_eq!(search.join().unwrap(), Err(Stopped::Cancelled));
    });
}

#[test]
fn restarts_prove_the_same() {
    for labelling in ["dom_w_deg,random_value", "random,random_value", "leftmost"] {
        for unit in [1, 3, 1000] {
            let labelling: Labelling = labelling.parse().unwrap();
            let (model, x) = pigeons(6);
            let restarts = Some(Luby::of(unit));
            let (none, statistics) = verdict(&mut Space::new(&model), labelling.over(&x), Limits::none(), restarts);
            assert_eq!(none, Verdict::None);
            assert_eq!(statistics.restarts > 0, unit < 1000, "{statistics:?}");

            let (mut model, x) = permutations(5);
            for (i, &x) in x.iter().enumerate() {
                model.post(Clause::new([x.at_least(i as i32 + 1)])).unwrap();
            }
            let mut space = Space::new(&model);
            let (unique, _) = verdict(&mut space, labelling.over(&x), Limits::none(), restarts);
            let Verdict::Unique(solution) = unique else { panic!("{unique:?}") };
            assert_eq!(solution.values(), [1, 2, 3, 4, 5]);
            // The no-good that excluded the solution is gone again.
            let (again, _) = verdict(&mut space, labelling.over(&x), Limits::none(), None);
            assert_eq!(again, Verdict::Unique(solution));

            let (model, x) = permutations(4);
            let (several, _) = verdict(&mut Space::new(&model), labelling.over(&x), Limits::none(), restarts);
            assert!(matches!(several, Verdict::Several(a, b) if a != b));
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_nodes() {
    let run = |seed| {
        let (model, x) = pigeons(8);
        let labelling = "random,random_value".parse::<Labelling>().unwrap().over(&x).seed(seed);
        let (_, statistics) = first(&mut Space::new(&model), labelling, Limits::none(), Some(Luby::of(10)));
        statistics
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

/// A square with different numbers in each row and each column, some of them
/// forbidden; `width` makes the domains wider than a word when it is large.
fn latin(random: &mut Random, n: usize, width: i32) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let mut x = Vec::new();
    for _ in 0..n * n {
        let values: Vec<i32> = (0..n as i32).filter(|_| random.chance(4, 5)).map(|value| value * width).collect();
        x.push(if values.is_empty() { model.var([0]).unwrap() } else { model.var(values.as_slice()).unwrap() });
    }
    for i in 0..n {
        let row: Vec<Var> = (0..n).map(|j| x[i * n + j]).collect();
        let column: Vec<Var> = (0..n).map(|j| x[j * n + i]).collect();
        model.post(AllDifferent::new(&row)).unwrap();
        model.post(AllDifferent::new(&column)).unwrap();
    }
    (model, x)
}

#[test]
fn first_fail_by_tournament_decides_as_the_labelling() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let (model, x) = latin(&mut random, 5, if seed % 2 == 0 { 1 } else { 50 });
        let limits = Limits::none().nodes(2000);
        for restarts in [None, Some(Luby::of(3))] {
            let labelling = Labelling::default().select(Selection::FirstFail).over(&x);
            let expected = verdict(&mut Space::new(&model), labelling, limits, restarts);
            assert_eq!(verdict(&mut Space::new(&model), FirstFail::over(&x), limits, restarts), expected);
        }
        let search = |branching: Box<dyn Branching>| {
            let mut space = Space::new(&model);
            let mut search = Search::new(&mut space, branching, limits);
            let mut found = Vec::new();
            let end = loop {
                match search.next_solution() {
                    Ok(Some(solution)) => found.push(solution),
                    end => break end,
                }
            };
            (found, end, search.statistics())
        };
        let expected = search(Box::new(Labelling::default().select(Selection::FirstFail).over(&x)));
        assert_eq!(search(Box::new(FirstFail::over(&x))), expected);
    }
}

#[test]
fn subtrees_have_each_solution_once_and_in_order() {
    let solutions = |space: &mut Space, labelling| {
        let mut search = Search::new(space, labelling, Limits::none());
        std::iter::from_fn(|| search.next_solution().unwrap()).collect::<Vec<_>>()
    };
    for seed in 0..40 {
        let (model, x) = latin(&mut Random::new(seed), 4, 1);
        let mut space = Space::new(&model);
        for name in ["leftmost", "ff,enum,down", "max,bisect", "random,random_value"] {
            let labelling = || name.parse::<Labelling>().unwrap().over(&x).seed(seed);
            let mut all = solutions(&mut space, labelling());
            for wanted in [0, 1, 2, 7, 40, usize::MAX] {
                let subtrees = split(&mut space, labelling, wanted, Limits::none()).unwrap();
                assert_eq!(space.level(), 0);
                assert!(subtrees.len() >= wanted || subtrees.len() == all.len(), "{name}: {wanted}");
                let mut found = Vec::new();
                for subtree in &subtrees {
                    space.push();
                    subtree.path.iter().for_each(|&literal| space.assume(literal).unwrap());
                    found.extend(solutions(&mut space, labelling()));
                    space.pop();
                }
                if name.starts_with("random") {
                    found.sort_by(|a, b| a.values().cmp(b.values()));
                    all.sort_by(|a, b| a.values().cmp(b.values()));
                }
                assert_eq!(found, all, "{name}: {wanted}");
            }
        }
    }
}

#[test]
fn weights_change_the_way_but_not_the_answer() {
    for seed in 0..40 {
        let (model, x) = latin(&mut Random::new(seed), 4, 1);
        let mut space = Space::new(&model);
        let mut count =
            |branching: Box<dyn Branching>| Search::new(&mut space, branching, Limits::none()).count().unwrap();
        let expected = count(Box::new(Labelling::default().over(&x)));
        assert_eq!(count(Box::new(FirstFail::over(&x).weighted())), expected);
        let (verdict, _) = verdict(&mut space, FirstFail::over(&x).weighted(), Limits::none(), Some(Luby::of(1)));
        match verdict {
            Verdict::None => assert_eq!(expected, 0),
            Verdict::Unique(_) => assert_eq!(expected, 1),
            Verdict::Several(one, two) => assert!(expected > 1 && one != two),
            Verdict::Unknown(..) => panic!("no limit"),
        }
    }
}

/// x1 = 1 and x1 != x2, x2 != x3, over 1..2.
fn chain() -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let x = model.vars(3, 1..=2).unwrap();
    let constraints: [Arc<dyn Constraint>; 3] = [
        Arc::new(Clause::new([x[0].is(1)])),
        Arc::new(AllDifferent::new(&x[..2])),
        Arc::new(AllDifferent::new(&x[1..])),
    ];
    for constraint in constraints {
        model.post_shared(constraint).unwrap();
    }
    (model, x)
}

#[test]
fn constraints_can_be_masked_and_facts_chosen() {
    let (model, x) = chain();
    let mut space = Space::new(&model);
    let mut fixed = |active: &[usize], facts: &[fd::Literal]| -> Result<Vec<bool>, Conflict> {
        assert!(space.set_active(active));
        space.push();
        space.wake_all();
        let mut result = facts.iter().try_for_each(|&fact| space.assume(fact));
        assert!(!space.set_active(&[0, 1, 2]), "only at the root");
        result = result.and_then(|()| space.propagate());
        let fixed = x.iter().map(|&x| space.store().is_fixed(x)).collect();
        space.pop();
        result.map(|()| fixed)
    };
    assert_eq!(fixed(&[0, 1, 2], &[]), Ok(vec![true; 3]));
    assert_eq!(fixed(&[0, 2], &[]), Ok(vec![true, false, false]));
    assert_eq!(fixed(&[1], &[]), Ok(vec![false; 3]));
    assert_eq!(fixed(&[1], &[x[1].is(1)]), Ok(vec![true, true, false]));
    assert_eq!(fixed(&[2], &[x[1].is(1), x[2].is(1)]), Err(Conflict));
    assert_eq!(fixed(&[0, 1, 2], &[]), Ok(vec![true; 3]), "nothing of the last question is left");
}

#[test]
fn a_few_constraints_are_chosen_by_number() {
    let (model, x) = chain();
    let mut space = Space::new(&model);
    let mut fixed = |constraints: &[usize], facts: &[(Var, u64)]| -> Result<Vec<bool>, Conflict> {
        assert!(space.set_active(constraints));
        space.push();
        space.wake_all();
        assert!(!space.set_active(&[]), "only at the root");
        let result = facts.iter().try_for_each(|&(x, set)| space.keep(x, &[set])).and_then(|()| space.propagate());
        let fixed = x.iter().map(|&x| space.store().is_fixed(x)).collect();
        space.pop();
        result.map(|()| fixed)
    };
    assert_eq!(fixed(&[2, 0], &[]), Ok(vec![true, false, false]));
    assert_eq!(fixed(&[1], &[]), Ok(vec![false; 3]));
    assert_eq!(fixed(&[1], &[(x[1], 0b10)]), Ok(vec![true, true, false]));
    assert_eq!(fixed(&[2], &[(x[1], 0b1), (x[2], 0b1)]), Err(Conflict));
    assert_eq!(fixed(&[], &[(x[1], 0b11)]), Ok(vec![false; 3]));
    assert_eq!(fixed(&[0, 1, 2], &[]), Ok(vec![true; 3]));
    assert!(space.set_active(&[0, 1, 2]));
    space.push();
    space.wake_all();
    assert_eq!(space.propagate(), Ok(()));
    assert!(x.iter().all(|&x| space.store().is_fixed(x)), "all of them take part again");
}

#[test]
fn without_priorities_the_same_follows_in_the_order_of_waking() {
    let mut model = Model::new();
    let x = model.vars(4, 1..=4).unwrap();
    // Both speak of x1 once x0 is 1; the expensive one was posted first.
    let below = fd::constraints::Tuples::new([[1, 1, 2], [1, 2, 3], [2, 2, 1], [3, 3, 3]]);
    model.post(fd::constraints::Table::new(&[x[0], x[1], x[3]], &Arc::new(below))).unwrap();
    model.post(Clause::new([x[0].is_not(1), x[1].is_not(4)])).unwrap();
    let mut space = Space::new(&model);
    let ask = |space: &mut Space| {
        let mut log = Log::default();
        space.push();
        space.assume(x[0].is(1)).unwrap();
        space.propagate_observed(&mut log).unwrap();
        let domains: Vec<Vec<i32>> = x.iter().map(|&x| space.store().values(x).collect()).collect();
        space.pop();
        (log.removals[0].2, domains)
    };
    let (first, domains) = ask(&mut space);
    assert_eq!(first, 1, "the clause is cheap, so it runs first");
    assert_eq!(ask(&mut space.without_priorities()), (0, domains));
}

#[derive(Default)]
struct Log {
    removals: Vec<(usize, i32, usize)>,
    conflict: Option<(usize, usize)>,
}

impl Observer for Log {
    fn removed(&mut self, removal: Removal<'_>) {
        assert!(removal.scope.contains(&removal.var));
        self.removals.push((removal.var.index(), removal.value, removal.constraint));
    }
    fn conflict(&mut self, constraint: usize, scope: &[Var]) {
        self.conflict = Some((constraint, scope.len()));
    }
}

#[test]
fn an_observer_sees_who_removed_what() {
    let (model, x) = chain();
    let mut space = Space::new(&model);
    let mut log = Log::default();
    space.push();
    space.wake_all();
    assert_eq!(space.propagate_observed(&mut log), Ok(()));
    assert_eq!(log.removals, [(0, 2, 0), (1, 1, 1), (2, 2, 2)]);
    assert_eq!(log.conflict, None);
    space.pop();

    let mut log = Log::default();
    space.push();
    space.assume(x[2].is(2)).unwrap();
    space.wake_all();
    assert_eq!(space.propagate_observed(&mut log), Err(Conflict));
    let (constraint, scope) = log.conflict.unwrap();
    assert!([1, 2].contains(&constraint), "one of the two that want x1 to differ");
    assert_eq!(scope, 2);
}

#[test]
fn a_space_has_the_variables_of_its_model() {
    let (_, other) = pigeons(3);
    let (model, x) = permutations(3);
    let space = Space::new(&model);
    assert_eq!(space.vars().collect::<Vec<_>>(), x);
    assert_ne!(x, other);
}

/// What was done in the space before counts for nobody who begins later.
#[test]
fn statistics_are_those_of_the_search() {
    let (model, x) = permutations(5);
    let mut space = Space::new(&model);
    let mut run = || {
        let mut search = Search::new(&mut space, Labelling::default().over(&x), Limits::none());
        assert_eq!(search.count(), Ok(120));
        let statistics = search.statistics();
        (statistics.resumptions, statistics.prunings)
    };
    let first = run();
    assert!(first.0 > 0 && first.1 > 0);
    assert_eq!(run(), first);
}

#[test]
fn minizinc_tells_names_in_comments() {
    let mut model = Model::new();
    let x = model.vars(2, 1..=3).unwrap();
    model.name(x[1], "the second");
    let text = model.to_minizinc().unwrap();
    assert!(text.contains("\nvar 1..3: x0;\nvar 1..3: x1; % the second\n"), "{text}");
}

#[test]
fn unknown_labellings_are_told_what_is_known() {
    let error = "ff,sideways".parse::<Labelling>().unwrap_err().to_string();
    assert!(error.starts_with("unknown labelling option `sideways`; expected one of leftmost, "), "{error}");
    assert!(error.contains(", ffc, ") && error.contains(", bisect, ") && error.ends_with(", down"), "{error}");
    let error = "ff,ffc".parse::<Labelling>().unwrap_err().to_string();
    assert_eq!(error, "labelling options `ff` and `ffc` exclude each other");
}

#[test]
fn models_refuse_what_does_not_belong() {
    let mut model = Model::new();
    let other = Model::new().var(0..=1).unwrap();
    let foreign = ModelError::ForeignVariable { constraint: "all_different" };
    assert_eq!(model.post(AllDifferent::new(&[other])), Err(foreign));
    let none: [i32; 0] = [];
    assert_eq!(model.var(none), Err(ModelError::EmptyDomain));
    assert!(matches!(model.var(0..=1_000_000_000), Err(ModelError::DomainTooWide { .. })));
    assert!(matches!(model.var(i32::MIN..=i32::MAX), Err(ModelError::ValueOutOfRange { .. })));
}

#[test]
fn wide_domains_follow_the_small_ones() {
    // Every operation on a domain of several words against a plain set.
    let mut random = fd::Random::new(3);
    for round in 0..2000 {
        let span = 1 + random.below(400) as i32;
        let base = random.below(1000) as i32 - 500;
        let mut model = Model::new();
        let x = model.var(base..=base + span).unwrap();
        let mut space = Space::new(&model);
        let mut set: std::collections::BTreeSet<i32> = (base..=base + span).collect();
        loop {
            let value = base - 2 + random.below(span as u32 + 5) as i32;
            let fact = match random.below(8) {
                0 => x.is(value),
                1 => x.at_most(value),
                2 => x.at_least(value),
                _ => x.is_not(value),
            };
            set.retain(|&value| fact.holds(value));
            let result = space.assume(fact);
            assert_eq!(result.is_err(), set.is_empty(), "round {round}: {fact:?}");
            let (Some(&min), Some(&max)) = (set.first(), set.last()) else { break };
            let store = space.store();
            assert_eq!((store.min(x), store.max(x), store.size(x) as usize), (min, max, set.len()));
            assert_eq!(store.value(x), (min == max).then_some(min));
            assert!(store.values(x).eq(set.iter().copied()), "round {round}");
            assert_eq!(store.contains(x, value), set.contains(&value));
            assert_eq!(store.next_from(x, value), set.range(value..).next().copied());
            if set.len() == 1 && random.chance(1, 2) {
                break;
            }
        }
    }
}

/// Asks one branching or the other, as it falls; what neither decides, nobody does.
struct Turns<A, B>(A, B, Random);

impl<A: Branching, B: Branching> Branching for Turns<A, B> {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        let Turns(a, b, random) = self;
        let decision = if random.below(2) == 0 {
            a.choose(space, depth).or_else(|| b.choose(space, depth))
        } else {
            b.choose(space, depth).or_else(|| a.choose(space, depth))
        };
        let open: Vec<Var> = space.vars().filter(|&x| !space.store().is_fixed(x)).collect();
        assert!(decision.is_some() || open.is_empty(), "nothing left to decide, but {open:?} are open");
        if let Some(Decision::Literal(Literal { var, .. }) | Decision::Values(var, _)) = decision {
            assert!(open.contains(&var), "{var:?} is fixed");
        }
        decision
    }

    fn follows_changes(&self) -> bool {
        self.0.follows_changes() || self.1.follows_changes()
    }
}

#[test]
fn branchings_take_turns() {
    let (model, x) = permutations(6);
    let (left, right) = x.split_at(3);
    let labelling = |name: &str, vars: &[Var]| name.parse::<Labelling>().unwrap().over(vars);
    for seed in 0..20 {
        let random = || Random::new(seed);
        for name in ["leftmost", "ff,enum", "max,bisect,down"] {
            let turns = Turns(labelling(name, left), labelling("leftmost,enum", right), random());
            assert_eq!(Search::new(&mut Space::new(&model), turns, Limits::none()).count(), Ok(720));
        }
        let turns = Turns(FirstFail::over(left), FirstFail::over(right).weighted(), random());
        assert_eq!(Search::new(&mut Space::new(&model), turns, Limits::none()).count(), Ok(720));
        let turns = Turns(labelling("leftmost", left), FirstFail::over(right).weighted(), random());
        let search = Search::new(&mut Space::new(&model), turns, Limits::none()).restarting(Some(Luby::of(3))).count();
        assert_eq!(search, Ok(720));
    }
}

#[test]
fn first_fail_decides_by_sizes_of_now() {
    /// Leaves every other decision to the leftmost, and checks those of first-fail.
    struct Checked(FirstFail, Labeller, Vec<Var>, u32);
    impl Branching for Checked {
        fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
            self.3 += 1;
            if self.3.is_multiple_of(2) {
                return self.1.choose(space, depth);
            }
            let decision = self.0.choose(space, depth);
            let expected = Labelling::default().select(Selection::FirstFail).over(&self.2).choose(space, depth);
            assert_eq!(decision, expected);
            decision
        }

        fn follows_changes(&self) -> bool {
            true
        }
    }
    let mut model = Model::new();
    let x: Vec<Var> = (0..6).map(|i| model.var(0..=3 + i % 3).unwrap()).collect();
    model.post(AllDifferent::new(&x)).unwrap();
    let checked = Checked(FirstFail::over(&x), Labelling::default().over(&x), x.clone(), 0);
    let expected = Search::new(&mut Space::new(&model), Labelling::default().over(&x), Limits::none()).count();
    assert_eq!(Search::new(&mut Space::new(&model), checked, Limits::none()).count(), expected);
}

#[test]
fn variables_of_another_model_are_passed_over() {
    let (model, x) = permutations(4);
    let (_, foreign) = permutations(9);
    let mixed: Vec<Var> = foreign.iter().chain(&x).copied().collect();
    let branchings: [Box<dyn Branching>; 3] = [
        Box::new(Labelling::default().over(&mixed)),
        Box::new(FirstFail::over(&mixed)),
        Box::new("ff,enum".parse::<Labelling>().unwrap().over(&foreign)),
    ];
    for branching in branchings {
        let solutions = Search::new(&mut Space::new(&model), branching, Limits::none()).all().unwrap();
        assert_eq!(solutions.len(), 24);
        assert_eq!(solutions[0].get(foreign[0]), None);
        assert_eq!(solutions[0].get(x[0]), Some(solutions[0][x[0]]));
    }
}

#[test]
#[should_panic(expected = "x0 is a variable of another model")]
fn a_solution_has_no_value_for_another_model() {
    let (model, x) = permutations(2);
    let (_, foreign) = permutations(2);
    let solutions = Search::new(&mut Space::new(&model), Labelling::default().over(&x), Limits::none()).all().unwrap();
    let _ = solutions[0][foreign[0]];
}
