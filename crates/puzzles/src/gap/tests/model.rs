//! The models against the checker, the count and each other.

use super::super::Line;
use super::{Board, Gap, empty};
use crate::Form;
use crate::builtin;
use crate::{Checked, Modelled};
use fd::{Limits, Random, Search, Space, Verdict};
use std::collections::BTreeSet;

/// All solutions of a form, up to `most`.
fn solutions(gap: &Gap, form: Form, most: usize) -> BTreeSet<Board> {
    let posed = form.pose(gap).unwrap();
    let mut space = Space::new(&posed.model);
    let found = Search::new(&mut space, posed.branching(0), Limits::none()).take(most).unwrap();
    found.iter().map(|solution| posed.board(solution)).collect()
}

/// A puzzle with about one in this many of the clues of a board.
fn clues_of(random: &mut Random, board: &Board, size: usize, one_in: u32) -> Gap {
    let mut gap = empty(size);
    for line in gap.lines() {
        if !random.chance(1, one_in) {
            continue;
        }
        let filled: Vec<usize> =
            gap.cells(line).enumerate().filter(|&(_, place)| board.get(place) == Some(1)).map(|(i, _)| i).collect();
        let clue = Some(filled[1] - filled[0] - 1);
        match line {
            Line::Row(r) => gap.rows[r] = clue,
            Line::Column(c) => gap.columns[c] = clue,
        }
    }
    gap
}

/// A puzzle with clues of a random board, now and then with a wrong one.
fn with_clues(random: &mut Random, boards: &[Board], size: usize, one_in: u32) -> Gap {
    let board = random.pick(boards).unwrap();
    let mut gap = clues_of(random, board, size, one_in);
    if random.chance(1, 4) {
        gap.rows[random.below(size as u32) as usize] = Some(random.below(size as u32 - 1) as usize);
    }
    gap
}

#[test]
fn the_numbers_of_boards_are_those_known() {
    let known = [0, 0, 0, 0, 0, 0, 0, 2, 664, 146_510, 31_197_434];
    for (size, &boards) in (1..).zip(&known) {
        assert_eq!(empty(size).count(Limits::none()), Some(Ok(boards)), "size {size}");
    }
    assert_eq!(empty(17).count(Limits::none()), None);
}

#[test]
fn no_small_board_has_a_solution() {
    for size in 1..8 {
        for form in [Form::Paper, Form::Best] {
            assert_eq!(solutions(&empty(size), form, 1), BTreeSet::new(), "size {size}, {form:?}");
        }
    }
}

#[test]
fn the_two_boards_of_8() {
    let best = solutions(&empty(8), Form::Best, 10);
    assert_eq!(best.len(), 2);
    assert_eq!(solutions(&empty(8), Form::Paper, 10), best);
    assert!(best.iter().all(|board| empty(8).violations(board).is_empty()));
}

#[test]
fn the_664_boards_of_9_and_puzzles_on_them() {
    let boards = solutions(&empty(9), Form::Best, 1000);
    assert_eq!(boards.len(), 664);
    assert!(boards.iter().all(|board| empty(9).violations(board).is_empty()));
    let boards: Vec<Board> = boards.into_iter().collect();
    for seed in 0..60 {
        let gap = with_clues(&mut Random::new(seed), &boards, 9, 6);
        let expected: BTreeSet<Board> =
            boards.iter().filter(|board| gap.violations(board).is_empty()).cloned().collect();
        assert_eq!(solutions(&gap, Form::Best, 1000), expected, "seed {seed}");
        assert_eq!(solutions(&gap, Form::Paper, 1000), expected, "seed {seed}");
        assert_eq!(gap.count(Limits::none()), Some(Ok(expected.len() as u128)), "seed {seed}");
    }
}

#[test]
fn counts_agree_with_enumeration_on_larger_boards() {
    for (size, one_in, wanted) in [(10, 6, 10), (11, 4, 5), (12, 3, 2)] {
        let first: Vec<Board> = solutions(&empty(size), Form::Best, 50).into_iter().collect();
        let (mut tried, mut seed) = (0, 0);
        while tried < wanted {
            seed += 1;
            let gap = with_clues(&mut Random::new(seed), &first, size, one_in);
            let count = gap.count(Limits::none()).unwrap().unwrap();
            if count > 3000 {
                continue;
            }
            tried += 1;
            let found = solutions(&gap, Form::Best, 3001);
            assert_eq!(found.len() as u128, count, "size {size}, seed {seed}");
            assert!(found.iter().all(|board| gap.violations(board).is_empty()));
        }
    }
}

#[test]
fn the_built_in_puzzles_are_unique() {
    for name in ["gap/seed-1", "gap/seed-2"] {
        let document = builtin(name).unwrap();
        for form in [Form::Paper, Form::Best] {
            let posed = form.pose(&*document.puzzle).unwrap();
            let mut space = Space::new(&posed.model);
            let (verdict, _) = fd::verdict(&mut space, posed.branching(0), Limits::none(), posed.restarts);
            let Verdict::Unique(solution) = verdict else { panic!("{name}: {verdict:?}") };
            assert_eq!(Some(posed.board(&solution)), document.solution, "{name}");
        }
        assert_eq!(document.puzzle.count(Limits::none()), Some(Ok(1)));
    }
}

/// Cases for the harness: a board whose cells and ends are mostly known.
#[test]
fn the_board_constraint_does_what_it_means() {
    let boards: Vec<Board> = solutions(&empty(9), Form::Best, 1000).into_iter().collect();
    fd::harness::verify("gap_board", 150, |random| {
        let gap = with_clues(random, &boards, 9, 6);
        let board = random.pick(&boards).unwrap();
        super::super::model::nearly_solved(&gap, board, random)
    });
}

#[test]
fn the_board_constraint_prunes_as_its_parts_do() {
    let boards = [9, 10, 12].map(|size| (size, solutions(&empty(size), Form::Best, 50)));
    let boards = boards.map(|(size, boards)| (size, boards.into_iter().collect::<Vec<Board>>()));
    let make = |random: &mut Random| {
        let (size, boards) = random.pick(&boards).unwrap();
        let share = 1 + random.below(6);
        let posed = with_clues(random, boards, *size, share).pose().unwrap();
        // The ends of lines are there to branch on; what follows is about cells.
        fd::harness::Pair { vars: posed.places, ..fd::harness::Pair::of(posed.model) }
    };
    fd::harness::verify_pruning("gap_board", 60, make);
}

/// The search decides where a line with a clue begins: that fills the line.
#[test]
fn the_first_cell_and_the_clue_fill_a_line() {
    let boards: Vec<Board> = solutions(&empty(10), Form::Best, 20).into_iter().collect();
    let gap = with_clues(&mut Random::new(1), &boards, 10, 2);
    let posed = gap.pose().unwrap();
    let mut tried = 0;
    for line in gap.lines() {
        let Some(clue) = gap.clue(line) else { continue };
        let name = format!("first of {line}");
        let first = posed.model.all_vars().find(|&x| posed.model.name_of(x) == name).unwrap();
        for value in posed.model.domain(first).iter() {
            let mut space = Space::new(&posed.model);
            space.push();
            space.assume(first.is(value)).unwrap();
            space.wake_all();
            if space.propagate().is_err() {
                continue;
            }
            tried += 1;
            for (i, place) in (0..).zip(gap.cells(line)) {
                let filled = i == value || i == value + clue as i32 + 1;
                let left: Vec<i32> = space.store().values(posed.places[place]).collect();
                assert_eq!(left, [i32::from(filled)], "{name} is {value}: cell {i}");
            }
        }
    }
    assert!(tried > 10, "{tried}");
}

/// Lines of one to eight words, without clues and with half of them.
#[test]
fn large_boards_are_filled_right() {
    for size in [64, 65, 129, 193, 257] {
        let filled = solutions(&empty(size), Form::Best, 1);
        let boards: Vec<Board> = filled.into_iter().collect();
        assert_eq!(empty(size).violations(&boards[0]), [], "size {size}");
        let gap = clues_of(&mut Random::new(size as u64), &boards[0], size, 2);
        let posed = gap.pose().unwrap();
        let mut space = Space::new(&posed.model);
        let (found, _) = fd::first(&mut space, posed.branching(0), Limits::none().nodes(20_000), posed.restarts);
        if let Ok(found) = found {
            let board = posed.board(&found.expect("the board that the clues are from"));
            assert_eq!(gap.violations(&board), [], "size {size}");
        }
    }
}
