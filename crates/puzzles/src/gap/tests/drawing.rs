//! Drawings: as people see them, and on many random puzzles.

use super::{Board, Puzzle, random};
use crate::{Drawn, Notes, View, builtin};
use fd::Random;
use scene::{Role, TextRenderer};

#[test]
fn a_solved_board() {
    let document = builtin("gap/seed-2").unwrap();
    let scene = document.puzzle.draw(&View::of(&document.solution.unwrap()));
    insta::assert_snapshot!(TextRenderer::new().render(&scene).unwrap());
}

#[test]
fn a_half_filled_larger_board() {
    let mut puzzle = super::empty(22);
    puzzle.columns = (0..22).map(|c| (c % 3 > 0).then_some(c.min(20))).collect();
    puzzle.rows[11] = Some(3);
    puzzle.rows[12] = Some(20);
    let filled = |place: usize| match place % 7 {
        0..4 => None,
        4..6 => Some(0),
        _ => Some(i32::from(place.is_multiple_of(3))),
    };
    let board = (0..22 * 22).map(filled).collect();
    let scene = puzzle.draw(&View::of(&board).labels());
    insta::assert_snapshot!(TextRenderer::new().render(&scene).unwrap());
}

#[test]
fn names_and_what_is_left() {
    let document = builtin("gap/seed-2").unwrap();
    let mut notes = Notes::new();
    for (id, value) in [("r1c1", 0), ("r1c2", 1), ("r1c3", 0), ("r1c3", 1)] {
        notes.strike(id, value);
    }
    let scene = document.puzzle.draw(&View::of(&document.puzzle.givens()).labels().notes(&notes));
    insta::assert_snapshot!(TextRenderer::new().render(&scene).unwrap());
}

#[test]
fn every_clue_is_shown_and_nothing_overlaps() {
    for seed in 0..1000 {
        let random_source = &mut Random::new(seed);
        let size = 1 + random_source.below(if seed % 20 == 0 { 130 } else { 24 }) as usize;
        let puzzle = random(random_source, size);
        let board: Board =
            (0..puzzle.places()).map(|_| [None, Some(0), Some(1)][random_source.below(3) as usize]).collect();
        let view = View::of(&board);
        let scene = puzzle.draw(&if seed % 2 == 0 { view } else { view.labels() });
        assert_eq!(scene.overlaps().unwrap(), [], "seed {seed}");
        let shown: Vec<&str> =
            scene.marks().iter().filter(|mark| mark.role == Role::Clue).filter_map(|mark| mark.text()).collect();
        let clues: Vec<String> = puzzle.rows.iter().chain(&puzzle.columns).flatten().map(usize::to_string).collect();
        assert_eq!(shown, clues, "seed {seed}");
    }
}
