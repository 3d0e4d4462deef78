//! Puzzles of a wanted difficulty.

use super::MakeError;
use super::strip::Stripped;
use crate::explain::{Explanation, Outcome, explained};
use crate::task::Meter;
use crate::{Difficulty, Grade};
use fd::Random;

/// A puzzle of this difficulty, made from a stripped draft, with its grade. One that
/// is too hard gets clues back, if it `may_get` any, one by one; `None` when
/// that fails.
pub(super) async fn graded(
    mut stripped: Stripped,
    wanted: Difficulty,
    may_get: bool,
    random: &mut Random,
    meter: &Meter,
) -> Result<Option<(Stripped, Grade)>, MakeError> {
    loop {
        let puzzle = stripped.draft.puzzle.with_clues(&stripped.kept);
        let grade = match explained(&*puzzle, meter).await? {
            Explanation { steps, outcome: Outcome::Solved(_), .. } => Grade::of(&steps),
            _ => return Ok(None),
        };
        if grade.difficulty == wanted {
            return Ok(Some((stripped, grade)));
        }
        let dropped: Vec<usize> = (0..stripped.kept.len()).filter(|&clue| !stripped.kept[clue]).collect();
        match random.pick(&dropped) {
            Some(&clue) if grade.difficulty > wanted && may_get => {
                stripped.kept[clue] = true;
                stripped.minimal = false;
            }
            _ => return Ok(None),
        }
    }
}
