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
    /// One rule at a time.
    Easy,
    /// A few suppositions, refuted by few rules.
    Medium,
    /// Suppositions that take some working out.
    Hard,
    /// Long chains, or many.
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

/// The hardest step of a gentle puzzle scores at most this.
const GENTLE: u32 = 6;
/// The hardest supposition of a medium puzzle, and all of them together.
const MEDIUM: u32 = 30;
const MEDIUM_CHAINS: u32 = 150;
/// The same of a hard puzzle.
const HARD: u32 = 45;
const HARD_CHAINS: u32 = 600;

impl Grade {
    /// For files and programs.
    pub fn to_json(&self) -> Value {
        let Grade { band, hardest, effort, width, levels } = self;
        // Two decimals are enough.
        let width = (width * 100.0).round() / 100.0;
        json!({ "band": band.name(), "hardest": hardest, "effort": effort, "width": width, "levels": levels })
    }

    /// The grade of a puzzle that these steps solve.
    pub fn of(steps: &[Step]) -> Grade {
        let hardest = steps.iter().map(|step| step.score).max().unwrap_or(0);
        let effort = steps.iter().map(Step::effort).sum();
        let open: usize = steps.iter().map(|step| step.open).sum();
        let levels = Level::ALL.map(|level| steps.iter().filter(|step| step.level == level).count());
        let suppositions = || steps.iter().filter(|step| step.level > Level::Single).map(|step| step.score);
        let (supposed, chains) = (suppositions().max().unwrap_or(0), suppositions().sum::<u32>());
        let level = steps.iter().map(|step| step.level).max().unwrap_or_default();
        let band = match level {
            Level::Single if hardest <= GENTLE => Band::Gentle,
            Level::Single => Band::Easy,
            Level::Cases => Band::Guesswork,
            _ if supposed <= MEDIUM && chains <= MEDIUM_CHAINS => Band::Medium,
            _ if supposed <= HARD && chains <= HARD_CHAINS => Band::Hard,
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

    /// Steps with one rule never make a puzzle harder than easy, however much
    /// they compare.
    #[test]
    fn bands_above_easy_go_by_suppositions() {
        let step = |level, score| Step { level, score, ..Step::default() };
        let band = |steps: &[Step]| Grade::of(steps).band;
        let long = step(Level::Single, HARD + 10);
        assert_eq!(band(std::slice::from_ref(&long)), Band::Easy);
        assert_eq!(band(&[long.clone(), step(Level::Together, MEDIUM)]), Band::Medium);
        assert_eq!(band(&[long.clone(), step(Level::Together, MEDIUM + 1)]), Band::Hard);
        assert_eq!(band(&[long.clone(), step(Level::LongChain, HARD + 1)]), Band::Fiendish);
        assert_eq!(band(&[long, step(Level::Cases, 1)]), Band::Guesswork);
        assert_eq!(band(&vec![step(Level::Together, 10); 16]), Band::Hard);
        assert_eq!(band(&[step(Level::Single, GENTLE)]), Band::Gentle);
        assert_eq!(band(&[]), Band::Gentle);
    }
}
