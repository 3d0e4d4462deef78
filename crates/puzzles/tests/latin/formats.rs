//! JSON: `"rows": [[3, 0], [0, 0]]`, 0 for a blank. Text: the same rows, `.`
//! for a blank.

use super::{Latin, MOST_SIDE};
use crate::json::{Fields, Node};
use crate::{Board, Fault, Formats, Lines, Puzzle, ReadError, rows};
use serde_json::{Map, Value};

/// The greatest number that a board may hold. One above the side breaks a
/// rule, but a checker should be able to say so.
const MOST_ENTRY: i32 = 999;

pub(super) fn read_json(fields: &mut Fields<'_>) -> Result<Latin, ReadError> {
    let node = fields.require("rows")?;
    let side = node.items("a list of rows")?.len();
    if !(1..=MOST_SIDE).contains(&side) {
        return Err(node.error(Fault::Limit, format!("expected 1 to {MOST_SIDE} rows, found {side}")));
    }
    Ok(Latin { side, givens: read_rows(node, side, side as i32)? })
}

fn read_rows(node: Node<'_>, side: usize, most: i32) -> Result<Board, ReadError> {
    let rows = node.items("a list of rows")?;
    if rows.len() != side {
        return Err(node.error(Fault::Shape, format!("expected {side} rows, found {}", rows.len())));
    }
    let mut values = Vec::with_capacity(side * side);
    for row in rows {
        let numbers = row.items("a row, a list of numbers")?;
        if numbers.len() != side {
            return Err(row.error(Fault::Shape, format!("expected {side} numbers, found {}", numbers.len())));
        }
        for number in numbers {
            let value = number.integer("a number (0 for a blank)", 0..=most)?;
            values.push((value != 0).then_some(value));
        }
    }
    Ok(values.into_iter().collect())
}

pub(super) fn read_text(lines: Lines<'_>) -> Result<Latin, ReadError> {
    let side = lines.text.lines().filter(|line| !line.trim().is_empty()).count();
    if !(1..=MOST_SIDE).contains(&side) {
        let message = format!("expected 1 to {MOST_SIDE} rows, found {side}");
        return Err(ReadError::at(Fault::Limit, lines.first, 1, message));
    }
    Ok(Latin { side, givens: rows::read(lines, &vec![side; side], 1..=side as i32)? })
}

impl Formats for Latin {
    fn write_json(&self) -> Map<String, Value> {
        Map::from_iter([("rows".to_owned(), self.write_board(&self.givens))])
    }

    fn read_board(&self, node: Node<'_>) -> Result<Board, ReadError> {
        read_rows(node, self.side, MOST_ENTRY)
    }

    fn write_board(&self, board: &Board) -> Value {
        let values: Vec<i32> = board.iter().map(|value| value.unwrap_or(0)).collect();
        values.chunks(self.side).map(<[i32]>::to_vec).collect()
    }

    fn write_text(&self) -> String {
        self.write_board_text(&self.givens)
    }

    fn read_board_text(&self, lines: Lines<'_>) -> Result<Board, ReadError> {
        rows::read(lines, &vec![self.size(); self.size()], 1..=MOST_ENTRY)
    }

    fn write_board_text(&self, board: &Board) -> String {
        rows::write(&rows::texts(board), &vec![self.size(); self.size()], false)
    }
}
