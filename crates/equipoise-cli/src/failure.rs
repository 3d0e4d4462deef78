//! How a puzzle, or the whole run, ended: exit statuses, as scripts know them, and what
//! could not be done, reported to people and to programs.

use crate::output;
use equipoise::fd::{ModelError, Stopped};
use equipoise::puzzles::{Fault, Kind, Location, Mistake, ReadError};
use equipoise::scene::TooLarge;
use equipoise::studio::{CertifyError, MakeError};
use serde_json::{Value, json};
use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// How one puzzle, or the whole run, ended. The numbers are a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Answered, and fine.
    Fine = 0,
    /// Wrong usage, or a request for something that cannot exist.
    Usage = 2,
    /// There is no solution, or rules are broken.
    None = 10,
    /// There are several solutions.
    Several = 11,
    /// A limit was reached.
    Limit = 12,
    /// The puzzle could not be read.
    Invalid = 3,
    /// It failed: a file that cannot be opened, an interruption.
    Failed = 1,
}

impl Exit {
    /// Every way to end, the least serious first.
    pub(crate) const ALL: [Exit; 7] =
        [Exit::Fine, Exit::Usage, Exit::None, Exit::Several, Exit::Limit, Exit::Invalid, Exit::Failed];

    /// How serious it is: over several puzzles, the most serious counts.
    pub(crate) fn rank(self) -> usize {
        Exit::ALL.iter().position(|&exit| exit == self).unwrap_or(0)
    }

    /// The status of two puzzles together.
    #[must_use]
    pub(crate) fn and(self, other: Exit) -> Exit {
        if other.rank() > self.rank() { other } else { self }
    }
}

/// The status of an answer that a limit cut short.
impl From<Stopped> for Exit {
    fn from(stopped: Stopped) -> Exit {
        if stopped == Stopped::Cancelled { Exit::Failed } else { Exit::Limit }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

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
    /// An error of this kind.
    pub(crate) fn new(kind: &'static str, exit: Exit, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into(), place: None, excerpt: None, exit }
    }

    /// There is no such thing.
    pub(crate) fn missing(message: impl Into<String>) -> Failure {
        Failure::new("missing", Exit::Failed, message)
    }

    /// The request makes no sense, or is refused.
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure::new("usage", Exit::Usage, message)
    }

    /// The file cannot be read.
    pub(crate) fn io(error: &io::Error) -> Failure {
        let message = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => error.to_string(),
        };
        Failure::new("io", Exit::Failed, message)
    }

    /// A file cannot be written.
    pub(crate) fn unwritten(path: &Path, error: &io::Error) -> Failure {
        Failure::written_to(&path.display().to_string(), error)
    }

    /// Output of this name cannot be written.
    pub(crate) fn written_to(name: &str, error: &io::Error) -> Failure {
        let message = match error.kind() {
            io::ErrorKind::NotFound => "there is no such directory",
            io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => "a file is where a directory would be",
            io::ErrorKind::StorageFull => "the disk is full",
            io::ErrorKind::FileTooLarge => "it would be larger than files may be here",
            _ => return Failure::io(error).of(name),
        };
        Failure::new("io", Exit::Failed, message).of(name)
    }

    /// A file that is not the puzzle's cannot be read.
    pub(crate) fn file(path: &Path, error: &io::Error) -> Failure {
        Failure::io(error).at(path)
    }

    /// The text is not a puzzle. A place given by line and column is shown;
    /// `bytes` begin at the line `first_line` of their file.
    pub(crate) fn read(error: ReadError, bytes: &[u8], first_line: usize) -> Failure {
        let Location { path, at } = error.place;
        let number = |line: usize| line + first_line - 1;
        let place = at.map(|(line, column)| format!("line {}, column {column}", number(line)));
        let place: Vec<String> = path.into_iter().chain(place).collect();
        // How rules come to hand is a matter of the command.
        let advice = if error.fault == Fault::Rules { " (`--rules FILE` loads it)" } else { "" };
        Failure {
            place: (!place.is_empty()).then(|| place.join(", ")),
            excerpt: at.and_then(|(line, column)| excerpt(bytes, line, column, number(line))),
            ..Failure::new(error.fault.name(), Exit::Invalid, error.message + advice)
        }
    }

    /// What is wrong with a page of rules, with carets below the words.
    pub(crate) fn mistake(mistake: &Mistake) -> Failure {
        let Mistake { line, column, width, text, message } = mistake;
        let margin = line.to_string().len();
        let (blank, carets) = (" ".repeat(column.saturating_sub(1)), "^".repeat(*width));
        Failure {
            place: Some(format!("line {line}, column {column}")),
            excerpt: Some(format!("{line} | {text}\n{:margin$} | {blank}{carets}\n", "")),
            ..Failure::new("rules", Exit::Invalid, message)
        }
    }

    /// The puzzle is too large to be explained.
    pub(crate) fn unexplained(error: &ModelError) -> Failure {
        Failure::new("model", Exit::Failed, format!("too large to explain: {error}"))
    }

    /// Something that only papers have was asked of a kind without a paper.
    pub(crate) fn no_paper(kind: &Kind) -> Failure {
        Failure::usage(format!("no paper presents {}, so it has no Prolog data and no other model", kind.title))
    }

    /// A certificate was refused.
    pub(crate) fn refused(message: impl Into<String>) -> Failure {
        Failure::new("certificate", Exit::None, message)
    }

    /// The same, said of this file.
    pub(crate) fn at(self, path: &Path) -> Failure {
        self.of(&path.display().to_string())
    }

    /// The same, with the name of a puzzle or file before the place.
    pub(crate) fn of(self, name: &str) -> Failure {
        let place = self.place.map_or_else(|| name.to_owned(), |place| format!("{name}: {place}"));
        Failure { place: Some(place), ..self }
    }

    /// The same, said of something beside the puzzle.
    pub(crate) fn on(self, what: &str) -> Failure {
        let place = self.place.map_or_else(|| what.to_owned(), |place| format!("{what}, {place}"));
        Failure { place: Some(place), ..self }
    }

    /// Prints it for people.
    pub(crate) fn tell(&self) -> Exit {
        output::error(&self.to_string());
        self.exit
    }

    /// For people, in a line.
    pub(crate) fn in_line(&self) -> String {
        self.to_string().lines().next().unwrap_or_default().to_owned()
    }

    /// For programs.
    pub(crate) fn to_json(&self, name: &str) -> Value {
        json!({ "file": name, "error": { "kind": self.kind, "message": self.message, "place": self.place } })
    }
}

/// For people: as many lines as it takes.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
        write!(f, "{place}{}\n{}", self.message, self.excerpt.as_deref().unwrap_or(""))
    }
}

/// The puzzle was read, but is too large for the kernel.
impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Failure {
        Failure::new("model", Exit::Failed, format!("too large to solve: {error}"))
    }
}

/// The drawing would cover more than a person can look at.
impl From<TooLarge> for Failure {
    fn from(error: TooLarge) -> Failure {
        Failure::new("drawing", Exit::Failed, error.to_string())
    }
}

/// There is no certificate.
impl From<CertifyError> for Failure {
    fn from(error: CertifyError) -> Failure {
        Failure::new("certificate", Exit::Failed, error.to_string())
    }
}

/// No puzzle was made.
impl From<&MakeError> for Failure {
    fn from(error: &MakeError) -> Failure {
        let exit = match error {
            MakeError::Impossible(_) => Exit::Usage,
            MakeError::NoneFound { .. } | MakeError::Stopped(_) => Exit::Limit,
            MakeError::Model(_) | MakeError::Unsound(_) => Exit::Failed,
        };
        Failure::new("make", exit, error.to_string())
    }
}

/// How many characters of a long line are shown on each side of the place.
const AROUND: usize = 50;

/// A line of the text with a caret below the column. (A dozen lines do what was wanted
/// of a diagnostics crate: every error has one place. A path into JSON is looked up in
/// the text only when there is an error to report; values carry no positions.)
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

    #[test]
    fn a_caret_marks_the_column() {
        let error = ReadError::at(Fault::Syntax, 2, 3, "expected a digit");
        let failure = Failure::read(error, b"gap\n1 x 2\r\n", 1);
        let expected = "f.txt: line 2, column 3: expected a digit\n2 | 1 x 2\n  |   ^\n";
        assert_eq!(failure.of("f.txt").to_string(), expected);
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
