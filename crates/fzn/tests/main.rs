//! FlatZinc files and their answers.

mod answers;
mod beside_gecode;
mod driver;
mod program;
mod scheduling;

use fd::Limits;
use fzn::{Options, Problem};

/// What the solver writes about a file, within these limits.
pub(crate) fn answer_within(text: &str, options: &Options, limits: Limits<'_>) -> String {
    let problem = Problem::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut out = Vec::new();
    problem.solve(options, limits, &mut out).expect("memory can be written to");
    String::from_utf8(out).expect("it writes text")
}

pub(crate) fn answer(text: &str, options: &Options) -> String {
    answer_within(text, options, Limits::none())
}

/// All solutions, in order.
pub(crate) fn all(text: &str) -> Vec<String> {
    let answer = answer(text, &Options { all: true, ..Options::default() });
    let complete = answer.strip_suffix("==========\n").or_else(|| answer.strip_suffix("=====UNSATISFIABLE=====\n"));
    let complete = complete.unwrap_or_else(|| panic!("it did not finish: {answer}"));
    let mut solutions: Vec<String> = complete.split_terminator("----------\n").map(str::to_owned).collect();
    solutions.sort();
    solutions
}
