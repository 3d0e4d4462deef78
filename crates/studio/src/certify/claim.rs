//! What a certificate claims.

use super::CertifyError;
use crate::Verdict;
use puzzles::{Board, Formula, Puzzle};

/// A formula, and what is proved about it.
///
/// The formula states the rules and clues. Where there is a solution, its
/// objective counts the places where another one agrees with it. With `n`
/// places, the claim is
///
/// - that the formula has no solution;
/// - or that the objective is at least `n` for every solution, and is `n` for
///   one: so all agree with the solution shown at every place, and it is the only
///   one;
/// - or that some solution has an objective below `n`: so there are two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The formula in OPB.
    pub formula: String,
    /// The conclusion, in the words of the proof.
    pub conclusion: String,
    /// What the checker says when it accepts the proof.
    pub accepted: String,
}

/// The solutions that a verdict shows.
pub(super) fn solutions(verdict: &Verdict) -> Vec<&Board> {
    match verdict {
        Verdict::None | Verdict::Unknown(..) => Vec::new(),
        Verdict::Unique(board) => vec![board],
        Verdict::Several(one, two) => vec![one, two],
    }
}

impl Claim {
    /// What a certificate of this verdict on this puzzle claims.
    ///
    /// # Errors
    /// When the formula would be too large, or a board does not fit the puzzle,
    /// or nothing is known.
    pub fn of(puzzle: &dyn Puzzle, verdict: &Verdict) -> Result<Claim, CertifyError> {
        Claim::about(&puzzle.formula()?, verdict)
    }

    pub(super) fn about(formula: &Formula, verdict: &Verdict) -> Result<Claim, CertifyError> {
        let shown = solutions(verdict).into_iter().next();
        let literals = match shown {
            Some(board) => Some(formula.literals(board).ok_or(CertifyError::Disagreement)?),
            None => None,
        };
        let (conclusion, accepted) = match verdict {
            Verdict::None => ("UNSAT".to_owned(), "UNSATISFIABLE".to_owned()),
            Verdict::Unique(board) => bounds(board.len(), board.len()),
            Verdict::Several(one, two) => bounds(0, agreement(one, two)),
            Verdict::Unknown(_, stopped) => return Err((*stopped).into()),
        };
        Ok(Claim { formula: formula.to_opb(literals.as_deref()), conclusion, accepted })
    }
}

fn bounds(least: usize, most: usize) -> (String, String) {
    (format!("BOUNDS {least} {most}"), format!("BOUNDS {least} <= obj <= {most}"))
}

/// The number of places where two boards agree.
fn agreement(one: &Board, other: &Board) -> usize {
    one.iter().zip(other.iter()).filter(|(one, other)| one == other).count()
}
