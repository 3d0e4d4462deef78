//! Boards whose row `r`, from 0, has `r + 1` places: pyramids and triangles.
//!
//! Places are numbered row by row.

use crate::json::Node;
use crate::sheet::near_in_triangle;
use crate::{Board, Choices, Fault, Holds, Lines, Quota, ReadError, Sheet, Structure, Target, rows};
use fd::{Model, ModelError, Name, Var};
use serde_json::Value;
use std::ops::RangeInclusive;

/// The number of places in this many rows.
pub(crate) fn places(rows: usize) -> usize {
    rows * (rows + 1) / 2
}

/// The number of a place.
pub(crate) fn place(row: usize, pos: usize) -> usize {
    places(row) + pos
}

/// The row and the position of a place.
pub(crate) fn row_and_pos(place: usize) -> (usize, usize) {
    let row = ((8 * place + 1).isqrt() - 1) / 2;
    (row, place - places(row))
}

/// The name of a place, such as `r3c2`; both numbers count from 1.
pub(crate) fn place_name(place: usize) -> String {
    let (row, pos) = row_and_pos(place);
    format!("r{}c{}", row + 1, pos + 1)
}

/// The names of several places, for a sentence.
pub(crate) fn place_names(places: &[usize]) -> String {
    rows::in_words(&places.iter().map(|&place| place_name(place)).collect::<Vec<_>>())
}

/// A variable for each place; one that is given has its number alone.
pub(crate) fn variables(givens: &Board, most: i32, model: &mut Model) -> Result<Vec<Var>, ModelError> {
    let variable = |(place, given): (usize, Option<i32>)| {
        let x = model.var(given.map_or(1..=most, |given| given..=given))?;
        model.name(x, Name::Made([place, 0], |[place, _]| place_name(place)));
        Ok(x)
    };
    givens.iter().enumerate().map(variable).collect()
}

/// What can be pointed at: places that take numbers, each called a cell, say.
pub(crate) fn sheet(rows: usize, called: &str, most: i32, givens: &Board, quotas: Vec<Quota>) -> Sheet {
    let target = |place: usize| {
        let (row, pos) = row_and_pos(place);
        let name = format!("row {}, {called} {}", row + 1, pos + 1);
        let near = near_in_triangle(rows, place);
        Target::new(Holds::Place(place), place_name(place), name, Choices::Numbers(1..=most), near)
    };
    Sheet::of_places(Structure::Triangle { rows }, (0..places(rows)).map(target).collect(), givens, quotas)
}

/// Reads `[[a], [b, c], ...]` with 0 for a blank.
///
/// # Errors
/// When it does not have `rows` rows, row `r` does not have `r + 1` numbers, or
/// a number is outside `range`.
pub(crate) fn read_board(node: Node<'_>, rows: usize, range: RangeInclusive<i32>) -> Result<Board, ReadError> {
    let mut values = Vec::with_capacity(places(rows));
    for (row, list) in node.items_of("a list of rows", rows, "rows")?.enumerate() {
        let numbers = list.items("a row, a list of numbers")?;
        if numbers.len() != row + 1 {
            let message = format!("row {} must have {} numbers, found {}", row + 1, row + 1, numbers.len());
            return Err(list.error(Fault::Shape, message));
        }
        for number in numbers {
            let value = number.integer("a number (0 for a blank)", range.clone())?;
            values.push(Some(value).filter(|&value| value != 0));
        }
    }
    Ok(values.into_iter().collect())
}

/// Writes what [`read_board`] reads.
pub(crate) fn write_board(board: &Board) -> Value {
    let mut rows = Vec::new();
    let mut values = board.iter();
    while values.len() > 0 {
        let length = rows.len() + 1;
        let row: Vec<Value> = values.by_ref().take(length).map(|value| value.unwrap_or(0).into()).collect();
        rows.push(Value::Array(row));
    }
    Value::Array(rows)
}

/// Reads rows of numbers up to `most`, `.` for a blank.
///
/// # Errors
/// As [`read_board`], with line and column.
pub(crate) fn read_board_text(lines: Lines<'_>, rows: usize, most: i32) -> Result<Board, ReadError> {
    rows::read(lines, &(1..=rows).collect::<Vec<_>>(), 1..=most)
}

/// Writes what [`read_board_text`] reads, as a triangle.
pub(crate) fn write_board_text(board: &Board, rows: usize) -> String {
    rows::write(&rows::texts(board), &(1..=rows).collect::<Vec<_>>(), true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_rows() {
        for expected in 0..1000 {
            let (row, pos) = row_and_pos(expected);
            assert!(pos <= row);
            assert_eq!(place(row, pos), expected);
        }
        assert_eq!(place_names(&[0, 2, 4]), "r1c1, r2c2 and r3c2");
    }
}
