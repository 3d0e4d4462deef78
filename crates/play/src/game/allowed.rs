//! What a player can enter and write in pencil on one puzzle.

use super::moves::target_for;
use super::{Refused, Written};
use puzzles::{Board, Puzzle, Sheet, Target};
use std::collections::{BTreeMap, BTreeSet};

/// What can be entered and struck on one puzzle.
#[derive(Debug)]
pub(crate) struct Allowed {
    pub(crate) sheet: Sheet,
    givens: Board,
    /// The places and the targets by their ids.
    places: BTreeMap<String, usize>,
    targets: BTreeMap<String, usize>,
    /// What quantities may be about: `b4` of `b4.total`.
    known: BTreeSet<String>,
}

impl Allowed {
    pub(crate) fn on(puzzle: &dyn Puzzle) -> Allowed {
        let (sheet, givens) = (puzzle.sheet(), puzzle.givens());
        let places = sheet.places.iter().cloned().zip(0..).collect();
        let read_outs = puzzle.read_outs(&givens).into_iter().map(|read| read.id);
        let targets: BTreeMap<String, usize> = sheet.targets.iter().map(|target| target.id.clone()).zip(0..).collect();
        let known = read_outs.chain(targets.keys().cloned()).chain(sheet.places.iter().cloned()).collect();
        Allowed { sheet, givens, places, targets, known }
    }

    /// The place with this id.
    pub(crate) fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// The target with this id.
    pub(crate) fn target(&self, id: &str) -> Option<&Target> {
        self.sheet.targets.get(*self.targets.get(id)?)
    }

    /// Whether a place may have a value.
    fn takes(&self, place: usize, value: i32) -> bool {
        target_for(&self.sheet, place, value)
            .is_some_and(|(target, choice)| target.fills(choice) == Some((place, value)))
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

    /// Whether these candidates can be written at a target.
    pub(crate) fn check_marks<'c>(
        &self,
        id: &str,
        candidates: impl IntoIterator<Item = &'c i32>,
    ) -> Result<(), Refused> {
        let target = self.target(id).ok_or_else(|| Refused::Unknown(id.to_owned()))?;
        if target.given {
            return Err(Refused::Given(id.to_owned()));
        }
        match candidates.into_iter().find(|candidate| target.fills(**candidate).is_none()) {
            Some(&other) => Err(Refused::Value(id.to_owned(), other)),
            None => Ok(()),
        }
    }

    /// Whether a place may have a value that is struck.
    pub(crate) fn check_struck(&self, id: &str, value: i32) -> Result<(), Refused> {
        match self.place(id) {
            None => Err(Refused::Unknown(id.to_owned())),
            Some(place) if self.takes(place, value) => Ok(()),
            Some(_) => Err(Refused::Value(id.to_owned(), value)),
        }
    }

    /// Whether there is such a quantity: a word after the id of what it belongs to.
    pub(crate) fn check_quantity(&self, subject: &str) -> Result<(), Refused> {
        let is_one = subject.split_once('.').is_some_and(|(about, what)| {
            !what.is_empty() && what.bytes().all(|byte| byte.is_ascii_alphanumeric()) && self.known.contains(about)
        });
        if is_one { Ok(()) } else { Err(Refused::Unknown(subject.to_owned())) }
    }

    /// Whether a position can be reached by moves.
    pub(crate) fn check(&self, written: &Written) -> Result<(), Refused> {
        if written.board.len() != self.sheet.places.len() {
            return Err(Refused::Unknown(format!("a board of {} places", written.board.len())));
        }
        for (place, value) in written.board.iter().enumerate() {
            self.check_entry(place, value)?;
        }
        for (id, candidates) in &written.marks {
            self.check_marks(id, candidates)?;
        }
        written.ruled_out.iter().try_for_each(|(id, _)| self.check_quantity(id))
    }
}
