//! An independent solver agrees: random small puzzles of every kind, unique or
//! not, through the MiniZinc export and Gecode.

#[path = "../../fd/tests/gecode/mod.rs"]
mod gecode;
#[path = "../../puzzles/tests/samples/mod.rs"]
mod samples;

use fd::Random;
use puzzles::{Board, Form};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use studio::Options;

/// Puzzles of each kind.
const SAMPLES: u64 = 100;

fn agrees(kind: &str) {
    let mut unique = 0;
    for seed in 0..SAMPLES {
        let document = samples::sample(kind, &mut Random::new(1_000 + seed));
        let puzzle = &*document.puzzle;
        let mut ours = BTreeSet::new();
        let answer = studio::each(puzzle, &Options::default(), |board| {
            ours.insert(board);
            ControlFlow::Continue(())
        });
        assert_eq!(answer.expect("a small puzzle").result, None);
        // The one form as `convert` writes it, the other with its own constraints decomposed.
        let form = if seed % 2 == 0 { Form::Paper } else { Form::Best };
        let posed = puzzle.pose(form).expect("a small puzzle");
        let theirs: BTreeSet<Board> =
            gecode::solutions(&posed.model, &posed.places).into_iter().map(Board::full).collect();
        assert_eq!(ours, theirs, "{puzzle:?}");
        unique += u64::from(ours.len() == 1);
    }
    assert!(unique > 0 && unique < SAMPLES, "{kind}: {unique} of {SAMPLES} unique: too one-sided to test much");
}

/// A test per kind, so that they run side by side; one that is not in the
/// registry fails by having no samples.
macro_rules! kinds {
    ($($kind:ident)*) => {
        $(#[test]
        fn $kind() {
            agrees(stringify!($kind));
        })*

        #[test]
        fn every_kind_is_here() {
            let here = [$(stringify!($kind)),*];
            for kind in puzzles::KINDS {
                assert!(here.contains(&kind.name()), "{} is missing", kind.name());
            }
        }
    };
}

kinds! { weight gap aztec trid multibalance }
