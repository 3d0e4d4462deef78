//! Every published puzzle gets its published answer.
//!
//! The puzzles are other people's, so they are not part of the project:
//! `EQUIPOISE_CORPUS` says where they are.

use crate::corpus_files;

use fd::{Limits, Stopped};
use puzzles::Document;
use studio::{Options, Verdict};

/// Published puzzles that have no solution.
const NONE: &[&str] = &["weight/games4_10_as_drawn", "weight/walex_complex", "weight/walex_test"];

/// Published puzzles that have several solutions.
const SEVERAL: &[&str] = &[
    "weight/lucid_02",
    "weight/games4_10_repaired",
    "gap/feup_salajes_test",
    "multibalance/friedman_logo",
    "trid/tiago_generated_10",
];

/// The number of puzzles: with fewer, something is wrong.
const PUZZLES: usize = 573;

/// More nodes than any of them needs, so that a bug ends in an error.
const NODES: u64 = 1_000_000;

#[test]
#[ignore = "needs the published puzzles (EQUIPOISE_CORPUS)"]
fn every_published_puzzle_gets_its_published_answer() {
    let mut wrong = Vec::new();
    let mut puzzles = 0;
    corpus_files::for_each(|name, document| {
        puzzles += 1;
        wrong.extend(examine(name, document).err().map(|problem| format!("{name}: {problem}")));
    });
    assert!(puzzles >= PUZZLES, "{puzzles} puzzles, expected {PUZZLES}");
    assert!(wrong.is_empty(), "{} of {puzzles} puzzles:\n{}", wrong.len(), wrong.join("\n"));
}

fn examine(name: &str, Document { puzzle, solution: published, .. }: &Document) -> Result<(), String> {
    let options = Options { limits: Limits::none().nodes(NODES), ..Options::default() };
    let verdict = studio::verdict(&**puzzle, &options).map_err(|error| error.to_string())?.result;
    let solves = |board| {
        let violations = puzzle.violations(board);
        if violations.is_empty() { Ok(()) } else { Err(format!("a solution breaks rules: {violations:?}")) }
    };
    match verdict {
        Verdict::None if NONE.contains(&name) => Ok(()),
        Verdict::Several(one, two) if SEVERAL.contains(&name) => {
            published.iter().try_for_each(solves)?;
            solves(&one).and_then(|()| solves(&two))
        }
        Verdict::Unique(board) if !NONE.contains(&name) && !SEVERAL.contains(&name) => {
            solves(&board)?;
            match published {
                Some(published) if *published != board => Err(format!("found {board:?}, published {published:?}")),
                _ => Ok(()),
            }
        }
        Verdict::Unknown(_, Stopped::Nodes) => Err("not decided".to_owned()),
        other => Err(format!("unexpected verdict {other:?}")),
    }
}
