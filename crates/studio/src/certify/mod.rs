//! Certificates: a formula that states a puzzle's rules, and a proof about its
//! solutions that VeriPB, a checker by other people, accepts.
//!
//! Nothing here has to be trusted: if the search below is wrong, the checker
//! refuses the proof.
//!
//! Proofs come from a search of their own, not from the kernel's. The kernel's
//! propagators know more than a checker can follow; each deduction would have to be
//! justified. A search that knows no more than unit propagation, but learns clauses,
//! writes down what it learnt, and the checker follows. It treats the ordered
//! literals of a number as one, and tells the checker where that matters.
//!
//! Uniqueness is proved by an objective: solutions are scored by the places where
//! they agree with the one shown, and the least score is all places. The released
//! checker has no other way to say "this one and no other".
//!
//! Totals of bars, and numbers on cells, are in the formula as variables that say "at
//! least this much". With the leaves alone it would be shorter, but proofs of the
//! larger Weight trees would be out of reach.

mod activity;
mod derivation;
mod engine;
mod learn;
mod load;
mod manifest;
mod parts;
mod proof;
mod refute;

pub use manifest::{CHECKER, CHECKER_VERSION, Claim, Manifest, sha256};

use crate::{Answer, Explanation, Options, Outcome, Verdict, verdict};
use engine::Engine;
use fd::{Budget, ModelError, Stopped};
use puzzles::{Formula, Literal, Puzzle, TooLarge};
use refute::Refuter;
use std::fmt::Write as _;
use std::num::NonZero;

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
    /// The explanation leads nowhere: there are several solutions.
    #[error("its explanation does not lead to one solution")]
    Unexplained,
    /// The search for a verdict and the formula contradict each other: one of
    /// them is wrong, and nothing is certified.
    #[error("the formula does not bear out the verdict; this is a bug")]
    Disagreement,
}

/// Solves a puzzle, and proves the verdict: that there is no solution, or that
/// every solution agrees with the one found, or that there are two. A hard one is shared out among the
/// threads of the options; the proof is the same for any number.
///
/// # Errors
/// Why there is no certificate.
pub fn certify(puzzle: &dyn Puzzle, options: &Options<'_>) -> Result<Certificate, CertifyError> {
    let formula = puzzle.formula()?;
    let Answer { result: verdict, statistics } = verdict(puzzle, options)?;
    if let Verdict::Unknown(_, stopped) = verdict {
        return Err(stopped.into());
    }
    let mut budget = Budget::new(options.limits.less(&statistics));
    certified(&formula, verdict, None, options.threads(), &mut budget)
}

/// Proves the steps of an explanation one by one, and from them the verdict. The
/// proof has a comment for each step, and then the values that it removes from
/// places, each derived from the rules and from the steps before.
///
/// # Errors
/// Why there is no certificate. An explanation that does not lead to the end
/// proves no verdict.
pub fn certify_steps(
    puzzle: &dyn Puzzle,
    explanation: &Explanation,
    options: &Options<'_>,
) -> Result<Certificate, CertifyError> {
    let verdict = match &explanation.outcome {
        Outcome::Solved(board) => Verdict::Unique(board.clone()),
        Outcome::Contradiction => Verdict::None,
        Outcome::Open(_) => return Err(CertifyError::Unexplained),
        Outcome::Stopped(stopped) => return Err((*stopped).into()),
    };
    let formula = puzzle.formula()?;
    certified(&formula, verdict, Some(explanation), options.threads(), &mut Budget::new(options.limits))
}

fn certified(
    formula: &Formula,
    verdict: Verdict,
    explanation: Option<&Explanation>,
    threads: NonZero<usize>,
    budget: &mut Budget<'_>,
) -> Result<Certificate, CertifyError> {
    let claim = Claim::about(formula, &verdict)?;
    let (mut engine, constraints) = Engine::new(formula);
    let mut proof = format!("pseudo-Boolean proof version 3.0\nf {constraints} ;\n");
    let mut shown = Vec::new();
    for board in manifest::solutions(&verdict) {
        let literals = formula.literals(board).ok_or(CertifyError::Disagreement)?;
        let solution = complete(&mut engine, &literals).ok_or(CertifyError::Disagreement)?;
        let solution: Vec<String> = solution.into_iter().map(|literal| formula.shown(literal).to_string()).collect();
        shown.push((format!("soli {} ;", solution.join(" ")), literals));
    }
    if shown.len() == 2 {
        shown.iter().for_each(|(line, _)| proof.extend([line, "\n"]));
    } else {
        let mut refuter = Refuter::new(engine, phases(formula));
        if let Some(explanation) = explanation {
            derive_steps(formula, explanation, &mut refuter, budget)?;
        }
        for (line, literals) in shown {
            // From now on the checker asks for a better solution: for one that does not agree
            // with this one everywhere.
            refuter.add(line, literals.iter().map(|&literal| !literal).collect());
        }
        refuter.refute(threads, budget)?.write(formula, constraints + 1, &mut proof);
    }
    let _ = write!(proof, "output NONE ;\nconclusion {} ;\nend pseudo-Boolean proof ;\n", claim.conclusion);
    Ok(Certificate { verdict, claim, proof })
}

/// Derives, step by step, what goes from the places.
fn derive_steps(
    formula: &Formula,
    explanation: &Explanation,
    refuter: &mut Refuter,
    budget: &mut Budget<'_>,
) -> Result<(), CertifyError> {
    let context = &explanation.context;
    for (number, step) in (1..).zip(&explanation.steps) {
        refuter.derivation.comment(&format!("step {number}: {}", context.told(step).in_full()));
        for removed in context.removes(step) {
            let Some(values) = context.place(removed.var).and_then(|place| formula.places().get(place)) else {
                continue;
            };
            for (_, literal) in values.iter().filter(|(value, _)| removed.values.contains(value)) {
                refuter.derive(!*literal, budget)?;
            }
        }
    }
    Ok(())
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
