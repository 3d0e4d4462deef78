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

use super::json::{fulcrum_or_not, row_text};
use super::{GridReader, MOST_DIGITS, MultiBalance};
use crate::{Board, Fault, InText, Lines, ReadError, rows};

pub(super) fn read(lines: Lines<'_>) -> Result<MultiBalance, ReadError> {
    let mut grid = GridReader::default();
    let mut digits = None;
    for (line, text) in (lines.first..).zip(lines.text.lines()) {
        let column = text.chars().take_while(|char| char.is_whitespace()).count() + 1;
        let words = text.trim();
        if words.is_empty() {
            continue;
        }
        let at = |(fault, message)| ReadError::at(fault, line, column, message);
        if let Some(count) = words.strip_prefix("digits") {
            let count = read_digits(count).ok_or_else(|| {
                at((Fault::Shape, format!("expected `digits` and a whole number from 1 to {MOST_DIGITS}")))
            })?;
            if digits.replace(count).is_some() {
                return Err(at((Fault::Shape, "the number of digits is given for the second time".to_owned())));
            }
        } else {
            grid.add(&read_row(line, text)?).map_err(at)?;
        }
    }
    let end = lines.first + lines.text.lines().count().saturating_sub(1);
    let at_end = |(fault, message)| ReadError::at(fault, end, 1, message);
    let digits = digits.ok_or_else(|| at_end((Fault::Shape, "expected a line such as `digits 6`".to_owned())))?;
    grid.finish(digits).map_err(at_end)
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

impl InText for MultiBalance {
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
