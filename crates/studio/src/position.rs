//! What is known of a half-filled board: its entries, and the values ruled out.

use crate::Conclusion;
use puzzles::json::Node;
use puzzles::{Board, Notes, Puzzle, ReadError};
use serde_json::{Map, Value};

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

    /// As in files: the board, and what is struck, if anything is.
    pub fn to_json(&self, puzzle: &dyn Puzzle) -> Value {
        let mut fields = Map::from_iter([("board".to_owned(), puzzle.write_board(&self.board))]);
        if !self.notes.is_empty() {
            fields.insert("struck".to_owned(), self.notes.to_json());
        }
        fields.into()
    }

    /// Reads what [`Position::to_json`] writes. Givens are filled in where the
    /// board leaves them blank.
    ///
    /// # Errors
    /// What is wrong, with its path.
    pub fn from_json(node: Node<'_>, puzzle: &dyn Puzzle) -> Result<Position, ReadError> {
        let mut fields = node.fields("a position, an object with a board")?;
        let board = puzzle.read_board(fields.require("board")?)?;
        let board: Board = board.iter().zip(puzzle.givens().iter()).map(|(entry, given)| entry.or(given)).collect();
        let notes = fields.take_some("struck").map(Notes::from_json).transpose()?.unwrap_or_default();
        fields.finish()?;
        Ok(Position { board, notes })
    }
}
