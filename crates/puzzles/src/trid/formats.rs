//! JSON: `"size"`, `"sums"` and `"givens"`, by row and position from 0.
//!
//! Text: the triangle, with the sums between its vertices.
//!
//! ```text
//!           .
//!         /   \
//!       .       3
//!     / 12\ 8 /   \
//!   .       .       .
//! ```
//!
//! A line without slashes is a row of vertices: a number, or a dot (or `_`, or
//! `0`) for a blank. Hyphens may join them. A line of slashes holds the sums of
//! the small triangles between two rows, upward and downward ones in turn; where
//! nothing or a dot stands between two slashes, no sum is given. A line of
//! slashes without any sum may be left out. How far things stand apart does not
//! matter. Two clues for one place are separated by a comma: `/12,13\`.

use super::{Given, MOST_SIZE, MOST_SUM, Sum, Triangle, Trid};
use crate::json::{Fields, Node};
use crate::rows::{self, Written};
use crate::{Board, Fault, Formats, Lines, Puzzle, ReadError, triangle};
use serde_json::{Map, Value, json};

/// The greatest number that a board may hold. A number above the side breaks
/// a rule, but a checker should be able to say so.
pub(super) const MOST_ENTRY: i32 = 9999;

pub(super) fn read_json(fields: &mut Fields<'_>) -> Result<Trid, ReadError> {
    let size = read_size(fields.require("size")?)?;
    let sums = match fields.take_some("sums") {
        Some(list) => list.items("a list of sums")?.map(|item| read_sum(item, size)).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    let givens = match fields.take_some("givens") {
        Some(list) => {
            list.items("a list of given vertices")?.map(|item| read_given(item, size)).collect::<Result<_, _>>()?
        }
        None => Vec::new(),
    };
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

pub(super) fn read_text(lines: Lines<'_>) -> Result<Trid, ReadError> {
    let mut reader = Reader { rows: 0, sums: Vec::new(), givens: Vec::new(), last_slashes: None };
    for (number, text) in (lines.first..).zip(lines.text.lines()) {
        let line = TextLine { number, text };
        if text.contains(['/', '\\']) {
            reader.read_sums(line)?;
        } else if !text.trim().is_empty() {
            reader.read_vertices(line)?;
        }
    }
    if let Some(number) = reader.last_slashes {
        return Err(ReadError::at(Fault::Shape, number, 1, "expected a row of vertices below these sums, found none"));
    }
    if reader.rows == 0 {
        return Err(ReadError::at(Fault::Shape, lines.first, 1, "expected a triangle, found no vertex"));
    }
    reader.finish()
}

/// A line, with its number in the file.
#[derive(Clone, Copy)]
struct TextLine<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> TextLine<'a> {
    /// An error at a byte of the line.
    fn error(self, fault: Fault, byte: usize, message: impl Into<String>) -> ReadError {
        ReadError::at(fault, self.number, self.column(byte), message)
    }

    /// The column of a byte of the line.
    fn column(self, byte: usize) -> usize {
        self.text[..byte].chars().count() + 1
    }

    /// The end of the line without the blanks after it.
    fn end(self) -> usize {
        self.text.trim_end().len()
    }

    /// What is written from `start` to `end`, blanks aside.
    fn part(&self, start: usize, end: usize) -> Written<'a> {
        let part = &self.text[start..end];
        let begin = start + part.len() - part.trim_start().len();
        Written { text: part.trim(), line: self.number, column: self.column(begin) }
    }
}

/// The numbers that are written in one place.
fn numbers(part: Written<'_>, most: i32) -> Result<Vec<i32>, ReadError> {
    if part.text.is_empty() || part.is_blank() {
        return Ok(Vec::new());
    }
    let number = |text: &str| text.trim().parse().ok().filter(|number| (0..=most).contains(number));
    part.text.split(',').map(number).collect::<Option<_>>().ok_or_else(|| {
        let found: String = part.text.chars().take(20).collect();
        part.error(format!("expected a number from 0 to {most}, or `.` for a blank, found {found:?}"))
    })
}

fn expect_blank(part: Written<'_>) -> Result<(), ReadError> {
    if part.text.is_empty() { Ok(()) } else { Err(part.error("expected nothing outside the slashes")) }
}

struct Reader {
    rows: usize,
    sums: Vec<Sum>,
    /// With the line and the column of each, since the greatest number is known
    /// only at the end.
    givens: Vec<(Given, usize, usize)>,
    /// The line of slashes below the last row, if there is one.
    last_slashes: Option<usize>,
}

impl Reader {
    fn read_vertices(&mut self, line: TextLine<'_>) -> Result<(), ReadError> {
        let row = self.rows;
        if row == MOST_SIZE {
            return Err(line.error(Fault::Limit, 0, format!("at most {MOST_SIZE} rows are supported")));
        }
        let words = rows::words(line.number, line.text, |c| c.is_whitespace() || c == '-');
        for (pos, &word) in words.iter().enumerate() {
            if pos > row {
                return Err(word.error(format!("row {} must have {} vertices, found more", row + 1, row + 1)));
            }
            let vertex = triangle::place(row, pos);
            let values = numbers(word, MOST_SIZE as i32)?.into_iter().filter(|&value| value != 0);
            self.givens.extend(values.map(|value| (Given { vertex, value }, line.number, word.column)));
        }
        if words.len() <= row {
            let message = format!("row {} must have {} vertices, found {}", row + 1, row + 1, words.len());
            return Err(line.error(Fault::Shape, line.end(), message));
        }
        self.rows += 1;
        self.last_slashes = None;
        Ok(())
    }

    fn read_sums(&mut self, line: TextLine<'_>) -> Result<(), ReadError> {
        let Some(row) = self.rows.checked_sub(1).filter(|_| self.last_slashes.is_none()) else {
            return Err(line.error(Fault::Shape, 0, "expected a row of vertices above these sums"));
        };
        self.last_slashes = Some(line.number);
        let mut slashes = 0;
        // The end of the slash before.
        let mut start = 0;
        for (at, slash) in line.text.match_indices(['/', '\\']) {
            let expected = if slashes % 2 == 0 { "/" } else { "\\" };
            if slash != expected || slashes > 2 * row + 1 {
                let message = if slash == expected {
                    format!("expected `/\\` {} times below row {}, found one more", row + 1, row + 1)
                } else {
                    format!("expected `{expected}`, found `{slash}`")
                };
                return Err(line.error(Fault::Shape, at, message));
            }
            if slashes == 0 {
                expect_blank(line.part(0, at))?;
            } else {
                let triangle = Triangle { row, pos: (slashes - 1) / 2, down: slashes % 2 == 0 };
                let sums = numbers(line.part(start, at), MOST_SUM)?;
                self.sums.extend(sums.into_iter().map(|sum| Sum { triangle, sum }));
            }
            slashes += 1;
            start = at + 1;
        }
        if slashes < 2 * row + 2 {
            let message = format!("expected `/\\` {} times below row {}, found fewer", row + 1, row + 1);
            return Err(line.error(Fault::Shape, line.end(), message));
        }
        expect_blank(line.part(start, line.text.len()))
    }

    fn finish(self) -> Result<Trid, ReadError> {
        let size = self.rows;
        for &(Given { value, .. }, line, column) in &self.givens {
            if value as usize > size {
                let message = format!("expected a number from 1 to {size}, the number of rows, found {value}");
                return Err(ReadError::at(Fault::Shape, line, column, message));
            }
        }
        let givens = self.givens.into_iter().map(|(given, ..)| given).collect();
        Ok(Trid::new(size, self.sums, givens))
    }
}

impl Formats for Trid {
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

    fn write_text(&self) -> String {
        let size = self.size;
        let mut vertices = vec![String::new(); self.places()];
        for given in &self.givens {
            join(&mut vertices[given.vertex], given.value);
        }
        // By row, upward and downward triangles in turn.
        let mut slots: Vec<Vec<String>> = (0..size).map(|row| vec![String::new(); 2 * row + 1]).collect();
        for &Sum { triangle: Triangle { row, pos, down }, sum } in &self.sums {
            join(&mut slots[row][2 * pos + usize::from(down)], sum);
        }
        let with_sums = !self.sums.is_empty();
        let width = vertices.iter().chain(slots.iter().flatten()).map(String::len).max().unwrap_or(0).max(1);
        // From a vertex to the column half-way to the next: with sums, there is
        // room for a sum and a slash.
        let half = if with_sums { width + 1 } else { width / 2 + 1 };
        let mut text = String::new();
        for row in 0..size {
            let indent = (size - 1 - row) * half;
            let fields = (0..=row).map(|pos| {
                let vertex = &vertices[triangle::place(row, pos)];
                format!("{:^width$}", if vertex.is_empty() { "." } else { vertex })
            });
            let gap = " ".repeat(2 * half - width);
            push_line(&mut text, indent, &fields.collect::<Vec<_>>().join(&gap));
            if with_sums && row + 1 < size {
                let mut line = String::from("/");
                for (i, slot) in slots[row].iter().enumerate() {
                    line.push_str(&format!("{slot:^width$}"));
                    line.push(if i % 2 == 0 { '\\' } else { '/' });
                }
                push_line(&mut text, indent - 1, &line);
            }
        }
        text
    }

    fn read_board_text(&self, lines: Lines<'_>) -> Result<Board, ReadError> {
        triangle::read_board_text(lines, self.size, MOST_ENTRY)
    }

    fn write_board_text(&self, board: &Board) -> String {
        triangle::write_board_text(board, self.size)
    }
}

/// Adds a clue to what stands in a place already.
fn join(place: &mut String, clue: i32) {
    if !place.is_empty() {
        place.push(',');
    }
    place.push_str(&clue.to_string());
}

fn push_line(text: &mut String, indent: usize, line: &str) {
    text.push_str(&" ".repeat(indent));
    text.push_str(line.trim_end());
    text.push('\n');
}
