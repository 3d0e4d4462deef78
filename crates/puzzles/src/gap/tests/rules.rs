//! The checker: each violation has a board that triggers it.

use super::{Board, Gap, Puzzle, board, empty};
use crate::Checked;
use crate::builtin;

/// The rules broken, with the names of the places.
fn broken(gap: &Gap, rows: &[&str]) -> Vec<(&'static str, String)> {
    let violations = gap.violations(&board(rows));
    let names = |places: &[usize]| places.iter().map(|&place| gap.place_name(place)).collect::<Vec<_>>().join(" ");
    violations.iter().map(|violation| (violation.rule.name, names(&violation.places))).collect()
}

#[test]
fn more_than_two_in_a_line() {
    assert_eq!(broken(&empty(5), &["1.1.1", ".....", ".....", ".....", "....."]), [("two", "r1c1 r1c3 r1c5".into())]);
    assert_eq!(broken(&empty(5), &["1....", ".....", "1....", ".....", "1...."]), [("two", "r1c1 r3c1 r5c1".into())]);
}

#[test]
fn no_room_for_two_in_a_line() {
    assert_eq!(broken(&empty(4), &["00.0", "....", "....", "...."]), [("two", "r1c1 r1c2 r1c4".into())]);
    assert_eq!(broken(&empty(4), &["0...", "0...", "1...", "0..."]), [("two", "r1c1 r2c1 r4c1".into())]);
    // A board of one cell has no room at all.
    assert_eq!(broken(&empty(1), &["."]).len(), 2);
}

#[test]
fn cells_that_touch() {
    assert_eq!(broken(&empty(4), &["1...", ".1..", "....", "...."]), [("touch", "r1c1 r2c2".into())]);
    assert_eq!(broken(&empty(4), &["..11", "....", "....", "...."]), [("touch", "r1c3 r1c4".into())]);
    assert_eq!(broken(&empty(4), &["...1", "...1", "....", "...."]), [("touch", "r1c4 r2c4".into())]);
    let group = [("touch", "r1c2 r2c1 r3c2".into())];
    assert_eq!(broken(&empty(4), &[".1..", "1...", ".1..", "...."]), group);
    // The end of one row and the start of the next are far apart.
    assert_eq!(broken(&empty(4), &["...1", "1...", "....", "...."]), []);
}

#[test]
fn a_gap_that_is_not_the_clues() {
    let mut gap = empty(4);
    gap.rows[0] = Some(1);
    gap.columns[3] = Some(2);
    assert_eq!(broken(&gap, &["1..1", "....", "....", "...."]), [("gap", "r1c1 r1c4".into())]);
    assert_eq!(broken(&gap, &[".1.1", "....", "...1", "...."]), [("gap", "r1c4 r3c4".into())]);
    assert_eq!(broken(&gap, &["1...", "....", "....", "...1"]), []);
    let message = &gap.violations(&board(&["1..1", "....", "....", "...."]))[0].message;
    assert_eq!(message, "row 1 has 2 empty cells between its filled ones; its clue says 1");
}

#[test]
fn a_solution_with_one_cell_changed_is_none() {
    let document = builtin("gap/seed-2").unwrap();
    let solution = document.solution.unwrap();
    for place in 0..solution.len() {
        let mut changed = solution.clone();
        changed.set(place, solution.get(place).map(|value| 1 - value));
        assert!(!document.puzzle.violations(&changed).is_empty(), "{}", document.puzzle.place_name(place));
        changed.set(place, None);
        assert_eq!(document.puzzle.violations(&changed), []);
    }
    assert_eq!(document.puzzle.violations(&Board::blank(81)), []);
}
