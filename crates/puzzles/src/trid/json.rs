//! JSON: `"size"`, `"sums"` and `"givens"`, by row and position from 0.

use super::{Given, MOST_SIZE, MOST_SUM, Sum, Triangle, Trid};
use crate::json::{Fields, Node};
use crate::{Board, Fault, InJson, ReadError, triangle};
use serde_json::{Map, Value, json};

/// The greatest number that a board may hold. A number above the side breaks
/// a rule, but a checker should be able to say so.
pub(super) const MOST_ENTRY: i32 = 9999;

pub(super) fn read(fields: &mut Fields<'_>) -> Result<Trid, ReadError> {
    let size = read_size(fields.require("size")?)?;
    let mut sums = Vec::new();
    if let Some(list) = fields.take_some("sums") {
        for item in list.items("a list of sums")? {
            sums.push(read_sum(item, size)?);
        }
    }
    let mut givens = Vec::new();
    if let Some(list) = fields.take_some("givens") {
        for item in list.items("a list of given vertices")? {
            givens.push(read_given(item, size)?);
        }
    }
    Ok(Trid::new(size as usize, sums, givens))
}

fn read_size(node: Node<'_>) -> Result<i32, ReadError> {
    if node.value().as_u64().is_some_and(|size| size > MOST_SIZE as u64) {
        let message = format!("a side of {} is too long; the limit is {MOST_SIZE}", node.value());
        return Err(node.error(Fault::Limit, message));
    }
    node.integer("the length of the side", 1..=MOST_SIZE as i32)
}

fn read_sum(node: Node<'_>, size: i32) -> Result<Sum, ReadError> {
    if size == 1 {
        return Err(node.error(Fault::Shape, "a triangle of side 1 has no small triangles"));
    }
    let mut fields = node.fields("a sum: \"row\", \"pos\", \"sum\", and perhaps \"down\"")?;
    let down = match fields.take_some("down") {
        Some(node) => node.boolean("whether the triangle points down")?,
        None => false,
    };
    if down && size == 2 {
        return Err(node.error(Fault::Shape, "a triangle of side 2 has no small triangle that points down"));
    }
    // The first row has one vertex: no triangle hangs down from it.
    let row = fields.require("row")?.integer("a row", i32::from(down)..=size - 2)?;
    let pos = fields.require("pos")?.integer("a position in the row", 0..=row - i32::from(down))?;
    let sum = fields.require("sum")?.integer("a sum", 0..=MOST_SUM)?;
    fields.finish()?;
    Ok(Sum { triangle: Triangle { row: row as usize, pos: pos as usize, down }, sum })
}

fn read_given(node: Node<'_>, size: i32) -> Result<Given, ReadError> {
    let mut fields = node.fields("a given vertex: \"row\", \"pos\" and \"value\"")?;
    let row = fields.require("row")?.integer("a row", 0..=size - 1)?;
    let pos = fields.require("pos")?.integer("a position in the row", 0..=row)?;
    let value = fields.require("value")?.integer("a number", 1..=size)?;
    fields.finish()?;
    Ok(Given { vertex: triangle::place(row as usize, pos as usize), value })
}

impl InJson for Trid {
    fn write_json(&self) -> Map<String, Value> {
        let sums = self.sums.iter().map(|&Sum { triangle: Triangle { row, pos, down }, sum }| {
            if down {
                json!({"row": row, "pos": pos, "down": true, "sum": sum})
            } else {
                json!({"row": row, "pos": pos, "sum": sum})
            }
        });
        let givens = self.givens.iter().map(|&Given { vertex, value }| {
            let (row, pos) = triangle::row_and_pos(vertex);
            json!({"row": row, "pos": pos, "value": value})
        });
        Map::from_iter([
            ("size".to_owned(), self.size.into()),
            ("sums".to_owned(), sums.collect()),
            ("givens".to_owned(), givens.collect()),
        ])
    }

    fn read_board(&self, node: Node<'_>) -> Result<Board, ReadError> {
        triangle::read_board(node, self.size, 0..=MOST_ENTRY)
    }

    fn write_board(&self, board: &Board) -> Value {
        triangle::write_board(board)
    }
}
