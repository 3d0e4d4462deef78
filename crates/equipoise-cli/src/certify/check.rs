//! `equipoise certify --check`.

use super::checker::Checker;
use super::files::{self, Found};
use super::unknown;
use crate::args::CertifyArguments;
use crate::clock::Stopwatch;
use crate::escape::json_line;
use crate::exit::Exit;
use crate::explain::stopped_exit;
use crate::failure::Failure;
use crate::output::{Output, Trouble};
use crate::parallel::Question;
use equipoise::fd::{Clock, Limits};
use serde_json::json;

/// Checks the existing certificate of a puzzle.
pub(super) fn check(
    arguments: &CertifyArguments,
    checker: &Checker,
    question: Question<'_>,
    name: &str,
    limits: Limits<'_>,
    output: &Output,
) -> Result<Exit, Trouble> {
    let puzzle = &*question.document.puzzle;
    let Found { paths, formula, proof, manifest } = files::read(&arguments.out, name)?;
    let claim = manifest.check(puzzle, &formula, &proof).map_err(Failure::refused)?;
    let clock = Stopwatch::start();
    let [formula, proof] = &paths;
    let said = match checker.check(formula, proof, limits)? {
        Ok(said) => said,
        Err(stopped) => {
            output.data(unknown(arguments, question, stopped))?;
            return Ok(stopped_exit(stopped));
        }
    };
    if said.as_deref() != Ok(&claim.accepted) {
        let said = said.unwrap_or_else(|error| error);
        return Err(Failure::refused(format!("{} does not accept the proof: {said}", checker.name())).into());
    }
    output.data(if arguments.json {
        json_line(&json!({
            "file": question.name, "puzzle": puzzle.kind().name, "size": puzzle.size(),
            "verdict": manifest.verdict_name(), "certificate": name, "checker": checker.name(),
            "accepted": claim.accepted, "seconds": clock.now().as_secs_f64(),
        }))
    } else {
        format!("{name}: {}, accepted by {}\n", manifest.verdict_name(), checker.name())
    })?;
    Ok(Exit::Fine)
}
