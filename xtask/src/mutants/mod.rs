//! `cargo xtask mutants`: small changes that some test should notice.
//!
//! All mutants are compiled into one copy of the workspace and switched on one by
//! one by a variable, so that a run costs tests and not builds. Only tests that come
//! by a mutant are run with it.

mod find;
mod suite;
mod weave;

use crate::shell::{cargo, root, target_dir};
use crate::{Failure, settings};
use find::Mutant;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use suite::{Suite, in_turn};

/// The crates that are changed; each stands on those before it.
const CRATES: [&str; 3] = ["fd", "puzzles", "studio"];

/// Files that are no code of ours to test: the tests themselves, and computed tables.
const LEFT_OUT: [&str; 4] = ["tests.rs", "harness.rs", "table.rs", "brute_force.rs"];

/// How it is called.
const USAGE: &str = "mutants takes --count K and --seed S";

/// A mutant and where it is.
type Sample = Vec<(PathBuf, Mutant)>;

/// Runs a sample, or the rest of one that was stopped.
pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    let [count, seed] = settings(arguments, [("--count", 300), ("--seed", 1)], USAGE)?;
    sampled(count as usize, seed).map_err(Failure::Failed)
}

fn sampled(count: usize, seed: u64) -> Result<(), String> {
    let copy = target_dir().join("mutants").join("workspace");
    let sample = sample(count, seed)?;
    let is_woven = |file: &Path| {
        CRATES.iter().any(|name| weave::root_of(name) == file) || sample.iter().any(|(path, _)| path == file)
    };
    weave::copy(&copy, &is_woven)?;
    let left_out = compile(&copy, &sample)?;
    let mut build = in_copy(&copy, cargo("test --tests"));
    // Built once, run hundreds of times.
    build.env("CARGO_PROFILE_TEST_OPT_LEVEL", "3");
    let suite = Suite::built_by(build, &target_dir().join("mutants").join("reached"))?;
    println!("{}", suite.summary());
    let outcomes = target_dir().join("mutants").join(format!("outcomes-{seed}.jsonl"));
    let killed_before = read(&outcomes);
    let log = OpenOptions::new().create(true).append(true).open(&outcomes).map_err(|error| error.to_string())?;
    let state = Mutex::new((log, 0));
    let tried: Vec<usize> = (0..sample.len()).filter(|number| !left_out.contains(number)).collect();
    in_turn(tried.clone(), |number| {
        let (path, mutant) = &sample[number];
        let key = format!("{}:{}: {}", path.display(), mutant.line, mutant.says);
        if killed_before.contains(&key) {
            return Ok(());
        }
        let killer = suite.killer(number)?;
        let outcome = match killer {
            Some(_) => "killed",
            None if suite.reaches(number) => "SURVIVED",
            None => "NOT REACHED",
        };
        println!("{outcome:11} {key}");
        let line = json!({ "mutant": key, "killed": killer.is_some(), "by": killer });
        let mut state = state.lock().map_err(|error| error.to_string())?;
        state.1 += usize::from(killer.is_none());
        writeln!(state.0, "{line}").map_err(|error| error.to_string())
    })?;
    let survived = state.into_inner().map_err(|error| error.to_string())?.1;
    println!("{} mutants: {} killed, {survived} survived", tried.len(), tried.len() - survived);
    println!("{} more could not be compiled", left_out.len());
    Ok(())
}

/// The mutants that an earlier run killed. Survivors are tried again: there may be new tests.
fn read(outcomes: &Path) -> BTreeSet<String> {
    let lines = fs::read_to_string(outcomes).unwrap_or_default();
    let values = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    values
        .filter(|value| value["killed"] == true)
        .filter_map(|value| Some(value["mutant"].as_str()?.to_owned()))
        .collect()
}

/// Mutants of all crates, the same for the same seed, none of which overlaps another.
fn sample(count: usize, seed: u64) -> Result<Sample, String> {
    let mut all: Sample = Vec::new();
    for name in CRATES {
        for path in sources(&Path::new("crates").join(name).join("src"))? {
            let text = fs::read_to_string(root().join(&path)).map_err(|error| error.to_string())?;
            let found = find::mutants(&text).map_err(|error| format!("{}: {error}", path.display()))?;
            all.extend(found.into_iter().map(|mutant| (path.clone(), mutant)));
        }
    }
    println!("{} mutants are known, a sample of {count} is tried", all.len());
    let mut state = seed;
    for last in (1..all.len()).rev() {
        all.swap(last, (bits(&mut state) % (last as u64 + 1)) as usize);
    }
    let mut chosen: Sample = Vec::new();
    for (path, mutant) in all {
        let overlaps = |other: &(PathBuf, Mutant)| {
            other.0 == path && other.1.bytes.start < mutant.bytes.end && mutant.bytes.start < other.1.bytes.end
        };
        if chosen.len() < count && !chosen.iter().any(overlaps) {
            chosen.push((path, mutant));
        }
    }
    Ok(chosen)
}

/// Splitmix64.
fn bits(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The source files below a directory of the workspace, in order, without tests.
fn sources(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let entries = fs::read_dir(root().join(directory)).map_err(|error| format!("{}: {error}", directory.display()))?;
    for entry in entries.flatten() {
        let (name, path) = (entry.file_name(), directory.join(entry.file_name()));
        if entry.path().is_dir() {
            if name != "tests" {
                found.extend(sources(&path)?);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") && !LEFT_OUT.iter().any(|left| name == *left) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Compiles the copy with the sample; the numbers of those that do not compile.
fn compile(copy: &Path, sample: &Sample) -> Result<BTreeSet<usize>, String> {
    let mut left_out = BTreeSet::new();
    loop {
        let mut files: BTreeMap<PathBuf, Vec<(usize, Mutant)>> = BTreeMap::new();
        // Files whose mutants were all left out are written as they were.
        for (number, (path, mutant)) in sample.iter().enumerate() {
            let mutants = files.entry(path.clone()).or_default();
            if !left_out.contains(&number) {
                mutants.push((number, mutant.clone()));
            }
        }
        weave::weave(copy, &CRATES, &files)?;
        let mut check = in_copy(copy, cargo("check --tests --message-format json"));
        let output = check.stderr(Stdio::null()).output().map_err(|error| error.to_string())?;
        if output.status.success() {
            return Ok(left_out);
        }
        let wrong = errors(&String::from_utf8_lossy(&output.stdout));
        let before = left_out.len();
        for (number, (path, mutant)) in sample.iter().enumerate() {
            if wrong.contains(&(path.to_string_lossy().into_owned(), mutant.line as u64)) {
                left_out.insert(number);
            }
        }
        if left_out.len() == before {
            return Err(format!("the copy does not compile, and no mutant is to blame: {wrong:?}"));
        }
    }
}

/// The files and lines of a compiler's errors.
fn errors(messages: &str) -> BTreeSet<(String, u64)> {
    let mut found = BTreeSet::new();
    for message in messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let message = &message["message"];
        for span in message["spans"].as_array().into_iter().flatten().filter(|_| message["level"] == "error") {
            if let (Some(file), Some(first), Some(last)) =
                (span["file_name"].as_str(), span["line_start"].as_u64(), span["line_end"].as_u64())
            {
                found.extend((first..=last).map(|line| (file.to_owned(), line)));
            }
        }
    }
    found
}

/// Cargo in the copy, with a target directory of its own: cargo would take its crates for those of the workspace.
fn in_copy(copy: &Path, mut command: Command) -> Command {
    for name in CRATES {
        command.args(["-p", &format!("equipoise-{name}")]);
    }
    command.current_dir(copy).env("CARGO_TARGET_DIR", target_dir().join("mutants/target")).stdin(Stdio::null());
    command
}
