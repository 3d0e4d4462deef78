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
use crate::{Board, Fault, InText, Lines, Puzzle, ReadError, rows};

pub(super) fn read(text: Lines<'_>) -> Result<Gap, ReadError> {
    let mut lines = (text.first..).zip(text.text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let Some((number, line)) = lines.next() else {
        let message = "expected a line with the clues of the columns, found the end";
        return Err(ReadError::at(Fault::Syntax, text.first, 1, message));
    };
    let clues: Vec<Token<'_>> = tokens(number, line).collect();
    let size = clues.len();
    if size > MOST_SIZE {
        let message = format!("a board of side {size} is too large; the limit is {MOST_SIZE}");
        return Err(ReadError::at(Fault::Limit, number, 1, message));
    }
    let columns = clues.iter().map(|token| token.clue(size)).collect::<Result<_, _>>()?;
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

/// A word of a line, and where it begins.
struct Token<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

fn tokens(number: usize, line: &str) -> impl Iterator<Item = Token<'_>> {
    let (mut rest, mut column) = (line, 1);
    std::iter::from_fn(move || {
        let text = rest.split_whitespace().next()?;
        let start = rest.find(|c: char| !c.is_whitespace())?;
        column += rest[..start].chars().count();
        let token = Token { text, line: number, column };
        column += text.chars().count();
        rest = &rest[start + text.len()..];
        Some(token)
    })
}

impl Token<'_> {
    fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::at(Fault::Syntax, self.line, self.column, message)
    }

    /// The word, unless it is long.
    fn found(&self) -> &str {
        if self.text.chars().count() > 20 { "a long word" } else { self.text }
    }

    fn clue(&self, size: usize) -> Result<Option<usize>, ReadError> {
        if self.text == "." {
            return Ok(None);
        }
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number: Option<i32> = self.text.parse().ok().filter(|_| digits);
        match number {
            Some(clue) if clue_range(size).contains(&clue) => Ok(Some(clue as usize)),
            _ => {
                let most = clue_range(size).end().to_owned();
                Err(self.error(format!("expected `.` or a clue from 0 to {most}, found {}", self.found())))
            }
        }
    }
}

fn read_row(number: usize, line: &str, size: usize) -> Result<Option<usize>, ReadError> {
    let mut tokens = tokens(number, line);
    let clue = tokens.next().map(|token| token.clue(size)).transpose()?.flatten();
    let mut cells = 0;
    for token in tokens {
        if token.text.contains(|c| c != '_') {
            return Err(token.error(format!("expected the cells of the row as `_`, found {}", token.found())));
        }
        cells += token.text.len();
        if cells > size {
            return Err(token.error(format!("expected {size} cells in this row, found more")));
        }
    }
    if cells != 0 && cells != size {
        let end = line.trim_end().chars().count() + 1;
        let message = format!("expected {size} cells in this row, or none, found {cells}");
        return Err(ReadError::at(Fault::Syntax, number, end, message));
    }
    Ok(clue)
}

impl InText for Gap {
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
