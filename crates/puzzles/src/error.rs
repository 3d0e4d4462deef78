//! What is wrong with a text that should be a puzzle, and where.

use std::fmt;

/// An error in a text that should be a puzzle: what, where, and what was
/// expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct ReadError {
    /// What sort of thing is wrong.
    pub fault: Fault,
    /// Where.
    pub place: Location,
    /// What is wrong and what was expected, in a sentence without its full stop.
    pub message: String,
}

/// What sort of thing is wrong with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It is not text (not UTF-8).
    Encoding,
    /// It does not follow the grammar of its format.
    Syntax,
    /// It follows the grammar, but is not of the shape that the puzzle needs.
    Shape,
    /// It is larger or deeper than is supported.
    Limit,
    /// It does not say which puzzle it is, or names an unknown one.
    Kind,
    /// The page of rules that its kind is made from is not at hand.
    Rules,
}

impl Fault {
    /// The name in JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Encoding => "encoding",
            Fault::Syntax => "syntax",
            Fault::Shape => "shape",
            Fault::Limit => "limit",
            Fault::Kind => "kind",
            Fault::Rules => "rules",
        }
    }
}

/// Where in a text: at a path of a JSON value, at a line and column, both, or
/// nowhere in particular.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Location {
    /// The path, such as `tree[2].bar[0].at`.
    pub path: Option<String>,
    /// The line and the column, from 1; columns count characters.
    pub at: Option<(usize, usize)>,
}

impl Location {
    /// At a line and a column.
    pub fn at(line: usize, column: usize) -> Location {
        Location { path: None, at: Some((line, column)) }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.path, self.at) {
            (None, None) => write!(f, "the whole"),
            (None, Some((line, column))) => write!(f, "line {line}, column {column}"),
            (Some(path), None) => write!(f, "{path}"),
            (Some(path), Some((line, column))) => write!(f, "{path}, line {line}, column {column}"),
        }
    }
}

impl ReadError {
    /// At a line and column of a text.
    pub fn at(fault: Fault, line: usize, column: usize, message: impl Into<String>) -> ReadError {
        ReadError { fault, place: Location::at(line, column), message: message.into() }
    }

    /// About the whole text.
    pub fn whole(fault: Fault, message: impl Into<String>) -> ReadError {
        ReadError { fault, place: Location::default(), message: message.into() }
    }
}
