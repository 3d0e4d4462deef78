//! What a certificate claims, and what ties puzzle, formula, proof and solutions
//! together.

use super::{Certificate, CertifyError};
use crate::{Verdict, puzzle_to_json};
use puzzles::json::Node;
use puzzles::{Board, Formula, Puzzle};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The program that checks the proofs.
pub const CHECKER: &str = "veripb";
/// The version of it that the proofs are written for.
pub const CHECKER_VERSION: &str = "3.0.2";

/// The version of the manifest format.
const VERSION: u64 = 1;

/// The SHA-256 hash of some bytes, in hexadecimal digits.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    Sha256::digest(bytes.as_ref()).iter().map(|byte| format!("{byte:02x}")).collect()
}

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
    /// What a certificate of this verdict claims; an error when a board does not
    /// fit the puzzle, or nothing is known.
    pub(super) fn about(formula: &Formula, verdict: &Verdict) -> Result<Claim, CertifyError> {
        let shown = solutions(verdict).first().copied();
        let literals = |board| formula.literals(board).ok_or(CertifyError::Disagreement);
        let literals = shown.map(literals).transpose()?;
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

/// The hashes of what belongs to a certificate, and the solutions that it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest(Value);

impl Certificate {
    /// The manifest of a certificate for this puzzle.
    pub fn manifest(&self, puzzle: &dyn Puzzle) -> Manifest {
        let solutions: Vec<Value> =
            solutions(&self.verdict).into_iter().map(|board| puzzle.write_board(board)).collect();
        let puzzle = puzzle_to_json(puzzle);
        let solutions = Value::from(solutions);
        Manifest(json!({
            "certificate": VERSION,
            "program": concat!("equipoise ", env!("CARGO_PKG_VERSION")),
            "checker": { "program": CHECKER, "version": CHECKER_VERSION },
            "verdict": self.verdict.name(),
            "conclusion": self.claim.conclusion,
            "sha256": {
                "puzzle": sha256(puzzle.to_string()),
                "solutions": sha256(solutions.to_string()),
                "formula": sha256(&self.claim.formula),
                "proof": sha256(&self.proof),
            },
            "puzzle": puzzle,
            "solutions": solutions,
        }))
    }
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// When it is not JSON, or of another version.
    pub fn read(text: &str) -> Result<Manifest, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match value.get("certificate").and_then(Value::as_u64) {
            Some(VERSION) => Ok(Manifest(value)),
            Some(other) => Err(format!("a manifest of version {other}; this program knows version {VERSION}")),
            None => Err("it does not say the version of its form".to_owned()),
        }
    }

    /// The manifest as JSON, for people and programs, with a line end.
    pub fn to_text(&self) -> String {
        format!("{:#}\n", self.0)
    }

    /// The verdict that it states, in a word.
    pub fn verdict_name(&self) -> &str {
        self.0.get("verdict").and_then(Value::as_str).unwrap_or("unknown")
    }

    /// One of the hashes: of `formula` or `proof`, say.
    pub fn hash(&self, of: &str) -> Option<&str> {
        self.0.get("sha256")?.get(of)?.as_str()
    }

    /// Checks all but the proof: that it is about this puzzle, that the boards
    /// break no rule, that the formula is the one that the puzzle and the boards
    /// make, byte by byte, and that the proof is the one meant and uses only our
    /// rules.
    ///
    /// The result is the claim that the checker must accept the proof of.
    ///
    /// # Errors
    /// What does not fit.
    pub fn check(&self, puzzle: &dyn Puzzle, formula: &[u8], proof: &[u8]) -> Result<Claim, String> {
        if self.0.get("puzzle") != Some(&puzzle_to_json(puzzle)) {
            return Err("the certificate is for another puzzle".to_owned());
        }
        let verdict = self.verdict(puzzle)?;
        let formula_of_puzzle = puzzle.formula().map_err(|error| error.to_string())?;
        let claim = Claim::about(&formula_of_puzzle, &verdict).map_err(|error| match error {
            CertifyError::Disagreement => "a solution does not fit the puzzle".to_owned(),
            other => other.to_string(),
        })?;
        if claim.formula.as_bytes() != formula {
            return Err("the formula is not the one that the puzzle makes".to_owned());
        }
        if self.0.get("conclusion").and_then(Value::as_str) != Some(&claim.conclusion) {
            return Err("the conclusion is not the one that the verdict needs".to_owned());
        }
        let solutions = self.0.get("solutions").unwrap_or(&Value::Null);
        let hashes = [
            ("puzzle", sha256(puzzle_to_json(puzzle).to_string())),
            ("solutions", sha256(solutions.to_string())),
            ("formula", sha256(formula)),
            ("proof", sha256(proof)),
        ];
        if let Some((name, _)) = hashes.iter().find(|(name, hash)| self.hash(name) != Some(hash)) {
            return Err(format!("the hash of the {name} is not the one in the manifest"));
        }
        super::proof::check(proof, &claim.conclusion)?;
        Ok(claim)
    }

    /// The verdict, with boards that break no rule.
    fn verdict(&self, puzzle: &dyn Puzzle) -> Result<Verdict, String> {
        let boards = self.0.get("solutions").and_then(Value::as_array).ok_or("it has no list of solutions")?;
        let read = |value| puzzle.read_board(Node::root(value)).map_err(|error| format!("a solution: {error}"));
        let mut boards = boards.iter().map(read).collect::<Result<Vec<Board>, String>>()?;
        for board in &boards {
            if !board.is_full() {
                return Err("a solution has blanks".to_owned());
            }
            if let Some(violation) = puzzle.violations(board).first() {
                return Err(format!("a solution breaks a rule: {}", violation.message));
            }
        }
        let verdict = match (boards.pop(), boards.pop(), boards.pop()) {
            (None, ..) => Verdict::None,
            (Some(board), None, _) => Verdict::Unique(board),
            (Some(two), Some(one), None) if one != two => Verdict::Several(one, two),
            _ => return Err("it shows neither one solution nor two that differ".to_owned()),
        };
        if self.0.get("verdict").and_then(Value::as_str) == Some(verdict.name()) {
            Ok(verdict)
        } else {
            Err("the verdict does not go with the number of solutions".to_owned())
        }
    }
}
