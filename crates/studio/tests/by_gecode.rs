//! An independent solver agrees: random small puzzles of every kind, unique or
//! not, through the MiniZinc export and Gecode.

use crate::gecode;
use crate::kinds;

use fd::Random;
use kinds::for_each_kind;
use puzzles::{Board, Kind};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use studio::Options;

/// Puzzles of each kind with a folder, and of each page of rules, of which the tests that take minutes try as many.
const SAMPLES: u64 = 100;
const SAMPLES_OF_PAGE: u64 = if cfg!(feature = "long") { SAMPLES } else { 30 };

fn agrees(kind: &'static Kind) {
    let samples = if kind.page.is_some() { SAMPLES_OF_PAGE } else { SAMPLES };
    let mut unique = 0;
    for seed in 0..samples {
        let puzzle = &*(kind.sample)(&mut Random::new(1_000 + seed));
        let mut ours = BTreeSet::new();
        let answer = studio::each(puzzle, &Options::default(), |board| {
            ours.insert(board);
            ControlFlow::Continue(())
        });
        assert_eq!(answer.expect("a small puzzle").result, None);
        // One model as `convert` writes it, the other with its own constraints decomposed.
        let posed = match puzzle.paper() {
            Some(paper) if seed % 2 == 0 => paper.pose_as_paper(),
            _ => puzzle.pose(),
        };
        let posed = posed.expect("a small puzzle");
        let theirs: BTreeSet<Board> =
            gecode::solutions(&posed.model, &posed.places).into_iter().map(Board::full).collect();
        assert_eq!(ours, theirs, "{puzzle:?}");
        unique += u64::from(ours.len() == 1);
    }
    let is_even = unique > 0 && unique < samples;
    // Random regions may leave a page of rules nothing but boards without clues.
    assert!(is_even || kind.page.is_some(), "{}: {unique} of {samples} unique: too one-sided to test much", kind.name);
}

#[test]
#[ignore = "needs minizinc and Gecode"]
fn gecode_finds_the_same_solutions() {
    for_each_kind(agrees);
}
