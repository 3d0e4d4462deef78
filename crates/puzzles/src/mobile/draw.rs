//! Mobiles as pictures: the tree with a letter in every box, and below it a box for the weight of each shape.

use super::Mobile;
use crate::tree::{Hangs, Layout, Room, bar_id, name_beside};
use crate::view::Standing;
use crate::{Drawn, Formats, Puzzle, View, counted};
use scene::{Cell, Role, Scene, Text};

/// The columns and rows of a box on the tree: a letter, and below it what is known.
const BOX: Room = Room { columns: 5, rows: 4, tips: false };
/// The shapes in a row below the tree.
pub(super) const IN_A_ROW: usize = 4;

impl Drawn for Mobile {
    fn draw(&self, view: &View<'_>) -> Scene {
        let shapes = self.letters.len();
        let tree = self.write_text();
        let description = format!(
            "{} bars with {shapes} shapes, each as its distance from the pivot and what hangs there, bars in parentheses, with their totals: {}",
            self.bars.len(),
            tree.split_whitespace().collect::<Vec<_>>().join(" ")
        );
        let mut scene = Scene::new(format!("Mobile, {}", counted(shapes, "shape")), description);
        let total = |bar: usize| match self.totals[bar] {
            Some(total) => format!("={total}"),
            None => view.open_clue().map_or_else(String::new, |open| format!("={open}")),
        };
        let name = |bar: usize| if view.has_labels() { name_beside(bar) + 1 } else { 0 };
        let room = Room { tips: view.tips(), ..BOX };
        let layout = Layout::new(&self.bars, room, &|bar| name(bar) + total(bar).chars().count());
        let (weight, names) = (self.known(view.board()), |hangs| self.name_of(hangs));
        let beams = layout.draw_frame(&mut scene, view, &|bar| self.scales(&weight, &names).poise(bar));
        for bar in &layout.bars {
            let text = total(bar.number);
            if !text.is_empty() {
                let end = *bar.columns.end();
                let role = if self.totals[bar.number].is_some() { Role::Clue } else { Role::Blank };
                let at = (end + 2 + name(bar.number) as i32, bar.row);
                scene.add_for(bar_id(bar.number), role, Text::starting(at, text)).follows =
                    beams.hangs(Some(bar.number), end);
            }
        }
        for hung in &layout.boxes {
            let cell = Cell::framed((hung.column - layout.unit / 2, hung.row), room.columns as u32, room.rows as u32);
            let known = view.at(self.leaves[hung.leaf], self.givens.get(self.leaves[hung.leaf])).text();
            let cell = cell.text(self.name_of(Hangs::Leaf(hung.leaf))).named(known);
            let mark = scene.add_for(Hangs::Leaf(hung.leaf).id(), Role::Frame, cell);
            mark.follows = beams.hangs(Some(hung.on), hung.column);
        }
        let boxes = layout.boxes.iter().map(|hung| hung.row + room.rows);
        let below = boxes.chain(layout.bars.iter().map(|bar| bar.row + 1)).max().unwrap_or(0);
        self.draw_weights(&mut scene, view, below + 1);
        scene
    }
}

impl Mobile {
    /// A box for the weight of each shape, in rows from this one on.
    fn draw_weights(&self, scene: &mut Scene, view: &View<'_>, top: i32) {
        let pencil = view.pencil(1..=self.most);
        let (wide, high) = pencil.as_ref().map_or((3, 1), |pencil| (pencil.wide().max(3) as i32, pencil.high() as i32));
        let (columns, rows) = ((wide + 2) | 1, high + 2);
        let step = columns + 5;
        let across = self.letters.len().min(IN_A_ROW) as i32;
        let left = 4 - (across * step) / 2;
        for (shape, letter) in self.letters.iter().enumerate().filter(|(_, letter)| **letter != super::UNKNOWN) {
            let (x, y) = (left + (shape % IN_A_ROW) as i32 * step, top + (shape / IN_A_ROW) as i32 * (rows + 1));
            scene.add(Role::Label, Text::ending((x - 2, y + rows / 2), format!("{letter} =")));
            let id = self.place_name(shape);
            let Standing { role, value, emphasis } = view.at(shape, self.givens.get(shape));
            let cell = Cell::framed((x, y), columns as u32, rows as u32);
            let cell = match (value, &pencil) {
                (Some(value), _) => cell.text(value.to_string()),
                (None, Some(pencil)) => cell.with(view.pencilled(pencil, &id)),
                (None, None) => cell.text(view.open_clue().unwrap_or_default()),
            };
            let cell = if role == Role::Clue { cell.thick() } else { cell };
            scene.add_for(id, role, cell).emphasis = emphasis;
        }
    }
}
