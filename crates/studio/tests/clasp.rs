//! Another solver, clasp, finds the same solutions in our formulas.

use crate::corpus_files;
use crate::outside;

use fd::Random;
use puzzles::{Formula, Literal, Puzzle};
use std::fmt::Write as _;
use studio::{Options, Verdict};

/// The formula as clasp reads it: its variables are x1, x2, ...
fn numbered(formula: &Formula) -> String {
    let name = |literal: Literal| format!("{}x{}", if literal.is_negated() { "~" } else { "" }, literal.variable() + 1);
    // One more variable, which is 0, so that every line has a variable.
    let zero = formula.names().len() + 1;
    // An equation is written as two inequalities: of `+4 x1 -3 x2 = -1;`, which nothing satisfies,
    // clasp 3.3.5 finds a solution.
    let count: usize = formula.constraints().map(|linear| if linear.equal { 2 } else { 1 }).sum();
    let mut text = format!("* #variable= {zero} #constraint= {}\n-1 x{zero} >= 0;\n", count + 1);
    for linear in formula.constraints() {
        for sign in if linear.equal { [1, -1].iter() } else { [1].iter() } {
            for &(factor, literal) in &linear.terms {
                let _ = write!(text, "{:+} {} ", sign * factor, name(literal));
            }
            let _ = writeln!(text, "+1 x{zero} >= {};", sign * linear.bound);
        }
    }
    text
}

/// The number of solutions, up to `most`.
fn count(puzzle: &dyn Puzzle, most: u32) -> u64 {
    let formula = puzzle.formula().expect("it is small");
    let output = outside::run("clasp", &[&most.to_string(), "--quiet=2"], &[("opb", &numbered(&formula))]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let models = said.lines().find_map(|line| line.split_once("Models").map(|(_, rest)| rest));
    let digits: String = models.unwrap_or("").chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("clasp said:\n{said}{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
#[ignore = "needs clasp"]
fn clasp_counts_the_same_solutions() {
    for kind in puzzles::KINDS {
        for seed in 0..25 {
            let puzzle = (kind.sample)(&mut Random::new(3_000 + seed));
            let answer = studio::count(&*puzzle, &Options::default()).expect("it is small");
            let studio::Count::Exact(ours) = answer.result else { panic!("there is no limit") };
            assert_eq!(u128::from(count(&*puzzle, 0)), ours, "{puzzle:?}");
        }
    }
}

/// Every tenth published puzzle.
#[test]
#[ignore = "needs the published puzzles (EQUIPOISE_CORPUS)"]
fn clasp_agrees_on_published_puzzles() {
    let mut number = 0;
    corpus_files::for_each(|name, document| {
        number += 1;
        if number % 10 == 0 {
            let puzzle = &*document.puzzle;
            let ours = match studio::verdict(puzzle, &Options::default()).expect("it is small").result {
                Verdict::None => 0,
                Verdict::Unique(_) => 1,
                Verdict::Several(..) | Verdict::Unknown(..) => 2,
            };
            assert_eq!(count(puzzle, 2), ours, "{name}");
        }
    });
}
