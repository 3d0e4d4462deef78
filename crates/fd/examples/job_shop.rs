//! A job shop: each job is a row of tasks, each on a machine that does one thing at a time. When is all done at the
//! earliest?
//!
//!     cargo run --release -p equipoise-fd --features clock --example job_shop

use fd::constraints::{Disjunctive, Precedence, Task};
use fd::{Branching, FirstFail, Labelling, Limits, Luby, Model, Optimum, Search, Sequencing, Space, WallClock};
use std::time::Duration;

/// For each job its tasks: machine and duration.
///
/// Fisher, Thompson: Probabilistic learning combinations of local job-shop scheduling rules (1963).
const JOBS: [[(usize, i32); 6]; 6] = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
];

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let latest = JOBS.iter().flatten().map(|task| task.1).sum::<i32>();
    let mut model = Model::new();
    let end = model.var(0..=latest)?;
    let mut machines = vec![Vec::new(); 6];
    let mut starts = Vec::new();
    for job in JOBS {
        let row = model.vars(job.len(), 0..=latest)?;
        for (k, (machine, duration)) in job.into_iter().enumerate() {
            let next = row.get(k + 1).copied().unwrap_or(end);
            model.post((row[k] + duration).at_most(next))?;
            let duration = model.var([duration])?;
            machines[machine].push(Task { start: row[k], duration });
        }
        starts.extend(row);
    }
    // The order of two tasks on a machine is what is decided.
    let mut orders = Vec::new();
    for tasks in machines {
        for (i, &a) in tasks.iter().enumerate() {
            for &b in &tasks[i + 1..] {
                let order = Precedence::new(model.boolean()?, a, b);
                model.post(order)?;
                orders.push(order);
            }
        }
        model.post(Disjunctive::of(tasks))?;
    }
    let clock = WallClock::start();
    let mut space = Space::new(&model);
    // With the orders known, each task begins as early as it can.
    let earliest = "min".parse::<Labelling>()?.over(&starts);
    let branching = Sequencing::over(orders).near_solutions().then(earliest).then(FirstFail::over(&[end]));
    let mut search = Search::new(&mut space, branching, Limits::none().time(Duration::from_secs(60), &clock))
        .restarting(Some(Luby::of(100)))
        .minimising(end);
    match search.optimum() {
        Optimum::Best(best) => println!("all is done after {}, and not earlier: {}", best[end], search.statistics()),
        other => return Err(format!("the best plan is {}", other.name()).into()),
    }
    assert_eq!(search.best().map(|best| best[end]), Some(55));
    Ok(())
}
