//! Positions to practise on, found among made puzzles.

use super::{HOW_TO_PLAY, Lesson, Placed, Practice};
use fd::{Limits, Stopped};
use puzzles::{Kind, Notes, Puzzle, Request};
use std::sync::Arc;
use studio::{Called, Difficulty, Explanation, Keep, Outcome, Position, Techniques, Workshop};

/// The most work on explaining one puzzle: one that takes more is too hard for a lesson.
const MOST_WORK: u64 = 400_000;

/// The most puzzles that are tried.
const MOST_TRIED: u64 = 40;

/// How many of the sizes on offer are for lessons: large boards are hard to read. More of them where nothing else
/// shows a technique.
const SIZES: usize = 3;
const MOST_SIZES: usize = 5;

/// A position that was found, and the step that is to be found there.
#[derive(Debug, Clone)]
pub struct Found {
    /// The position.
    pub placed: Placed,
    /// The step in words.
    pub text: String,
}

/// The smallest sizes that are offered.
fn sizes(kind: &Kind, most: usize) -> impl Iterator<Item = usize> {
    kind.making.offered.iter().copied().take(most)
}

/// Positions whose easiest step is made by the technique of a lesson, each of another puzzle: those that a
/// seed leads to, at most `wanted`.
///
/// # Errors
/// The limit that was reached.
pub fn find(lesson: &Lesson, seed: u64, wanted: usize, limits: Limits<'_>) -> Result<Vec<Found>, Stopped> {
    let mut found = Vec::new();
    for index in 0..MOST_TRIED {
        let most = if index < MOST_TRIED / 2 { SIZES } else { MOST_SIZES };
        for size in sizes(lesson.kind, most) {
            if found.len() == wanted {
                return Ok(found);
            }
            limits.check()?;
            let Ok(mut workshop) = Workshop::new(lesson.kind, Request::of_size(size)) else { continue };
            // Easy ones are explained quickly, and have what is easy; the hardest techniques need others.
            let easy = index % 2 == 0;
            workshop = workshop.difficulty(easy.then_some(Difficulty::Easy));
            let Ok(made) = workshop.make(seed, index, Limits::none().work(MOST_WORK)) else { continue };
            found.extend(position(lesson, made.puzzle.into()));
        }
    }
    Ok(found)
}

/// The first position on the way to the solution where the technique is the easiest step.
fn position(lesson: &Lesson, puzzle: Arc<dyn Puzzle>) -> Option<Found> {
    let limits = Limits::none().work(MOST_WORK);
    // With the steps that the solution does not need, each is the easiest when it is taken.
    let explanation = studio::explain_from(&*puzzle, &Position::start(&*puzzle), Keep::All, limits).ok()?;
    if !matches!(explanation.outcome, Outcome::Solved(_)) {
        return None;
    }
    for number in 0..explanation.steps.len() {
        let called = explanation.context.called(&explanation.steps[number]);
        if lesson.technique.is_some_and(|own| called != Called::Technique(own)) {
            continue;
        }
        let placed = Placed { puzzle: Arc::clone(&puzzle), position: before(&explanation, number) };
        if let Some(practice) = Practice::open(&placed, lesson.technique, limits) {
            return Some(Found { placed, text: practice.text() });
        }
    }
    None
}

/// What is known before a step.
fn before(explanation: &Explanation, number: usize) -> Position {
    let Position { board, notes } = explanation.position_after(number);
    // What stands on the board need not be noted as well.
    let places = explanation.context.reasoning.places();
    let is_blank = |id: &str| {
        let place = explanation.context.find(id).and_then(|x| places.iter().position(|&place| place == x));
        place.is_none_or(|place| board.get(place).is_none())
    };
    let mut kept = Notes::new();
    for (id, struck) in notes.iter().filter(|(id, _)| is_blank(id)) {
        struck.iter().for_each(|&value| _ = kept.strike(id, value));
    }
    Position { board, notes: kept }
}

/// The whole puzzle at the end of a lesson: one that needs its technique, the easiest that is found; of the
/// first lesson, the smallest.
///
/// # Errors
/// The limit that was reached.
pub fn last_puzzle(lesson: &Lesson, seed: u64, limits: Limits<'_>) -> Result<Option<Arc<dyn Puzzle>>, Stopped> {
    let techniques = Techniques { with: lesson.technique, without: None };
    for difficulty in [Some(Difficulty::Gentle), Some(Difficulty::Easy), None] {
        for size in sizes(lesson.kind, SIZES) {
            limits.check()?;
            let Ok(workshop) = Workshop::new(lesson.kind, Request::of_size(size)) else { continue };
            let mut workshop = workshop.difficulty(difficulty).techniques(techniques);
            if let Ok(made) = workshop.make(seed, 0, limits.work(20 * MOST_WORK)) {
                return Ok(Some(made.puzzle.into()));
            }
        }
    }
    Ok(None)
}

impl Lesson {
    /// Whether it is the first: how to play.
    pub fn is_first(&self) -> bool {
        self.name == HOW_TO_PLAY
    }
}
