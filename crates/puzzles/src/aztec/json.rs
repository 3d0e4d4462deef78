//! JSON: `"rows": [[9], [0, 0], [0, 8, 0]]`, 0 for a blank.

use super::{Aztec, MOST_ROWS};
use crate::json::{Fields, Node};
use crate::{Board, Fault, InJson, ReadError, triangle};
use serde_json::{Map, Value};

/// The greatest number that a board may hold. A number above 9 breaks a rule,
/// but a checker should be able to say so.
pub(super) const MOST_ENTRY: i32 = 999;

pub(super) fn read(fields: &mut Fields<'_>) -> Result<Aztec, ReadError> {
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

impl InJson for Aztec {
    fn write_json(&self) -> Map<String, Value> {
        Map::from_iter([("rows".to_owned(), triangle::write_board(&self.givens))])
    }

    fn read_board(&self, node: Node<'_>) -> Result<Board, ReadError> {
        triangle::read_board(node, self.rows, 0..=MOST_ENTRY)
    }

    fn write_board(&self, board: &Board) -> Value {
        triangle::write_board(board)
    }
}
