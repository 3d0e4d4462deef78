//! The FlatZinc files that Pumpkin, another solver, is tested with, as part of `cargo xtask minizinc`.
//!
//! They come with its crate, which cargo fetches. Each file must be answered as Pumpkin's authors expect, stopped by its
//! limit, or refused by the name of what is missing; and Gecode looks at the last solution with every value fixed.

use crate::minizinc::{files, told};
use crate::shell::{cargo, output, target_dir};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The crate, and its version.
const CRATE: (&str, &str) = ("pumpkin-solver", "0.5.0");

/// The folders of its tests. Those of the last have no solution.
const FOLDERS: [&str; 4] = ["mzn_constraints", "mzn_search", "mzn_optimization", "mzn_infeasible"];

/// How long one file may take, in milliseconds.
const TIME: &str = "20000";

/// Pumpkin's names of constraints, and Gecode's.
const NAMES: [(&str, &str); 6] = [
    ("pumpkin_cumulative(", "cumulatives("),
    ("pumpkin_disjunctive_strict(", "gecode_schedule_unary("),
    ("pumpkin_all_different(", "all_different_int("),
    ("pumpkin_table_int", "gecode_table_int"),
    ("pumpkin_bool_xor_reif(", "bool_xor("),
    ("pumpkin_bool_xor(", "bool_not("),
];

enum Fate {
    Right,
    /// A limit came first; what was found before was checked.
    Stopped,
    Refused(String),
}

/// Solves all with this program, and says what came of it.
pub(crate) fn run(solver: &Path) -> Result<(), String> {
    let tests = fetched()?.join("tests");
    let mut wrong = Vec::new();
    for folder in FOLDERS {
        let (mut right, mut stopped, mut refused) = (0, Vec::new(), Vec::new());
        for file in files(&tests.join(folder))? {
            if file.extension().is_none_or(|extension| extension != "fzn") {
                continue;
            }
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            match tried(solver, &file, folder == "mzn_infeasible") {
                Ok(Fate::Right) => right += 1,
                Ok(Fate::Stopped) => stopped.push(name),
                Ok(Fate::Refused(why)) => refused.push(format!("    {name}: {why}\n")),
                Err(why) => wrong.push(format!("    {folder}/{name}: {why}")),
            }
        }
        println!("pumpkin, {folder}: {right} as expected, {} refused", refused.len());
        print!("{}", refused.concat());
        if !stopped.is_empty() {
            println!("    stopped after {} s: {}", TIME.trim_end_matches("000"), stopped.join(", "));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("wrong:\n{}", wrong.join("\n"))) }
}

/// Where cargo keeps the crate, fetched if it is not there yet.
fn fetched() -> Result<PathBuf, String> {
    let (name, version) = CRATE;
    let folder = target_dir().join("pumpkin");
    fs::create_dir_all(&folder).map_err(|error| told(&folder, &error))?;
    let manifest = folder.join("Cargo.toml");
    let text = format!(
        "[package]\nname = \"fetches\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[lib]\npath = \"empty.rs\"\n\
         [dependencies]\n{name} = \"={version}\"\n[workspace]\n"
    );
    for (path, text) in [(&manifest, text.as_str()), (&folder.join("empty.rs"), "")] {
        fs::write(path, text).map_err(|error| told(path, &error))?;
    }
    let mut metadata = cargo("metadata --format-version 1 --manifest-path");
    metadata.arg(&manifest);
    let metadata = output(metadata)?;
    let ending = format!("{name}-{version}/Cargo.toml");
    let path = metadata.split('"').find(|text| text.ends_with(&ending)).map(Path::new).and_then(Path::parent);
    path.map(Path::to_path_buf).ok_or_else(|| format!("cargo fetched no {name} {version}"))
}

fn tried(solver: &Path, file: &Path, infeasible: bool) -> Result<Fate, String> {
    let answer = Command::new(solver).args(["-a", "-t", TIME]).arg(file).stdin(Stdio::null()).output();
    let answer = answer.map_err(|error| told(solver, &error))?;
    let (text, errors) = (String::from_utf8_lossy(&answer.stdout), String::from_utf8_lossy(&answer.stderr));
    if text.contains("=====ERROR=====") {
        let why = errors.trim().rsplit_once(", line ").map_or(errors.trim(), |(_, why)| why);
        return Ok(Fate::Refused(why.to_owned()));
    }
    if !answer.status.success() {
        return Err(format!("it ended with {}: {errors}", answer.status));
    }
    let unsatisfiable = text.contains("=====UNSATISFIABLE=====");
    let ours = solutions(&text);
    if infeasible && !ours.is_empty() || !infeasible && unsatisfiable {
        return Err(format!("{} solutions, unsatisfiable: {unsatisfiable}", ours.len()));
    }
    if let Some(last) = ours.last() {
        confirmed(file, last)?;
    }
    if !text.contains("==========") {
        return Ok(if unsatisfiable { Fate::Right } else { Fate::Stopped });
    }
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| told(path, &error));
    let (file, theirs) = (read(file)?, read(&file.with_extension("expected"))?);
    let theirs = solutions(&theirs);
    let goal = ["minimize ", "maximize "].iter().find_map(|goal| file.rsplit_once(goal)?.1.split(';').next());
    let same = match goal {
        Some(goal) => ours.last().map(|last| value(last, goal)) == theirs.last().map(|last| value(last, goal)),
        None => as_set(&ours) == as_set(&theirs),
    };
    if same { Ok(Fate::Right) } else { Err(format!("{} solutions; expected {}", ours.len(), theirs.len())) }
}

fn solutions(text: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = text.split("----------\n").collect();
    parts.pop();
    parts
}

/// Each solution as its lines, in any order and without spaces.
fn as_set(solutions: &[&str]) -> BTreeSet<BTreeSet<String>> {
    solutions.iter().map(|solution| solution.lines().map(|line| line.replace(' ', "")).collect()).collect()
}

/// The value of a variable in a solution.
fn value<'t>(solution: &'t str, name: &str) -> Option<&'t str> {
    solution.lines().find_map(|line| line.strip_prefix(name.trim())?.strip_prefix(" = "))
}

/// Has Gecode look at a solution with all values fixed.
fn confirmed(file: &Path, solution: &str) -> Result<(), String> {
    let mut text = fs::read_to_string(file).map_err(|error| told(file, &error))?;
    for (theirs, gecodes) in NAMES {
        text = text.replace(theirs, gecodes);
    }
    let solve = text.rfind("solve").ok_or("it has no `solve`")?;
    let fixed: String = solution.lines().map(fixed).collect();
    text.truncate(solve);
    text = format!("{text}{fixed}solve satisfy;\n");
    let path = target_dir().join("pumpkin/fixed.fzn");
    fs::write(&path, text).map_err(|error| told(&path, &error))?;
    let told = Command::new("fzn-gecode").arg(&path).stdin(Stdio::null()).output();
    let told = told.map_err(|error| format!("fzn-gecode: {error}"))?;
    if String::from_utf8_lossy(&told.stdout).contains("----------") {
        return Ok(());
    }
    Err(format!("Gecode says that this is no solution: {solution}{}", String::from_utf8_lossy(&told.stderr)))
}

/// `x = 3;` as constraints, also of an array: `x = array1d(1..2, [3, 4]);`
fn fixed(line: &str) -> String {
    let Some((name, value)) = line.trim_end_matches(';').split_once(" = ") else { return String::new() };
    let equal = |name: &str, value: &str| {
        let of = if value.parse::<i64>().is_ok() { "int" } else { "bool" };
        format!("constraint {of}_eq({name}, {value});\n")
    };
    match value.split_once('[') {
        None => equal(name, value),
        Some((_, members)) => {
            let members = members.trim_end_matches("])").split(", ");
            members.zip(1..).map(|(value, i)| equal(&format!("{name}[{i}]"), value)).collect()
        }
    }
}
