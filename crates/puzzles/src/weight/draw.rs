//! Weight as a picture.

use super::layout::{Layout, PlacedBar, PlacedString, Room};
use super::tree::{Weight, bar_id};
use crate::view::{Pencil, Standing};
use crate::{Drawn, Formats, Puzzle, View};
use scene::{Beam, Cell, Follows, Line, Passage, Pivot, Role, Scene, Text, Tick};
use std::collections::{BTreeMap, BTreeSet};

impl Drawn for Weight {
    fn draw(&self, view: &View<'_>) -> Scene {
        let leaves = self.leaves();
        let tree = self.write_text();
        let description = format!(
            "{} bars with {leaves} weights, each as its distance from the pivot and what hangs there, bars in parentheses: {}",
            self.bars.len(),
            tree.split_whitespace().collect::<Vec<_>>().join(" ")
        );
        let mut scene = Scene::new(format!("Weight, {leaves} leaves"), description);
        let pencil = view.pencil(1..=leaves as i32);
        let room = room(self, view, pencil.as_ref());
        let layout = Layout::new(self, room);
        let beams = if view.tips() { add_beams(&mut scene, self, view, &layout) } else { BTreeMap::new() };
        for bar in &layout.bars {
            let beam = beams.get(&bar.number).copied();
            draw_bar(&mut scene, bar, &layout, beam);
            if view.has_labels() {
                let beside = (bar.columns.end() + 2, bar.row);
                let label = scene.add_for(bar_id(bar.number), Role::Label, Text::starting(beside, bar_id(bar.number)));
                label.follows = beam.map(|beam| Follows::Hangs(beam, *bar.columns.end()));
            }
        }
        let hangs = |on: Option<usize>, column| Some(Follows::Hangs(*beams.get(&on?)?, column));
        for string in &layout.strings {
            draw_string(&mut scene, string, hangs(string.on, string.tied.0));
        }
        for hung in &layout.boxes {
            let cell = Cell::framed((hung.column - layout.unit / 2, hung.row), room.columns as u32, room.rows as u32);
            let id = self.place_name(hung.leaf);
            let Standing { role, value, emphasis } = view.at(hung.leaf, self.givens.get(hung.leaf));
            let cell = match (value, &pencil) {
                (Some(value), _) => cell.text(value.to_string()),
                (None, Some(pencil)) => cell.with(view.pencilled(pencil, &id)),
                (None, None) if view.has_labels() => cell,
                // By its name, since that is how hints and explanations speak of it.
                (None, None) => cell.text(blank(&id, layout.unit)),
            };
            let cell = if role == Role::Clue { cell.thick() } else { cell };
            let cell = if view.has_labels() { cell.named(id.clone()) } else { cell };
            let mark = scene.add_for(id, role, cell);
            (mark.emphasis, mark.follows) = (emphasis, hangs(Some(hung.on), hung.column));
        }
        scene
    }
}

/// The room that boxes need for their numbers, candidates and names.
fn room(puzzle: &Weight, view: &View<'_>, pencil: Option<&Pencil>) -> Room {
    let plain = Room::plain(puzzle);
    let (wide, high) = pencil.map_or((0, 1), |pencil| (pencil.wide() as i32, pencil.high() as i32));
    Room {
        // An odd number of columns has a middle.
        columns: plain.columns.max(wide + 2) | 1,
        rows: high + 2 + i32::from(view.has_labels()),
        labels: view.has_labels(),
        tips: view.tips(),
    }
}

/// What stands in an empty box: the name of its leaf, where that fits.
fn blank(name: &str, unit: i32) -> &str {
    if name.len() < unit as usize { name } else { "?" }
}

/// The bars as things that tip, each after the one that it hangs from; their numbers in the scene, by those of the
/// bars.
fn add_beams(scene: &mut Scene, puzzle: &Weight, view: &View<'_>, layout: &Layout) -> BTreeMap<usize, usize> {
    let mut beams = BTreeMap::new();
    let poises = puzzle.poises(view.board());
    for bar in &layout.bars {
        let string = layout.strings.iter().find(|string| string.carries == Some(bar.number));
        let hangs = string.and_then(|string| Some((*beams.get(&string.on?)?, string.tied.0)));
        let beam = scene.add_beam(Beam {
            target: bar_id(bar.number),
            poise: poises[bar.number],
            pivot: (bar.pivot, bar.row).into(),
            arms: (bar.columns.start().abs_diff(bar.pivot), bar.columns.end().abs_diff(bar.pivot)),
            hangs,
        });
        beams.insert(bar.number, beam);
    }
    beams
}

fn draw_bar(scene: &mut Scene, bar: &PlacedBar, layout: &Layout, beam: Option<usize>) {
    let (left, right) = (*bar.columns.start(), *bar.columns.end());
    let id = bar_id(bar.number);
    let follows = beam.map(Follows::Turns);
    scene.add_for(&id, Role::Frame, Line::right((left, bar.row), left.abs_diff(right)).thick()).follows = follows;
    // No tick where a string passes behind the bar: it would seem tied to it.
    let passing = layout.strings.iter().filter(|string| string.passes_behind(bar.row)).map(|string| string.column);
    let passing: BTreeSet<i32> = passing.collect();
    for column in (left..=right).step_by(layout.unit as usize) {
        if column != bar.pivot && !passing.contains(&column) {
            scene.add_for(&id, Role::Frame, Tick::on((column, bar.row))).follows = follows;
        }
    }
    scene.add_for(&id, Role::Frame, Pivot::on((bar.pivot, bar.row))).follows = follows;
}

impl PlacedString {
    fn passes_behind(&self, row: i32) -> bool {
        self.seen.windows(2).any(|pair| *pair[0].end() < row && row < *pair[1].start())
    }
}

fn draw_string(scene: &mut Scene, string: &PlacedString, follows: Option<Follows>) {
    let (column, (tied, from)) = (string.column, string.tied);
    if let Some(bend) = string.seen.first().map(|rows| *rows.start()).filter(|_| tied != column) {
        scene.add(Role::Frame, Line::down((tied, from), from.abs_diff(bend))).follows = follows;
        scene.add(Role::Frame, Line::right((tied.min(column), bend), tied.abs_diff(column))).follows = follows;
    }
    // A stretch of a single row is the corner where it stepped aside.
    for rows in string.seen.iter().filter(|rows| rows.start() < rows.end()) {
        scene.add(Role::Frame, Line::down((column, *rows.start()), rows.start().abs_diff(*rows.end()))).follows =
            follows;
    }
    for pair in string.seen.windows(2) {
        let (enters, leaves) = (*pair[0].end(), *pair[1].start());
        scene.add(Role::Frame, Passage::down((column, enters), enters.abs_diff(leaves))).follows = follows;
    }
}
