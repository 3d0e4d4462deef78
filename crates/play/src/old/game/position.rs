//! What a player can enter and strike on one puzzle.

use super::Refused;
use puzzles::{Board, Holds, Puzzle, Sheet, Target};
use std::collections::{BTreeMap, BTreeSet};
use studio::Position;

/// What can be entered and struck on one puzzle.
#[derive(Debug)]
pub(crate) struct Allowed {
    pub(crate) sheet: Sheet,
    givens: Board,
    /// The places by their ids.
    places: BTreeMap<String, usize>,
    /// For each place that is a target itself, the index of that target.
    own: BTreeMap<usize, usize>,
    /// The cells that numbers can stand on, by their values.
    cells: BTreeMap<i32, usize>,
    /// What quantities may be about: `b4` of `b4.total`.
    known: BTreeSet<String>,
}

impl Allowed {
    pub(crate) fn on(puzzle: &dyn Puzzle) -> Allowed {
        let (sheet, givens) = (puzzle.sheet(), puzzle.givens());
        let places = sheet.places.iter().cloned().zip(0..).collect();
        let (mut own, mut cells) = (BTreeMap::new(), BTreeMap::new());
        for (index, target) in sheet.targets.iter().enumerate() {
            match target.holds {
                Holds::Place(place) => own.insert(place, index),
                Holds::Cell(cell) => cells.insert(cell, index),
                Holds::Clue => None,
            };
        }
        let read_outs = puzzle.read_outs(&givens).into_iter().map(|read| read.id);
        let targets = sheet.targets.iter().map(|target| target.id.clone());
        let known = read_outs.chain(targets).chain(sheet.places.iter().cloned()).collect();
        Allowed { sheet, givens, places, own, cells, known }
    }

    /// The place with this id.
    pub(crate) fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// Whether a place may have a value.
    fn takes(&self, place: usize, value: i32) -> bool {
        let target = self.own.get(&place).or_else(|| self.cells.get(&value));
        let target = target.and_then(|&index| self.sheet.targets.get(index));
        let choice = |target: &Target| match target.holds {
            Holds::Place(_) => Some(value),
            _ => i32::try_from(place + 1).ok(),
        };
        target.is_some_and(|target| choice(target).is_some_and(|choice| target.fills(choice) == Some((place, value))))
    }

    /// Whether a place can be left with this entry.
    pub(crate) fn check_entry(&self, place: usize, value: Option<i32>) -> Result<(), Refused> {
        let Some(id) = self.sheet.places.get(place) else { return Err(Refused::Unknown(format!("place {place}"))) };
        match (self.givens.get(place), value) {
            (Some(given), value) if value != Some(given) => Err(Refused::Given(id.clone())),
            (None, Some(value)) if !self.takes(place, value) => Err(Refused::Value(id.clone(), value)),
            _ => Ok(()),
        }
    }

    /// Whether a value can be struck: for a place, one that it may have; for a
    /// quantity, any.
    pub(crate) fn check_note(&self, subject: &str, value: i32) -> Result<(), Refused> {
        if let Some((about, what)) = subject.split_once('.') {
            let is_word = !what.is_empty() && what.bytes().all(|byte| byte.is_ascii_alphanumeric());
            return if is_word && self.known.contains(about) { Ok(()) } else { Err(Refused::Unknown(subject.into())) };
        }
        match self.place(subject) {
            None => Err(Refused::Unknown(subject.to_owned())),
            Some(place) if self.takes(place, value) => Ok(()),
            Some(_) => Err(Refused::Value(subject.to_owned(), value)),
        }
    }

    /// Whether a position can be reached by moves.
    pub(crate) fn check(&self, position: &Position) -> Result<(), Refused> {
        if position.board.len() != self.sheet.places.len() {
            return Err(Refused::Unknown(format!("a board of {} places", position.board.len())));
        }
        for (place, value) in position.board.iter().enumerate() {
            self.check_entry(place, value)?;
        }
        let marks = position.notes.iter().flat_map(|(id, values)| values.iter().map(move |&value| (id, value)));
        for (id, value) in marks {
            self.check_note(id, value)?;
        }
        Ok(())
    }
}
