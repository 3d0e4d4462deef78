//! The pyramid of cells, each standing on two.

use super::Aztec;
use crate::view::Standing;
use crate::{Drawn, View, triangle};
use scene::{Cell, Scene};

/// The columns and rows of a cell, borders included. Neighbours share their
/// borders.
const COLUMNS: u32 = 5;
const ROWS: u32 = 3;

impl Drawn for Aztec {
    fn draw(&self, view: &View<'_>) -> Scene {
        let rows = self.rows as i32;
        let title = format!("Aztec Math, {rows} {}", if rows == 1 { "row" } else { "rows" });
        let mut scene = Scene::new(title, describe(self, view));
        for place in 0..self.givens.len() {
            let (row, pos) = triangle::row_and_pos(place);
            let (row, pos) = (row as i32, pos as i32);
            let step = COLUMNS as i32 - 1;
            let at = (pos * step + (rows - 1 - row) * step / 2, row * (ROWS as i32 - 1));
            let cell = Cell::framed(at, COLUMNS, ROWS);
            let Standing { role, value, emphasis } = view.at(place, self.givens.get(place));
            let text = value.map_or_else(String::new, |value| value.to_string());
            scene.add_for(triangle::place_name(place), role, cell.text(text)).emphasis = emphasis;
        }
        scene
    }
}

/// The rows in words, for those who cannot see them.
fn describe(puzzle: &Aztec, view: &View<'_>) -> String {
    let rows = puzzle.cells_by_row().zip(1..).map(|(cells, row)| {
        let cells = cells.map(|cell| view.at(cell, puzzle.givens.get(cell)).in_words());
        format!("Row {row}: {}.", cells.collect::<Vec<_>>().join(", "))
    });
    rows.collect::<Vec<_>>().join(" ")
}
