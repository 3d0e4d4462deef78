//! Weight as a picture.

use super::layout::{Layout, PlacedBar, PlacedString};
use super::tree::{Weight, bar_id};
use crate::view::Standing;
use crate::{Drawn, InText, Puzzle, View};
use scene::{Cell, Line, Passage, Pivot, Role, Scene, Tick};
use std::collections::BTreeSet;

impl Drawn for Weight {
    fn draw(&self, view: &View<'_>) -> Scene {
        let leaves = self.leaves();
        let tree = self.write_text();
        let description = format!(
            "{} bars with {leaves} weights, each as its distance from the pivot and what hangs there, bars in parentheses: {}",
            self.bars().len(),
            tree.split_whitespace().collect::<Vec<_>>().join(" ")
        );
        let mut scene = Scene::new(format!("Weight, {leaves} leaves"), description);
        let layout = Layout::new(self);
        for bar in &layout.bars {
            draw_bar(&mut scene, bar, &layout);
        }
        for string in &layout.strings {
            draw_string(&mut scene, string);
        }
        for hung in &layout.boxes {
            let half = layout.unit / 2;
            let cell = Cell::framed((hung.column - half, hung.row), layout.unit as u32 + 1, 3);
            let Standing { role, value, emphasis } = view.at(hung.leaf, self.given()[hung.leaf]);
            let cell = match value {
                Some(value) => cell.text(value.to_string()),
                // By its name, since that is how hints and explanations speak of it.
                None => cell.text(blank(self, hung.leaf, layout.unit)),
            };
            let cell = if role == Role::Clue { cell.thick() } else { cell };
            scene.add_for(self.place_name(hung.leaf), role, cell).emphasis = emphasis;
        }
        scene
    }
}

/// What stands in an empty box: the name of its leaf, where that fits.
fn blank(puzzle: &Weight, leaf: usize, unit: i32) -> String {
    let name = puzzle.place_name(leaf);
    if name.len() < unit as usize { name } else { "?".to_owned() }
}

fn draw_bar(scene: &mut Scene, bar: &PlacedBar, layout: &Layout) {
    let (left, right) = (*bar.columns.start(), *bar.columns.end());
    let id = bar_id(bar.number);
    scene.add_for(&id, Role::Frame, Line::right((left, bar.row), left.abs_diff(right)).thick());
    // No tick where a string passes behind the bar: it would seem tied to it.
    let passing = layout.strings.iter().filter(|string| string.passes_behind(bar.row)).map(|string| string.column);
    let passing: BTreeSet<i32> = passing.collect();
    for column in (left..=right).step_by(layout.unit as usize) {
        if column != bar.pivot && !passing.contains(&column) {
            scene.add_for(&id, Role::Frame, Tick::on((column, bar.row)));
        }
    }
    scene.add_for(&id, Role::Frame, Pivot::on((bar.pivot, bar.row)));
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
