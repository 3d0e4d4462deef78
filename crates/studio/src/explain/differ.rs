//! How two solutions differ, in words.

use super::context::Context;
use super::machine::Machine;
use crate::task::Meter;
use fd::ModelError;
use puzzles::{Board, Puzzle};

/// What is said of each place where two boards differ, such as `r1c2 is 3 in
/// one solution and 5 in another`.
///
/// # Errors
/// When the puzzle is too large to be explained.
pub fn differences(puzzle: &dyn Puzzle, one: &Board, other: &Board) -> Result<Vec<String>, ModelError> {
    Ok(Machine::new(puzzle.reason()?, Meter::new()).inquiry.context.differences(one, other))
}

impl Context {
    pub(crate) fn differences(&self, one: &Board, other: &Board) -> Vec<String> {
        let speaker = self.speaker();
        let sentence = |(place, &x): (usize, &fd::Var)| {
            let (one, other) = (one.get(place)?, other.get(place)?);
            let (this, that) = (speaker.word(x, one), speaker.word(x, other));
            let name = &self.reasoning.subjects()[x.index()].name;
            (one != other).then(|| format!("{name} is {this} in one solution and {that} in another"))
        };
        self.reasoning.places().iter().enumerate().filter_map(sentence).collect()
    }
}
