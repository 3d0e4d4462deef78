//! Weight as a picture.

use super::layout::{Layout, PlacedBar, PlacedString};
use super::tree::Weight;
use crate::{Board, Puzzle};
use scene::{Cell, Line, Passage, Pivot, Role, Scene, Tick};
use std::collections::BTreeSet;

/// The marks of a drawing that people point at, by number.
#[derive(Debug)]
pub(super) struct Marks {
    /// The box of each leaf.
    pub(super) leaves: Vec<usize>,
    /// Each bar.
    pub(super) bars: Vec<usize>,
}

pub(super) fn draw(puzzle: &Weight, board: &Board) -> Scene {
    draw_marked(puzzle, board).0
}

/// The picture, and where to find things in it.
pub(super) fn draw_marked(puzzle: &Weight, board: &Board) -> (Scene, Marks) {
    let mut marks = Marks { leaves: vec![0; puzzle.leaves()], bars: vec![0; puzzle.bars().len()] };
    let leaves = puzzle.leaves();
    let tree = puzzle.write_text();
    let description = format!(
        "{} bars with {leaves} weights, each as its distance from the pivot and what hangs there, bars in parentheses: {}",
        puzzle.bars().len(),
        tree.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    let mut scene = Scene::new(format!("Weight, {leaves} leaves"), description);
    let layout = Layout::new(puzzle);
    for bar in &layout.bars {
        marks.bars[bar.number] = scene.marks().len();
        draw_bar(&mut scene, bar, &layout);
    }
    for string in &layout.strings {
        draw_string(&mut scene, string);
    }
    for hung in &layout.boxes {
        let half = layout.unit / 2;
        let cell = Cell::framed((hung.column - half, hung.row), layout.unit as u32 + 1, 3);
        let given = puzzle.given()[hung.leaf];
        let (role, cell) = match (given, board.get(hung.leaf)) {
            (Some(given), value) => (Role::Clue, cell.thick().text(value.unwrap_or(given).to_string())),
            (None, Some(value)) => (Role::Entry, cell.text(value.to_string())),
            // By its name, since that is how hints and explanations speak of it.
            (None, None) => (Role::Blank, cell.text(blank(puzzle, hung.leaf, layout.unit))),
        };
        marks.leaves[hung.leaf] = scene.marks().len();
        scene.add(role, cell);
    }
    (scene, marks)
}

/// What stands in an empty box: the name of its leaf, where that fits.
fn blank(puzzle: &Weight, leaf: usize, unit: i32) -> String {
    let name = puzzle.place_name(leaf);
    if name.len() < unit as usize { name } else { "?".to_owned() }
}

fn draw_bar(scene: &mut Scene, bar: &PlacedBar, layout: &Layout) {
    let (left, right) = (*bar.columns.start(), *bar.columns.end());
    scene.add(Role::Frame, Line::right((left, bar.row), left.abs_diff(right)).thick());
    // No tick where a string passes behind the bar: it would seem tied to it.
    let passing = layout.strings.iter().filter(|string| string.passes_behind(bar.row)).map(|string| string.column);
    let passing: BTreeSet<i32> = passing.collect();
    for column in (left..=right).step_by(layout.unit as usize) {
        if column != bar.pivot && !passing.contains(&column) {
            scene.add(Role::Frame, Tick::on((column, bar.row)));
        }
    }
    scene.add(Role::Frame, Pivot::on((bar.pivot, bar.row)));
}

impl PlacedString {
    fn passes_behind(&self, row: i32) -> bool {
        self.seen.windows(2).any(|pair| *pair[0].end() < row && row < *pair[1].start())
    }
}

fn draw_string(scene: &mut Scene, string: &PlacedString) {
    let column = string.column;
    for rows in &string.seen {
        scene.add(Role::Frame, Line::down((column, *rows.start()), rows.start().abs_diff(*rows.end())));
    }
    for pair in string.seen.windows(2) {
        let (enters, leaves) = (*pair[0].end(), *pair[1].start());
        scene.add(Role::Frame, Passage::down((column, enters), enters.abs_diff(leaves)));
    }
}
