//! How two solutions differ, in words.

use super::knowledge::Knowledge;
use super::words::Speaker;
use fd::{ModelError, Space};
use puzzles::{Board, Puzzle};

/// What is said of each place where two boards differ, such as `r1c2 is 3 in
/// one solution and 5 in another`.
///
/// # Errors
/// When the puzzle is too large to be explained.
pub fn differences(puzzle: &dyn Puzzle, one: &Board, other: &Board) -> Result<Vec<String>, ModelError> {
    let reasoning = puzzle.reason()?;
    let root = reasoning.as_ref().map(|reasoning| {
        let space = Space::new(reasoning.model());
        Knowledge::of(space.store(), space.vars())
    });
    let speaker = reasoning.as_ref().zip(root.as_ref()).map(|(reasoning, root)| Speaker { reasoning, root });
    let word = |place: usize, value: i32| match &speaker {
        Some(speaker) => speaker.reasoning.places().get(place).map(|&x| speaker.word(x, value)),
        None => None,
    };
    let said = |place: usize, board: &Board| {
        let value = board.get(place)?;
        Some(word(place, value).unwrap_or_else(|| value.to_string()))
    };
    let places = (0..one.len()).filter(|&place| one.get(place) != other.get(place));
    let sentence = |place| {
        let name = puzzle.place_name(place);
        Some(format!("{name} is {} in one solution and {} in another", said(place, one)?, said(place, other)?))
    };
    Ok(places.filter_map(sentence).collect())
}
