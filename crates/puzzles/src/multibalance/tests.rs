//! The formats, the checker and the drawing, on their own.

use super::*;
use crate::json::Node;
use crate::prolog as terms;
use crate::{Checked, Clued, Document, Drawn, Formats, Lines, Location, ReadError, View, builtin};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

const SEED: [&str; 6] = ["......^.", "...^....", "^......^", "........", "........", ".....^.."];
const ANSWER: [i32; 6] = [0, 40, 15, 8, 47, 7];

fn read(value: &Value) -> Result<Box<dyn Puzzle>, ReadError> {
    Document::from_json(value, None).map(|document| document.puzzle)
}

fn puzzle(grid: &[&str], digits: i32) -> Box<dyn Puzzle> {
    read(&json!({"puzzle": "multibalance", "grid": grid, "digits": digits})).unwrap()
}

/// The rules that the numbers on these cells break.
fn broken(grid: &[&str], cells: &[Option<i32>]) -> Vec<&'static str> {
    let puzzle = puzzle(grid, cells.len() as i32);
    let mut rules: Vec<&str> =
        puzzle.violations(&cells.iter().copied().collect()).iter().map(|violation| violation.rule.name).collect();
    rules.dedup();
    rules
}

/// Only a fulcrum that both of its lines could use needs the rule that one of them does not.
#[test]
fn one_way_is_about_crossings() {
    // r1c2 is alone in both lines; r2c4 only in its column, r3c5 and r4c5 only in their rows.
    let puzzle = puzzle(&[".^....", "^..^..", "....^.", "....^.", "......"], 2);
    let reasoning = puzzle.reason().unwrap();
    let about: Vec<&str> = reasoning
        .instances()
        .iter()
        .filter(|told| told.rule.name == ONE_WAY.name)
        .map(|told| told.at.as_str())
        .collect();
    assert_eq!(about, ["r1c2"]);
}

#[test]
fn the_paper_s_puzzle_and_its_answer() {
    let document = builtin("multibalance/seed-1").unwrap();
    let solution = document.solution.clone().unwrap();
    assert_eq!(solution, Board::full(ANSWER));
    assert_eq!(document.puzzle.violations(&solution), []);
    assert_eq!(document.puzzle.paper().unwrap().print_answer(&solution).unwrap(), "[0,40,15,8,47,7]");
    assert_eq!(Document::from_json(&document.to_json(), None).unwrap().to_json(), document.to_json());
}

#[test]
fn every_rule_is_broken_by_some_board() {
    assert_eq!(broken(&SEED, &ANSWER.map(Some)), [""; 0]);
    // The paper's answer without one of its numbers breaks nothing yet.
    assert_eq!(broken(&SEED, &[None, Some(40), Some(15), Some(8), Some(47), Some(7)]), [""; 0]);
    assert_eq!(broken(&["...", ".^.", "..."], &[Some(4), None]), ["free_cell", "one_way"]);
    assert_eq!(broken(&["....", ".^..", "...."], &[Some(4), Some(4), None]), ["one_per_cell", "one_fulcrum"]);
    assert_eq!(broken(&[".^.", "^.^", ".^."], &[Some(0)]), ["alone"]);
    assert_eq!(broken(&["....", "^..^", "...."], &[Some(0), None]), ["one_fulcrum"]);
    assert_eq!(broken(&["^.^..", "....."], &[Some(1), None]), ["one_fulcrum"]);
    assert_eq!(
        broken(&[".^...", ".....", "....."], &[Some(0), Some(5 + 1), None]),
        ["one_fulcrum", "balance", "one_way"]
    );
    assert_eq!(broken(&SEED, &[0, 40, 7, 8, 47, 15].map(Some)), ["balance"]);
}

#[test]
fn a_half_filled_line_is_out_of_balance_when_nothing_can_right_it() {
    // 3 at distance 1 needs torque 3: the 1 and the 2 reach 3 on the one cell opposite.
    let grid = ["..^.", "^..^"];
    let message = |cells: &[Option<i32>]| {
        let violations = puzzle(&grid, 3).violations(&cells.iter().copied().collect());
        violations.into_iter().filter(|violation| violation.rule == &BALANCE).map(|v| v.message).next()
    };
    assert_eq!(message(&[None, None, Some(1)]), None);
    assert_eq!(message(&[None, None, Some(0)]).unwrap(), "row 1 is out of balance: torques 6 and 0");
}

#[test]
fn refusals_say_what_and_where() {
    let whole = |grid: Value, digits: Value| json!({"puzzle": "multibalance", "grid": grid, "digits": digits});
    for (value, place, says) in [
        (json!({"puzzle": "multibalance", "digits": 3}), "the whole", "\"grid\" is missing"),
        (whole(json!([]), json!(3)), "grid", "at least one row"),
        (whole(json!([""]), json!(3)), "grid[0]", "at least one cell"),
        (whole(json!(["..", "..."]), json!(3)), "grid[1]", "expected 2 cells as in the first row, found 3"),
        (whole(json!(["..", ".x"]), json!(3)), "grid[1]", "`^` and `.` only"),
        (whole(json!(["..", 7]), json!(3)), "grid[1]", "expected a row"),
        (whole(json!({}), json!(3)), "grid", "a list of rows"),
        (whole(json!([".".repeat(101)]), json!(3)), "grid[0]", "at most 100 rows of 100 cells"),
        (whole(json!(vec!["."; 101]), json!(3)), "grid[100]", "at most 100 rows of 100 cells"),
        (whole(json!([".."]), json!(0)), "digits", "from 1 to 63, found 0"),
        (whole(json!([".."]), json!(1_000_000_000)), "digits", "from 1 to 63"),
        (whole(json!([".."]), json!("6")), "digits", "from 1 to 63"),
        (json!({"puzzle": "multibalance", "grid": ["."], "digits": 1, "size": 3}), "size", "unknown field \"size\""),
    ] {
        let error = read(&value).unwrap_err();
        assert_eq!(error.place.to_string(), place, "{error}");
        assert!(error.message.contains(says), "{error}");
    }
}

#[test]
fn boards_in_both_forms() {
    let puzzle = puzzle(&["..^.", "^..."], 3);
    let read = |value: Value| puzzle.read_board(Node::root(&value));
    let board: Board = [Some(1), None, Some(4)].into_iter().collect();
    assert_eq!(read(json!([".1^.", "3..."])).unwrap(), board);
    assert_eq!(read(json!({"1": [0, 1], "3": [1, 0]})).unwrap(), board);
    assert_eq!(puzzle.write_board(&board), json!([".1^.", "3..."]));
    // Two numbers on one cell have no picture.
    assert_eq!(puzzle.write_board(&Board::full([5, 5, 0])), json!({"1": [1, 1], "2": [1, 1], "3": [0, 0]}));
    for (value, place, says) in [
        (json!([".1^."]), "the whole", "expected 2 rows, found 1"),
        (json!([".1^", "^..."]), "[0]", "expected 4 cells, found 3"),
        (json!([".1^.", "...."]), "[1]", "in column 0, the grid has a fulcrum here"),
        (json!([".1^.", "^^.."]), "[1]", "in column 1, the grid has no fulcrum here"),
        (json!([".1^.", "^1.."]), "[1]", "in column 1, the number 1 stands here for the second time"),
        (json!([".4^.", "^..."]), "[0]", "a digit from 1 to 3, found '4'"),
        (json!({"4": [0, 0]}), "4", "expected a number from 1 to 3 as the name"),
        (json!({"01": [0, 0]}), "01", "expected a number from 1 to 3 as the name"),
        (json!({"1": [0]}), "1", "expected [row, column]"),
        (json!({"1": [2, 0]}), "1[0]", "a row, a whole number from 0 to 1"),
        (json!({"1": [0, -1]}), "1[1]", "a column, a whole number from 0 to 3"),
        (json!(7), "the whole", "expected a board"),
    ] {
        let error = read(value).unwrap_err();
        assert_eq!(error.place.to_string(), place, "{error}");
        assert!(error.message.contains(says), "{error}");
    }
}

#[test]
fn text_may_be_spaced_and_says_where_it_is_wrong() {
    let lines = |text| formats::read_text(Lines { text, first: 2 });
    let spaced = lines("\n  . . ^ .\n\n ^ . . .\n digits: 3\n").unwrap();
    assert_eq!(spaced, lines("digits 3\n..^.\n^...\n").unwrap());
    for (text, line, column, says) in [
        ("..^.\n^..x\ndigits 3", 3, 4, "found 'x'"),
        ("..^.\n ^..\ndigits 3", 3, 2, "expected 4 cells"),
        ("digits 3\ndigits 3\n..", 3, 1, "second time"),
        ("digits many\n..", 2, 1, "from 1 to 63"),
        ("digits 64\n..", 2, 1, "from 1 to 63"),
        ("..\n..", 3, 1, "`digits 6`"),
        ("digits 3\n", 2, 1, "at least one row"),
        ("", 2, 1, "`digits 6`"),
    ] {
        let error = lines(text).unwrap_err();
        assert_eq!(error.place, Location::at(line, column), "{text:?}: {error}");
        assert!(error.message.contains(says), "{text:?}: {error}");
    }
}

#[test]
fn prolog_says_where_it_is_wrong() {
    let clause = |text: &str| paper::read(&terms::read(text).unwrap()[0]);
    assert!(clause("puzzle(1, [_, 5], [3, _]).").is_none());
    assert!(clause("multibalance([[_,'^'],[X,_]], 4).").unwrap().is_ok());
    for (text, column, says) in [
        ("multibalance(4).", 1, "expected multibalance(Rows, Digits)"),
        ("multibalance(4, []).", 14, "a list of rows"),
        ("multibalance([[_],[_,_]], 4).", 19, "expected 1 cells"),
        ("multibalance([[_, 3]], 4).", 19, "expected '^' for a fulcrum"),
        ("multibalance([[_, x]], 4).", 19, "expected '^' for a fulcrum"),
        ("multibalance([[_]], 0).", 21, "from 1 to 63"),
        ("multibalance([], 3).", 14, "at least one row"),
    ] {
        let error = clause(text).unwrap().unwrap_err();
        assert_eq!(error.place, Location::at(1, column), "{text}: {error}");
        assert!(error.message.contains(says), "{text}: {error}");
    }
}

/// Puzzles of all shapes, with boards of all kinds, right or wrong.
fn any_case() -> impl Strategy<Value = (MultiBalance, Board)> {
    (1..=30_usize, 1..=12_usize, 1..=MOST_DIGITS).prop_flat_map(|(width, height, digits)| {
        let cells = width * height;
        let fulcrums = prop::collection::vec(prop::bool::weighted(0.15), cells);
        let board = prop::collection::vec(prop::option::of(0..cells as i32), digits);
        (fulcrums, board)
            .prop_map(move |(fulcrums, board)| (MultiBalance { width, fulcrums, digits }, board.into_iter().collect()))
    })
}

proptest! {
    #[test]
    fn every_format_comes_back((puzzle, board) in any_case()) {
        let document = Document { puzzle: Box::new(puzzle.clone()), solution: None, about: Map::new() };
        let again = Document::from_json(&document.to_json(), None).unwrap();
        prop_assert_eq!(again.puzzle.write_json(), puzzle.write_json());
        prop_assert_eq!(&formats::read_text(Lines { text: &puzzle.write_text(), first: 1 }).unwrap(), &puzzle);
        let clauses = terms::read(&puzzle.write_prolog()).unwrap();
        prop_assert_eq!(&paper::read(&clauses[0]).unwrap().unwrap(), &puzzle);
        let written = puzzle.write_board(&board);
        prop_assert_eq!(puzzle.read_board(Node::root(&written)).unwrap(), board);
    }

    #[test]
    fn readers_take_anything((puzzle, board) in any_case(), junk in ".{0,40}", at in 0.0..1.0) {
        let _ = formats::read_text(Lines { text: &junk, first: 1 });
        let spoil = |text: String| {
            let mut chars: Vec<char> = text.chars().collect();
            let at = (at * chars.len() as f64) as usize;
            chars.splice(at..at, junk.chars());
            chars.into_iter().collect::<String>()
        };
        let _ = formats::read_text(Lines { text: &spoil(puzzle.write_text()), first: 1 });
        if let Ok(clauses) = terms::read(&spoil(puzzle.write_prolog())) {
            let _ = clauses.iter().map(paper::read).count();
        }
        let json = |value: Value| serde_json::from_str::<Value>(&spoil(value.to_string()));
        if let Ok(value) = json(Value::Object(puzzle.write_json())) {
            let _ = Document::from_json(&value, Some(&KIND));
        }
        if let Ok(value) = json(puzzle.write_board(&board)) {
            let _ = puzzle.read_board(Node::root(&value));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn drawings_show_everything((puzzle, board) in any_case()) {
        let scene = puzzle.draw(&View::of(&board));
        prop_assert_eq!(scene.overlaps().unwrap(), []);
        let shown = scene::TextRenderer::new().render(&scene).unwrap();
        // A fulcrum under a number, against the rules, is shown beside it.
        let fulcrums = shown.chars().filter(|char| "▲^".contains(*char)).count();
        prop_assert_eq!(fulcrums, puzzle.fulcrums.iter().filter(|fulcrum| **fulcrum).count());
        let last_line = format!("numbers 1 to {}\n", puzzle.digits);
        prop_assert!(shown.ends_with(&last_line));
        let marks = scene.marks().iter().filter_map(scene::Mark::text).flat_map(|text| text.split([',', '^']));
        let mut numbers: Vec<usize> = marks.filter_map(|text| text.parse().ok()).collect();
        numbers.sort_unstable();
        let placed: Vec<usize> = (1..=puzzle.digits).filter(|number| board.get(number - 1).is_some()).collect();
        prop_assert_eq!(numbers, placed);
        for violation in puzzle.violations(&board) {
            prop_assert!(KIND.rules.contains(&violation.rule));
        }
    }
}

#[test]
fn lines_with_a_fulcrum_have_scales() {
    let puzzle = puzzle(&SEED, 6);
    let picture = puzzle.draw(&View::of(&puzzle.givens()).labels().tipping()).picture();
    let lines: Vec<&str> = picture.beams.iter().map(|beam| beam.target.as_str()).collect();
    assert_eq!(lines, ["row1", "row2", "row3", "row6", "col1", "col4", "col6", "col7", "col8"]);
}

#[test]
fn equivalent_puzzles_have_one_canonical_form() {
    let puzzle = |rows: &[&str]| {
        let fulcrums = rows.concat().chars().map(|char| char == '^').collect();
        MultiBalance { width: rows[0].len(), fulcrums, digits: 6 }
    };
    let seed = puzzle(&["......^.", "...^....", "^......^", "........", "........", ".....^.."]);
    let images = seed.images();
    let distinct: BTreeSet<_> = images.iter().map(|image| (image.width, image.fulcrums.clone())).collect();
    assert_eq!(distinct.len(), 8);
    assert!(images.contains(&seed));
    assert!(
        images.contains(&puzzle(&["..^...", "......", "......", ".^....", "......", ".....^", "^.....", "..^..."]))
    );
    assert!(images.iter().all(|image| image.least_image() == seed.least_image()));
    assert!(images.contains(&seed.least_image()));
    for cell in (0..seed.fulcrums.len()).filter(|&cell| !seed.fulcrums[cell]) {
        let mut other = seed.clone();
        other.fulcrums[cell] = true;
        assert_ne!(other.least_image(), seed.least_image());
    }
    let square = puzzle(&["^..", "...", "..."]);
    assert!(square.images().iter().all(|image| image.least_image() == square.least_image()));
    assert_eq!(square.with_clues(&[]).write_json(), square.write_json());
}
