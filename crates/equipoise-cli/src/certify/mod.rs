//! `equipoise certify`.

mod check;
mod checker;
mod files;

pub(crate) use files::Files;

use crate::args::CertifyArguments;
use crate::clock::{CpuClock, Stopwatch};
use crate::escape::json_line;
use crate::exit::Exit;
use crate::explain::stopped_exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{Output, Trouble};
use crate::parallel::{self, Question, Run};
use checker::Checker;
use equipoise::fd::{Clock, Limits, Stopped};
use equipoise::puzzles::{Document, Kind, Puzzle};
use equipoise::studio::{self, Certificate, CertifyError, Options, Sharing, Verdict, sha256};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

pub(crate) fn run(arguments: &CertifyArguments) -> Exit {
    let interrupt = Interrupt::install();
    let checker = match if arguments.check { Checker::find().map(Some) } else { Ok(None) } {
        Ok(checker) => checker,
        Err(failure) => return failure.tell(),
    };
    if !arguments.check
        && let Err(error) = fs::create_dir_all(&arguments.out)
    {
        return Failure::file(&arguments.out, &error).tell();
    }
    let run = Run {
        puzzles: &arguments.puzzles.puzzles,
        kind: arguments.puzzles.kind,
        jobs: arguments.jobs,
        json: arguments.json,
        interrupt: &interrupt,
    };
    let names = Names::default();
    let tally = parallel::run(&run, |question, output| {
        let clock = Stopwatch::start();
        let limits = Limits::none().clock(&clock).cancel(interrupt.flag());
        let limits = arguments.time_limit.map_or(limits, |time| limits.time(time, &clock));
        let name = names.take(question)?;
        match &checker {
            Some(checker) => check::check(arguments, checker, question, &name, limits, output),
            None => write(arguments, question, &name, limits, output),
        }
    });
    tally.exit()
}

/// Writes the certificate of a puzzle.
fn write(
    arguments: &CertifyArguments,
    question: Question<'_>,
    name: &str,
    limits: Limits<'_>,
    output: &Output,
) -> Result<Exit, Trouble> {
    let puzzle = &*question.document.puzzle;
    let clock = CpuClock::start();
    let before = clock.now();
    let certificate = match certificate(puzzle, limits, arguments) {
        Ok(certificate) => certificate,
        Err(CertifyError::Stopped(stopped)) => {
            output.data(unknown(arguments, question, stopped))?;
            return Ok(stopped_exit(stopped));
        }
        Err(error) => return Err(Failure::uncertified(&error).into()),
    };
    let files = Files::of(&certificate, puzzle);
    let seconds = clock.now().saturating_sub(before).as_secs_f64();
    files.write(&arguments.out, name, arguments.force)?;
    let Certificate { verdict, claim, proof } = &certificate;
    output.data(if arguments.json {
        json_line(&json!({
            "file": question.name, "puzzle": puzzle.kind().name, "size": puzzle.size(), "verdict": verdict.name(),
            "certificate": name,
            "formula": { "bytes": claim.formula.len(), "sha256": sha256(&claim.formula) },
            "proof": { "bytes": proof.len(), "steps": steps(proof), "sha256": sha256(proof) },
            "seconds": seconds,
        }))
    } else {
        let (formula, proof, steps) = (claim.formula.len(), proof.len(), steps(proof));
        let steps = if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") };
        format!("{name}: {}; formula {formula} bytes, proof {proof} bytes, {steps}\n", spoken(verdict))
    })?;
    Ok(match verdict {
        Verdict::None => Exit::None,
        Verdict::Several(..) => Exit::Several,
        Verdict::Unique(_) | Verdict::Unknown(..) => Exit::Fine,
    })
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

/// The message when a limit was reached first.
fn unknown(arguments: &CertifyArguments, question: Question<'_>, stopped: Stopped) -> String {
    if arguments.json {
        let puzzle = question.document.puzzle.kind().name;
        json_line(&json!({ "file": question.name, "puzzle": puzzle, "verdict": "unknown" }))
    } else {
        format!("{}: unknown, {stopped}\n", question.name)
    }
}

/// The number of derived steps in a proof.
fn steps(proof: &str) -> usize {
    proof.lines().filter(|line| line.starts_with("rup")).count()
}

fn spoken(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::None => "no solution",
        Verdict::Unique(_) => "one solution",
        Verdict::Several(..) => "several solutions",
        Verdict::Unknown(..) => "unknown",
    }
}

/// The names of the certificates of a run.
#[derive(Debug, Default)]
struct Names(Mutex<BTreeSet<String>>);

impl Names {
    /// The name for a puzzle, if no other has it.
    fn take(&self, question: Question<'_>) -> Result<String, Failure> {
        let Document { puzzle, about, .. } = &**question.document;
        let made = |what: &str| about.get("made")?.get(what)?.as_u64();
        let name = match (made("seed"), made("index")) {
            (Some(seed), Some(index)) => made_name(puzzle.kind(), puzzle.size(), seed, index),
            _ => name(puzzle.kind().name, question.name),
        };
        if self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone()) {
            Ok(name)
        } else {
            let message = format!("its certificate would have the name {name}, as that of another puzzle");
            Err(Failure::usage(format!("{message}; certify them apart")))
        }
    }
}

/// The name of a made puzzle, and of its certificate.
pub(crate) fn made_name(kind: &Kind, size: usize, seed: u64, index: u64) -> String {
    format!("{}-{size}-{seed}-{index:06}", kind.name)
}

/// The name of another puzzle's certificate: `gap-seed-1` for `gap/seed-1` or
/// `puzzles/seed-1.json`, `gap-some-3` for `some.jsonl#3`.
fn name(kind: &str, puzzle: &str) -> String {
    let (file, number) = match puzzle.rsplit_once('#') {
        Some((file, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => (file, Some(number)),
        _ => (puzzle, None),
    };
    let stem = Path::new(file).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let stem = if stem == "-" { "stdin" } else { &stem };
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' };
    let stem: String = stem.chars().map(plain).collect();
    let mut name = if stem.starts_with(&format!("{kind}-")) { stem } else { format!("{kind}-{stem}") };
    if let Some(number) = number {
        name.push('-');
        name.push_str(number);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn certificates_have_names() {
        assert_eq!(name("gap", "gap/seed-1"), "gap-seed-1");
        assert_eq!(name("gap", "some/where/board.json"), "gap-board");
        assert_eq!(name("gap", "gap-7.json"), "gap-7");
        assert_eq!(name("trid", "a b/c:d.jsonl#12"), "trid-c-d-12");
        assert_eq!(name("trid", "-"), "trid-stdin");
        assert_eq!(name("trid", "-#2"), "trid-stdin-2");
        assert_eq!(name("trid", ""), "trid-");
    }
}
