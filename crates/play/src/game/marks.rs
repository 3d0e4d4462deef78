//! What a player has written: entries, and pencil marks.

use super::{Allowed, Refused};
use puzzles::json::Node;
use puzzles::{Board, Fault, Notes, Pencilled, Puzzle, ReadError, Sheet};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use studio::Position;

/// The entries and the pencil marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The entries; givens stand where they are given.
    pub board: Board,
    /// The candidates written in pencil.
    pub marks: Pencilled,
    /// Values that hints have ruled out for quantities that have no place on
    /// the board, such as the total of a bar.
    pub ruled_out: Notes,
}

impl Written {
    /// What the puzzle gives, and no pencil mark.
    pub fn start(puzzle: &dyn Puzzle) -> Written {
        Written { board: puzzle.givens(), marks: Pencilled::new(), ruled_out: Notes::new() }
    }

    /// The entries and pencil marks that say the same as struck values: where
    /// some choices of a target are struck, the others are written.
    ///
    /// # Errors
    /// When something is struck that cannot be.
    pub(crate) fn from_struck(position: Position, allowed: &Allowed) -> Result<Written, Refused> {
        let Position { board, notes } = position;
        let (sheet, mut ruled_out) = (&allowed.sheet, Notes::new());
        for (id, values) in notes.iter() {
            for &value in values {
                if id.contains('.') {
                    ruled_out.strike(id, value);
                } else {
                    allowed.check_struck(id, value)?;
                }
            }
        }
        let is_struck =
            |target, choice| sheet.note(target, choice).is_some_and(|(id, value)| notes.is_struck(id, value));
        let mut marks = Pencilled::new();
        for target in sheet.targets.iter().filter(|target| !target.given) {
            let (struck, left): (BTreeSet<i32>, BTreeSet<i32>) =
                target.choices.values().partition(|&choice| is_struck(target, choice));
            if !struck.is_empty() {
                marks.insert(target.id.clone(), left);
            }
        }
        Ok(Written { board, marks, ruled_out })
    }

    /// The same as facts: where candidates are written, all others are struck.
    pub fn known(&self, sheet: &Sheet) -> Position {
        let mut notes = self.ruled_out.clone();
        for target in &sheet.targets {
            let Some(written) = self.marks.get(&target.id) else { continue };
            for choice in target.choices.values().filter(|choice| !written.contains(choice)) {
                if let Some((id, value)) = sheet.note(target, choice) {
                    notes.strike(id, value);
                }
            }
        }
        Position { board: self.board.clone(), notes }
    }

    /// As in files: the board, the pencil marks and what is ruled out, if there
    /// are any.
    pub fn to_json(&self, puzzle: &dyn Puzzle) -> Value {
        let mut fields = Map::from_iter([("board".to_owned(), puzzle.write_board(&self.board))]);
        if !self.marks.is_empty() {
            let lists = self.marks.iter().map(|(id, values)| (id.clone(), values.iter().copied().collect()));
            fields.insert("marks".to_owned(), Value::Object(lists.collect()));
        }
        if !self.ruled_out.is_empty() {
            fields.insert("struck".to_owned(), self.ruled_out.to_json());
        }
        fields.into()
    }

    /// Reads what [`Written::to_json`] writes, and positions with struck values.
    ///
    /// # Errors
    /// What is wrong, with its path.
    pub(crate) fn from_json(node: Node<'_>, puzzle: &dyn Puzzle, allowed: &Allowed) -> Result<Written, ReadError> {
        let mut fields = node.fields("a position, an object with a board")?;
        let position = Position::of_fields(&mut fields, puzzle)?;
        let refused = |refused: Refused| node.error(Fault::Shape, refused.to_string());
        let mut written = Written::from_struck(position, allowed).map_err(refused)?;
        if let Some(marks) = fields.take_some("marks") {
            for (id, list) in marks.entries("candidates by place")? {
                let values =
                    list.items("a list of candidates")?.map(|item| item.integer("a candidate", i32::MIN..=i32::MAX));
                written.marks.insert(id.to_owned(), values.collect::<Result<_, _>>()?);
            }
        }
        fields.finish()?;
        allowed.check(&written).map_err(refused)?;
        Ok(written)
    }
}
