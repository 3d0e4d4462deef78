//! Positions to practise on, found among made puzzles.

use super::{HOW_TO_PLAY, Lesson, Placed, Practice};
use fd::{Limits, Stopped};
use puzzles::{Kind, Notes, Puzzle, Request};
use std::sync::Arc;
use studio::{Called, Difficulty, Explanation, Keep, Outcome, Position, Techniques, Workshop};

/// The most work on explaining one puzzle: one that takes more is too hard for a lesson.
pub(crate) const MOST_WORK: u64 = 400_000;

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

/// The workshops that are tried for fresh positions, and the number of the puzzle to be made in each.
pub(crate) fn tries(kind: &'static Kind) -> impl Iterator<Item = (u64, Workshop)> {
    (0..MOST_TRIED).flat_map(move |index| {
        let most = if index < MOST_TRIED / 2 { SIZES } else { MOST_SIZES };
        // Easy ones are explained quickly, and have what is easy; the hardest techniques need others.
        let easy = (index % 2 == 0).then_some(Difficulty::Easy);
        let workshops = sizes(kind, most).filter_map(|size| Workshop::new(kind, Request::of_size(size)).ok());
        workshops.map(move |workshop| (index, workshop.difficulty(easy))).collect::<Vec<_>>()
    })
}

/// Positions whose easiest step is made by the technique of a lesson, each of another puzzle: those that a
/// seed leads to, at most `wanted`.
///
/// # Errors
/// The limit that was reached.
pub fn find(lesson: &Lesson, seed: u64, wanted: usize, limits: Limits<'_>) -> Result<Vec<Found>, Stopped> {
    let mut found = Vec::new();
    for (index, mut workshop) in tries(lesson.kind) {
        if found.len() == wanted {
            break;
        }
        limits.check()?;
        let Ok(made) = workshop.make(seed, index, Limits::none().work(MOST_WORK)) else { continue };
        found.extend(position(lesson, made.puzzle.into()));
    }
    Ok(found)
}

/// The first position on the way to the solution where the technique is the easiest step.
pub(crate) fn position(lesson: &Lesson, puzzle: Arc<dyn Puzzle>) -> Option<Found> {
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
        let practice = Practice::open(&placed, lesson.technique, limits);
        // One's first step is one that is seen on the board.
        if let Some(practice) = practice.filter(|practice| !lesson.is_first() || practice.in_words().is_none()) {
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

/// The workshops that are tried for the whole puzzle at the end of a lesson, the easiest first.
pub(crate) fn last_workshops(lesson: &Lesson) -> impl Iterator<Item = Workshop> {
    let techniques = Techniques { with: lesson.technique, without: None };
    let kind = lesson.kind;
    [Some(Difficulty::Gentle), Some(Difficulty::Easy), None].into_iter().flat_map(move |difficulty| {
        let workshops = sizes(kind, SIZES).filter_map(|size| Workshop::new(kind, Request::of_size(size)).ok());
        workshops.map(move |workshop| workshop.difficulty(difficulty).techniques(techniques)).collect::<Vec<_>>()
    })
}

/// The most work on one try for the whole puzzle.
pub(crate) const MOST_FOR_LAST: u64 = 20 * MOST_WORK;

/// The whole puzzle at the end of a lesson: one that needs its technique, the easiest that is found; of the
/// first lesson, the smallest.
///
/// # Errors
/// The limit that was reached.
pub fn last_puzzle(lesson: &Lesson, seed: u64, limits: Limits<'_>) -> Result<Option<Arc<dyn Puzzle>>, Stopped> {
    for mut workshop in last_workshops(lesson) {
        limits.check()?;
        if let Ok(made) = workshop.make(seed, 0, limits.work(MOST_FOR_LAST)) {
            return Ok(Some(made.puzzle.into()));
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
