//! The puzzle and its boards in JSON.
//!
//! ```json
//! {"puzzle": "multibalance", "grid": ["..^.", "^..."], "digits": 4}
//! ```
//!
//! A board is the grid with the numbers filled in, or, where a number has two
//! figures, `{"1": [row, column], ...}` with the numbers placed so far. Rows
//! and columns count from 0. Both forms are read for every puzzle.

use super::{GridReader, MOST_DIGITS, MOST_SIDE, MultiBalance};
use crate::json::{Fields, Node};
use crate::{Board, Fault, InJson, ReadError};
use serde_json::{Map, Value};

pub(super) fn read(fields: &mut Fields<'_>) -> Result<MultiBalance, ReadError> {
    let node = fields.require("grid")?;
    let mut grid = GridReader::default();
    for row in node.items("a grid, a list of rows")? {
        let text = row.text("a row, a text of `^` and `.`")?;
        let cells: Option<Vec<bool>> = text.chars().map(fulcrum_or_not).collect();
        let cells = cells.ok_or_else(|| row.error(Fault::Shape, "expected a row of `^` and `.` only"))?;
        grid.add(&cells).map_err(|(fault, message)| row.error(fault, message))?;
    }
    let digits = fields.require("digits")?.integer("the number of digits", 1..=MOST_DIGITS as i32)?;
    grid.finish(digits).map_err(|(fault, message)| node.error(fault, message))
}

/// What a character of the grid stands for.
pub(super) fn fulcrum_or_not(char: char) -> Option<bool> {
    match char {
        '^' => Some(true),
        '.' => Some(false),
        _ => None,
    }
}

/// A row of the grid as text.
pub(super) fn row_text(row: &[bool]) -> String {
    row.iter().map(|&fulcrum| if fulcrum { '^' } else { '.' }).collect()
}

impl InJson for MultiBalance {
    fn write_json(&self) -> Map<String, Value> {
        let grid: Vec<Value> = self.rows().map(|row| row_text(row).into()).collect();
        Map::from_iter([("grid".to_owned(), grid.into()), ("digits".to_owned(), self.digits.into())])
    }

    fn read_board(&self, node: Node<'_>) -> Result<Board, ReadError> {
        if node.value().is_object() { read_places(self, node) } else { read_picture(self, node) }
    }

    fn write_board(&self, board: &Board) -> Value {
        picture(self, board).unwrap_or_else(|| places(self, board))
    }
}

/// `{"1": [row, column], ...}`
fn read_places(puzzle: &MultiBalance, node: Node<'_>) -> Result<Board, ReadError> {
    let mut board = Board::blank(puzzle.digits);
    let mut fields = node.fields("a board")?;
    for name in node.value().as_object().into_iter().flat_map(Map::keys) {
        let Some(field) = fields.take(name) else { continue };
        let number = number_named(puzzle, name).ok_or_else(|| {
            let message = format!("expected a number from 1 to {} as the name, found {name:?}", puzzle.digits);
            field.error(Fault::Shape, message)
        })?;
        let items: Vec<Node<'_>> = field.items("a place, [row, column]")?.collect();
        let [row, column] = items.as_slice() else {
            return Err(field.error(Fault::Shape, format!("expected [row, column], found a list of {}", items.len())));
        };
        let row = row.integer("a row", 0..=puzzle.height() as i32 - 1)?;
        let column = column.integer("a column", 0..=puzzle.width as i32 - 1)?;
        board.set(number - 1, Some(row * puzzle.width as i32 + column));
    }
    Ok(board)
}

/// The number with this name: plain figures only, so that none has two names.
fn number_named(puzzle: &MultiBalance, name: &str) -> Option<usize> {
    let number: usize = name.parse().ok()?;
    ((1..=puzzle.digits).contains(&number) && number.to_string() == name).then_some(number)
}

/// The grid with the numbers filled in.
fn read_picture(puzzle: &MultiBalance, node: Node<'_>) -> Result<Board, ReadError> {
    let mut board = Board::blank(puzzle.digits);
    let rows = node.items("a board: the rows of the grid with the numbers, or {\"1\": [row, column], ...}")?;
    let (found, height) = (rows.len(), puzzle.height());
    if found != height {
        return Err(node.error(Fault::Shape, format!("expected {height} rows, found {found}")));
    }
    for (r, row) in rows.enumerate() {
        let text = row.text("a row of the board, a text")?;
        let found = text.chars().take(MOST_SIDE + 1).count();
        if found != puzzle.width {
            return Err(row.error(Fault::Shape, format!("expected {} cells, found {found}", puzzle.width)));
        }
        for (c, char) in text.chars().enumerate() {
            let cell = r * puzzle.width + c;
            read_cell(puzzle, &mut board, cell, char)
                .map_err(|message| row.error(Fault::Shape, format!("in column {c}, {message}")))?;
        }
    }
    Ok(board)
}

fn read_cell(puzzle: &MultiBalance, board: &mut Board, cell: usize, char: char) -> Result<(), String> {
    if let Some(fulcrum) = fulcrum_or_not(char) {
        return match (fulcrum, puzzle.is_fulcrum(cell)) {
            (true, false) => Err("the grid has no fulcrum here".to_owned()),
            (false, true) => Err("the grid has a fulcrum here: expected `^`".to_owned()),
            _ => Ok(()),
        };
    }
    let number = char.to_digit(10).map(|digit| digit as usize).filter(|digit| (1..=puzzle.digits).contains(digit));
    let Some(number) = number else {
        return Err(format!("expected `^`, `.` or a digit from 1 to {}, found {char:?}", puzzle.digits.min(9)));
    };
    if board.get(number - 1).is_some() {
        return Err(format!("the number {number} stands here for the second time"));
    }
    board.set(number - 1, Some(cell as i32));
    Ok(())
}

/// The picture of a board; `None` when a number has two figures or two
/// numbers share a cell.
fn picture(puzzle: &MultiBalance, board: &Board) -> Option<Value> {
    if puzzle.digits > 9 {
        return None;
    }
    let mut rows: Vec<Vec<u8>> = puzzle.rows().map(|row| row_text(row).into_bytes()).collect();
    for place in 0..puzzle.digits {
        let Some(cell) = puzzle.cell_of(board, place) else { continue };
        let char = &mut rows[cell / puzzle.width][cell % puzzle.width];
        if char.is_ascii_digit() {
            return None;
        }
        *char = b'1' + place as u8;
    }
    Some(rows.into_iter().map(|row| row.into_iter().map(char::from).collect::<String>()).collect())
}

fn places(puzzle: &MultiBalance, board: &Board) -> Value {
    let placed = (0..puzzle.digits).filter_map(|place| Some((place, puzzle.cell_of(board, place)?)));
    let entry = |(place, cell): (usize, usize)| {
        ((place + 1).to_string(), vec![cell / puzzle.width, cell % puzzle.width].into())
    };
    Value::Object(placed.map(entry).collect())
}
