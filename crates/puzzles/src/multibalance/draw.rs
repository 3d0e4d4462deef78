//! The grid with its fulcrums and the numbers placed so far.

use super::{Line, MultiBalance, number_id};
use crate::view::Pencil;
use crate::{Board, Drawn, Puzzle, View};
use scene::{Beam, Cell, Content, Follows, Line as Stretch, Pivot, Poise, Role, Scene, Text};
use std::ops::RangeInclusive;

/// Grids with more columns than this are drawn without lines between the
/// cells, since they would not fit a screen otherwise.
const MOST_FRAMED: usize = 24;

/// Of the columns of such a grid, every fifth is named.
const NAMED: usize = 5;

impl Drawn for MultiBalance {
    fn draw(&self, view: &View<'_>) -> Scene {
        let board = view.board();
        let (width, height) = (self.width, self.height());
        let numbers = format!("numbers 1 to {}", self.digits);
        let title = format!("{}, {width} by {height}, {numbers}", self.kind().title);
        let mut scene = Scene::new(title, describe(self, board));
        let texts = texts(self, board);
        let pencil = view.pencil(1..=self.digits as i32);
        let grid = Ruling::new(self, &texts, pencil.as_ref());
        for (cell, text) in texts.into_iter().enumerate() {
            let (shape, id) = (grid.cell(cell), self.cell_id(cell));
            match (text.is_empty(), self.is_fulcrum(cell), &pencil) {
                (true, true, _) => scene.add_for(id, Role::Clue, shape.with(Content::Fulcrum)),
                (true, false, None) => scene.add_for(id, Role::Blank, shape),
                (true, false, Some(pencil)) => {
                    scene.add_for(id, Role::Blank, shape.with(candidates(self, cell, view, pencil)))
                }
                (false, _, _) => scene.add_for(id, role(self, cell, view), shape.text(text)),
            };
        }
        let below = scene.extent().map_or(0, |extent| extent.bottom as i32 + 1);
        scene.add(Role::Clue, Text::starting((0, below), numbers));
        if view.has_labels() {
            for line in self.lines() {
                // Nothing can stand on a line without a fulcrum.
                if view.tips() && grid.framed && line.cells().any(|cell| self.is_fulcrum(cell)) {
                    add_scales(&mut scene, line, grid.middle(line), self.poise(line, board));
                }
                if let Some(label) = grid.label(line, view.tips()) {
                    scene.add_for(line.id(), Role::Label, label);
                }
            }
        }
        scene
    }
}

/// How far the scales of a line reach from their pivot, in columns, and where they stand.
const ARM: i32 = 2;
const BESIDE: i32 = -4;
const ABOVE: i32 = -2;

/// A pair of scales outside the grid: they tip as the line does. What is above in a column is on their left.
fn add_scales(scene: &mut Scene, line: Line, middle: i32, poise: Poise) {
    let (x, y) = if line.is_row { (BESIDE, middle) } else { (middle, ABOVE) };
    let arm = ARM.unsigned_abs();
    let beam = Beam { target: line.id(), poise, pivot: (x, y).into(), arms: (arm, arm), hangs: None };
    let follows = Some(Follows::Turns(scene.add_beam(beam)));
    scene.add_for(line.id(), Role::Frame, Stretch::right((x - ARM, y), 2 * arm).thick()).follows = follows;
    scene.add_for(line.id(), Role::Frame, Pivot::on((x, y))).follows = follows;
}

/// The numbers that are still to be placed, and that may stand on a cell. A dot
/// says that nothing stands here.
fn candidates(puzzle: &MultiBalance, cell: usize, view: &View<'_>, pencil: &Pencil) -> Content {
    let note = |number: i32| (number_id(number as usize - 1), cell as i32);
    let id = puzzle.cell_id(cell);
    let Some(may_stand) = view.candidates(&id, note) else { return Content::Blank };
    let is_open = |number: i32| view.board().get(number as usize - 1).is_none() && may_stand(number);
    let none = |mut numbers: RangeInclusive<i32>| !numbers.any(&is_open);
    if view.is_written() && (1..=puzzle.digits as i32).any(&may_stand) && none(1..=puzzle.digits as i32) {
        return Content::Blank;
    }
    if none(1..=puzzle.digits as i32) { Content::Dot } else { pencil.content(is_open) }
}

/// Whether all numbers on a cell have stood there since before the checkpoint.
fn role(puzzle: &MultiBalance, cell: usize, view: &View<'_>) -> Role {
    let here = (0..puzzle.digits).filter(|&place| puzzle.cell_of(view.board(), place) == Some(cell));
    let mut roles = here.map(|place| view.at(place, None).role);
    if roles.any(|role| role == Role::Checkpoint) { Role::Checkpoint } else { Role::Entry }
}

/// How the cells lie on the grid of text cells.
struct Ruling {
    framed: bool,
    width: usize,
    /// The columns and rows of a cell. Framed neighbours share their borders.
    columns: u32,
    rows: u32,
}

impl Ruling {
    fn new(puzzle: &MultiBalance, texts: &[String], pencil: Option<&Pencil>) -> Ruling {
        let longest = texts.iter().map(String::len).max().unwrap_or(0).max(2) as u32;
        let columns = longest.max(pencil.map_or(0, Pencil::wide));
        let rows = pencil.map_or(1, Pencil::high);
        let (framed, width) = (puzzle.width <= MOST_FRAMED, puzzle.width);
        if framed {
            // An odd number of columns has a middle.
            return Ruling { framed, width, columns: (columns + 2) | 1, rows: rows + 2 };
        }
        // One column more keeps two numbers in a row apart.
        Ruling { framed, width, columns: columns + 1, rows }
    }

    /// How far it is from one cell to the next.
    fn step(&self) -> (i32, i32) {
        let shared = i32::from(self.framed);
        (self.columns as i32 - shared, self.rows as i32 - shared)
    }

    fn cell(&self, cell: usize) -> Cell {
        let (row, column) = ((cell / self.width) as i32, (cell % self.width) as i32);
        let at = (column * self.step().0, row * self.step().1);
        if self.framed { Cell::framed(at, self.columns, self.rows) } else { Cell::bare(at, self.columns, self.rows) }
    }

    /// The row in the middle of a row, or the column in that of a column.
    fn middle(&self, line: Line) -> i32 {
        let (across, along) = self.step();
        if line.is_row {
            line.index as i32 * along + self.rows as i32 / 2
        } else {
            line.index as i32 * across + self.columns as i32 / 2
        }
    }

    /// The name of a line, above it or to its left; farther away where scales stand between.
    fn label(&self, line: Line, scales: bool) -> Option<Text> {
        let (number, middle, scales) = (line.index + 1, self.middle(line), scales && self.framed);
        if line.is_row {
            let beside = if scales { BESIDE - ARM - 2 } else { -2 };
            return Some(Text::ending((beside, middle), format!("r{number}")));
        }
        let above = if scales { ABOVE - 2 } else { -1 };
        let named = self.framed || number.is_multiple_of(NAMED);
        named.then(|| Text::centred((middle, above), format!("c{number}")))
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
