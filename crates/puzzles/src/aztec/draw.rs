//! The pyramid of cells, each standing on two.

use super::Aztec;
use crate::{Board, triangle};
use scene::{Cell, Role, Scene};

/// The columns and rows of a cell, borders included. Neighbours share their
/// borders.
const COLUMNS: u32 = 5;
const ROWS: u32 = 3;

pub(super) fn draw(puzzle: &Aztec, board: &Board) -> Scene {
    let rows = puzzle.rows as i32;
    let title = format!("Aztec Math, {rows} {}", if rows == 1 { "row" } else { "rows" });
    let mut scene = Scene::new(title, describe(puzzle, board));
    for place in 0..puzzle.givens.len() {
        let (row, pos) = triangle::row_and_pos(place);
        let (row, pos) = (row as i32, pos as i32);
        let step = COLUMNS as i32 - 1;
        let at = (pos * step + (rows - 1 - row) * step / 2, row * (ROWS as i32 - 1));
        let cell = Cell::framed(at, COLUMNS, ROWS);
        match (puzzle.givens.get(place), board.get(place)) {
            (Some(given), _) => scene.add(Role::Clue, cell.text(given.to_string())),
            (None, Some(entry)) => scene.add(Role::Entry, cell.text(entry.to_string())),
            (None, None) => scene.add(Role::Blank, cell),
        };
    }
    scene
}

/// The rows in words, for who cannot see them.
fn describe(puzzle: &Aztec, board: &Board) -> String {
    let rows = puzzle.cells_by_row().zip(1..).map(|(cells, row)| {
        let cells = cells.map(|cell| match puzzle.givens.get(cell).or(board.get(cell)) {
            Some(value) => value.to_string(),
            None => "blank".to_owned(),
        });
        format!("Row {row}: {}.", cells.collect::<Vec<_>>().join(", "))
    });
    rows.collect::<Vec<_>>().join(" ")
}
