//! The constraints through the kernel's harness, and the models on puzzles.

use super::super::MultiBalance;
use super::balance::Balance;
use super::placement::Placement;
use crate::Form;
use crate::{Board, Checked, Document, Formats, InPaper, Modelled};
use fd::constraints::{Count, Sum};
use fd::harness::{Pair, verify, verify_pruning};
use fd::{Limits, Model, Random, Search, Space, Var, Verdict};
use std::collections::BTreeSet;

#[test]
fn balance_is_what_it_means() {
    verify("balance", 500, |random| {
        let mut model = Model::new();
        let cells = 1 + random.below(4);
        let largest = if cells == 4 { 6 } else { 9 };
        let contents: Vec<Var> = (0..cells).map(|_| content(&mut model, random, largest)).collect();
        let arms: Vec<(Var, i32)> = contents.into_iter().map(|x| (x, arm(random))).collect();
        let count = random.var(&mut model, 0, 4);
        model.post(Balance::new(arms, count)).unwrap();
        model
    });
}

/// A cell that is likely to be empty or not, as in puzzles.
fn content(model: &mut Model, random: &mut Random, largest: i32) -> Var {
    match random.below(4) {
        0 => random.var(model, 1, largest),
        1 => model.var(0..=largest).unwrap(),
        _ => random.var(model, 0, largest),
    }
}

fn arm(random: &mut Random) -> i32 {
    let length = random.within(1, 4);
    if random.chance(1, 2) { length } else { -length }
}

#[test]
fn placement_is_what_it_means() {
    verify("placement", 500, |random| {
        let (numbers, cells) = (1 + random.below(3), 1 + random.below(4));
        placement(random, numbers, cells)
    });
}

#[test]
fn lines_and_placements_prune_as_their_parts_do() {
    let make = |random: &mut Random| {
        let (numbers, cells) = (3 + random.below(8), 3 + random.below(20));
        Pair::of(placement(random, numbers, cells))
    };
    verify_pruning("placement", 100, make);
    // That numbers differ is left to the placement.
    let make = |random: &mut Random| {
        let mut model = Model::new();
        let contents: Vec<Var> = (0..3 + random.below(7)).map(|_| content(&mut model, random, 10)).collect();
        let arms: Vec<(Var, i32)> = contents.iter().map(|&x| (x, arm(random))).collect();
        let count = random.var(&mut model, 0, 8);
        let mut parts = Model::like(&model);
        parts.post(arms.iter().map(|&(x, arm)| Sum::term(i64::from(arm), x)).sum::<Sum>().equals(0)).unwrap();
        let empty = parts.var(0..=contents.len() as i32).unwrap();
        parts.post(Count::new(&contents, 0, empty)).unwrap();
        parts.post((Sum::from(empty) + count).equals(contents.len() as i32)).unwrap();
        model.post(Balance::new(arms, count)).unwrap();
        Pair { vars: model.all_vars().collect(), whole: model, parts }
    };
    verify_pruning("balance", 300, make);
}

fn placement(random: &mut Random, numbers: u32, cells: u32) -> Model {
    let mut model = Model::new();
    let cells: Vec<usize> = (0..cells as usize).map(|i| 60 + 3 * i).collect();
    let place = |model: &mut Model, random: &mut Random| {
        let mut values: Vec<i32> = cells.iter().map(|&cell| cell as i32).collect();
        random.shuffle(&mut values);
        let some = 1 + random.below(values.len() as u32) as usize;
        model.var(&values[..some]).unwrap()
    };
    let places: Vec<Var> = (0..numbers).map(|_| place(&mut model, random)).collect();
    let contents: Vec<Var> = cells.iter().map(|_| random.var(&mut model, 0, numbers as i32)).collect();
    model.post(Placement::new(&places, &cells, &contents)).unwrap();
    model
}

fn verdict(document: &Document, form: Form) -> Verdict<Board> {
    let posed = form.pose(&*document.puzzle).unwrap();
    let mut space = Space::new(&posed.model);
    fd::verdict(&mut space, posed.branching(0), Limits::none(), posed.restarts).0.map(|solution| posed.board(&solution))
}

#[test]
fn both_models_prove_the_paper_s_answer_unique() {
    let document = crate::builtin("multibalance/seed-1").unwrap();
    for form in [Form::Best, Form::Paper] {
        let Verdict::Unique(solution) = verdict(&document, form) else { panic!("{form:?}") };
        assert_eq!(Some(solution), document.solution, "{form:?}");
    }
}

#[test]
fn grids_that_cannot_hold_a_number_have_no_solution() {
    for (grid, digits) in [("^", 1), (".", 1), ("...\n.^.\n...", 2), ("^^\n^^", 3), (".^.\n...", 63)] {
        let text = format!("multibalance\ndigits {digits}\n{grid}\n");
        let entries = crate::read(text.as_bytes(), None, None).unwrap();
        let document = entries[0].document.as_ref().unwrap();
        for form in [Form::Best, Form::Paper] {
            assert_eq!(verdict(document, form), Verdict::None, "{text}");
        }
    }
}

#[test]
fn the_largest_grids_are_searched() {
    // Rows have their fulcrums on the right, columns below: all the rest of the corner can be used.
    let (side, half) = (super::super::MOST_SIDE, super::super::MOST_SIDE / 2);
    let mut fulcrums = vec![false; side * side];
    for i in 1..half - 1 {
        fulcrums[i * side + half + i] = true;
        fulcrums[(half + i) * side + i] = true;
    }
    let puzzle = MultiBalance { width: side, fulcrums, digits: super::super::MOST_DIGITS };
    assert!(matches!(puzzle.pose_as_paper(), Err(fd::ModelError::Malformed { .. })));
    let posed = puzzle.pose().unwrap();
    let mut space = Space::new(&posed.model);
    let (verdict, _) = fd::verdict(&mut space, posed.branching(0), Limits::none().nodes(20), None);
    assert!(matches!(verdict, Verdict::Unknown(None, fd::Stopped::Nodes)));
}

/// The paper's grid, turned or mirrored, with up to three more fulcrums. (Grids
/// with random fulcrums alone hardly ever have a solution.)
fn varied(random: &mut Random) -> MultiBalance {
    let seed = ["......^.", "...^....", "^......^", "........", "........", ".....^.."];
    let mut rows: Vec<Vec<bool>> = seed.iter().map(|row| row.chars().map(|char| char == '^').collect()).collect();
    if random.chance(1, 2) {
        rows.reverse();
    }
    if random.chance(1, 2) {
        rows = (0..rows[0].len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
    }
    let width = rows[0].len();
    let mut fulcrums = rows.concat();
    for _ in 0..random.below(4) {
        let cell = random.below(fulcrums.len() as u32) as usize;
        fulcrums[cell] = true;
    }
    MultiBalance { width, fulcrums, digits: if random.chance(1, 5) { 5 } else { 6 } }
}

fn solutions(puzzle: &MultiBalance, form: Form) -> BTreeSet<Board> {
    let posed = form.pose(puzzle).unwrap();
    let mut space = Space::new(&posed.model);
    let found = Search::new(&mut space, posed.branching(0), Limits::none()).all().unwrap();
    found.iter().map(|solution| posed.board(solution)).collect()
}

/// All solutions by placing one number after the other, with the checker alone.
fn by_placing(puzzle: &MultiBalance) -> BTreeSet<Board> {
    let mut found = BTreeSet::new();
    let blank = Board::blank(puzzle.digits);
    let stands_alone = |&cell: &i32| {
        let mut board = blank.clone();
        board.set(0, Some(cell));
        puzzle.violations(&board).is_empty()
    };
    let cells: Vec<i32> = (0..puzzle.fulcrums.len() as i32).filter(stands_alone).collect();
    place_from(puzzle, &cells, &mut blank.clone(), 0, &mut found);
    found
}

fn place_from(puzzle: &MultiBalance, cells: &[i32], board: &mut Board, place: usize, found: &mut BTreeSet<Board>) {
    if !puzzle.violations(board).is_empty() {
        return;
    }
    if place == puzzle.digits {
        found.insert(board.clone());
        return;
    }
    for &cell in cells {
        board.set(place, Some(cell));
        place_from(puzzle, cells, board, place + 1, found);
    }
    board.set(place, None);
}

#[test]
fn the_models_and_the_checker_have_the_same_solutions() {
    let mut solvable = 0;
    for seed in 0..40 {
        let puzzle = varied(&mut Random::new(seed));
        let expected = by_placing(&puzzle);
        for form in [Form::Best, Form::Paper] {
            assert_eq!(solutions(&puzzle, form), expected, "seed {seed}, {form:?}\n{}", puzzle.write_text());
        }
        solvable += usize::from(!expected.is_empty());
    }
    assert!(solvable > 5, "only {solvable} puzzles had a solution");
}
