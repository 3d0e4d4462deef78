//! What is known of a half-filled board: its entries, and the values ruled out.

use crate::Conclusion;
use puzzles::json::{Fields, Node};
use puzzles::{Board, Notes, Puzzle, ReadError};

/// What is known: the entries, and the values that are ruled out.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Position {
    /// The entries; givens stand where they are given.
    pub board: Board,
    /// The values that are ruled out.
    pub notes: Notes,
}

impl Position {
    /// What the puzzle gives, and nothing ruled out.
    pub fn start(puzzle: &dyn Puzzle) -> Position {
        Position { board: puzzle.givens(), notes: Notes::new() }
    }

    /// Adds what a hint concludes; says whether that is news.
    pub fn learn(&mut self, concluded: &Conclusion) -> bool {
        match concluded {
            &Conclusion::Is { place, value } => {
                let news = self.board.get(place) != Some(value);
                self.board.set(place, Some(value));
                news
            }
            Conclusion::IsNot { subject, value } => self.notes.strike(subject, *value),
        }
    }

    /// Reads a position of a file: the board, and what is struck, if anything is.
    ///
    /// # Errors
    /// What is wrong, with its path.
    pub fn from_json(node: Node<'_>, puzzle: &dyn Puzzle) -> Result<Position, ReadError> {
        let mut fields = node.fields("a position, an object with a board")?;
        let position = Position::of_fields(&mut fields, puzzle)?;
        fields.finish()?;
        Ok(position)
    }

    /// The same of an object that may have other fields. Givens are filled in
    /// where the board leaves them blank.
    ///
    /// # Errors
    /// What is wrong, with its path.
    pub fn of_fields(fields: &mut Fields<'_>, puzzle: &dyn Puzzle) -> Result<Position, ReadError> {
        let board = puzzle.read_board(fields.require("board")?)?;
        let board = board.iter().zip(puzzle.givens().iter()).map(|(entry, given)| entry.or(given)).collect();
        let notes = fields.take_some("struck").map(Notes::from_json).transpose()?.unwrap_or_default();
        Ok(Position { board, notes })
    }
}
