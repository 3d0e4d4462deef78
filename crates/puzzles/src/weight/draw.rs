//! Weight as a picture.

use super::Weight;
use crate::tree::{Layout, Room, name_beside};
use crate::view::{Pencil, Standing};
use crate::{Drawn, Formats, Puzzle, View};
use scene::{Cell, Role, Scene};

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
        let layout = Layout::new(&self.bars, room, &|bar| if view.has_labels() { name_beside(bar) } else { 0 });
        let weight = self.known(view.board());
        let beams = layout.draw_frame(&mut scene, view, &|bar| self.scales(&weight).poise(bar));
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
            (mark.emphasis, mark.follows) = (emphasis, beams.hangs(Some(hung.on), hung.column));
        }
        scene
    }
}

/// The room that boxes need for their numbers, candidates and names.
fn room(puzzle: &Weight, view: &View<'_>, pencil: Option<&Pencil>) -> Room {
    let plain = Room::plain(puzzle.leaves());
    let (wide, high) = pencil.map_or((0, 1), |pencil| (pencil.wide() as i32, pencil.high() as i32));
    Room {
        // An odd number of columns has a middle.
        columns: plain.columns.max(wide + 2) | 1,
        rows: high + 2 + i32::from(view.has_labels()),
        tips: view.tips(),
    }
}

/// What stands in an empty box: the name of its leaf, where that fits.
fn blank(name: &str, unit: i32) -> &str {
    if name.len() < unit as usize { name } else { "?" }
}
