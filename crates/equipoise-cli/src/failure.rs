//! What could not be done with a puzzle, reported to people and to programs.

use crate::exit::Exit;
use crate::output;
use equipoise::fd::{ModelError, Stopped};
use equipoise::puzzles::{Kind, Location, ReadError};
use equipoise::scene::TooLarge;
use equipoise::studio::{CertifyError, MakeError};
use serde_json::{Value, json};
use std::io;
use std::path::Path;

/// Why there is no answer for a puzzle.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The kind of error, for programs.
    kind: &'static str,
    message: String,
    /// Where in the file, if anywhere.
    place: Option<String>,
    /// The line in question with a mark below it.
    excerpt: Option<String>,
    /// The exit status.
    pub(crate) exit: Exit,
}

impl Failure {
    /// There is no such thing.
    pub(crate) fn missing(message: impl Into<String>) -> Failure {
        Failure { kind: "missing", message: message.into(), place: None, excerpt: None, exit: Exit::Failed }
    }

    /// The file cannot be read.
    pub(crate) fn io(error: &io::Error) -> Failure {
        let message = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "no permission to read it".to_owned(),
            _ => error.to_string(),
        };
        Failure { kind: "io", ..Failure::missing(message) }
    }

    /// A file that is not the puzzle's cannot be written or read.
    pub(crate) fn file(path: &Path, error: &io::Error) -> Failure {
        Failure { place: Some(path.display().to_string()), ..Failure::io(error) }
    }

    /// The same, said of this file.
    pub(crate) fn at(self, path: &Path) -> Failure {
        Failure { place: Some(path.display().to_string()), ..self }
    }

    /// Prints it for people, without the name of a puzzle.
    pub(crate) fn tell(&self) -> Exit {
        output::error(&self.text());
        self.exit
    }

    /// What was read is not what it should be.
    pub(crate) fn invalid(message: impl Into<String>) -> Failure {
        Failure { kind: "shape", exit: Exit::Invalid, ..Failure::missing(message) }
    }

    /// The request makes no sense, or is refused.
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure { kind: "usage", exit: Exit::Usage, ..Failure::missing(message) }
    }

    /// The text is not a puzzle. A place given by line and column is shown;
    /// `bytes` begin at the line `first_line` of their file.
    pub(crate) fn read(error: ReadError, bytes: &[u8], first_line: usize) -> Failure {
        let (place, excerpt) = match error.place {
            Location::Whole => (None, None),
            Location::Path(path) => (Some(path), None),
            Location::Position { line, column } => {
                let number = line + first_line - 1;
                (Some(format!("line {number}, column {column}")), excerpt(bytes, line, column, number))
            }
            Location::PathAt { path, line, column } => {
                let number = line + first_line - 1;
                (Some(format!("{path}, line {number}, column {column}")), excerpt(bytes, line, column, number))
            }
        };
        Failure { kind: error.fault.name(), message: error.message, place, excerpt, exit: Exit::Invalid }
    }

    /// The input is larger than what is read.
    pub(crate) fn too_long(message: &str) -> Failure {
        Failure { kind: "limit", exit: Exit::Invalid, ..Failure::missing(message) }
    }

    /// The puzzle was read, but cannot be posed.
    pub(crate) fn model(error: &ModelError) -> Failure {
        Failure { kind: "model", ..Failure::missing(format!("too large to solve: {error}")) }
    }

    /// The puzzle is too large to be explained.
    pub(crate) fn unexplained(error: &ModelError) -> Failure {
        Failure { kind: "model", ..Failure::missing(format!("too large to explain: {error}")) }
    }

    /// Something that only papers have was asked of a kind without a paper.
    pub(crate) fn no_paper(kind: &Kind) -> Failure {
        Failure::usage(format!("no paper presents {}, so it has no Prolog data and no other model", kind.title))
    }

    /// The puzzle has no form in MiniZinc.
    pub(crate) fn unsayable(error: &ModelError) -> Failure {
        Failure { kind: "model", ..Failure::missing(format!("it cannot be said in MiniZinc: {error}")) }
    }

    /// The drawing would cover more than a person can look at.
    pub(crate) fn too_large(error: &TooLarge) -> Failure {
        Failure { kind: "drawing", ..Failure::missing(error.to_string()) }
    }

    /// A solution was asked for, and there is none.
    pub(crate) fn no_solution() -> Failure {
        Failure { kind: "none", exit: Exit::None, ..Failure::missing("it has no solution") }
    }

    /// There is no certificate.
    pub(crate) fn uncertified(error: &CertifyError) -> Failure {
        Failure { kind: "certificate", ..Failure::missing(error.to_string()) }
    }

    /// A certificate was refused.
    pub(crate) fn refused(message: impl Into<String>) -> Failure {
        Failure { kind: "certificate", exit: Exit::None, ..Failure::missing(message) }
    }

    /// The solution in the file is not a solution.
    pub(crate) fn broken(rule: &str) -> Failure {
        let message = format!("the solution that the file gives is wrong: {rule}");
        Failure { kind: "solution", exit: Exit::None, ..Failure::missing(message) }
    }

    /// A limit was reached first.
    pub(crate) fn stopped(stopped: Stopped, exit: Exit) -> Failure {
        Failure { kind: "stopped", exit, ..Failure::missing(stopped.to_string()) }
    }

    /// No puzzle was made.
    pub(crate) fn not_made(error: &MakeError, exit: Exit) -> Failure {
        Failure { kind: "make", exit, ..Failure::missing(error.to_string()) }
    }

    /// The same, said of something beside the puzzle.
    pub(crate) fn on(self, what: &str) -> Failure {
        let place = self.place.map_or_else(|| what.to_owned(), |place| format!("{what}, {place}"));
        Failure { place: Some(place), ..self }
    }

    /// For people.
    pub(crate) fn to_text(&self, name: &str) -> String {
        format!("{name}: {}", self.text())
    }

    fn text(&self) -> String {
        let place = self.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
        format!("{place}{}\n{}", self.message, self.excerpt.as_deref().unwrap_or(""))
    }

    /// For programs.
    pub(crate) fn to_json(&self, name: &str) -> Value {
        json!({ "file": name, "error": { "kind": self.kind, "message": self.message, "place": self.place } })
    }
}

/// How many characters of a long line are shown on each side of the place.
const AROUND: usize = 50;

/// A line of the text with a caret below the column. (A dozen lines do as well
/// here as a diagnostics crate would: every error has one place.)
fn excerpt(bytes: &[u8], line: usize, column: usize, number: usize) -> Option<String> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let line = String::from_utf8_lossy(bytes.split(|&byte| byte == b'\n').nth(line.checked_sub(1)?)?);
    let at = column.saturating_sub(1);
    let from = at.saturating_sub(AROUND);
    let mut rest = line.trim_end().chars().skip(from);
    let shown = rest.by_ref().take(at - from + AROUND).map(|c| if c.is_control() { ' ' } else { c });
    let shown: String = shown.collect();
    let (before, after) = (if from > 0 { "…" } else { "" }, if rest.next().is_some() { "…" } else { "" });
    let margin = number.to_string().len();
    let caret = (at - from).min(shown.chars().count()) + before.chars().count();
    Some(format!("{number} | {before}{shown}{after}\n{:margin$} | {:caret$}^\n", "", ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise::puzzles::Fault;

    #[test]
    fn a_caret_marks_the_column() {
        let error = ReadError::at(Fault::Syntax, 2, 3, "expected a digit");
        let failure = Failure::read(error, b"gap\n1 x 2\r\n", 1);
        let expected = "f.txt: line 2, column 3: expected a digit\n2 | 1 x 2\n  |   ^\n";
        assert_eq!(failure.to_text("f.txt"), expected);
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let line = format!("{}x{}", "é".repeat(200), "b".repeat(200));
        let excerpt = excerpt(line.as_bytes(), 1, 201, 7).unwrap();
        let lines: Vec<&str> = excerpt.lines().collect();
        let caret = lines[1].chars().position(|c| c == '^').unwrap();
        assert_eq!(lines[0].chars().nth(caret), Some('x'));
        assert!(lines[0].chars().count() < 120);
    }

    #[test]
    fn a_place_outside_the_text_does_no_harm() {
        assert_eq!(excerpt(b"ab", 0, 0, 0), None);
        assert_eq!(excerpt(b"ab", 9, 1, 9), None);
        assert!(excerpt(b"ab", 1, 99, 1).is_some());
        assert!(excerpt(b"\xff\xfe", 1, 1, 1).is_some());
    }
}
