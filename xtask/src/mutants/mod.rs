//! `cargo xtask mutants`: small changes that some test should notice.
//!
//! All mutants are compiled into one copy of the workspace and switched on one by
//! one by a variable, so that a run costs tests and not builds.

mod find;
mod weave;

use crate::shell::{cargo, program, root, run as run_command, target_dir};
use crate::{Failure, settings};
use find::Mutant;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The crates that are changed; each stands on those before it.
const CRATES: [&str; 3] = ["fd", "puzzles", "studio"];

/// Files that are no code of ours to test: the tests themselves, and computed tables.
const LEFT_OUT: [&str; 4] = ["tests.rs", "harness.rs", "table.rs", "brute_force.rs"];

/// The longest that a test may take, since some mutants loop for ever: seconds of the processor, so that
/// other work on the machine kills nothing, and of the clock, for those that only wait.
const LONGEST: [u64; 2] = [60, 600];

/// Test binaries that take long: most mutants are dead before these run.
const LAST: &str =
    "binary(conformance) + binary(explained) + binary(formula) + binary(gecode) + binary(limits) + binary(makers)";

/// Where the copy says how its tests are run.
const CONFIGURATION: &str = ".config/mutants.toml";

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
    configure(&copy)?;
    run_command(in_copy(&copy, cargo("nextest run --no-run --cargo-quiet")))?;
    let outcomes = target_dir().join("mutants").join(format!("outcomes-{seed}.jsonl"));
    let mut known = read(&outcomes);
    // A run that goes on has done this before.
    for name in CRATES.into_iter().filter(|_| known.is_empty()) {
        let start = Instant::now();
        if !tests_pass(&copy, &format!("package(equipoise-{name})"), None)? {
            return Err(format!("the tests of {name} fail without any mutant"));
        }
        println!("the tests of {name} take {} s", start.elapsed().as_secs());
    }
    let mut log = OpenOptions::new().create(true).append(true).open(&outcomes).map_err(|error| error.to_string())?;
    for (number, (path, mutant)) in sample.iter().enumerate().filter(|(number, _)| !left_out.contains(number)) {
        let place = format!("{}:{}", path.display(), mutant.line);
        let key = format!("{place}: {}", mutant.says);
        if known.contains_key(&key) {
            continue;
        }
        let killer = killer(&copy, crate_of(path), number)?;
        let killed = killer.is_some();
        println!("{} {key}", if killed { "killed  " } else { "SURVIVED" });
        let line = json!({ "mutant": key, "killed": killed, "by": killer });
        writeln!(log, "{line}").map_err(|error| error.to_string())?;
        known.insert(key, killed);
    }
    let survived = known.values().filter(|killed| !**killed).count();
    println!("{} mutants: {} killed, {survived} survived", known.len(), known.len() - survived);
    println!("{} more could not be compiled, or would overlap", count.saturating_sub(known.len()));
    Ok(())
}

/// Writes how tests are run: until the first that fails, or that takes too long.
fn configure(copy: &Path) -> Result<(), String> {
    let path = copy.join(CONFIGURATION);
    let problem = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(path.parent().unwrap_or(copy)).map_err(problem)?;
    let text = format!(
        "[profile.mutants]\nfail-fast = true\nslow-timeout = {{ period = \"{}s\", terminate-after = 1 }}\n",
        LONGEST[1]
    );
    fs::write(&path, text).map_err(problem)
}

/// The crate whose tests notice a mutant: its own, or one that stands on it.
fn killer(copy: &Path, home: &str, mutant: usize) -> Result<Option<&'static str>, String> {
    for which in [format!("not ({LAST})"), format!("({LAST})")] {
        for name in CRATES.into_iter().skip_while(|name| *name != home) {
            if !tests_pass(copy, &format!("package(equipoise-{name}) and {which}"), Some(mutant))? {
                return Ok(Some(name));
            }
        }
    }
    Ok(None)
}

/// What is known of each mutant from an earlier run: whether it was killed.
fn read(outcomes: &Path) -> BTreeMap<String, bool> {
    let lines = fs::read_to_string(outcomes).unwrap_or_default();
    let known = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        Some((value.get("mutant")?.as_str()?.to_owned(), value.get("killed")?.as_bool()?))
    };
    lines.lines().filter_map(known).collect()
}

/// The crate of a file.
fn crate_of(path: &Path) -> &'static str {
    CRATES.into_iter().find(|name| path.starts_with(Path::new("crates").join(name))).unwrap_or(CRATES[0])
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

/// Whether these tests, as nextest names sets of them, pass with this mutant on.
fn tests_pass(copy: &Path, which: &str, mutant: Option<usize>) -> Result<bool, String> {
    // The shell's limit holds for each process alone, and each test is a process.
    let mut tests = program("sh", "-c");
    tests.arg(format!("ulimit -t {}; exec \"$@\"", LONGEST[0])).arg("sh").arg(cargo("").get_program());
    tests.args("nextest run --profile mutants --status-level none --final-status-level none".split(' '));
    let mut tests = in_copy(copy, tests);
    tests.args(["-E", which, "--config-file", CONFIGURATION]);
    if let Some(number) = mutant {
        tests.env(weave::VARIABLE, number.to_string());
    }
    let status = tests.stdout(Stdio::null()).stderr(Stdio::null()).status().map_err(|error| error.to_string())?;
    match status.code() {
        Some(0) => Ok(true),
        // What nextest says when a test failed.
        Some(100) => Ok(false),
        // And when the crate has none of these tests.
        Some(4) => Ok(true),
        code => Err(format!("cargo nextest ended with {code:?}; is it installed?")),
    }
}

/// Cargo in the copy, with a target directory of its own: cargo would take its crates for those of the workspace.
fn in_copy(copy: &Path, mut command: Command) -> Command {
    for name in CRATES {
        command.args(["-p", &format!("equipoise-{name}")]);
    }
    // Built once, run hundreds of times.
    command.env("CARGO_PROFILE_TEST_OPT_LEVEL", "3");
    command.current_dir(copy).env("CARGO_TARGET_DIR", target_dir().join("mutants/target")).stdin(Stdio::null());
    command
}
