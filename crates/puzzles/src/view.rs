//! How a puzzle is looked at: what a drawing of it shows.

use crate::Board;
use scene::{Emphasis, Role};

/// What a drawing of a puzzle shows beside its clues.
///
/// A place that the puzzle gives always shows the given. Where the board says
/// otherwise there, the given is drawn as wrong.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    board: &'a Board,
    checkpoint: Option<&'a Board>,
}

impl<'a> View<'a> {
    /// The board alone.
    pub fn of(board: &'a Board) -> View<'a> {
        View { board, checkpoint: None }
    }

    /// The same, telling apart the entries made since this board.
    #[must_use]
    pub fn since(self, checkpoint: &'a Board) -> View<'a> {
        View { checkpoint: Some(checkpoint), ..self }
    }

    /// What is filled in.
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// How to draw a place, which the puzzle gives or not.
    pub(crate) fn at(&self, place: usize, given: Option<i32>) -> Standing {
        let entry = self.board.get(place);
        match (given, entry) {
            (Some(given), _) => {
                let emphasis = entry.filter(|&entry| entry != given).map(|_| Emphasis::Wrong);
                Standing { role: Role::Clue, value: Some(given), emphasis }
            }
            (None, Some(_)) => {
                let older = self.checkpoint.is_none_or(|checkpoint| checkpoint.get(place) == entry);
                let role = if older { Role::Entry } else { Role::Checkpoint };
                Standing { role, value: entry, emphasis: None }
            }
            (None, None) => Standing { role: Role::Blank, value: None, emphasis: None },
        }
    }
}

/// What stands at a place, and how it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) role: Role,
    pub(crate) value: Option<i32>,
    pub(crate) emphasis: Option<Emphasis>,
}

impl Standing {
    /// For those who cannot see the drawing.
    pub(crate) fn in_words(self) -> String {
        match (self.value, self.emphasis) {
            (Some(value), Some(_)) => format!("{value} given, and something else entered"),
            (Some(value), None) => value.to_string(),
            (None, _) => "blank".to_owned(),
        }
    }
}
