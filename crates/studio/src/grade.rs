//! How hard a puzzle is.

use crate::explain::{Level, Step, graded};
use crate::task::{Meter, Task};
use fd::{Limits, ModelError};
use puzzles::Puzzle;
use serde_json::{Value, json};

/// How hard a puzzle is, in a word. `docs/grading.md` says what they mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
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

impl Difficulty {
    /// All of them, from the easiest.
    pub const ALL: [Difficulty; 6] = [
        Difficulty::Gentle,
        Difficulty::Easy,
        Difficulty::Medium,
        Difficulty::Hard,
        Difficulty::Fiendish,
        Difficulty::Guesswork,
    ];

    /// Its name, such as `gentle`.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Gentle => "gentle",
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Fiendish => "fiendish",
            Difficulty::Guesswork => "guesswork",
        }
    }
}

/// How hard a puzzle is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grade {
    /// In a word.
    pub difficulty: Difficulty,
    /// The cost of the hardest step.
    pub hardest: u32,
    /// The cost of all steps together.
    pub cost: u32,
    /// How many rules, each by itself, have something to say before a step, on
    /// average.
    pub width: f64,
    /// How many steps are of each level.
    pub levels: [usize; Level::ALL.len()],
}

/// The hardest step of a gentle puzzle costs at most this, and of an easy one.
const GENTLE: u32 = 5;
const EASY: u32 = 10;
/// The hardest step of a medium puzzle, and all that are not easy together.
const MEDIUM: u32 = 26;
const MEDIUM_ALL: u32 = 120;
/// The same of a hard puzzle.
const HARD: u32 = 60;
const HARD_ALL: u32 = 450;

impl Grade {
    /// Counts the ways of grading: with another number, the same puzzle may have had
    /// another grade.
    pub const VERSION: u32 = 3;

    /// For files and programs.
    pub fn to_json(&self) -> Value {
        let Grade { difficulty, hardest, cost, width, levels } = self;
        // Two decimals are enough.
        let width = (width * 100.0).round() / 100.0;
        json!({
            "band": difficulty.name(),
            "hardest": hardest,
            "effort": cost,
            "width": width,
            "levels": levels,
            "version": Grade::VERSION,
        })
    }

    /// The grade of a puzzle that these steps solve.
    pub fn of(steps: &[Step]) -> Grade {
        let hardest = steps.iter().map(|step| step.cost).max().unwrap_or(0);
        let cost = steps.iter().map(Step::cost_in_all).sum();
        let open: usize = steps.iter().map(|step| step.open).sum();
        let levels = Level::ALL.map(|level| steps.iter().filter(|step| step.level == level).count());
        let level = steps.iter().map(|step| step.level).max().unwrap_or_default();
        let easy = |step: &&Step| step.level == Level::Single && step.cost <= EASY;
        let not_easy: u32 = steps.iter().filter(|step| !easy(step)).map(|step| step.cost).sum();
        let difficulty = match level {
            Level::Cases => Difficulty::Guesswork,
            Level::Single if hardest <= GENTLE => Difficulty::Gentle,
            _ if not_easy == 0 => Difficulty::Easy,
            _ if hardest <= MEDIUM && not_easy <= MEDIUM_ALL => Difficulty::Medium,
            _ if hardest <= HARD && not_easy <= HARD_ALL => Difficulty::Hard,
            _ => Difficulty::Fiendish,
        };
        let width = if steps.is_empty() { 0.0 } else { open as f64 / steps.len() as f64 };
        Grade { difficulty, hardest, cost, width, levels }
    }
}

/// Grades a puzzle; `None` when it does not have exactly one solution, or when
/// a limit came first.
///
/// # Errors
/// When the puzzle is too large to be explained.
pub fn grade(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Result<Option<Grade>, ModelError> {
    let meter = Meter::new();
    Task::new(&meter, graded(puzzle, &meter)).finish(limits).unwrap_or(Ok(None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_go_by_the_hardest_step_and_by_all_that_is_not_easy() {
        let step = |level, cost| Step { level, cost, ..Step::default() };
        let band = |steps: &[Step]| Grade::of(steps).difficulty;
        let single = |cost| step(Level::Single, cost);
        let together = |cost| step(Level::Together, cost);
        assert_eq!(band(&[]), Difficulty::Gentle);
        assert_eq!(band(&[single(GENTLE)]), Difficulty::Gentle);
        assert_eq!(band(&vec![single(GENTLE + 1); 1000]), Difficulty::Easy, "easy steps do not add up");
        assert_eq!(band(&[single(EASY)]), Difficulty::Easy);
        assert_eq!(band(&[single(EASY + 1)]), Difficulty::Medium);
        assert_eq!(band(&[together(1)]), Difficulty::Medium, "a supposition is never easy");
        assert_eq!(band(&[single(MEDIUM), together(MEDIUM)]), Difficulty::Medium);
        assert_eq!(band(&[single(MEDIUM + 1)]), Difficulty::Hard);
        assert_eq!(band(&vec![together(20); 6]), Difficulty::Medium);
        assert_eq!(band(&vec![together(20); 7]), Difficulty::Hard);
        assert_eq!(band(&[step(Level::LongChain, HARD)]), Difficulty::Hard);
        assert_eq!(band(&[step(Level::LongChain, HARD + 1)]), Difficulty::Fiendish);
        assert_eq!(band(&vec![together(20); 23]), Difficulty::Fiendish);
        assert_eq!(band(&[step(Level::Cases, 1)]), Difficulty::Guesswork);
    }
}
