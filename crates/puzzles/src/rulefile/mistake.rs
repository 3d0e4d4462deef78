//! What is wrong with a rule file, and where.

use super::syntax::Spot;
use std::fmt;

/// A mistake in a rule file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1; columns count characters.
    pub column: usize,
    /// How many characters are wrong, at least one.
    pub width: usize,
    /// The line itself.
    pub text: String,
    /// What is wrong and what was expected, without a full stop.
    pub message: String,
}

impl Mistake {
    pub(super) fn new(source: &str, spot: Spot, message: impl Into<String>) -> Mistake {
        // A line that is no line at all is not shown whole.
        let text: String = source.lines().nth(spot.line - 1).unwrap_or("").chars().take(200).collect();
        let room = (text.chars().count() + 1).saturating_sub(spot.column).max(1);
        let width = spot.width.clamp(1, room);
        Mistake { line: spot.line, column: spot.column, width, text: text.replace('\t', " "), message: message.into() }
    }
}

impl std::error::Error for Mistake {}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "line {}, column {}: {}", self.line, self.column, self.message)?;
        writeln!(f, "    {}", self.text)?;
        write!(f, "    {}{}", " ".repeat(self.column - 1), "^".repeat(self.width))
    }
}
