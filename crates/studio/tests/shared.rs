//! Hard puzzles, shared out among threads and among parts.

use fd::{Limits, Stopped};
use puzzles::{Board, Document, Puzzle};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use studio::{Count, Options, Sharing, Verdict, count, each, verdict};

fn read(json: &str) -> Box<dyn Puzzle> {
    Document::from_json(&serde_json::from_str(json).unwrap(), None).unwrap().puzzle
}

/// A triangle of side 6 with one vertex given. Of the 169,920 fillings (rules of
/// the puzzle), every value stands at the top in a sixth.
fn triangle() -> Box<dyn Puzzle> {
    read(r#"{"puzzle":"trid","size":6,"sums":[],"givens":[{"row":0,"pos":0,"value":1}]}"#)
}

/// A search of more than 4,000 nodes, with one solution.
fn grid() -> Box<dyn Puzzle> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/instances/multibalance/gen14_2.json");
    read(&std::fs::read_to_string(path).unwrap())
}

fn shared(threads: usize, part: Option<(usize, usize)>) -> Options<'static> {
    let part = part.map(|(number, of)| (number, NonZero::new(of).unwrap()));
    Options { sharing: Some(Sharing { threads: NonZero::new(threads).unwrap(), part }), ..Options::default() }
}

fn listed(puzzle: &dyn Puzzle, options: &Options<'_>, most: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    let answer = each(puzzle, options, |board| {
        boards.push(board);
        if boards.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(answer.unwrap().result, None);
    boards
}

#[test]
fn counts_do_not_depend_on_threads_or_parts() {
    let puzzle = triangle();
    for threads in [1, 3] {
        assert_eq!(count(&*puzzle, &shared(threads, None)).unwrap().result, Count::Exact(169_920 / 6));
    }
    for of in [1, 7, 90] {
        let counts = (0..of).map(|number| match count(&*puzzle, &shared(2, Some((number, of)))).unwrap().result {
            Count::Exact(count) => count,
            Count::AtLeast(..) => panic!("there is no limit"),
        });
        assert_eq!(counts.sum::<u128>(), 169_920 / 6, "{of} parts");
    }
}

#[test]
fn all_solutions_come_in_one_order_each_once() {
    let puzzle = triangle();
    let alone = listed(&*puzzle, &shared(1, None), usize::MAX);
    assert_eq!(listed(&*puzzle, &shared(3, None), usize::MAX), alone);
    assert_eq!(listed(&*puzzle, &shared(3, None), 20_000), alone[..20_000]);
    let mut sorted = alone;
    sorted.sort();
    let mut whole = listed(&*puzzle, &Options::default(), usize::MAX);
    whole.sort();
    assert_eq!(sorted, whole);
}

#[test]
fn verdicts_do_not_depend_on_threads_or_parts() {
    let puzzle = grid();
    let whole = verdict(&*puzzle, &Options::default()).unwrap().result;
    assert!(matches!(whole, Verdict::Unique(_)));
    for threads in [1, 2, 5] {
        assert_eq!(verdict(&*puzzle, &shared(threads, None)).unwrap().result, whole);
    }
    let parts: Vec<Verdict> =
        (0..3).map(|number| verdict(&*puzzle, &shared(1, Some((number, 3)))).unwrap().result).collect();
    let found = |verdict: &&Verdict| **verdict != Verdict::None;
    assert_eq!(parts.iter().filter(found).collect::<Vec<_>>(), [&whole]);
}

/// Easy puzzles, and those whose search is not shared out, are answered by the
/// first part alone.
#[test]
fn every_kind_is_answered_once() {
    for kind in puzzles::KINDS {
        for name in kind.builtin_names() {
            let document = puzzles::builtin(&name).unwrap();
            let whole = verdict(&*document.puzzle, &Options::default()).unwrap().result;
            assert_eq!(verdict(&*document.puzzle, &shared(2, None)).unwrap().result, whole);
            assert_eq!(verdict(&*document.puzzle, &shared(1, Some((0, 2)))).unwrap().result, whole);
            assert_eq!(verdict(&*document.puzzle, &shared(1, Some((1, 2)))).unwrap().result, Verdict::None);
        }
    }
}

#[test]
fn a_flag_stops_all_threads() {
    let stop = AtomicBool::new(true);
    let options = Options { limits: Limits::none().cancel(&stop), ..shared(3, None) };
    let answer = count(&*triangle(), &options).unwrap().result;
    assert!(matches!(answer, Count::AtLeast(_, Stopped::Cancelled)), "{answer:?}");
}
