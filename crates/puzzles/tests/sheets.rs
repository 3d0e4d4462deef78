//! The sheets of every kind, held against the built-in puzzles and their
//! solutions.

use fd::Random;
use puzzles::{Board, Document, Holds, KINDS, Near, Puzzle, Sheet, State, builtin, builtin_names};
use std::collections::BTreeSet;

fn documents() -> impl Iterator<Item = (String, Document)> {
    builtin_names().map(|name| (name.clone(), builtin(&name).expect("it is built in")))
}

/// The built-in puzzles that come with a solution.
fn solved() -> impl Iterator<Item = (String, Document, Board)> {
    documents().filter_map(|(name, document)| {
        let solution = document.solution.clone()?;
        Some((name, document, solution))
    })
}

/// Random places of a board.
fn some_of(board: &Board, random: &mut Random) -> Board {
    let few = 1 + random.below(9);
    board.iter().map(|value| value.filter(|_| random.chance(few, 10))).collect()
}

fn steps(near: Near) -> impl Iterator<Item = usize> {
    [near.up, near.down, near.left, near.right].into_iter().flatten()
}

#[test]
fn ids_are_unique_and_places_have_one_each() {
    for (name, document) in documents() {
        let sheet = document.puzzle.sheet();
        let ids: BTreeSet<&str> = sheet.targets.iter().map(|target| target.id.as_str()).collect();
        assert_eq!(ids.len(), sheet.targets.len(), "{name}");
        let places: BTreeSet<&String> = sheet.places.iter().collect();
        assert_eq!((places.len(), sheet.places.len()), (document.puzzle.places(), document.puzzle.places()), "{name}");
        for target in &sheet.targets {
            if let Holds::Place(place) = target.holds {
                assert_eq!(target.id, sheet.places[place], "{name}");
            }
        }
    }
}

#[test]
fn arrow_keys_lead_everywhere() {
    for (name, document) in documents() {
        let Sheet { targets, .. } = document.puzzle.sheet();
        let (mut seen, mut left) = (BTreeSet::from([0]), vec![0]);
        while let Some(next) = left.pop() {
            left.extend(steps(targets[next].near).filter(|&other| seen.insert(other)));
        }
        assert_eq!(seen.len(), targets.len(), "{name}");
    }
}

#[test]
fn a_solution_can_be_entered_target_by_target() {
    for (name, document, solution) in solved() {
        let sheet = document.puzzle.sheet();
        let mut board = document.puzzle.givens();
        for target in &sheet.targets {
            for choice in target.shown(&solution) {
                let Some((place, value)) = target.fills(choice) else { panic!("{name}: {choice} at {}", target.id) };
                assert_eq!(solution.get(place), Some(value), "{name}");
                assert!(sheet.values_of(place).contains(&value), "{name}");
                assert_eq!(sheet.note(target, choice), Some((sheet.places[place].as_str(), value)), "{name}");
                assert!(!sheet.is_used_up(target, choice, &solution), "{name}: {choice} at {}", target.id);
                assert!(!target.given || board.get(place) == Some(value), "{name}: {} is given", target.id);
                board.set(place, Some(value));
                assert_eq!(sheet.target_of(place, &board), Some(target), "{name}");
            }
        }
        assert_eq!(board, solution, "{name}");
        for target in &sheet.targets {
            for place in target.cleared(&board) {
                board.set(place, None);
            }
        }
        assert_eq!(board, Board::blank(document.puzzle.places()), "{name}");
    }
}

#[test]
fn read_outs_of_a_solution_are_done_and_of_a_part_of_it_not_broken() {
    for (name, document, solution) in solved() {
        let puzzle = &*document.puzzle;
        let ids = |board: &Board| puzzle.read_outs(board).into_iter().map(|read| (read.id, read.targets)).collect();
        let blank: Vec<(String, Vec<String>)> = ids(&Board::blank(puzzle.places()));
        assert_eq!(blank, ids(&solution), "{name}");
        let sheet = puzzle.sheet();
        let known: BTreeSet<&str> = sheet.targets.iter().map(|target| target.id.as_str()).collect();
        assert!(blank.iter().flat_map(|read| &read.1).all(|id| known.contains(id.as_str())), "{name}");
        let done = puzzle.read_outs(&solution);
        assert!(done.iter().any(|read| read.state == State::Done), "{name}");
        // A line of Multi-Balance without numbers stays open forever.
        let unused = |id: &str| done.iter().any(|read| read.id == id && read.brief.is_empty());
        assert!(done.iter().all(|read| read.state == State::Done || unused(&read.id)), "{name}: {done:#?}");
        let mut random = Random::new(7);
        for _ in 0..50 {
            let board = some_of(&solution, &mut random);
            let broken = puzzle.read_outs(&board).into_iter().find(|read| read.state == State::Broken);
            assert_eq!(broken, None, "{name}: {board:?}");
        }
    }
}

#[test]
fn a_broken_read_out_is_told_wherever_the_rules_are_broken_there() {
    let broken = |name: &str, entries: &[(usize, i32)], id: &str| {
        let document = builtin(name).expect("it is built in");
        let mut board = document.puzzle.givens();
        for &(place, value) in entries {
            board.set(place, Some(value));
        }
        let read_outs = document.puzzle.read_outs(&board);
        let read_out = read_outs.into_iter().find(|read| read.id == id).expect("there is one");
        assert_eq!(read_out.state, State::Broken, "{name}: {read_out:?}");
        read_out.says
    };
    insta::assert_snapshot!(broken("gap/seed-1", &[(0, 1), (4, 1), (8, 1)], "row1"));
    insta::assert_snapshot!(broken("gap/seed-1", &[(1, 1), (19, 1)], "col2"));
    insta::assert_snapshot!(broken("weight/seed-5", &[(0, 5), (1, 4), (2, 3), (3, 2), (4, 1)], "b1"));
    insta::assert_snapshot!(broken("trid/seed-5", &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)], "r2c1u"));
    insta::assert_snapshot!(broken("aztec/seed-3a", &[(3, 1), (4, 2), (1, 9)], "r2c1"));
    insta::assert_snapshot!(broken("multibalance/seed-1", &[(0, 1), (5, 3)], "row1"));
}

#[test]
fn names_and_read_outs_read_well() {
    let mut text = String::new();
    for name in ["weight/seed-8", "gap/seed-1", "aztec/seed-3a", "trid/seed-5", "multibalance/seed-1"] {
        let document = builtin(name).expect("it is built in");
        let solution = document.solution.clone().expect("it has one");
        let half = solution.iter().enumerate().map(|(i, value)| value.filter(|_| i % 3 != 1)).collect();
        text += &format!("{name}\n");
        for target in document.puzzle.sheet().targets.iter().take(6) {
            text += &format!("  {}: {}\n", target.id, target.name);
        }
        for read in document.puzzle.read_outs(&half).iter().take(8) {
            text += &format!("  {} [{}] {}: {}\n", read.id, read.brief, read.state.name(), read.says);
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn quotas_take_no_value_from_a_solution() {
    for (name, document, solution) in solved() {
        let sheet = document.puzzle.sheet();
        let mut random = Random::new(11);
        for _ in 0..20 {
            let board = some_of(&solution, &mut random);
            for place in 0..board.len() {
                for (other, value) in sheet.struck_by(place, &board) {
                    assert_ne!(solution.get(other), Some(value), "{name}: {board:?}");
                    assert_eq!(board.get(other), None, "{name}");
                }
            }
        }
    }
}

/// Small random puzzles of every kind.
fn samples(count: u64) -> impl Iterator<Item = (Box<dyn Puzzle>, Random)> {
    KINDS.into_iter().flat_map(move |kind| {
        (0..count).map(|seed| {
            let mut random = Random::new(seed);
            ((kind.sample)(&mut random), random)
        })
    })
}

#[test]
fn what_is_broken_on_a_full_board_is_a_violation() {
    for (puzzle, mut random) in samples(100) {
        let sheet = puzzle.sheet();
        let board: Board = (0..puzzle.places()).map(|place| random.pick(&sheet.values_of(place)).copied()).collect();
        let broken = puzzle.read_outs(&board).into_iter().find(|read| read.state == State::Broken);
        if let Some(broken) = broken.filter(|_| board.is_full()) {
            assert!(!puzzle.violations(&board).is_empty(), "{puzzle:?} {board:?}: {broken:?}");
        }
    }
}

#[test]
fn no_board_makes_a_read_out_panic() {
    const NUMBERS: [i32; 8] = [i32::MIN, -1, 0, 1, 2, 3, 1000, i32::MAX];
    for (puzzle, mut random) in samples(100) {
        let sheet = puzzle.sheet();
        let mut board: Board =
            (0..puzzle.places()).map(|_| random.pick(&NUMBERS).copied().filter(|_| random.chance(3, 4))).collect();
        puzzle.read_outs(&board);
        for target in &sheet.targets {
            for choice in NUMBERS {
                sheet.is_used_up(target, choice, &board);
                sheet.note(target, choice);
            }
        }
        for place in 0..puzzle.places() {
            sheet.struck_by(place, &board);
            sheet.target_of(place, &board);
        }
        // Whatever a board shows can be cleared away, except numbers that stand
        // on no cell.
        for target in &sheet.targets {
            for place in target.cleared(&board) {
                board.set(place, None);
            }
            assert!(target.shown(&board).is_empty());
        }
    }
}

#[test]
fn a_value_is_used_up_where_it_may_stand_only_once() {
    let used = |name: &str, place: usize, value: i32, id: &str, choice: i32| {
        let puzzle = builtin(name).expect("it is built in").puzzle;
        let mut board = puzzle.givens();
        board.set(place, Some(value));
        let sheet = puzzle.sheet();
        sheet.is_used_up(sheet.target(id).expect("it exists"), choice, &board)
    };
    assert!(used("weight/seed-8", 0, 5, "w2", 5) && !used("weight/seed-8", 0, 5, "w1", 5));
    assert!(used("gap/seed-1", 0, 1, "r2c2", 1) && !used("gap/seed-1", 0, 1, "r1c3", 1));
    assert!(used("trid/seed-5", 0, 2, "r5c1", 2) && !used("trid/seed-5", 0, 2, "r5c2", 2));
    assert!(used("aztec/seed-6a", 15, 7, "r6c6", 7) && !used("aztec/seed-6a", 15, 7, "r5c1", 7));
    assert!(used("multibalance/seed-1", 2, 0, "r1c2", 3) && !used("multibalance/seed-1", 2, 0, "r1c1", 3));
}

#[test]
fn what_stands_at_a_target_uses_nothing_up_there() {
    let mut random = Random::new(5);
    for (name, document, solution) in solved() {
        let sheet = document.puzzle.sheet();
        let board = some_of(&solution, &mut random);
        for target in sheet.targets.iter().filter(|target| !target.given) {
            let mut without = board.clone();
            target.cleared(&board).into_iter().for_each(|place| without.set(place, None));
            for choice in target.choices.values() {
                let used = |board: &Board| sheet.is_used_up(target, choice, board);
                assert_eq!(used(&board), used(&without), "{name} {} {choice}", target.id);
            }
        }
    }
}
