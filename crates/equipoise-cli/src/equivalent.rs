//! Which made puzzles are kept. Puzzles that differ only by a symmetry are equivalent,
//! and one of them is enough. A run and the joined shards of a run follow one rule, so
//! both end with the same puzzles: indices are taken in order, what is equivalent to an
//! earlier puzzle is left out, and it ends when as many are kept as were asked for, or
//! when many indices in a row gave nothing new. Each puzzle's line names the indices
//! before it that gave none, so that one that is lost can be told from one that never was.

use crate::text::json_line;
use equipoise::puzzles::{Document, Puzzle};
use equipoise::studio::canonical_hash;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::HashSet;

/// After this many indices in a row without a new puzzle, we assume that none is left.
pub(crate) const MOST_IDLE: u64 = 10_000;

/// What equivalent puzzles share.
pub(crate) fn hash(puzzle: &dyn Puzzle) -> u128 {
    u128::from_str_radix(&canonical_hash(puzzle), 16).unwrap_or_default()
}

/// What shows that a made puzzle is not as it was made, if anything does. `hash` is what it
/// shares with equivalent ones.
pub(crate) fn is_spoilt(document: &Document, hash: u128) -> Option<String> {
    let made = document.about.get("made")?;
    let number = made.get("index").and_then(Value::as_u64).map_or_else(String::new, |index| format!(" {index}"));
    let canonical = made.get("canonical").and_then(Value::as_str).and_then(|hash| u128::from_str_radix(hash, 16).ok());
    if canonical != Some(hash) {
        return Some(format!("puzzle{number} is not the one that was made"));
    }
    let Some(solution) = &document.solution else { return Some(format!("puzzle{number} has no solution")) };
    let violations = document.puzzle.violations(solution);
    let violation = violations.first()?;
    Some(format!("the solution of puzzle{number} is wrong: {}", violation.message))
}

/// The field of a puzzle's record for the indices since the line before that gave no
/// puzzle: none could be made, or an equivalent one came earlier.
const SKIPPED: &str = "skipped";

/// A puzzle's line with these indices in its record.
pub(crate) fn with_skipped<'a>(line: &'a str, skipped: &[u64]) -> Cow<'a, str> {
    match serde_json::from_str::<Value>(line) {
        Ok(mut puzzle) if !skipped.is_empty() => {
            puzzle["made"][SKIPPED] = json!(skipped);
            json_line(&puzzle).into()
        }
        _ => line.into(),
    }
}

/// Takes these indices out of a puzzle's record.
pub(crate) fn take_skipped(made: &mut Value) -> Vec<u64> {
    let skipped = made.as_object_mut().and_then(|made| made.shift_remove(SKIPPED)).unwrap_or_default();
    skipped.as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
}

/// How many puzzles are kept, and how many are not.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    pub(crate) count: u64,
    /// How many were left out: an equivalent one came earlier.
    pub(crate) equivalent: u64,
    /// The index after the last one that gave something new.
    after_last: u64,
}

impl Kept {
    /// Takes note of an index and whether its puzzle is new; if so, it is kept.
    pub(crate) fn take(&mut self, index: u64, is_new: bool) -> bool {
        if is_new {
            self.count += 1;
            self.after_last = self.after_last.max(index.saturating_add(1));
        } else {
            self.equivalent += 1;
        }
        is_new
    }

    /// Whether, with every index below this one taken, nothing new is left to be
    /// found.
    pub(crate) fn is_idle(&self, next: u64) -> bool {
        next.saturating_sub(self.after_last) >= MOST_IDLE
    }
}

/// Keeps the first of equivalent puzzles.
#[derive(Debug, Default)]
pub(crate) struct Keeper {
    seen: HashSet<u128>,
    pub(crate) kept: Kept,
}

impl Keeper {
    /// Whether the puzzle of this index is kept: no earlier one is equivalent.
    pub(crate) fn keeps(&mut self, index: u64, hash: u128) -> bool {
        self.kept.take(index, self.seen.insert(hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equivalent_puzzles_is_kept() {
        let mut keeper = Keeper::default();
        let kept: Vec<bool> = [7, 8, 7, 9].iter().zip(0..).map(|(&hash, index)| keeper.keeps(index, hash)).collect();
        assert_eq!(kept, [true, true, false, true]);
        assert_eq!((keeper.kept.count, keeper.kept.equivalent), (3, 1));
    }

    #[test]
    fn ten_thousand_in_a_row_without_a_new_one_are_enough() {
        let mut keeper = Keeper::default();
        assert!(!keeper.kept.is_idle(9_999) && keeper.kept.is_idle(10_000));
        assert!(keeper.keeps(5, 1));
        assert!(!keeper.keeps(6, 1));
        assert!(!keeper.kept.is_idle(10_005) && keeper.kept.is_idle(10_006));
    }
}
