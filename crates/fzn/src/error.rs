//! What can be wrong with a FlatZinc file.

use std::fmt;

/// Why a file is not solved: what, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// Whether the file is right as it is, but says something that this solver lacks.
    pub unsupported: bool,
    /// What is wrong, and what was expected.
    pub message: String,
    /// The line, counted from 1.
    pub line: usize,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for Error {}

/// A problem at a place in the text, before its line is known.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) at: usize,
    pub(crate) unsupported: bool,
    pub(crate) message: String,
}

impl Problem {
    /// The file is wrong.
    pub(crate) fn wrong(at: usize, message: impl Into<String>) -> Problem {
        Problem { at, unsupported: false, message: message.into() }
    }

    /// This solver lacks something.
    pub(crate) fn unsupported(at: usize, message: impl Into<String>) -> Problem {
        Problem { at, unsupported: true, message: message.into() }
    }

    /// With the line in this text.
    pub(crate) fn in_text(self, text: &str) -> Error {
        let before = &text.as_bytes()[..self.at.min(text.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        Error { unsupported: self.unsupported, message: self.message, line }
    }
}
