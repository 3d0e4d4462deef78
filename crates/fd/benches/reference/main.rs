//! The kernel beside Gecode: the same model, consistency and labelling, the
//! same nodes, and the time of each.
//!
//!     cargo bench -p equipoise-fd --bench reference [-- PATTERN...]
//!
//! Gecode and the kernel solve each row in turn, five times; the least time of
//! each counts. A row whose nodes differ from Gecode's is marked: it is another
//! search, and its times mean nothing. `gecode/README.md` says what is timed
//! and counted. Where Gecode is not installed, the kernel runs alone.

mod balance;
mod gecode;
#[path = "../../tests/models/mod.rs"]
mod models;
mod rows;

use fd::{Labelling, Limits, Model, Search, Space, Var};
use gecode::Gecode;
use rows::Row;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

const ROUNDS: usize = 5;

/// What a search has found and counted, and how long it took.
#[derive(Clone, Copy, PartialEq)]
struct Outcome {
    solutions: u64,
    nodes: u64,
    failures: u64,
    seconds: f64,
}

impl Outcome {
    fn counts(&self) -> (u64, u64, u64) {
        (self.solutions, self.nodes, self.failures)
    }

    /// The same search once more: the lesser time counts.
    fn again(&mut self, other: Outcome) {
        assert_eq!(self.counts(), other.counts(), "a search that is not deterministic");
        self.seconds = self.seconds.min(other.seconds);
    }
}

/// The CPU time of this thread: machines are shared, so wall-clock time says little.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// One search of the whole tree, or to the first solution.
fn solve(model: &Model, vars: &[Var], labelling: Labelling, all: bool) -> Outcome {
    let mut space = Space::new(model);
    let start = cpu_time();
    let mut search = Search::new(&mut space, labelling.over(vars), Limits::none());
    while search.advance() == Ok(true) && all {}
    let seconds = (cpu_time() - start).as_secs_f64();
    let counts = search.statistics();
    Outcome { solutions: counts.solutions, nodes: counts.nodes, failures: counts.backtracks, seconds }
}

/// Both on one row, in turn.
fn measure(row: &Row, gecode: Option<&Gecode>) -> Result<(Option<Outcome>, Outcome), gecode::Error> {
    let flat = gecode.map(|gecode| gecode.flatten(row.model, &row.data)).transpose()?;
    let (model, vars) = row.problem().expect("a model");
    let labelling: Labelling = row.choice.labelling.parse().expect("a labelling");
    let theirs = || flat.as_ref().map(|flat| flat.solve(row.all)).transpose();
    let ours = || solve(&model, &vars, labelling, row.all);
    let (mut their_best, mut our_best) = (theirs()?, ours());
    for _ in 1..ROUNDS {
        if let (Some(best), Some(again)) = (&mut their_best, theirs()?) {
            best.again(again);
        }
        our_best.again(ours());
    }
    Ok((their_best, our_best))
}

fn main() -> Result<(), gecode::Error> {
    let patterns: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let gecode = Gecode::find()?;
    if gecode.is_none() {
        println!("MiniZinc or Gecode (minizinc, fzn-gecode) is not installed: the kernel alone.\n");
    }
    let (solutions, nodes, theirs, ours) = ("solutions", "nodes", "Gecode s", "ours s");
    println!("{:<52} {solutions:>9} {nodes:>9} {theirs:>10} {ours:>10} {:>7}", "", "ratio");
    let mut ratios = Vec::new();
    for row in rows::all() {
        let title = row.title();
        if !patterns.is_empty() && !patterns.iter().any(|pattern| title.contains(pattern.as_str())) {
            continue;
        }
        let (theirs, ours) = measure(&row, gecode.as_ref())?;
        print!("{title:<52} {:>9} {:>9}", ours.solutions, ours.nodes);
        match theirs {
            None => println!(" {:>10} {:>10.6}", "", ours.seconds),
            Some(theirs) => {
                let ratio = theirs.seconds / ours.seconds;
                print!(" {:>10.6} {:>10.6} {ratio:>7.2}", theirs.seconds, ours.seconds);
                if theirs.counts() == ours.counts() {
                    println!();
                } else {
                    println!("  another search: {} nodes, {} failures", theirs.nodes, theirs.failures);
                }
                ratios.push(ratio);
            }
        }
    }
    if !ratios.is_empty() {
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let most = ratios.iter().copied().fold(0.0, f64::max);
        let reached = ratios.iter().filter(|ratio| **ratio >= 3.0).count();
        let rows = ratios.len();
        println!("\n{least:.1} to {most:.1} times as fast as Gecode; three times on {reached} of {rows} rows");
    }
    Ok(())
}
