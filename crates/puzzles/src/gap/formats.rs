//! Gap in JSON: `size`, `columns` and `rows`; boards as rows of `0`, `1` and `.`.
//!
//! Gap as text: the board with its clues around it.
//!
//! The first line has the clues above the columns, `.` where there is none.
//! Each line after it has the clue left of a row and then, for readability, the
//! row's cells as `_`, which may be left out:
//!
//! ```text
//!    .  5  .  .  .  .  .  .  .
//! .  _  _  _  _  _  _  _  _  _
//! .  _  _  _  _  _  _  _  _  _
//! ...
//! 4  _  _  _  _  _  _  _  _  _
//! .  _  _  _  _  _  _  _  _  _
//! ```
//!
//! Blanks separate clues and may be anywhere else; empty lines are ignored.

use super::{Gap, MOST_SIZE, clue_range};
use crate::json::{Fields, Node};
use crate::rows::{self, Written};
use crate::{Board, Fault, Formats, Lines, Puzzle, ReadError};
use serde_json::{Map, Value};

pub(super) fn read_json(fields: &mut Fields<'_>) -> Result<Gap, ReadError> {
    let node = fields.require("size")?;
    if node.value().as_u64().is_some_and(|size| size > MOST_SIZE as u64) {
        let message = format!("a board of side {} is too large; the limit is {MOST_SIZE}", node.value());
        return Err(node.error(Fault::Limit, message));
    }
    let size = node.integer("the side of the board", 1..=MOST_SIZE as i32)? as usize;
    let columns = read_clues(fields.require("columns")?, size, "columns")?;
    let rows = read_clues(fields.require("rows")?, size, "rows")?;
    Ok(Gap { columns, rows })
}

fn read_clues(node: Node<'_>, size: usize, of: &str) -> Result<Vec<Option<usize>>, ReadError> {
    let things = format!("clues, one for each of the {of}");
    let items = node.items_of("a list with a clue or null for each line", size, &things)?;
    items.map(|item| read_clue(item, size)).collect()
}

fn read_clue(node: Node<'_>, size: usize) -> Result<Option<usize>, ReadError> {
    if node.is_null() {
        return Ok(None);
    }
    let clue = node.integer("null or a clue", clue_range(size))?;
    Ok(Some(clue as usize))
}

fn read_cells(row: Node<'_>, size: usize, cells: &mut Vec<Option<i32>>) -> Result<(), ReadError> {
    let text = row.text("a row of `0`, `1` and `.`")?;
    let length = text.chars().count();
    if length != size {
        return Err(row.error(Fault::Shape, format!("expected {size} cells, found {length}")));
    }
    for (column, sign) in (1..).zip(text.chars()) {
        cells.push(match sign {
            '0' => Some(0),
            '1' => Some(1),
            '.' => None,
            _ => {
                let message = format!("expected `0`, `1` or `.` in column {column}, found {sign:?}");
                return Err(row.error(Fault::Shape, message));
            }
        });
    }
    Ok(())
}

pub(super) fn read_text(text: Lines<'_>) -> Result<Gap, ReadError> {
    let mut lines = (text.first..).zip(text.text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let Some((number, line)) = lines.next() else {
        let message = "expected a line with the clues of the columns, found the end";
        return Err(ReadError::at(Fault::Syntax, text.first, 1, message));
    };
    let clues = rows::words(number, line, char::is_whitespace);
    let size = clues.len();
    if size > MOST_SIZE {
        let message = format!("a board of side {size} is too large; the limit is {MOST_SIZE}");
        return Err(ReadError::at(Fault::Limit, number, 1, message));
    }
    let columns = clues.iter().map(|word| read_word(word, size)).collect::<Result<_, _>>()?;
    let mut rows = Vec::with_capacity(size);
    let mut last = number;
    for (number, line) in lines {
        if rows.len() == size {
            let message = format!("expected only {size} rows, as there are {size} clues above the board");
            return Err(ReadError::at(Fault::Syntax, number, 1, message));
        }
        rows.push(read_row(number, line, size)?);
        last = number;
    }
    if rows.len() < size {
        let message = format!("expected {size} rows, as there are {size} clues above the board, found {}", rows.len());
        return Err(ReadError::at(Fault::Syntax, last + 1, 1, message));
    }
    Ok(Gap { columns, rows })
}

fn error(word: &Written<'_>, message: String) -> ReadError {
    ReadError { fault: Fault::Syntax, ..word.error(message) }
}

/// The word, unless it is long.
fn found<'a>(word: &Written<'a>) -> &'a str {
    if word.text.chars().count() > 20 { "a long word" } else { word.text }
}

fn read_word(word: &Written<'_>, size: usize) -> Result<Option<usize>, ReadError> {
    if word.text == "." {
        return Ok(None);
    }
    let digits = word.text.bytes().all(|byte| byte.is_ascii_digit());
    let clue = word.text.parse().ok().filter(|clue| digits && clue_range(size).contains(clue));
    clue.map(|clue: i32| Some(clue as usize)).ok_or_else(|| {
        let most = *clue_range(size).end();
        error(word, format!("expected `.` or a clue from 0 to {most}, found {}", found(word)))
    })
}

fn read_row(number: usize, line: &str, size: usize) -> Result<Option<usize>, ReadError> {
    let words = rows::words(number, line, char::is_whitespace);
    let Some((clue, row)) = words.split_first() else { return Ok(None) };
    let clue = read_word(clue, size)?;
    let mut cells = 0;
    for word in row {
        if word.text.contains(|c| c != '_') {
            return Err(error(word, format!("expected the cells of the row as `_`, found {}", found(word))));
        }
        cells += word.text.len();
        if cells > size {
            return Err(error(word, format!("expected {size} cells in this row, found more")));
        }
    }
    if cells != 0 && cells != size {
        let end = line.trim_end().chars().count() + 1;
        let message = format!("expected {size} cells in this row, or none, found {cells}");
        return Err(ReadError::at(Fault::Syntax, number, end, message));
    }
    Ok(clue)
}

impl Formats for Gap {
    fn write_json(&self) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("size".to_owned(), self.size().into());
        fields.insert("columns".to_owned(), self.columns.clone().into());
        fields.insert("rows".to_owned(), self.rows.clone().into());
        fields
    }

    fn read_board(&self, node: Node<'_>) -> Result<Board, ReadError> {
        let size = self.size();
        let mut cells = Vec::with_capacity(self.places());
        for row in node.items_of("a list with a text for each row", size, "rows")? {
            read_cells(row, size, &mut cells)?;
        }
        Ok(cells.into_iter().collect())
    }

    fn write_board(&self, board: &Board) -> Value {
        let cells: Vec<Option<i32>> = board.iter().collect();
        let sign = |cell: &Option<i32>| match cell {
            Some(0) => '0',
            Some(_) => '1',
            None => '.',
        };
        cells.chunks(self.size()).map(|row| row.iter().map(sign).collect::<String>()).collect()
    }

    fn write_text(&self) -> String {
        let sign = |clue: &Option<usize>| clue.map_or(".".to_owned(), |clue| clue.to_string());
        let widest = |clues: &[Option<usize>]| clues.iter().map(|clue| sign(clue).len()).max().unwrap_or(1);
        let (left, width) = (widest(&self.rows), widest(&self.columns));
        let mut out = " ".repeat(left);
        for clue in &self.columns {
            out.push_str(&format!(" {:>width$}", sign(clue)));
        }
        out.push('\n');
        let cells = format!(" {:>width$}", "_").repeat(self.size());
        for clue in &self.rows {
            out.push_str(&format!("{:>left$}{cells}\n", sign(clue)));
        }
        out
    }

    /// A row is a word of `0`, `1` and `.`, or as many words.
    fn read_board_text(&self, lines: Lines<'_>) -> Result<Board, ReadError> {
        rows::read(lines, &vec![self.size(); self.size()], 0..=1)
    }

    fn write_board_text(&self, board: &Board) -> String {
        rows::write(&rows::texts(board), &vec![self.size(); self.size()], false)
    }
}
