//! Gap in JSON: `size`, `columns` and `rows`; boards as rows of `0`, `1` and `.`.

use super::{Gap, MOST_SIZE, clue_range};
use crate::json::{Fields, Node};
use crate::{Board, Fault, InJson, Puzzle, ReadError};
use serde_json::{Map, Value};

pub(super) fn read(fields: &mut Fields<'_>) -> Result<Gap, ReadError> {
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
    let items = node.items("a list with a clue or null for each line")?;
    if items.len() != size {
        let message = format!("expected {size} clues, one for each of the {of}, found {}", items.len());
        return Err(node.error(Fault::Shape, message));
    }
    items.map(|item| read_clue(item, size)).collect()
}

fn read_clue(node: Node<'_>, size: usize) -> Result<Option<usize>, ReadError> {
    if node.is_null() {
        return Ok(None);
    }
    let clue = node.integer("null or a clue", clue_range(size))?;
    Ok(Some(clue as usize))
}

impl InJson for Gap {
    fn write_json(&self) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("size".to_owned(), self.size().into());
        fields.insert("columns".to_owned(), self.columns.clone().into());
        fields.insert("rows".to_owned(), self.rows.clone().into());
        fields
    }

    fn read_board(&self, node: Node<'_>) -> Result<Board, ReadError> {
        let size = self.size();
        let rows = node.items("a list with a text for each row")?;
        if rows.len() != size {
            return Err(node.error(Fault::Shape, format!("expected {size} rows, found {}", rows.len())));
        }
        let mut cells = Vec::with_capacity(self.places());
        for row in rows {
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
