//! Trying the rules of a kind on small puzzles: what the checker accepts board by board, against what the
//! solver finds, and against what follows for those who explain. The checker shares no code with either.

use crate::solve::{Options, each};
use crate::task::{Meter, Task};
use crate::{Position, refutation};
use fd::{Limits, ModelError, Random};
use puzzles::{Board, Kind, Puzzle};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// How many small puzzles are tried.
const PUZZLES: u64 = 6;
/// The most boards, half-filled ones as well, that one of them may take.
const MOST_BOARDS: usize = 20_000;
/// What it costs to check a board, in runs of propagators.
const BOARD: u64 = 30;
/// The most solutions of a puzzle that are tried on the rules that explanations use.
const MOST_REASONED: usize = 12;
/// The most work to find out whether a solution is refuted.
const MOST_REFUTING: u64 = 20_000;

/// What came of it.
#[derive(Debug)]
pub enum Trial {
    /// All agree.
    Agreed {
        /// How many puzzles were tried, of those that were small enough.
        puzzles: u64,
        /// How many boards, half-filled ones as well.
        boards: usize,
        /// How many of the full ones are solutions.
        solutions: usize,
    },
    /// They do not.
    Differed {
        /// The puzzle.
        puzzle: Box<dyn Puzzle>,
        /// The board that they differ on.
        board: Board,
        /// In what they differ.
        fault: TrialFault,
    },
}

/// In what checker, solver and explanations differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrialFault {
    /// The solver finds what breaks a rule: how.
    Invented(String),
    /// The solver does not find what the rules allow.
    Missed,
    /// The rules allow it, and a rule that is said to follow from them does not: the reason that it gives.
    Refuted(String),
}

/// Tries the rules of a kind on some of its small puzzles.
///
/// ```
/// use fd::Limits;
/// use studio::{Trial, trial};
/// let trid = puzzles::kind("trid").expect("it is a kind");
/// let tried = trial(trid, &studio::task::Meter::new()).finish(Limits::none());
/// assert!(matches!(tried, Ok(Ok(Trial::Agreed { puzzles: 1.., .. }))));
/// ```
pub fn trial<'a>(kind: &'static Kind, meter: &'a Meter) -> Task<'a, Result<Trial, ModelError>> {
    Task::new(meter, async move {
        let (mut puzzles, mut boards, mut solutions) = (0, 0, 0);
        for seed in 0..PUZZLES {
            let puzzle = (kind.sample)(&mut Random::new(seed));
            let values = values(&*puzzle)?;
            let mut brute = Brute { puzzle: &*puzzle, values, meter, tried: 0, found: BTreeSet::new() };
            if !brute.force().await {
                continue;
            }
            puzzles += 1;
            boards += brute.tried;
            solutions += brute.found.len();
            let found = brute.found;
            if let Some((board, fault)) = difference(&*puzzle, &found)? {
                return Ok(Trial::Differed { puzzle, board, fault });
            }
            meter.pause().await;
        }
        Ok(Trial::Agreed { puzzles, boards, solutions })
    })
}

/// The values that each place may take before anything is known.
fn values(puzzle: &dyn Puzzle) -> Result<Vec<Vec<i32>>, ModelError> {
    let reasoning = puzzle.reason()?;
    Ok(reasoning.places().iter().map(|&x| reasoning.model().domain(x).iter().collect()).collect())
}

/// Trying boards, value by value.
struct Brute<'a> {
    puzzle: &'a dyn Puzzle,
    values: Vec<Vec<i32>>,
    meter: &'a Meter,
    tried: usize,
    found: BTreeSet<Board>,
}

impl Brute<'_> {
    /// Finds all solutions; says whether there were few enough boards.
    async fn force(&mut self) -> bool {
        let places = self.values.len();
        let mut board = Board::blank(places);
        // For each place that is filled and the one after, which of its values comes next.
        let mut next = if places > 0 { vec![0] } else { Vec::new() };
        while let Some(place) = next.len().checked_sub(1) {
            let Some(&value) = self.values[place].get(next[place]) else {
                board.set(place, None);
                next.pop();
                continue;
            };
            next[place] += 1;
            board.set(place, Some(value));
            self.tried += 1;
            if self.tried > MOST_BOARDS {
                return false;
            }
            self.meter.spend(BOARD);
            self.meter.pause().await;
            if !self.puzzle.violations(&board).is_empty() {
                continue;
            }
            if place + 1 < places {
                next.push(0);
            } else {
                self.found.insert(board.clone());
            }
        }
        places > 0
    }
}

/// A board on which the solver or the rules of explanations differ from these solutions.
fn difference(puzzle: &dyn Puzzle, found: &BTreeSet<Board>) -> Result<Option<(Board, TrialFault)>, ModelError> {
    let (mut solved, mut invented) = (BTreeSet::new(), None);
    each(puzzle, &Options::default(), |board| {
        if !found.contains(&board) {
            invented = Some(board);
            return ControlFlow::Break(());
        }
        solved.insert(board);
        ControlFlow::Continue(())
    })?;
    if let Some(board) = invented {
        let broken = puzzle.violations(&board).into_iter().next().map(|violation| violation.message);
        return Ok(Some((board, TrialFault::Invented(broken.unwrap_or_default()))));
    }
    if let Some(board) = found.difference(&solved).next() {
        return Ok(Some((board.clone(), TrialFault::Missed)));
    }
    for board in found.iter().take(MOST_REASONED) {
        let position = Position { board: board.clone(), ..Position::start(puzzle) };
        if let Some(reason) = refutation(puzzle, &position, Limits::none().work(MOST_REFUTING))? {
            return Ok(Some((board.clone(), TrialFault::Refuted(reason))));
        }
    }
    Ok(None)
}
