//! JSON: `"rows": [[9], [0, 0], [0, 8, 0]]`, 0 for a blank.
//!
//! Text: the pyramid as it stands, a digit for a given and a dot for a blank.
//!
//! ```text
//!      9
//!     . .
//!    . 8 .
//!   5 . . 6
//! ```
//!
//! Every character that is not white space is a cell (`_` and `0` are blanks,
//! too), every line with a cell is a row.

use super::{Aztec, MOST_ROWS};
use crate::json::{Fields, Node};
use crate::{Board, Fault, Formats, Lines, ReadError, triangle};
use serde_json::{Map, Value};

/// The greatest number that a board may hold. A number above 9 breaks a rule,
/// but a checker should be able to say so.
pub(super) const MOST_ENTRY: i32 = 999;

pub(super) fn read_json(fields: &mut Fields<'_>) -> Result<Aztec, ReadError> {
    let node = fields.require("rows")?;
    let rows = node.items("a list of rows")?.len();
    if rows == 0 {
        return Err(node.error(Fault::Shape, "expected at least one row, found none"));
    }
    if rows > MOST_ROWS {
        let message = format!("expected at most {MOST_ROWS} rows, as the numbers of a row differ; found {rows}");
        return Err(node.error(Fault::Limit, message));
    }
    Ok(Aztec::new(rows, triangle::read_board(node, rows, 0..=9)?))
}

pub(super) fn read_text(lines: Lines<'_>) -> Result<Aztec, ReadError> {
    let mut values = Vec::new();
    let mut rows = 0;
    for (number, line) in (lines.first..).zip(lines.text.lines()) {
        let first = values.len();
        for (column, c) in (1..).zip(line.chars()).filter(|(_, c)| !c.is_whitespace()) {
            let value = match c {
                '.' | '_' | '0' => None,
                '1'..='9' => c.to_digit(10).map(|digit| digit as i32),
                _ => {
                    let message = format!("expected a digit, or `.` for a blank, found {c:?}");
                    return Err(ReadError::at(Fault::Syntax, number, column, message));
                }
            };
            if values.len() - first > rows {
                let message = format!("row {} must have {} cells, found more", rows + 1, rows + 1);
                return Err(ReadError::at(Fault::Shape, number, column, message));
            }
            values.push(value);
        }
        let length = values.len() - first;
        if length == 0 {
            continue;
        }
        if rows == MOST_ROWS {
            let message = format!("expected at most {MOST_ROWS} rows, as the numbers of a row differ");
            return Err(ReadError::at(Fault::Limit, number, 1, message));
        }
        if length <= rows {
            let message = format!("row {} must have {} cells, found {length}", rows + 1, rows + 1);
            return Err(ReadError::at(Fault::Shape, number, line.chars().count() + 1, message));
        }
        rows += 1;
    }
    if rows == 0 {
        return Err(ReadError::at(Fault::Shape, lines.first, 1, "expected a pyramid, found no cell"));
    }
    Ok(Aztec::new(rows, values.into_iter().collect()))
}

impl Formats for Aztec {
    fn write_json(&self) -> Map<String, Value> {
        Map::from_iter([("rows".to_owned(), triangle::write_board(&self.givens))])
    }

    fn read_board(&self, node: Node<'_>) -> Result<Board, ReadError> {
        triangle::read_board(node, self.rows, 0..=MOST_ENTRY)
    }

    fn write_board(&self, board: &Board) -> Value {
        triangle::write_board(board)
    }

    fn write_text(&self) -> String {
        triangle::write_board_text(&self.givens, self.rows)
    }

    fn read_board_text(&self, lines: Lines<'_>) -> Result<Board, ReadError> {
        triangle::read_board_text(lines, self.rows, MOST_ENTRY)
    }

    fn write_board_text(&self, board: &Board) -> String {
        triangle::write_board_text(board, self.rows)
    }
}
