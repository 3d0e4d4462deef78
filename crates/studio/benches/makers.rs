//! Puzzles per second, by kind and size, beside the goals.
//!
//!     cargo bench -p equipoise-studio --bench makers [-- KIND [SIZE...]]
//!
//! Every puzzle is proved unique; CPU time of one thread. Each row runs for
//! about two seconds, or for one puzzle if that takes longer.

use fd::Limits;
use puzzles::{Clues, Request};
use std::time::Duration;
use studio::Workshop;

/// Kind, size, and the rate that is the goal.
const ROWS: &[(&str, usize, f64)] = &[
    ("aztec", 3, 426_000.0 / 5.0),
    ("aztec", 4, 130_000.0 / 5.0),
    ("aztec", 5, 41_000.0 / 5.0),
    ("aztec", 6, 15_700.0 / 5.0),
    ("aztec", 7, 5_900.0 / 5.0),
    ("aztec", 8, 1_500.0 / 5.0),
    ("aztec", 9, 50.0),
    ("gap", 9, 6_300.0 / 3.0),
    ("gap", 10, 4_600.0 / 3.0),
    ("gap", 12, 2_950.0 / 3.0),
    ("gap", 15, 1_270.0 / 3.0),
    ("trid", 6, 500.0),
    ("trid", 8, 1.0 / 0.016),
    ("trid", 10, 1.0 / 0.28),
    ("trid", 12, 1.0 / 0.34),
    ("trid", 16, 1.0 / 1.28),
    ("trid", 20, 1.0 / 6.4),
    ("trid", 30, 1.0 / 19.2),
    ("weight", 10, 668.0),
    ("weight", 20, 127.0),
    ("weight", 30, 56.0),
    ("weight", 40, 19.0),
    ("weight", 60, 5.0),
    ("multibalance", 6, 710.0),
    ("multibalance", 8, 160.0),
    ("multibalance", 10, 120.0),
    ("multibalance", 12, 4.5),
    ("multibalance", 14, 0.5),
    ("multibalance", 15, 10.0),
];

/// Side and the fewest clues to be found within ten seconds.
const FEWEST: &[(usize, usize)] = &[(9, 2), (10, 3), (11, 4), (12, 6), (13, 7), (14, 9), (15, 11)];

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let kind = arguments.next();
    let sizes: Vec<usize> = arguments.filter_map(|size| size.parse().ok()).collect();
    println!("| kind | size | goal per s | per s | | made | clues | minimal | drafts each |");
    println!("| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |");
    for &(name, size, goal) in ROWS {
        if kind.as_ref().is_none_or(|kind| kind == name) && (sizes.is_empty() || sizes.contains(&size)) {
            measure(name, size, goal);
        }
    }
    if kind.as_ref().is_none_or(|kind| kind == "fewest") {
        println!("\n| gap | fewest to be found | found | in seconds |\n| ---: | ---: | ---: | ---: |");
        for &(size, goal) in FEWEST.iter().filter(|row| sizes.is_empty() || sizes.contains(&row.0)) {
            measure_fewest(size, goal);
        }
    }
}

fn measure(name: &str, size: usize, goal: f64) {
    let Some(kind) = puzzles::kind(name) else { return };
    let mut workshop = match Workshop::new(kind, Request::of_size(size)) {
        Ok(workshop) => workshop,
        Err(error) => return println!("| {name} | {size} | {goal:.1} | {error} |"),
    };
    let start = now();
    let (mut made, mut clues, mut minimal, mut drafts) = (0u64, 0, 0u64, 0);
    while made == 0 || now() - start < Duration::from_secs(2) {
        match workshop.make(1, made, Limits::none()) {
            Ok(puzzle) => {
                clues += puzzle.puzzle.clues();
                minimal += u64::from(puzzle.minimal);
                drafts += puzzle.drafts;
            }
            Err(error) => return println!("| {name} | {size} | {goal:.1} | {error} |"),
        }
        made += 1;
    }
    let rate = made as f64 / (now() - start).as_secs_f64();
    let each = |sum: f64| sum / made as f64;
    let verdict = if rate >= goal { "met" } else { "**missed**" };
    println!(
        "| {name} | {size} | {goal:.1} | {rate:.1} | {verdict} | {made} | {:.1} | {:.0} % | {:.1} |",
        each(clues as f64),
        100.0 * each(minimal as f64),
        each(drafts as f64)
    );
}

fn measure_fewest(size: usize, goal: usize) {
    let Some(kind) = puzzles::kind("gap") else { return };
    let wanted = Request { clues: Some(Clues::Fewest), ..Request::of_size(size) };
    let Ok(mut workshop) = Workshop::new(kind, wanted) else { return };
    let start = now();
    let (mut fewest, mut at, mut index) = (usize::MAX, Duration::ZERO, 0);
    while now() - start < Duration::from_secs(10) && fewest > goal {
        if let Ok(made) = workshop.make(1, index, Limits::none())
            && made.puzzle.clues() < fewest
        {
            fewest = made.puzzle.clues();
            at = now() - start;
        }
        index += 1;
    }
    println!("| {size} | {goal} | {fewest} | {:.2} |", at.as_secs_f64());
}

fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
