//! The grid with its fulcrums and the numbers placed so far.

use super::MultiBalance;
use crate::{Board, Drawn, Puzzle, View};
use scene::{Cell, Content, Role, Scene, Text};

/// Grids with more columns than this are drawn without lines between the
/// cells, since they would not fit a screen otherwise.
const MOST_FRAMED: usize = 24;

impl Drawn for MultiBalance {
    fn draw(&self, view: &View<'_>) -> Scene {
        let board = view.board();
        let (width, height) = (self.width, self.height());
        let numbers = format!("numbers 1 to {}", self.digits);
        let title = format!("{}, {width} by {height}, {numbers}", self.kind().title);
        let mut scene = Scene::new(title, describe(self, board));
        let texts = texts(self, board);
        let columns = texts.iter().map(String::len).max().unwrap_or(0).max(2) as u32;
        for (cell, text) in texts.into_iter().enumerate() {
            let (row, column) = ((cell / width) as i32, (cell % width) as i32);
            let shape = if width <= MOST_FRAMED {
                // Borders are shared, and an odd number of columns has a middle.
                let outer = (columns + 2) | 1;
                Cell::framed((column * (outer as i32 - 1), row * 2), outer, 3)
            } else {
                // One column more keeps two numbers in a row apart.
                Cell::bare((column * (columns as i32 + 1), row), columns + 1, 1)
            };
            let id = self.cell_id(cell);
            match (text.is_empty(), self.is_fulcrum(cell)) {
                (true, true) => scene.add_for(id, Role::Clue, shape.with(Content::Fulcrum)),
                (true, false) => scene.add_for(id, Role::Blank, shape),
                (false, _) => scene.add_for(id, Role::Entry, shape.text(text)),
            };
        }
        let below = scene.extent().map_or(0, |extent| extent.bottom as i32 + 1);
        scene.add(Role::Clue, Text::starting((0, below), numbers));
        scene
    }
}

/// What is written on each cell. Two numbers on one cell, or a number on a
/// fulcrum, are against the rules, but they are shown all the same.
fn texts(puzzle: &MultiBalance, board: &Board) -> Vec<String> {
    let mut texts = vec![String::new(); puzzle.fulcrums.len()];
    for place in 0..puzzle.digits {
        let Some(cell) = puzzle.cell_of(board, place) else { continue };
        if !texts[cell].is_empty() {
            texts[cell].push(',');
        }
        texts[cell].push_str(&(place + 1).to_string());
    }
    for (cell, text) in texts.iter_mut().enumerate() {
        if !text.is_empty() && puzzle.is_fulcrum(cell) {
            text.push('^');
        }
    }
    texts
}

fn describe(puzzle: &MultiBalance, board: &Board) -> String {
    let place = |cell: usize| format!("row {}, column {}", cell / puzzle.width + 1, cell % puzzle.width + 1);
    let fulcrums = (0..puzzle.fulcrums.len()).filter(|&cell| puzzle.is_fulcrum(cell)).map(place);
    let numbers = (0..puzzle.digits).filter_map(|i| Some(format!("{} in {}", i + 1, place(puzzle.cell_of(board, i)?))));
    let list = |name: &str, items: Vec<String>| match items.as_slice() {
        [] => format!("No {}.", name.to_lowercase()),
        items => format!("{name}: {}.", items.join("; ")),
    };
    format!("{} {}", list("Fulcrums", fulcrums.collect()), list("Numbers", numbers.collect()))
}
