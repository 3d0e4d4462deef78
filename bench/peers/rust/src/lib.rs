//! What the programs in Rust share. `PROGRAM SOLUTIONS MILLISECONDS` reads puzzles, one a line, from
//! standard input, looks for that many solutions of each, and tells the CPU time from the puzzle in
//! memory to the answer: the mean of as many runs as fit into so many milliseconds.

use rustix::time::{ClockId, clock_gettime};

/// CPU seconds of this process so far.
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Answers all puzzles: `parse` makes one of a line, `solve` finds up to so many solutions, each a
/// flat list of numbers as `check.py` wants it.
pub fn main<P, A: AsRef<[i64]>>(parse: impl Fn(&str) -> P, solve: impl Fn(&P, usize) -> Vec<A>) {
    let arguments: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [wanted, milliseconds] = arguments[..] else { panic!("usage: PROGRAM SOLUTIONS MILLISECONDS") };
    let spend = milliseconds as f64 / 1000.0;
    for line in std::io::stdin().lines() {
        let puzzle = parse(&line.expect("text"));
        println!("start");
        let start = cpu();
        let answers = solve(&puzzle, wanted);
        let mut runs = 1;
        while cpu() - start < spend {
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
