//! The square of cells.

use super::Latin;
use crate::view::Standing;
use crate::{Drawn, Puzzle, View};
use scene::{Cell, Role, Scene, Text};

impl Drawn for Latin {
    fn draw(&self, view: &View<'_>) -> Scene {
        let rows = (0..self.side).map(|row| {
            let cells = (row * self.side..(row + 1) * self.side).map(|cell| view.at(cell, self.givens.get(cell)));
            format!("Row {}: {}.", row + 1, cells.map(Standing::in_words).collect::<Vec<_>>().join(", "))
        });
        let description = rows.collect::<Vec<_>>().join(" ");
        let mut scene = Scene::new(format!("Latin square, {}", self.size_in_words()), description);
        let pencil = view.pencil(1..=self.side as i32);
        // Borders are shared, and an odd number of columns has a middle.
        let columns = pencil.as_ref().map_or(5, |pencil| (pencil.wide() + 2) | 1).max(5);
        let rows = pencil.as_ref().map_or(3, |pencil| pencil.high() + 2);
        let at = |row: usize, column: usize| (column as i32 * (columns as i32 - 1), row as i32 * (rows as i32 - 1));
        for place in 0..self.places() {
            let id = self.place_name(place);
            let standing = view.at(place, self.givens.get(place));
            let cell = Cell::framed(at(place / self.side, place % self.side), columns, rows);
            let cell = match (standing.value, &pencil) {
                (None, Some(pencil)) => cell.with(view.pencilled(pencil, &id)),
                _ => cell.text(standing.text()),
            };
            scene.add_for(id, standing.role, cell).emphasis = standing.emphasis;
        }
        for line in (0..self.side).filter(|_| view.has_labels()) {
            let ((x, _), (_, y)) = (at(0, line), at(line, 0));
            scene.add(Role::Label, Text::ending((-2, y + rows as i32 / 2), format!("r{}", line + 1)));
            scene.add(Role::Label, Text::centred((x + columns as i32 / 2, -1), format!("c{}", line + 1)));
        }
        scene
    }
}
