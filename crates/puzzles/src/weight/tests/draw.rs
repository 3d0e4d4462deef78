//! Drawings.

use super::{puzzle, random_tree};
use crate::weight::layout::Layout;
use crate::weight::{Weight, tree::Hangs};
use crate::{Board, Drawn, Puzzle, View, builtin};
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

/// The column of each leaf, by adding up the distances on the way to it.
fn columns(puzzle: &Weight) -> Vec<i32> {
    let mut pivots = vec![0; puzzle.bars().len()];
    let mut columns = vec![0; puzzle.leaves()];
    for (number, bar) in puzzle.bars().iter().enumerate() {
        for thing in &bar.things {
            match thing.hangs {
                Hangs::Leaf(leaf) => columns[leaf] = pivots[number] + thing.at,
                Hangs::Bar(bar) => pivots[bar] = pivots[number] + thing.at,
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
        let mut givens: Vec<String> = puzzle.given().iter().flatten().map(ToString::to_string).collect();
        givens.sort_unstable();
        assert_eq!(shown(Role::Clue), givens, "seed {seed}");
        assert_eq!(shown(Role::Blank).len(), puzzle.leaves() - givens.len(), "seed {seed}");
        let layout = Layout::new(&puzzle);
        assert_eq!(layout.bars.len(), puzzle.bars().len());
        let columns = columns(&puzzle);
        assert!(layout.boxes.iter().all(|hung| hung.column == columns[hung.leaf] * layout.unit), "seed {seed}");
        assert!(SvgRenderer::new().render(&scene).starts_with("<svg"));
    }
}

#[test]
fn the_largest_tree_is_drawn() {
    let text: String = (0..500).map(|bar| format!("{}:(-1:? 1:?) ", bar % 50 - 25)).collect();
    let puzzle = puzzle(&text);
    assert_eq!(puzzle.draw(&View::of(&puzzle.givens())).overlaps().unwrap(), []);
}
