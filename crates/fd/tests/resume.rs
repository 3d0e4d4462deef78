//! Stopping and going on: limits compose, and change no search.

use fd::constraints::AllDifferent;
use fd::{
    Branching, Clock, FirstFail, Labelling, Limits, Luby, Model, Random, Recorder, Search, Solution, Space, Statistics,
    Stopped, TreeNode, Var, Verdict,
};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A clock that advances by a millisecond each time it is read, and counts the readings.
#[derive(Default)]
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn now(&self) -> Duration {
        Duration::from_millis(1 + self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Different numbers in each row and column, some of them forbidden, and sums
/// of rows that have to be propagated for some time.
fn square(seed: u64) -> (Model, Vec<Var>) {
    let random = &mut Random::new(seed);
    let n = 5;
    let mut model = Model::new();
    let mut x = Vec::new();
    for _ in 0..n * n {
        let values: Vec<i32> = (0..n as i32).filter(|_| random.chance(3, 4)).collect();
        x.push(if values.is_empty() { model.var([0]).unwrap() } else { model.var(values.as_slice()).unwrap() });
    }
    for i in 0..n {
        let row: Vec<Var> = x[i * n..][..n].to_vec();
        let column: Vec<Var> = (0..n).map(|j| x[j * n + i]).collect();
        model.post((row[0] + row[1] - row[2]).at_most(4)).unwrap();
        model.post(AllDifferent::new(&row)).unwrap();
        model.post(AllDifferent::new(&column)).unwrap();
    }
    (model, x)
}

fn branching(seed: u64, x: &[Var]) -> Box<dyn Branching> {
    let names = ["leftmost", "random,random_value", "dom_w_deg,enum,down", "ffc,bisect", "max_regret,median"];
    match names.get(seed as usize % 7) {
        Some(name) => Box::new(name.parse::<Labelling>().unwrap().over(x).seed(seed)),
        None if seed % 7 == 5 => Box::new(FirstFail::over(x)),
        None => Box::new(FirstFail::over(x).weighted()),
    }
}

/// Limits that will stop a search soon, of one kind or another.
fn slice<'a>(random: &mut Random, clock: &'a Ticks) -> Limits<'a> {
    match random.below(5) {
        0 => Limits::none().nodes(u64::from(random.below(3))),
        1 => Limits::none().work(u64::from(1 + random.below(20))),
        2 => Limits::none().solutions(u64::from(random.below(2))),
        3 => Limits::none().time(Duration::from_millis(u64::from(2 + random.below(3))), clock),
        _ => Limits::none().work(u64::from(random.below(40))).nodes(u64::from(random.below(4))),
    }
}

fn without_time(statistics: Statistics) -> Statistics {
    Statistics { time: Duration::ZERO, ..statistics }
}

#[test]
fn interruptions_change_nothing() {
    let mut interruptions = 0;
    for seed in 0..140 {
        let (model, x) = square(seed);
        let run = |interrupted: bool| -> (Vec<Solution>, Statistics, Vec<TreeNode>, u32) {
            let mut space = Space::new(&model);
            let (random, clock) = (&mut Random::new(seed), Ticks::default());
            let (mut nodes, mut found, mut stops) = (Vec::new(), Vec::new(), 0);
            let recorder = Recorder::new(branching(seed, &x), &x, |_: &Space, node| nodes.push(node));
            let limits = if interrupted { slice(random, &clock) } else { Limits::none() };
            let mut search = Search::new(&mut space, recorder, limits);
            // The same squares, but not all their solutions.
            while found.len() < 300 {
                match search.next_solution() {
                    Ok(Some(solution)) => found.push(solution),
                    Ok(None) => break,
                    Err(stopped) => {
                        stops += 1;
                        assert_eq!(search.advance(), Err(stopped), "it stays stopped");
                        assert_eq!(search.count(), Err(stopped));
                        assert_eq!(search.statistics(), search.statistics(), "and the clock stands still");
                        search.resume(slice(random, &clock));
                    }
                }
            }
            if found.len() < 300 {
                assert_eq!(search.advance(), Ok(false));
                search.resume(Limits::none().nodes(0));
                assert_eq!(search.advance(), Ok(false), "what is exhausted stays exhausted");
            }
            let statistics = without_time(search.statistics());
            drop(search);
            assert_eq!(space.level(), 0);
            (found, statistics, nodes, stops)
        };
        let (found, statistics, nodes, _) = run(false);
        let (found_too, statistics_too, nodes_too, stops) = run(true);
        assert_eq!(found, found_too, "seed {seed}");
        assert_eq!(statistics, statistics_too, "seed {seed}");
        assert_eq!(nodes, nodes_too, "seed {seed}");
        interruptions += stops;
    }
    assert!(interruptions > 1000, "{interruptions}");
}

#[test]
fn interruptions_change_no_verdict_under_restarts() {
    for seed in 0..210 {
        let (model, x) = square(seed);
        for (wanted, restarts) in [
            (1, None),
            (2, None),
            (1, Some(Luby::of(1))),
            (2, Some(Luby { unit: 1, proof: 2 })),
            (4, Some(Luby::of(2))),
        ] {
            let (mut plain, mut cut) = (Space::new(&model), Space::new(&model));
            let mut whole = Search::new(&mut plain, branching(seed, &x), Limits::none()).restarting(restarts);
            let expected = whole.find(wanted);
            whole.resume(Limits::none().nodes(0));
            assert_eq!(whole.find(wanted), expected, "it is over");
            let (random, clock) = (&mut Random::new(seed), Ticks::default());
            let mut search = Search::new(&mut cut, branching(seed, &x), Limits::none()).restarting(restarts);
            let end = loop {
                search.resume(slice(random, &clock));
                match search.find(wanted) {
                    Ok(end) => break Ok(end),
                    Err(stopped) => assert!(search.found().len() < wanted, "{stopped}"),
                }
            };
            assert_eq!(end, expected, "seed {seed}");
            assert_eq!(search.found(), whole.found(), "seed {seed}");
            assert_eq!(without_time(search.statistics()), without_time(whole.statistics()), "seed {seed}");
            let mut found: Vec<&[i32]> = whole.found().iter().map(Solution::values).collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), whole.found().len(), "seed {seed}: they differ");
            drop((whole, search));
            assert_eq!(cut.propagators(), Space::new(&model).propagators(), "no no-good is left behind");
            let count = |space: &mut Space| Search::new(space, Labelling::default().over(&x), Limits::none()).count();
            assert_eq!(count(&mut cut), count(&mut plain), "seed {seed}");
        }
    }
}

#[test]
fn verdicts_under_restarts_are_those_of_a_count() {
    for seed in 0..100 {
        let (model, x) = square(seed);
        let mut space = Space::new(&model);
        let count = Search::new(&mut space, Labelling::default().over(&x), Limits::none().solutions(2)).count();
        let restarts = Some(Luby::of(1));
        let verdict = Search::new(&mut space, branching(seed, &x), Limits::none()).restarting(restarts).verdict();
        match &verdict {
            Verdict::None => assert_eq!(count, Ok(0)),
            Verdict::Unique(_) => assert_eq!(count, Ok(1)),
            Verdict::Several(one, two) => assert!(one != two && (count == Ok(2) || count == Err(Stopped::Solutions))),
            Verdict::Unknown(..) => panic!("no limit"),
        }
        let mut search = Search::new(&mut space, branching(seed, &x), Limits::none()).restarting(restarts);
        assert_eq!(search.find(1), Ok(verdict != Verdict::None));
        assert_eq!(search.verdict().name(), verdict.name(), "one solution is no proof that there is no other");
    }
}

#[test]
fn a_deadline_is_one_for_all_that_share_it() {
    let (model, x) = square(3);
    let clock = Ticks::default();
    let limits = Limits::none().time(Duration::from_millis(40), &clock);
    let mut runs = 0;
    while limits.check().is_ok() {
        let mut space = Space::new(&model);
        let ended = Search::new(&mut space, Labelling::default().over(&x), limits).take(1);
        assert!(ended.is_ok() || ended == Err(Stopped::Time));
        runs += 1;
        assert!(runs < 40, "every search looks at the clock");
    }
    let mut space = Space::new(&model);
    let (result, statistics) = fd::first(&mut space, Labelling::default().over(&x), limits, None);
    assert_eq!((result, statistics.nodes), (Err(Stopped::Time), 0), "there is no time left even to begin");
    let later = limits.time(Duration::from_secs(60), &clock);
    assert_eq!(later.check(), Err(Stopped::Time), "the earlier deadline stays");
}

/// `x < y` and `y < x`: bounds creep towards each other, one by one.
fn creeping() -> Model {
    let mut model = Model::new();
    let x = model.vars(2, 0..=500_000).unwrap();
    model.post((x[0] - x[1]).at_most(-1)).unwrap();
    model.post((x[1] - x[0]).at_most(-1)).unwrap();
    model
}

#[test]
fn limits_reach_into_one_long_propagation() {
    let model = creeping();
    let (mut space, clock, flag) = (Space::new(&model), Ticks::default(), AtomicBool::new(false));
    let labelling = || Labelling::default().over(&[]);
    let limits = Limits::none().time(Duration::from_millis(10), &clock);
    let mut search = Search::new(&mut space, labelling(), limits);
    assert_eq!(search.advance(), Err(Stopped::Time));
    let Statistics { nodes, resumptions, .. } = search.statistics();
    assert_eq!(nodes, 1);
    assert!((1..500_000).contains(&resumptions), "{resumptions}");
    search.resume(Limits::none().work(1000));
    assert_eq!(search.advance(), Err(Stopped::Work));
    assert_eq!(search.statistics().resumptions, resumptions + 1000, "not one run more");
    flag.store(true, Ordering::Relaxed);
    search.resume(Limits::none().cancel(&flag));
    assert_eq!(search.advance(), Err(Stopped::Cancelled));
    assert_eq!(search.statistics().resumptions, resumptions + 1000);
    search.resume(Limits::none().nodes(0));
    assert_eq!(search.advance(), Ok(false), "the root fails, and no other node is needed");
}

#[test]
fn propagation_goes_on_where_it_was() {
    let model = creeping();
    let (mut whole, mut cut) = (Space::new(&model), Space::new(&model));
    for space in [&mut whole, &mut cut] {
        space.push();
        space.wake_all();
    }
    assert!(whole.propagate().is_err());
    let mut slices = 0;
    while cut.propagate_for(1 + slices % 5000) == Ok(false) {
        slices += 1;
    }
    assert!(slices > 100);
    assert_eq!(cut.resumptions(), whole.resumptions());
    cut.pop();
    assert_eq!(cut.propagate_for(0), Ok(true), "there is nothing to run");
}

/// A clock with a fixed time for each reading, to see how often it is read.
struct Slow<'a> {
    ticks: Ticks,
    each: Duration,
    looks: &'a AtomicU64,
}

impl Clock for Slow<'_> {
    fn now(&self) -> Duration {
        self.looks.fetch_add(1, Ordering::Relaxed);
        self.ticks.now();
        self.each * self.ticks.0.load(Ordering::Relaxed) as u32
    }
}

#[test]
fn the_clock_is_read_more_often_where_work_is_slow() {
    let looks_at = |each: Duration| {
        let looks = AtomicU64::new(0);
        let clock = Slow { ticks: Ticks::default(), each, looks: &looks };
        let model = creeping();
        let mut space = Space::new(&model);
        let limits = Limits::none().time(Duration::from_secs(3600), &clock).work(100_000);
        assert_eq!(Search::new(&mut space, Labelling::default().over(&[]), limits).advance(), Err(Stopped::Work));
        looks.into_inner()
    };
    let (fast, slow) = (looks_at(Duration::from_nanos(1)), looks_at(Duration::from_millis(5)));
    assert!(fast < 60, "{fast} looks for 100,000 quick runs");
    assert!(slow > 50_000, "{slow} looks for 100,000 slow ones");
}

/// Solutions that differ only in other variables count once, however often the search is interrupted.
#[test]
fn solutions_differ_in_some_variables() {
    for seed in 0..40 {
        let (model, x) = square(seed);
        let random = &mut Random::new(seed);
        let some: Vec<Var> = x.iter().copied().filter(|_| random.chance(1, 3)).collect();
        let parts = |solution: &Solution| some.iter().map(|&x| solution[x]).collect::<Vec<i32>>();
        let mut space = Space::new(&model);
        let all = Search::new(&mut space, Labelling::default().over(&x), Limits::none()).all().unwrap();
        let expected: std::collections::BTreeSet<Vec<i32>> = all.iter().map(parts).collect();

        let branching = Labelling::default().over(&some).then(branching(seed, &x));
        let mut search = Search::new(&mut space, branching, Limits::none()).distinct_in(&some);
        let mut found = Vec::new();
        loop {
            search.resume(Limits::none().work(u64::from(1 + random.below(9))));
            match search.next_solution() {
                Ok(Some(solution)) => found.push(parts(&solution)),
                Ok(None) => break,
                Err(_) => {}
            }
        }
        assert_eq!(found.len(), expected.len(), "seed {seed}: one of them twice, or not at all");
        assert_eq!(found.into_iter().collect::<std::collections::BTreeSet<_>>(), expected);
    }
}
