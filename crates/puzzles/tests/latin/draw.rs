//! The square of cells.

use super::Latin;
use crate::view::Standing;
use crate::{Drawn, Puzzle, View};
use scene::{Cell, Scene};

impl Drawn for Latin {
    fn draw(&self, view: &View<'_>) -> Scene {
        let rows = (0..self.side).map(|row| {
            let cells = (row * self.side..(row + 1) * self.side).map(|cell| view.at(cell, self.givens.get(cell)));
            format!("Row {}: {}.", row + 1, cells.map(Standing::in_words).collect::<Vec<_>>().join(", "))
        });
        let description = rows.collect::<Vec<_>>().join(" ");
        let mut scene = Scene::new(format!("Latin square, {}", self.size_in_words()), description);
        for place in 0..self.places() {
            let (row, column) = ((place / self.side) as i32, (place % self.side) as i32);
            let Standing { role, value, emphasis } = view.at(place, self.givens.get(place));
            let text = value.map_or_else(String::new, |value| value.to_string());
            let cell = Cell::framed((4 * column, 2 * row), 5, 3).text(text);
            scene.add_for(self.place_name(place), role, cell).emphasis = emphasis;
        }
        scene
    }
}
