//! The bars and strings of a tree as marks.

use super::bar_id;
use super::layout::{Layout, PlacedBar, PlacedString};
use crate::View;
use scene::{Beam, Follows, Line, Passage, Pivot, Poise, Role, Scene, Text, Tick};
use std::collections::{BTreeMap, BTreeSet};

/// The bars that tip, by their numbers in the tree: what hangs from them follows them.
#[derive(Debug, Default)]
pub(crate) struct Beams(BTreeMap<usize, usize>);

impl Beams {
    /// How what hangs in this column from this bar follows it.
    pub(crate) fn hangs(&self, on: Option<usize>, column: i32) -> Option<Follows> {
        Some(Follows::Hangs(*self.0.get(&on?)?, column))
    }
}

impl Layout {
    /// Draws the bars and strings. Where the view wants it they tip, as `poise` says of each.
    pub(crate) fn draw_frame(&self, scene: &mut Scene, view: &View<'_>, poise: &dyn Fn(usize) -> Poise) -> Beams {
        let beams = if view.tips() { self.add_beams(scene, poise) } else { Beams::default() };
        for bar in &self.bars {
            let beam = beams.0.get(&bar.number).copied();
            draw_bar(scene, bar, self, beam);
            if view.has_labels() {
                let beside = (bar.columns.end() + 2, bar.row);
                let label = scene.add_for(bar_id(bar.number), Role::Label, Text::starting(beside, bar_id(bar.number)));
                label.follows = beam.map(|beam| Follows::Hangs(beam, *bar.columns.end()));
            }
        }
        for string in &self.strings {
            draw_string(scene, string, beams.hangs(string.on, string.tied.0));
        }
        beams
    }

    /// The bars as things that tip, each after the one that it hangs from.
    fn add_beams(&self, scene: &mut Scene, poise: &dyn Fn(usize) -> Poise) -> Beams {
        let mut beams = Beams::default();
        for bar in &self.bars {
            let string = self.strings.iter().find(|string| string.carries == Some(bar.number));
            let hangs = string.and_then(|string| Some((*beams.0.get(&string.on?)?, string.tied.0)));
            let beam = scene.add_beam(Beam {
                target: bar_id(bar.number),
                poise: poise(bar.number),
                pivot: (bar.pivot, bar.row).into(),
                arms: (bar.columns.start().abs_diff(bar.pivot), bar.columns.end().abs_diff(bar.pivot)),
                hangs,
            });
            beams.0.insert(bar.number, beam);
        }
        beams
    }
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
