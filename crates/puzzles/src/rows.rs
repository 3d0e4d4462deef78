//! Boards as text: rows of cells.
//!
//! Readers are written by hand: the formats are grids and trees, a page each, and
//! this way errors name their place exactly.
//!
//! The cells of a row are words, or the characters of a single word where each
//! is one character. Empty lines are ignored.

use crate::{Board, Fault, Lines, ReadError};
use std::fmt::Display;
use std::ops::RangeInclusive;

/// What is written in a cell, and where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Written<'a> {
    pub(crate) text: &'a str,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Written<'_> {
    pub(crate) fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::at(Fault::Shape, self.line, self.column, message)
    }

    /// What is written, unless that is long.
    pub(crate) fn found(&self) -> String {
        if self.text.chars().count() > 20 { "a long word".to_owned() } else { format!("`{}`", self.text) }
    }

    /// `.` or `_` for a blank.
    pub(crate) fn is_blank(&self) -> bool {
        matches!(self.text, "." | "_")
    }

    /// A number within `range`, or a blank.
    pub(crate) fn value(&self, range: &RangeInclusive<i32>) -> Result<Option<i32>, ReadError> {
        if self.is_blank() {
            return Ok(None);
        }
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.text.parse().ok().filter(|number| digits && range.contains(number));
        number.map(Some).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            self.error(format!("expected `.` for a blank or a number from {least} to {most}, found {}", self.found()))
        })
    }
}

/// The cells of all rows, each of the length that `lengths` says.
pub(crate) fn cells<'a>(lines: Lines<'a>, lengths: &[usize]) -> Result<Vec<Written<'a>>, ReadError> {
    let mut cells = Vec::with_capacity(lengths.iter().sum());
    let mut rows = 0;
    let mut after = lines.first;
    for (line, text) in (lines.first..).zip(lines.text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let Some(&length) = lengths.get(rows) else {
            return Err(ReadError::at(Fault::Shape, line, 1, format!("expected only {} rows", lengths.len())));
        };
        let row = match words(line, text, char::is_whitespace).as_slice() {
            [one] if length != 1 => signs(*one),
            words => words.to_vec(),
        };
        if row.len() != length {
            let message = format!("expected {length} cells in row {}, found {}", rows + 1, row.len());
            return Err(ReadError::at(Fault::Shape, line, row.first().map_or(1, |cell| cell.column), message));
        }
        cells.extend(row);
        rows += 1;
        after = line + 1;
    }
    if rows < lengths.len() {
        let message = format!("expected {} rows, found {rows}", lengths.len());
        return Err(ReadError::at(Fault::Shape, after, 1, message));
    }
    Ok(cells)
}

/// The words of a line.
pub(crate) fn words(line: usize, text: &str, separates: fn(char) -> bool) -> Vec<Written<'_>> {
    let mut words = Vec::new();
    let mut column = 1;
    for part in text.split_inclusive(separates) {
        let word = part.trim_end_matches(separates);
        if !word.is_empty() {
            words.push(Written { text: word, line, column });
        }
        column += part.chars().count();
    }
    words
}

/// The characters of a word as cells.
fn signs(word: Written<'_>) -> Vec<Written<'_>> {
    let starts = word.text.char_indices().map(|(start, sign)| &word.text[start..start + sign.len_utf8()]);
    starts.zip(word.column..).map(|(text, column)| Written { text, column, ..word }).collect()
}

/// A board of numbers within `range`, row by row.
pub(crate) fn read(lines: Lines<'_>, lengths: &[usize], range: RangeInclusive<i32>) -> Result<Board, ReadError> {
    cells(lines, lengths)?.iter().map(|cell| cell.value(&range)).collect()
}

/// Writes cells that [`cells`] reads: the rows below one another, or, if they
/// are `centred`, each in the middle.
pub(crate) fn write(texts: &[String], lengths: &[usize], centred: bool) -> String {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(1);
    // Half a cell and the blank after it is then a whole number of columns.
    let width = if centred { width | 1 } else { width };
    let longest = lengths.iter().max().copied().unwrap_or(0);
    let mut out = String::new();
    let mut rest = texts;
    for &length in lengths {
        let (row, after) = rest.split_at(length.min(rest.len()));
        rest = after;
        let indent = if centred { (longest - length) * (width + 1) / 2 } else { 0 };
        let row: Vec<String> = row.iter().map(|text| format!("{text:>width$}")).collect();
        out.push_str(&" ".repeat(indent));
        out.push_str(&row.join(" "));
        out.push('\n');
    }
    out
}

/// So many of a thing: `1 row`, `2 rows`.
pub fn counted<N: Display + From<u8> + PartialEq>(count: N, what: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// `a`, `a and b`, `a, b and c`
pub(crate) fn in_words(names: &[String]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        one_or_none => one_or_none.concat(),
    }
}

/// The values of a board as cells, `.` for a blank.
pub(crate) fn texts(board: &Board) -> Vec<String> {
    board.iter().map(|value| value.map_or(".".to_owned(), |value| value.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str, lengths: &[usize]) -> Result<Board, String> {
        read(Lines { text, first: 3 }, lengths, 1..=12).map_err(|error| error.to_string())
    }

    #[test]
    fn rows_are_words_or_signs() {
        let expected = [Some(1), None, Some(2), Some(3)].into_iter().collect();
        assert_eq!(board("1 .\n\n  2   3 \n", &[2, 2]).as_ref(), Ok(&expected));
        assert_eq!(board("1_\n23", &[2, 2]), Ok(expected));
        assert_eq!(board("12\n1 2", &[1, 2]), Ok(Board::full([12, 1, 2])));
        assert_eq!(board("", &[]), Ok(Board::blank(0)));
    }

    #[test]
    fn errors_have_their_place() {
        for (text, expected) in [
            ("1 .\n\n 2 x", "line 5, column 4: expected `.` for a blank or a number from 1 to 12, found `x`"),
            ("1 13\n1 2", "line 3, column 3: expected `.` for a blank or a number from 1 to 12, found `13`"),
            ("+1 1\n1 2", "line 3, column 1: expected `.` for a blank or a number from 1 to 12, found `+1`"),
            (" 123\n1 2", "line 3, column 2: expected 2 cells in row 1, found 3"),
            ("1 2\n1 2\n1 2", "line 5, column 1: expected only 2 rows"),
            ("1 2\n", "line 4, column 1: expected 2 rows, found 1"),
        ] {
            assert_eq!(board(text, &[2, 2]), Err(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn what_is_written_reads() {
        let value = |place: usize| (!place.is_multiple_of(3)).then_some(place as i32 % 12 + 1);
        for lengths in [vec![1, 2, 3, 4, 5], vec![4; 4], vec![9], vec![]] {
            let board_written: Board = (0..lengths.iter().sum()).map(value).collect();
            for centred in [true, false] {
                let text = write(&texts(&board_written), &lengths, centred);
                assert_eq!(board(&text, &lengths).as_ref(), Ok(&board_written), "{text}");
            }
        }
    }
}
