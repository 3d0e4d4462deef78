//! Certificates: a formula that says a puzzle's rules, and a proof about its
//! solutions that VeriPB, a checker by other people, accepts.
//!
//! Nothing here has to be trusted: what is wrong with the search below is a
//! proof that the checker refuses.

mod activity;
mod claim;
mod derivation;
mod engine;
mod learn;
mod load;
mod manifest;
mod reasons;
mod refute;

pub use claim::Claim;
pub use manifest::{CHECKER, CHECKER_VERSION, Manifest, sha256};

use crate::{Answer, Options, Verdict, verdict};
use engine::Engine;
use fd::{Budget, ModelError, Stopped};
use puzzles::{Formula, Literal, Puzzle, TooLarge};
use refute::{Refuter, Unrefuted};
use std::fmt::Write as _;

/// A verdict with its proof.
#[derive(Debug, Clone)]
pub struct Certificate {
    /// None, unique or several; never unknown.
    pub verdict: Verdict,
    /// What is proved.
    pub claim: Claim,
    /// The proof, for VeriPB.
    pub proof: String,
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
    if let Verdict::Unknown(_, stopped) = verdict {
        return Err(stopped.into());
    }
    let claim = Claim::about(&formula, &verdict)?;
    let mut budget = Budget::new(options.limits.less(&statistics));
    let proof = prove(&formula, &verdict, &claim, &mut budget)?;
    Ok(Certificate { verdict, claim, proof })
}

fn prove(formula: &Formula, verdict: &Verdict, claim: &Claim, budget: &mut Budget<'_>) -> Result<String, CertifyError> {
    let (mut engine, constraints) = Engine::new(formula);
    let mut proof = format!("pseudo-Boolean proof version 3.0\nf {constraints} ;\n");
    let boards = claim::solutions(verdict);
    for board in &boards {
        let literals = formula.literals(board).ok_or(CertifyError::Disagreement)?;
        let solution = complete(&mut engine, &literals).ok_or(CertifyError::Disagreement)?;
        proof.push_str("soli");
        for literal in solution {
            let _ = write!(proof, " {}", formula.shown(literal));
        }
        proof.push_str(" ;\n");
        if boards.len() == 1 {
            // The checker asks for a better solution from now on: for one that does not agree
            // with this one everywhere.
            engine.add(literals.iter().map(|&literal| !literal).collect(), None, 0);
        }
    }
    if boards.len() < 2 {
        let derivation = Refuter::new(engine, phases(formula)).refute(budget)?;
        derivation.write(formula, constraints + boards.len() + 1, &mut proof);
    }
    let _ = write!(proof, "output NONE ;\nconclusion {} ;\nend pseudo-Boolean proof ;\n", claim.conclusion);
    Ok(proof)
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
