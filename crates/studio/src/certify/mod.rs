//! Certificates: a formula that says a puzzle's rules, and a proof about its
//! solutions that VeriPB, a checker by other people, accepts.
//!
//! Nothing here has to be trusted: what is wrong with the search below is a
//! proof that the checker refuses.

mod activity;
mod derivation;
mod engine;
mod learn;
mod load;
mod reasons;
mod refute;

use crate::{Answer, Options, Verdict, verdict};
use engine::Engine;
use fd::{Budget, ModelError, Stopped};
use puzzles::{Board, Formula, Literal, Puzzle, TooLarge};
use refute::{Refuter, Unrefuted};
use std::fmt::Write as _;

/// A proved verdict.
#[derive(Debug, Clone)]
pub struct Certificate {
    /// None, unique or several; never unknown.
    pub verdict: Verdict,
    /// The rules and clues, in OPB.
    pub formula: String,
    /// The proof, for VeriPB.
    pub proof: String,
    /// What the checker says when it accepts the proof.
    pub conclusion: String,
}

/// Why there is no certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CertifyError {
    /// The formula would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The puzzle is too large for the kernel.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A limit came first.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The search for a verdict and the formula contradict each other: one of
    /// them is wrong, and nothing is certified.
    #[error("the formula does not bear out the verdict; this is a bug")]
    Disagreement,
}

impl From<Unrefuted> for CertifyError {
    fn from(reason: Unrefuted) -> CertifyError {
        match reason {
            Unrefuted::Stopped(stopped) => CertifyError::Stopped(stopped),
            Unrefuted::Satisfied => CertifyError::Disagreement,
        }
    }
}

/// Solves a puzzle, and proves the verdict: that there is no solution, or that
/// every solution agrees with the one found, or that there are two.
///
/// # Errors
/// Why there is no certificate.
pub fn certify(puzzle: &dyn Puzzle, options: &Options<'_>) -> Result<Certificate, CertifyError> {
    let formula = puzzle.formula()?;
    let Answer { result: verdict, statistics } = verdict(puzzle, options)?;
    let mut budget = Budget::new(options.limits.less(&statistics));
    let (boards, lowest): (Vec<&Board>, _) = match &verdict {
        Verdict::None => (Vec::new(), None),
        Verdict::Unique(board) => (vec![board], Some(board.len())),
        Verdict::Several(one, two) => (vec![one, two], Some(0)),
        Verdict::Unknown(_, stopped) => return Err((*stopped).into()),
    };
    let (mut engine, constraints) = Engine::new(&formula);
    let mut proof = format!("pseudo-Boolean proof version 3.0\nf {constraints} ;\n");
    let mut agreeing = None;
    for &board in &boards {
        let literals = formula.literals(board).ok_or(CertifyError::Disagreement)?;
        let solution = complete(&mut engine, &literals).ok_or(CertifyError::Disagreement)?;
        proof.push_str("soli");
        for literal in solution {
            let _ = write!(proof, " {}", formula.shown(literal));
        }
        proof.push_str(" ;\n");
        agreeing.get_or_insert(literals);
    }
    if boards.len() < 2 {
        // A solution that does not agree everywhere with the one found.
        if let Some(literals) = &agreeing {
            engine.add(literals.iter().map(|&literal| !literal).collect(), None, 0);
        }
        let phases = phases(&formula);
        let derivation = Refuter::new(engine, phases).refute(&mut budget)?;
        derivation.write(&formula, constraints + boards.len() + 1, &mut proof);
    }
    let (claim, conclusion) = match lowest {
        None => ("UNSAT".to_owned(), "UNSATISFIABLE".to_owned()),
        Some(lowest) => {
            let highest = boards.last().zip(boards.first()).map_or(0, |(last, first)| agreement(last, first));
            (format!("BOUNDS {lowest} {highest}"), format!("BOUNDS {lowest} <= obj <= {highest}"))
        }
    };
    let _ = write!(proof, "output NONE ;\nconclusion {claim} ;\nend pseudo-Boolean proof ;\n");
    let formula = formula.to_opb(agreeing.as_deref());
    Ok(Certificate { verdict, formula, proof, conclusion })
}

/// The number of places where two boards agree.
fn agreement(one: &Board, other: &Board) -> usize {
    one.iter().zip(other.iter()).filter(|(one, other)| one == other).count()
}

/// The solution that has these literals, all variables in order.
fn complete(engine: &mut Engine, literals: &[Literal]) -> Option<Vec<Literal>> {
    let mut follow = || {
        engine.start().and_then(|()| engine.propagate()).ok()?;
        for &literal in literals {
            if engine.is_open(literal) {
                engine.choose(literal);
                engine.propagate().ok()?;
            } else if engine.is_false(literal) {
                return None;
            }
        }
        let mut all = engine.trail.clone();
        all.sort_unstable();
        (all.len() == engine.known.len()).then_some(all)
    };
    let solution = follow();
    engine.undo(0, |_| {});
    solution
}

/// The values to try first: a place has some value.
fn phases(formula: &Formula) -> Vec<bool> {
    let mut phases = vec![false; formula.names().len()];
    for &(_, literal) in formula.places().iter().flatten() {
        phases[literal.variable()] = true;
    }
    phases
}
