//! How hard a puzzle is.

use crate::explain::{Level, Outcome, Step, explain};
use fd::{Limits, ModelError};
use puzzles::Puzzle;
use serde_json::{Value, json};

/// How hard a puzzle is, in a word. `docs/grading.md` says what they mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// One rule at a time, each seen at a glance.
    Gentle,
    /// One rule at a time, with a little working out.
    Easy,
    /// Much to work out at once, or a few suppositions.
    Medium,
    /// Suppositions that are hard to see, or many.
    Hard,
    /// Long chains, or very many.
    Fiendish,
    /// Cases must be told apart.
    Guesswork,
}

impl Band {
    /// All of them, from the easiest.
    pub const ALL: [Band; 6] = [Band::Gentle, Band::Easy, Band::Medium, Band::Hard, Band::Fiendish, Band::Guesswork];

    /// Its name, such as `gentle`.
    pub fn name(self) -> &'static str {
        match self {
            Band::Gentle => "gentle",
            Band::Easy => "easy",
            Band::Medium => "medium",
            Band::Hard => "hard",
            Band::Fiendish => "fiendish",
            Band::Guesswork => "guesswork",
        }
    }
}

/// How hard a puzzle is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grade {
    /// In a word.
    pub band: Band,
    /// The score of the hardest step.
    pub hardest: u32,
    /// The scores of all steps together.
    pub effort: u32,
    /// How many rules, each by itself, have something to say before a step, on
    /// average.
    pub width: f64,
    /// How many steps are of each level.
    pub levels: [usize; Level::ALL.len()],
}

/// The hardest step of a gentle puzzle scores at most this, and of an easy one.
const GENTLE: u32 = 5;
const EASY: u32 = 10;
/// The hardest step of a medium puzzle, and all that are not easy together.
const MEDIUM: u32 = 26;
const MEDIUM_TOIL: u32 = 120;
/// The same of a hard puzzle.
const HARD: u32 = 60;
const HARD_TOIL: u32 = 450;

impl Grade {
    /// Counts the ways of grading: with another number, the same puzzle may have had
    /// another grade.
    pub const VERSION: u32 = 3;

    /// For files and programs.
    pub fn to_json(&self) -> Value {
        let Grade { band, hardest, effort, width, levels } = self;
        // Two decimals are enough.
        let width = (width * 100.0).round() / 100.0;
        json!({
            "band": band.name(),
            "hardest": hardest,
            "effort": effort,
            "width": width,
            "levels": levels,
            "version": Grade::VERSION,
        })
    }

    /// The grade of a puzzle that these steps solve.
    pub fn of(steps: &[Step]) -> Grade {
        let hardest = steps.iter().map(|step| step.score).max().unwrap_or(0);
        let effort = steps.iter().map(Step::effort).sum();
        let open: usize = steps.iter().map(|step| step.open).sum();
        let levels = Level::ALL.map(|level| steps.iter().filter(|step| step.level == level).count());
        let level = steps.iter().map(|step| step.level).max().unwrap_or_default();
        let easy = |step: &&Step| step.level == Level::Single && step.score <= EASY;
        let toil: u32 = steps.iter().filter(|step| !easy(step)).map(|step| step.score).sum();
        let band = match level {
            Level::Cases => Band::Guesswork,
            Level::Single if hardest <= GENTLE => Band::Gentle,
            _ if toil == 0 => Band::Easy,
            _ if hardest <= MEDIUM && toil <= MEDIUM_TOIL => Band::Medium,
            _ if hardest <= HARD && toil <= HARD_TOIL => Band::Hard,
            _ => Band::Fiendish,
        };
        let width = if steps.is_empty() { 0.0 } else { open as f64 / steps.len() as f64 };
        Grade { band, hardest, effort, width, levels }
    }
}

/// Grades a puzzle; `None` when it does not have exactly one solution, or when
/// a limit came first.
///
/// # Errors
/// When the puzzle is too large to be explained.
pub fn grade(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Result<Option<Grade>, ModelError> {
    let explanation = explain(puzzle, limits)?;
    Ok(matches!(explanation.outcome, Outcome::Solved(_)).then(|| Grade::of(&explanation.steps)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_go_by_the_hardest_step_and_by_all_that_is_not_easy() {
        let step = |level, score| Step { level, score, ..Step::default() };
        let band = |steps: &[Step]| Grade::of(steps).band;
        let single = |score| step(Level::Single, score);
        let together = |score| step(Level::Together, score);
        assert_eq!(band(&[]), Band::Gentle);
        assert_eq!(band(&[single(GENTLE)]), Band::Gentle);
        assert_eq!(band(&vec![single(GENTLE + 1); 1000]), Band::Easy, "easy steps are no toil");
        assert_eq!(band(&[single(EASY)]), Band::Easy);
        assert_eq!(band(&[single(EASY + 1)]), Band::Medium);
        assert_eq!(band(&[together(1)]), Band::Medium, "a supposition is never easy");
        assert_eq!(band(&[single(MEDIUM), together(MEDIUM)]), Band::Medium);
        assert_eq!(band(&[single(MEDIUM + 1)]), Band::Hard);
        assert_eq!(band(&vec![together(20); 6]), Band::Medium);
        assert_eq!(band(&vec![together(20); 7]), Band::Hard);
        assert_eq!(band(&[step(Level::LongChain, HARD)]), Band::Hard);
        assert_eq!(band(&[step(Level::LongChain, HARD + 1)]), Band::Fiendish);
        assert_eq!(band(&vec![together(20); 23]), Band::Fiendish);
        assert_eq!(band(&[step(Level::Cases, 1)]), Band::Guesswork);
    }
}
