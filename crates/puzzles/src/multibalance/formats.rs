//! The puzzle and its boards in JSON.
//!
//! ```json
//! {"puzzle": "multibalance", "grid": ["..^.", "^..."], "digits": 4}
//! ```
//!
//! A board is the grid with the numbers filled in, or, where a number has two
//! figures, `{"1": [row, column], ...}` with the numbers placed so far. Rows
//! and columns count from 0. Both forms are read for every puzzle.
//!
//! The puzzle as a picture in text.
//!
//! ```text
//! digits 6
//! ......^.
//! ...^....
//! ^......^
//! ........
//! ........
//! .....^..
//! ```
//!
//! `^` is a fulcrum, `.` any other cell; the line with the number of digits
//! may stand anywhere. Blanks within and between lines do not matter.

use super::{GridReader, MOST_DIGITS, MOST_SIDE, MultiBalance};
use crate::json::{Fields, Node};
use crate::{Board, Fault, Formats, Lines, Location, ReadError, rows};
use serde_json::{Map, Value};

pub(super) fn read_json(fields: &mut Fields<'_>) -> Result<MultiBalance, ReadError> {
    let node = fields.require("grid")?;
    let mut grid = GridReader::default();
    for row in node.items("a grid, a list of rows")? {
        let text = row.text("a row, a text of `^` and `.`")?;
        let cells: Option<Vec<bool>> = text.chars().map(fulcrum_or_not).collect();
        let cells = cells.ok_or_else(|| row.error(Fault::Shape, "expected a row of `^` and `.` only"))?;
        grid.add(&cells, row.place())?;
    }
    let digits = fields.require("digits")?.integer("the number of digits", 1..=MOST_DIGITS as i32)?;
    grid.finish(digits, node.place())
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

/// `{"1": [row, column], ...}`
fn read_places(puzzle: &MultiBalance, node: Node<'_>) -> Result<Board, ReadError> {
    let mut board = Board::blank(puzzle.digits);
    for (name, field) in node.entries("a board")? {
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
    let what = "a board: the rows of the grid with the numbers, or {\"1\": [row, column], ...}";
    for (r, row) in node.items_of(what, puzzle.height(), "rows")?.enumerate() {
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

pub(super) fn read_text(lines: Lines<'_>) -> Result<MultiBalance, ReadError> {
    let mut grid = GridReader::default();
    let mut digits = None;
    for (line, text) in (lines.first..).zip(lines.text.lines()) {
        let column = text.chars().take_while(|char| char.is_whitespace()).count() + 1;
        let words = text.trim();
        if words.is_empty() {
            continue;
        }
        let error = |message: String| ReadError::at(Fault::Shape, line, column, message);
        if let Some(count) = words.strip_prefix("digits") {
            let count = read_digits(count)
                .ok_or_else(|| error(format!("expected `digits` and a whole number from 1 to {MOST_DIGITS}")))?;
            if digits.replace(count).is_some() {
                return Err(error("the number of digits is given for the second time".to_owned()));
            }
        } else {
            grid.add(&read_row(line, text)?, Location::at(line, column))?;
        }
    }
    let end = lines.first + lines.text.lines().count().saturating_sub(1);
    let digits = digits.ok_or_else(|| ReadError::at(Fault::Shape, end, 1, "expected a line such as `digits 6`"))?;
    grid.finish(digits, Location::at(end, 1))
}

fn read_digits(text: &str) -> Option<i32> {
    let text = text.trim_start();
    let text = text.strip_prefix([':', '=']).unwrap_or(text);
    text.trim().parse().ok().filter(|count| (1..=MOST_DIGITS as i32).contains(count))
}

fn read_row(line: usize, text: &str) -> Result<Vec<bool>, ReadError> {
    let chars = (1..).zip(text.chars()).filter(|(_, char)| !char.is_whitespace());
    let cells = chars.map(|(column, char)| {
        fulcrum_or_not(char).ok_or_else(|| {
            let message = format!("expected `^`, `.` or `digits`, found {char:?}");
            ReadError::at(Fault::Syntax, line, column, message)
        })
    });
    cells.collect()
}

impl Formats for MultiBalance {
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

    fn write_text(&self) -> String {
        let mut text = format!("digits {}\n", self.digits);
        for row in self.rows() {
            text.push_str(&row_text(row));
            text.push('\n');
        }
        text
    }

    /// The grid, with the numbers where they stand.
    fn read_board_text(&self, lines: Lines<'_>) -> Result<Board, ReadError> {
        let mut board = Board::blank(self.digits);
        let cells = rows::cells(lines, &vec![self.width; self.height()])?;
        for (cell, written) in cells.iter().enumerate() {
            let number = match (written.text, self.is_fulcrum(cell)) {
                ("^", true) => continue,
                ("^", false) => return Err(written.error("the grid has no fulcrum here")),
                _ => written.value(&(1..=self.digits as i32))?,
            };
            match number.and_then(|number| usize::try_from(number - 1).ok()) {
                None if self.is_fulcrum(cell) => {
                    return Err(written.error("the grid has a fulcrum here: expected `^` or a number"));
                }
                None => {}
                Some(place) if board.get(place).is_some() => {
                    return Err(written.error(format!("the number {} stands here for the second time", place + 1)));
                }
                Some(place) => board.set(place, Some(cell as i32)),
            }
        }
        Ok(board)
    }

    /// Of several numbers on one cell, which is against the rules, the last is
    /// shown.
    fn write_board_text(&self, board: &Board) -> String {
        let sign = |&fulcrum: &bool| if fulcrum { "^" } else { "." }.to_owned();
        let mut texts: Vec<String> = self.fulcrums.iter().map(sign).collect();
        for place in 0..self.digits {
            if let Some(cell) = self.cell_of(board, place) {
                texts[cell] = (place + 1).to_string();
            }
        }
        rows::write(&texts, &vec![self.width; self.height()], false)
    }
}
