//! Hints from a half-filled board.

use crate::explain::{About, Explanation, from_board, wrong};
use crate::{Options, Verdict, verdict};
use fd::{Limits, ModelError, Stopped};
use puzzles::{Board, Puzzle, Values, View};
use scene::{Emphasis, Scene};

/// What can be said about a half-filled board.
#[derive(Debug)]
pub enum Hint {
    /// It is filled, and right.
    Solved,
    /// The steps that lead to the next entry: the last one has it, the others
    /// are needed for that.
    Next(Explanation),
    /// Some entries cannot stand together.
    Wrong {
        /// Their places.
        entries: Vec<usize>,
        /// The contradiction as the only step, where one was found.
        why: Option<Explanation>,
    },
    /// The puzzle has no solution, whatever is entered.
    None,
    /// The puzzle has more than one solution: these and perhaps more.
    Several(Board, Board),
    /// A limit came first.
    Stopped(Stopped),
}

/// A hint for a half-filled board.
///
/// # Errors
/// When the puzzle is too large to be explained.
pub fn hint(puzzle: &dyn Puzzle, board: &Board, limits: Limits<'_>) -> Result<Hint, ModelError> {
    let solution = match verdict(puzzle, &Options { limits, ..Options::default() })?.result {
        Verdict::Unique(solution) => solution,
        Verdict::None => return Ok(Hint::None),
        Verdict::Several(one, other) => return Ok(Hint::Several(one, other)),
        Verdict::Unknown(_, stopped) => return Ok(Hint::Stopped(stopped)),
    };
    let is_wrong = |place: usize| board.get(place).is_some_and(|entry| solution.get(place) != Some(entry));
    if (0..board.len()).any(is_wrong) {
        return wrong_entries(puzzle, board, limits);
    }
    let known: Board = board.iter().zip(puzzle.givens().iter()).map(|(entry, given)| entry.or(given)).collect();
    if known.is_full() {
        return Ok(Hint::Solved);
    }
    Ok(match from_board(puzzle.reason()?, &known, limits) {
        Ok(explanation) => Hint::Next(explanation),
        Err(stopped) => Hint::Stopped(stopped),
    })
}

/// A drawing of a board that points at the entries which cannot stand together.
///
/// # Errors
/// When the puzzle is too large to be explained.
pub fn draw_wrong(puzzle: &dyn Puzzle, board: &Board, entries: &[usize]) -> Result<Scene, ModelError> {
    let mut scene = puzzle.draw(&View::of(board));
    let reasoning = puzzle.reason()?;
    for &place in entries {
        let Some(subject) = reasoning.places().get(place).and_then(|x| reasoning.subjects().get(x.index())) else {
            continue;
        };
        scene.emphasise(subject.target(), Emphasis::Wrong);
        if let Values::Words(words) = &subject.values {
            let entered = words.iter().filter(|word| Some(word.value) == board.get(place));
            entered
                .filter_map(|word| word.target.as_deref())
                .for_each(|target| scene.emphasise(target, Emphasis::Wrong));
        }
    }
    Ok(scene)
}

/// The smallest set of entries that contradict each other which was found,
/// with reasons where they are not too far to seek.
fn wrong_entries(puzzle: &dyn Puzzle, board: &Board, limits: Limits<'_>) -> Result<Hint, ModelError> {
    let givens = puzzle.givens();
    let differs = |place: &usize| givens.get(*place).is_some_and(|given| board.get(*place) != Some(given));
    if let Some(place) = (0..board.len()).filter(|&place| board.get(place).is_some()).find(differs) {
        return Ok(Hint::Wrong { entries: vec![place], why: None });
    }
    if let Some(explanation) = wrong(puzzle.reason()?, board, &givens, limits) {
        let places = explanation.reasoning.places();
        let entered = |about: About<'_>| {
            let place = places.binary_search(&about.var).ok()?;
            givens.get(place).is_none().then_some(place)
        };
        let facts = explanation.steps.iter().flat_map(|step| explanation.facts(step));
        let entries = facts.filter_map(entered).collect();
        return Ok(Hint::Wrong { entries, why: Some(explanation) });
    }
    let entries = clash(puzzle, board, limits)?;
    Ok(Hint::Wrong { entries, why: None })
}

/// Entries that no solution has together, none of which can be left out: by
/// search, for what is too hard to explain.
fn clash(puzzle: &dyn Puzzle, board: &Board, limits: Limits<'_>) -> Result<Vec<usize>, ModelError> {
    let posed = puzzle.pose()?;
    let givens = puzzle.givens();
    let mut space = fd::Space::new(&posed.model);
    let mut entries: Vec<usize> =
        (0..board.len()).filter(|&place| board.get(place).is_some() && givens.get(place).is_none()).collect();
    let mut impossible = |entries: &[usize]| {
        space.push();
        let mut entered = entries.iter().filter_map(|&place| Some(posed.places.get(place)?.is(board.get(place)?)));
        let stated = entered.try_for_each(|fact| space.assume(fact)).is_ok();
        let found = !stated || {
            let (first, _) = fd::first(&mut space, (posed.branching)(0), limits, None);
            matches!(first, Ok(None))
        };
        space.pop_to(0);
        found
    };
    let mut i = 0;
    while i < entries.len() {
        let entry = entries.remove(i);
        if !impossible(&entries) {
            entries.insert(i, entry);
            i += 1;
        }
    }
    Ok(entries)
}
