//! Other people's puzzles of the kinds that rule files make, with their published
//! solutions: each must be found, and be the only one.

use crate::outside::{KINDS, converted, published, rule_file, solution};

use fd::{Limits, Search, Space};
use puzzles::Document;
use puzzles::json::Node;
use std::time::{Duration, Instant};

/// Solves the puzzles of a file, and gives the slowest and the whole time.
fn try_all(file: &str, kind: &str, each: usize, limits: Limits<'_>) -> Vec<String> {
    let kind = rule_file(kind);
    let mut wrong = Vec::new();
    let (mut total, mut slowest, mut count) = (Duration::ZERO, (Duration::ZERO, String::new()), 0);
    for puzzle in published(file).iter().step_by(each) {
        let value = converted(file, puzzle);
        let start = Instant::now();
        let node = Node::root(&value);
        let document = match (kind.read_json)(&mut node.fields("a puzzle").expect("an object")) {
            Ok(puzzle) => Document::new(puzzle),
            Err(error) => {
                wrong.push(format!("{file} {}: {error}", puzzle.name));
                continue;
            }
        };
        let posed = document.puzzle.pose().expect("it can be posed");
        let mut space = Space::new(&posed.model);
        let found = Search::new(&mut space, posed.branching(1), limits).take(2);
        let took = start.elapsed();
        (total, count) = (total + took, count + 1);
        slowest = slowest.max((took, puzzle.name.clone()));
        let published = solution(file, puzzle, &*document.puzzle);
        let broken = document.puzzle.violations(&published);
        if !broken.is_empty() {
            wrong.push(format!("{file} {}: the published solution breaks {:?}", puzzle.name, broken[0]));
        }
        match found {
            Ok(found) => match &found[..] {
                [only] if posed.board(only) == published => {}
                [one, other] => {
                    // Both are solutions for the checker, too.
                    let boards = [one, other].map(|solution| posed.board(solution));
                    assert!(boards[0] != boards[1], "{file} {}", puzzle.name);
                    assert!(boards.iter().all(|board| document.puzzle.violations(board).is_empty()), "{}", puzzle.name);
                    wrong.push(format!("{file} {}: several solutions", puzzle.name));
                }
                found => wrong.push(format!("{file} {}: {} solutions", puzzle.name, found.len())),
            },
            Err(stopped) => wrong.push(format!("{file} {}: {stopped}", puzzle.name)),
        }
    }
    let average = total / count.max(1);
    println!("{file}: {count} puzzles, {average:?} each, the slowest {} in {:?}", slowest.1, slowest.0);
    wrong
}

/// Tries every so many-th puzzle of each file; those of `known` may go wrong.
fn all(each: usize, limits: Limits<'_>, known: &[&[&str]]) {
    let wrong: Vec<String> = KINDS.iter().flat_map(|(file, kind)| try_all(file, kind, each, limits)).collect();
    let is_known = |wrong: &String| known.iter().copied().flatten().any(|known| wrong.starts_with(known));
    let new: Vec<String> = wrong.iter().filter(|wrong| !is_known(wrong)).cloned().collect();
    assert!(new.is_empty(), "{}", new.join("\n"));
    println!("known: {}", wrong.join(", "));
}

/// Published puzzles with more than one solution: the checker accepts two.
const NOT_UNIQUE: &[&str] = &[
    "jigsawsudoku \"655_6x6\": several",
    "jigsawsudoku \"661_6x6\": several",
    "jigsawsudoku \"674_6x6\": several",
    "killersudoku \"716_9x9\": several",
    "killersudoku \"727_9x9\": several",
];

/// The nodes that a puzzle of the sample may take.
const NODES: u64 = 200_000;

/// Puzzles that take more nodes than that, up to some minutes; all have one solution, the published one.
const HARD: &[&str] = &[
    "kakuro \"594_14x20\": the limit",
    "skyscraper \"04_7x7\": the limit",
    "skyscraper \"22_8x8\": the limit",
    "starbattle \"176_12x12\": the limit",
    "starbattle \"142_12x12\": the limit",
    "starbattle \"277_14x14\": the limit",
    "starbattle \"248_14x14\": the limit",
    "starbattle \"26_14x14\": the limit",
    "minesweeper \"105_8x8\": the limit",
];

#[test]
#[ignore = "needs other people's puzzles (EQUIPOISE_OUTSIDE)"]
fn a_sample_of_published_puzzles_has_the_published_solutions() {
    all(20, Limits::none().nodes(NODES), &[NOT_UNIQUE, HARD]);
}

#[cfg(feature = "long")]
#[test]
#[ignore = "needs other people's puzzles (EQUIPOISE_OUTSIDE)"]
fn every_published_puzzle_has_the_published_solution() {
    all(1, Limits::none(), &[NOT_UNIQUE]);
}
