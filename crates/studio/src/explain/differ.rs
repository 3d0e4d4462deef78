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
    let space = Space::new(reasoning.model());
    let root = Knowledge::of(space.store(), space.vars());
    let speaker = Speaker { reasoning: &reasoning, root: &root };
    let said = |place: usize, board: &Board| Some(speaker.word(*reasoning.places().get(place)?, board.get(place)?));
    let places = (0..one.len()).filter(|&place| one.get(place) != other.get(place));
    let sentence = |place| {
        let name = puzzle.place_name(place);
        Some(format!("{name} is {} in one solution and {} in another", said(place, one)?, said(place, other)?))
    };
    Ok(places.filter_map(sentence).collect())
}
