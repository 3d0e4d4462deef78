//! How long other people's puzzles take to decide, of the kinds that pages of rules make; and the published puzzles of
//! Gap, Aztec Math and Trid, by the built-in kind and by a page.
//!
//!     cargo bench -p equipoise-studio --bench outside
//!
//! `bench/pages/run` makes tables of it, beside another solver. A line of JSON for each puzzle: where it is from, its
//! name, the verdict (proved, whether unique or not), and the seconds of CPU time of one thread, from the puzzle as data
//! to the verdict: reading, posing, searching, proving. Short work is repeated for 10 ms, and the mean counts.
//!
//! `EQUIPOISE_OUTSIDE` and `EQUIPOISE_CORPUS` say where the puzzles are; what is missing is left out.

#[path = "../../puzzles/tests/kinds/mod.rs"]
mod by_page;
#[path = "../tests/corpus_files/mod.rs"]
mod corpus_files;
#[path = "../../puzzles/tests/outside/mod.rs"]
mod outside;

use fd::{Clock, Limits};
use puzzles::json::Node;
use puzzles::{Kind, Puzzle};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use std::time::Duration;
use studio::{Options, Verdict};

const LIMIT: Duration = Duration::from_secs(10);
const SPENT: Duration = Duration::from_millis(10);

/// The time that this thread has used: machines are shared.
struct CpuClock;

impl Clock for CpuClock {
    fn now(&self) -> Duration {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

fn main() {
    if std::env::var_os("EQUIPOISE_OUTSIDE").is_some() {
        for (file, kind) in outside::KINDS {
            let kind = outside::rule_file(kind);
            for published in outside::published(file) {
                let data = outside::converted(file, &published);
                let name = published.name.trim_matches('"');
                if let Verdict::Unique(board) = measure(file, name, kind, &data) {
                    assert_eq!(board, outside::solution(file, &published, &*read(kind, &data)), "{file} {name}");
                }
            }
        }
    }
    if std::env::var_os("EQUIPOISE_CORPUS").is_some() {
        corpus_files::for_each(|name, document| {
            let data = document.to_json();
            if let Some((page, fields)) = by_page::by_page(&data) {
                let kind = document.puzzle.kind();
                measure(kind.name, name, kind, &data);
                measure(&format!("{} by page", kind.name), name, page, &fields);
            }
        });
    }
}

/// Decides a puzzle, and writes the line about it.
fn measure(file: &str, name: &str, kind: &Kind, data: &Value) -> Verdict {
    let start = CpuClock.now();
    let mut runs = 0;
    let (verdict, spent) = loop {
        let verdict = decide(&*read(kind, data));
        runs += 1;
        let spent = CpuClock.now() - start;
        if spent >= SPENT {
            break (verdict, spent);
        }
    };
    let seconds = spent.as_secs_f64() / f64::from(runs);
    println!("{}", json!({ "file": file, "name": name, "verdict": word(&verdict), "seconds": seconds }));
    verdict
}

fn read(kind: &Kind, data: &Value) -> Box<dyn Puzzle> {
    (kind.read_json)(&mut Node::root(data).fields("a puzzle").expect("an object")).expect("a puzzle")
}

fn decide(puzzle: &dyn Puzzle) -> Verdict {
    let limits = Limits::none().time(LIMIT, &CpuClock);
    let options = Options { limits, ..Options::default() };
    studio::verdict(puzzle, &options).expect("it fits the kernel").result
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::None => "none",
        Verdict::Unique(_) => "unique",
        Verdict::Several(..) => "several",
        Verdict::Unknown(..) => "unknown",
    }
}
