//! The pyramid of cells, each standing on two.

use super::Aztec;
use crate::view::Standing;
use crate::{Drawn, Puzzle, View, triangle};
use scene::{Cell, Role, Scene, Text};

impl Drawn for Aztec {
    fn draw(&self, view: &View<'_>) -> Scene {
        let rows = self.rows as i32;
        let title = format!("Aztec Math, {}", self.size_in_words());
        let mut scene = Scene::new(title, describe(self, view));
        let pencil = view.pencil(1..=9);
        let roomy = pencil.as_ref().is_some_and(|pencil| pencil.high() > 1);
        let size = if roomy { Size { columns: 9, rows: 5 } } else { Size { columns: 5, rows: 3 } };
        for place in 0..self.givens.len() {
            let id = triangle::place_name(place);
            let standing = view.at(place, self.givens.get(place));
            let cell = Cell::framed(size.at(place, rows), size.columns, size.rows);
            let cell = match (standing, &pencil) {
                (Standing { value: None, .. }, Some(pencil)) => cell.with(view.pencilled(pencil, &id)),
                _ => cell.text(standing.text()),
            };
            scene.add_for(id, standing.role, cell).emphasis = standing.emphasis;
        }
        if view.has_labels() {
            draw_labels(&size, rows, &mut scene);
        }
        scene
    }
}

/// The columns and rows of a cell, borders included. Neighbours share their
/// borders.
struct Size {
    columns: u32,
    rows: u32,
}

impl Size {
    /// The top left corner of a cell.
    fn at(&self, place: usize, rows: i32) -> (i32, i32) {
        let (row, pos) = triangle::row_and_pos(place);
        let (row, pos, step) = (row as i32, pos as i32, self.columns as i32 - 1);
        (pos * step + (rows - 1 - row) * step / 2, row * (self.rows as i32 - 1))
    }
}

/// The rows at their left ends, and the positions under the last row: cells
/// with the same position lie on a line that leans to the right.
fn draw_labels(size: &Size, rows: i32, scene: &mut Scene) {
    let (across, along) = (size.columns as i32 / 2, size.rows as i32 / 2);
    for row in 0..rows {
        let (x, y) = size.at(triangle::place(row as usize, 0), rows);
        scene.add(Role::Label, Text::ending((x - 2, y + along), format!("r{}", row + 1)));
        let (x, y) = size.at(triangle::place(rows as usize - 1, row as usize), rows);
        scene.add(Role::Label, Text::centred((x + across, y + size.rows as i32), format!("c{}", row + 1)));
    }
}

/// The rows in words, for people who cannot see the drawing.
fn describe(puzzle: &Aztec, view: &View<'_>) -> String {
    let rows = puzzle.cells_by_row().zip(1..).map(|(cells, row)| {
        let cells = cells.map(|cell| view.at(cell, puzzle.givens.get(cell)).in_words());
        format!("Row {row}: {}.", cells.collect::<Vec<_>>().join(", "))
    });
    rows.collect::<Vec<_>>().join(" ")
}
