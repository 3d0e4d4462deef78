//! The kernel beside Gecode: the same model, consistency and labelling, the
//! same nodes, and the time of each.
//!
//!     cargo bench -p equipoise-fd [-- PATTERN...]
//!
//! Gecode's counts and times are those of `gecode/reference.tsv`; run
//! `gecode/run.py > reference.tsv` first to have its times from this machine
//! and hour. A row whose nodes differ from Gecode's is marked: it is another
//! search, and its times mean nothing. CPU time, least of five runs.

#[path = "../tests/models/mod.rs"]
mod models;

use fd::constraints::{AllDifferent, Strength, Sum};
use fd::{Labelling, Limits, Model, Search, Space, Statistics, Var};
use models::Problem;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// A row of Gecode's table.
struct Row<'a> {
    name: &'a str,
    variant: &'a str,
    solutions: u64,
    nodes: u64,
    failures: u64,
    seconds: f64,
}

fn rows(table: &str) -> Vec<Row<'_>> {
    let parse = |line| -> Option<Row<'_>> {
        let mut fields = str::split(line, '\t');
        Some(Row {
            name: fields.next()?,
            variant: fields.next()?,
            solutions: fields.next()?.parse().ok()?,
            nodes: fields.next()?.parse().ok()?,
            failures: fields.next()?.parse().ok()?,
            seconds: fields.nth(1)?.parse().ok()?,
        })
    };
    table.lines().filter_map(parse).collect()
}

fn strength(word: &str) -> Option<Strength> {
    match word {
        "val" => Some(Strength::Value),
        "bounds" => Some(Strength::Bounds),
        "domain" => Some(Strength::Domain),
        _ => None,
    }
}

/// Our model of a row; `None` for those that only Gecode has (offset views,
/// and equations weaker than ours).
fn problem(row: &Row<'_>) -> Option<Problem> {
    let words: Vec<&str> = row.variant.split(' ').collect();
    let (family, rest) = row.name.split_once('-')?;
    Some(match (family, words.as_slice()) {
        ("queens", ["ne", _]) => models::queens(rest.parse().ok()?),
        ("queens", [level, "eq-domain", _]) => models::queens_by_lines(rest.parse().ok()?, strength(level)?),
        ("magic", [level, _]) => models::magic_square(rest.parse().ok()?, strength(level)?),
        ("sudoku", [level, _]) => {
            let grid = models::sudoku_grids().into_iter().find(|(name, _)| *name == rest)?.1;
            models::sudoku(grid, strength(level)?)
        }
        ("latin", [level, _]) => models::latin_square(&numbers(&read(&format!("qcp/{rest}.txt"))), strength(level)?),
        ("balance", [level, _]) => balance(&read(&format!("balance/{rest}.txt")), strength(level)?),
        _ => return None,
    })
}

fn read(name: &str) -> String {
    let path = format!("{}/benches/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn numbers(text: &str) -> Vec<Vec<i32>> {
    let line = |line: &str| line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    text.lines().map(line).collect()
}

/// A tree of bars in balance, as `gecode/models/balance.mzn` has it.
fn balance(text: &str, strength: Strength) -> Problem {
    let mut model = Model::new();
    let mut leaves = Vec::new();
    let mut given = Vec::new();
    let mut bars: Vec<(usize, Vec<(i32, usize)>)> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["leaves", n] => leaves = vec![(); n.parse().expect("a number")],
            ["given", leaf, value] => given.push((leaf.parse().expect("a leaf"), value.parse().expect("a value"))),
            ["bar", number, ref hooks @ ..] => {
                let hook = |hook: &&str| {
                    let (at, thing) = hook.split_once(':').expect("distance:thing");
                    (at.parse().expect("a distance"), thing.parse().expect("a thing"))
                };
                bars.push((number.parse().expect("a number"), hooks.iter().map(hook).collect()));
            }
            _ => panic!("unexpected line {line}"),
        }
    }
    let n = leaves.len() as i32;
    let mut things = model.vars(leaves.len(), 1..=n)?;
    let leaves = things.clone();
    let root = bars.iter().map(|bar| bar.0).min().expect("a root");
    // A variable for the root's total would be Gecode's too; the model has none.
    things.push(model.var([n * (n + 1) / 2])?);
    for _ in 1..bars.len() {
        things.push(model.var(1..=n * (n + 1) / 2)?);
    }
    for (leaf, value) in given {
        let leaf: usize = leaf;
        let value: i32 = value;
        model.post(things[leaf - 1].equals(value))?;
    }
    model.post(AllDifferent::new(&leaves).strength(strength))?;
    for (number, hooks) in &bars {
        if *number != root {
            model.post(hooks.iter().map(|hook| things[hook.1 - 1]).sum::<Sum>().equals(things[number - 1]))?;
        }
        model.post(hooks.iter().map(|&(at, thing)| at * things[thing - 1]).sum::<Sum>().equals(0))?;
    }
    Ok((model, leaves))
}

/// The CPU time of this thread: machines are shared, so wall-clock time says little.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// One search of the whole tree, or to the first solution.
fn run(model: &Model, vars: &[Var], labelling: Labelling, all: bool) -> (Statistics, Duration) {
    let mut space = Space::new(model);
    let start = cpu_time();
    let mut search = Search::new(&mut space, labelling.over(vars), Limits::none());
    while search.advance() == Ok(true) && all {}
    (search.statistics(), cpu_time() - start)
}

fn main() {
    let patterns: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let table = std::fs::read_to_string("reference.tsv").unwrap_or_else(|_| {
        let stored = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/gecode/reference.tsv");
        std::fs::read_to_string(stored).expect("the table is in the repository")
    });
    println!(
        "{:<24} {:<28} {:>9} {:>9} {:>10} {:>10} {:>7}",
        "", "", "solutions", "nodes", "Gecode s", "ours s", "ratio"
    );
    for row in rows(&table) {
        let title = format!("{} {}", row.name, row.variant);
        if !patterns.is_empty() && !patterns.iter().any(|pattern| title.contains(pattern.as_str())) {
            continue;
        }
        let Some(problem) = problem(&row) else { continue };
        let (model, vars) = problem.expect("a model");
        let selection = if row.variant.ends_with("first_fail") { "ff" } else { "leftmost" };
        let labelling: Labelling = selection.parse().expect("a labelling");
        let all = !row.name.starts_with("latin");
        let mut best = Duration::MAX;
        let mut statistics = Statistics::default();
        for _ in 0..5 {
            let (counts, time) = run(&model, &vars, labelling, all);
            (statistics, best) = (counts, best.min(time));
        }
        let same =
            (statistics.solutions, statistics.nodes, statistics.backtracks) == (row.solutions, row.nodes, row.failures);
        let seconds = best.as_secs_f64();
        println!(
            "{:<24} {:<28} {:>9} {:>9} {:>10.6} {:>10.6} {:>7.2}{}",
            row.name,
            row.variant,
            statistics.solutions,
            statistics.nodes,
            row.seconds,
            seconds,
            row.seconds / seconds,
            if same {
                String::new()
            } else {
                format!("  another search: {} nodes, {} failures", row.nodes, row.failures)
            },
        );
    }
}
