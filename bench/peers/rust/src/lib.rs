//! What the programs in Rust share: `PROGRAM SOLUTIONS FILE...` solves each puzzle, looking for that
//! many solutions, and tells the CPU time from the puzzle in memory to the answer: the mean of as
//! many runs as fit into 50 ms.

use rustix::time::{ClockId, clock_gettime};
use std::path::Path;

/// The text of a puzzle file; `trid/emptyN.json` needs no file.
fn read(file: &str) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| {
        let name = Path::new(file).file_stem().and_then(|name| name.to_str()).unwrap_or("");
        let size: usize = name.trim_start_matches("empty").parse().unwrap_or_else(|_| panic!("{file}: {error}"));
        format!(r#"{{"puzzle":"trid","size":{size},"sums":[]}}"#)
    })
}

/// CPU seconds of this process so far.
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Answers all files of the command line: `parse` makes a puzzle of a text, `solve` finds up to so
/// many solutions, each a flat list of numbers as `check.py` wants it.
pub fn main<P, A: AsRef<[i64]>>(parse: impl Fn(&str) -> P, solve: impl Fn(&P, usize) -> Vec<A>) {
    let mut arguments = std::env::args().skip(1);
    let wanted = arguments.next().and_then(|word| word.parse().ok()).expect("usage: PROGRAM SOLUTIONS FILE...");
    for file in arguments {
        println!("file {file}");
        let puzzle = parse(&read(&file));
        let start = cpu();
        let answers = solve(&puzzle, wanted);
        let mut runs = 1;
        while cpu() - start < 0.05 {
            solve(&puzzle, wanted);
            runs += 1;
        }
        let seconds = (cpu() - start) / f64::from(runs);
        for answer in answers {
            let numbers: Vec<String> = answer.as_ref().iter().map(i64::to_string).collect();
            println!("solution {}", numbers.join(" "));
        }
        println!("end {seconds}");
    }
}
