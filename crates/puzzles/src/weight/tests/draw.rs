//! Drawings.

use super::{puzzle, random_tree};
use crate::tree::{Hangs, Layout, Room, name_beside};
use crate::weight::Weight;
use crate::{Board, Drawn, Notes, Puzzle, View, builtin};
use fd::Random;
use scene::{Mark, Role, SvgRenderer, TextRenderer};

fn text(puzzle: &dyn Puzzle, board: &Board) -> String {
    TextRenderer::new().render(&puzzle.draw(&View::of(board))).unwrap()
}

#[test]
fn the_first_puzzle_of_the_paper_solved() {
    let document = builtin("weight/seed-5").unwrap();
    insta::assert_snapshot!(text(&*document.puzzle, &document.solution.unwrap()));
}

#[test]
fn a_string_passes_behind_a_bar() {
    let document = builtin("weight/seed-17").unwrap();
    insta::assert_snapshot!(text(&*document.puzzle, &document.puzzle.givens()));
}

#[test]
fn givens_long_numbers_and_things_at_one_distance() {
    let tree = puzzle("-2:12 -1:? 0:? 1:? 1:? 1:(-1:? 1:?) 1:(0:? -1:? 2:?) 3:? 4:10");
    let board = Board::from_iter((0..12).map(|leaf| (leaf % 3 == 1).then_some(leaf + 1)));
    insta::assert_snapshot!(text(&tree, &board));
}

/// The column of each leaf, by its distance from the pivot of its bar.
fn columns(puzzle: &Weight, layout: &Layout) -> Vec<i32> {
    let mut columns = vec![0; puzzle.leaves()];
    for placed in &layout.bars {
        for thing in &puzzle.bars[placed.number].things {
            if let Hangs::Leaf(leaf) = thing.hangs {
                columns[leaf] = placed.pivot + thing.at * layout.unit;
            }
        }
    }
    columns
}

#[test]
fn random_trees_are_drawn_whole_and_without_overlaps() {
    for seed in 0..1000 {
        let mut random = Random::new(seed);
        let leaves = 1 + random.below(60);
        let puzzle = random_tree(&mut random, leaves);
        let scene = puzzle.draw(&View::of(&puzzle.givens()));
        assert_eq!(scene.overlaps().unwrap(), [], "seed {seed}");
        let shown = |role: Role| -> Vec<&str> {
            let mut texts: Vec<&str> =
                scene.marks().iter().filter(|mark| mark.role == role).filter_map(Mark::text).collect();
            texts.sort_unstable();
            texts
        };
        let mut givens: Vec<String> = puzzle.givens.iter().flatten().map(|given| given.to_string()).collect();
        givens.sort_unstable();
        assert_eq!(shown(Role::Clue), givens, "seed {seed}");
        assert_eq!(shown(Role::Blank).len(), puzzle.leaves() - givens.len(), "seed {seed}");
        let layout = Layout::new(&puzzle.bars, Room::plain(puzzle.leaves()), &|_| 0);
        assert_eq!(layout.bars.len(), puzzle.bars.len());
        let columns = columns(&puzzle, &layout);
        assert!(layout.boxes.iter().all(|hung| hung.column == columns[hung.leaf]), "seed {seed}");
        assert!(SvgRenderer::new().render(&scene).starts_with("<svg"));
    }
}

/// The most rows that two strings run in one column.
fn most_shared(layout: &Layout) -> i32 {
    let rows: Vec<(i32, i32, i32)> = layout
        .strings
        .iter()
        .map(|string| (string.column, *string.seen[0].start(), *string.seen[string.seen.len() - 1].end()))
        .collect();
    let pairs = rows.iter().enumerate().flat_map(|(i, one)| rows[i + 1..].iter().map(move |other| (one, other)));
    let shared = pairs.filter(|(one, other)| one.0 == other.0);
    shared.map(|(one, other)| one.2.min(other.2) - one.1.max(other.1) - 1).max().unwrap_or(0)
}

/// In a very dense tree there may be no way out for one of them.
#[test]
fn strings_hardly_ever_run_along_each_other() {
    let (mut layouts, mut crowded) = (0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let puzzle = random_tree(&mut random, 20 + seed as u32 % 41);
        let plain = Room::plain(puzzle.leaves());
        for room in [plain, Room { rows: 4, ..plain }] {
            layouts += 1;
            crowded += u32::from(most_shared(&Layout::new(&puzzle.bars, room, &name_beside)) > 3);
        }
    }
    assert!(50 * crowded <= layouts, "{crowded} of {layouts}");
}

#[test]
fn names_and_candidates_are_drawn() {
    let document = builtin("weight/seed-5").unwrap();
    let (mut board, mut notes) = (document.puzzle.givens(), Notes::new());
    board.set(0, document.solution.as_ref().and_then(|solution| solution.get(0)));
    for (leaf, value) in [("w2", 1), ("w2", 3), ("w3", 2), ("w3", 4), ("w3", 5), ("w3", 1), ("w3", 3)] {
        notes.strike(leaf, value);
    }
    let scene = document.puzzle.draw(&View::of(&board).labels().notes(&notes));
    insta::assert_snapshot!(TextRenderer::new().render(&scene).unwrap());
}

#[test]
fn the_largest_tree_is_drawn() {
    let text: String = (0..500).map(|bar| format!("{}:(-1:? 1:?) ", bar % 50 - 25)).collect();
    let puzzle = puzzle(&text);
    assert_eq!(puzzle.draw(&View::of(&puzzle.givens())).overlaps().unwrap(), []);
}
