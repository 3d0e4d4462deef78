//! `equipoise certify`: proofs of verdicts, as files for another program to check.

mod checker;

use crate::args::Puzzles;
use crate::clock::{CpuClock, Stopwatch, read_duration};
use crate::failure::{Exit, Failure};
use crate::input::{self, Tasks, read_regular};
use crate::interrupt::Interrupt;
use crate::parallel::{self, Question, Run, jobs_parser};
use crate::text::visible;
use crate::write;
use checker::Checker;
use clap::Args;
use equipoise::fd::{Clock, Limits, Stopped};
use equipoise::puzzles::{Document, Kind, Puzzle, counted};
use equipoise::studio::{self, Certificate, CertifyError, Manifest, Options, Sharing, Verdict, sha256};
use serde_json::json;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct CertifyArguments {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// The directory for the certificates
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,

    /// Prove each step of the explanation, and the verdict from them
    #[arg(long, conflicts_with = "check")]
    pub(crate) steps: bool,

    /// Check existing certificates: write the formulas again, compare them byte by
    /// byte, and run VeriPB
    #[arg(long, conflicts_with = "force")]
    pub(crate) check: bool,

    /// Replace existing files
    #[arg(long)]
    pub(crate) force: bool,

    /// Give up on a puzzle after this long, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,

    /// How many puzzles to certify at a time [default: the number of processors]
    #[arg(long, value_name = "J", value_parser = jobs_parser())]
    pub(crate) jobs: Option<NonZero<usize>>,

    /// Print a JSON object for each puzzle, one per line
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(arguments: &CertifyArguments) -> Result<Exit, Failure> {
    let checker = if arguments.check { Some(Checker::find()?) } else { None };
    input::named_once(&arguments.puzzles.puzzles)?;
    let run = Run::new(&arguments.puzzles, arguments.json, arguments.time_limit);
    let run = Run { jobs: arguments.jobs, ..run };
    named_apart(&arguments.puzzles, &run.interrupt)?;
    if !arguments.check {
        write::create_folder(&arguments.out)?;
    }
    let names = Mutex::new(BTreeSet::new());
    run.each(|question, output| {
        let name = name(question.document, question.name);
        if !names.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone()) {
            return Err(same_name(&name));
        }
        let certified = match &checker {
            Some(checker) => check(arguments, checker, question, &name)?,
            None => certify(arguments, question, &name)?,
        };
        let unknown = |stopped: Stopped| {
            let says = format!("unknown, {stopped}");
            (question.answer(arguments.json, &says, json!({ "verdict": "unknown" })), stopped.into())
        };
        let (text, exit) = certified.unwrap_or_else(unknown);
        output.data(text)?;
        Ok(exit)
    })
}

/// Refuses puzzles whose certificates would have the same name, before any of them is
/// proved. What can be read only once is left out: its names are compared as they come.
fn named_apart(puzzles: &Puzzles, interrupt: &Interrupt) -> Result<(), Failure> {
    let is_read_once = |argument: &OsStr| {
        let is_stdin = argument == "-" || argument.to_string_lossy().starts_with("-#");
        is_stdin || fs::metadata(argument).is_ok_and(|found| !found.is_file() && !found.is_dir())
    };
    let again: Vec<_> = puzzles.puzzles.iter().filter(|argument| !is_read_once(argument)).cloned().collect();
    let mut names = BTreeSet::new();
    for item in Tasks::new(&again, interrupt).flat_map(|task| task.read(puzzles.kind)) {
        let Ok(document) = &item.document else { continue };
        let name = name(document, &visible(&item.name));
        if let Some(name) = names.replace(name) {
            return Err(same_name(&name).of(&visible(&item.name)));
        }
    }
    Ok(())
}

fn same_name(name: &str) -> Failure {
    let message = format!("its certificate would have the name {name}, as that of another puzzle");
    Failure::usage(format!("{message}; certify them apart"))
}

/// Writes the certificate of a puzzle; returns what to say about it.
fn certify(
    arguments: &CertifyArguments,
    question: Question<'_>,
    name: &str,
) -> Result<Result<(String, Exit), Stopped>, Failure> {
    let puzzle = &*question.document.puzzle;
    let clock = CpuClock::start();
    let before = clock.now();
    let certificate = match certificate(puzzle, question.limits, arguments) {
        Ok(certificate) => certificate,
        Err(CertifyError::Stopped(stopped)) => return Ok(Err(stopped)),
        Err(error) => return Err(error.into()),
    };
    let (verdict, exit) = match &certificate.verdict {
        Verdict::None => ("no solution", Exit::None),
        Verdict::Unique(_) => ("one solution", Exit::Fine),
        Verdict::Several(..) => ("several solutions", Exit::Several),
        Verdict::Unknown(..) => ("unknown", Exit::Fine),
    };
    let verdict_name = certificate.verdict.name();
    let files = files(certificate, puzzle);
    let seconds = clock.now().saturating_sub(before).as_secs_f64();
    write_files(&files, &arguments.out, name, arguments.force)?;
    let [(_, formula), (_, proof), _] = &files;
    // The derived steps of the proof.
    let steps = proof.lines().filter(|line| line.starts_with("rup")).count();
    let text = if arguments.json {
        let more = json!({
            "size": puzzle.size(), "verdict": verdict_name, "certificate": name,
            "formula": { "bytes": formula.len(), "sha256": sha256(formula) },
            "proof": { "bytes": proof.len(), "steps": steps, "sha256": sha256(proof) },
            "seconds": seconds,
        });
        question.line(more)
    } else {
        let steps = counted(steps, "step");
        format!("{name}: {verdict}; formula {} bytes, proof {} bytes, {steps}\n", formula.len(), proof.len())
    };
    Ok(Ok((text, exit)))
}

/// The certificate, following the explanation if that is asked for and there is one.
fn certificate(
    puzzle: &dyn Puzzle,
    limits: Limits<'_>,
    arguments: &CertifyArguments,
) -> Result<Certificate, CertifyError> {
    let threads = parallel::threads_each(&arguments.puzzles.puzzles, arguments.jobs);
    let options = Options { limits, sharing: Some(Sharing { threads, part: None }), ..Options::default() };
    if arguments.steps {
        match studio::certify_steps(puzzle, &studio::explain(puzzle, limits)?, &options) {
            // It has several solutions, and two of them are the proof.
            Err(CertifyError::Unexplained) => {}
            result => return result,
        }
    }
    studio::certify(puzzle, &options)
}

/// Checks the existing certificate of a puzzle; returns what to say about it.
fn check(
    arguments: &CertifyArguments,
    checker: &Checker,
    question: Question<'_>,
    name: &str,
) -> Result<Result<(String, Exit), Stopped>, Failure> {
    let puzzle = &*question.document.puzzle;
    let paths = [FORMULA, PROOF, MANIFEST].map(|ending| path(&arguments.out, name, ending));
    let bytes = |path: &Path| read_regular(path).map_err(|error| Failure::file(path, &error));
    let text = String::from_utf8_lossy(&bytes(&paths[2])?).into_owned();
    let (formula, proof) = (bytes(&paths[0])?, bytes(&paths[1])?);
    let manifest = Manifest::read(&text).map_err(|problem| Failure::refused(problem).at(&paths[2]))?;
    let claim = manifest.check(puzzle, &formula, &proof).map_err(Failure::refused)?;
    let clock = Stopwatch::start();
    let said = match checker.check(&formula, &proof, question.limits)? {
        Ok(said) => said,
        Err(stopped) => return Ok(Err(stopped)),
    };
    if said.as_deref() != Ok(&claim.accepted) {
        let said = said.unwrap_or_else(|error| error);
        return Err(Failure::refused(format!("{} does not accept the proof: {said}", checker.name())));
    }
    let text = if arguments.json {
        let more = json!({
            "size": puzzle.size(), "verdict": manifest.verdict_name(), "certificate": name, "checker": checker.name(),
            "accepted": claim.accepted, "seconds": clock.now().as_secs_f64(),
        });
        question.line(more)
    } else {
        format!("{name}: {}, accepted by {}\n", manifest.verdict_name(), checker.name())
    };
    Ok(Ok((text, Exit::Fine)))
}

/// The endings of the names of a formula, a proof and a manifest.
const FORMULA: &str = "opb";
const PROOF: &str = "pbp";
const MANIFEST: &str = "manifest";

/// The files of a certificate: their endings and texts.
pub(crate) type Files = [(&'static str, String); 3];

pub(crate) fn files(certificate: Certificate, puzzle: &dyn Puzzle) -> Files {
    let manifest = certificate.manifest(puzzle).to_text();
    [(FORMULA, certificate.claim.formula), (PROOF, certificate.proof), (MANIFEST, manifest)]
}

/// A file of the certificate of this name.
fn path(directory: &Path, name: &str, ending: &str) -> PathBuf {
    directory.join(format!("{name}.{ending}"))
}

/// Writes the files, the manifest last: if it exists, so do the others. A file that already has
/// exactly these bytes may stay.
pub(crate) fn write_files(files: &Files, directory: &Path, name: &str, force: bool) -> Result<(), Failure> {
    let files = files.iter().map(|(ending, text)| (path(directory, name, ending), text));
    let is_there = |path: &Path, text: &str| read_regular(path).is_ok_and(|there| there == text.as_bytes());
    write::write_all(&files.filter(|(path, text)| !is_there(path, text)).collect::<Vec<_>>(), force)
}

/// The name of a puzzle's certificate.
fn name(document: &Document, puzzle_name: &str) -> String {
    let Document { puzzle, about, .. } = document;
    let made = |what: &str| about.get("made")?.get(what)?.as_u64();
    match (made("seed"), made("index")) {
        (Some(seed), Some(index)) => made_name(puzzle.kind(), puzzle.size(), seed, index),
        _ => name_of_file(puzzle.kind().name, puzzle_name),
    }
}

/// The name of a made puzzle, and of its certificate.
pub(crate) fn made_name(kind: &Kind, size: usize, seed: u64, index: u64) -> String {
    format!("{}-{size}-{seed}-{index:06}", kind.name)
}

/// The name of another puzzle's certificate: `gap-seed-1` for `gap/seed-1` or
/// `puzzles/seed-1.json`, `gap-some-3` for `some.jsonl#3`.
fn name_of_file(kind: &str, puzzle: &str) -> String {
    let stem = write::stem(puzzle).replace(|c: char| !c.is_ascii(), "-");
    if stem.starts_with(&format!("{kind}-")) { stem } else { format!("{kind}-{stem}") }
}

#[cfg(test)]
mod tests {
    use super::name_of_file as name;

    #[test]
    fn certificates_have_names() {
        assert_eq!(name("gap", "gap/seed-1"), "gap-seed-1");
        assert_eq!(name("gap", "some/where/board.json"), "gap-board");
        assert_eq!(name("gap", "gap-7.json"), "gap-7");
        assert_eq!(name("trid", "a b/c:d.jsonl#12"), "trid-c-d-12");
        assert_eq!(name("trid", "-"), "trid-stdin");
        assert_eq!(name("trid", "-#2"), "trid-stdin-2");
        assert_eq!(name("trid", ""), "trid-puzzle");
    }
}
