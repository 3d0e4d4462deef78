//! `cargo xtask minizinc`: MiniZinc's own tests, through its driver, and Pumpkin's.
//!
//! They are not in this repository: Debian's source package has them. Each model is solved as its header says. The
//! outcome and the objective must be those of the header, and each solution is given back to MiniZinc, which has
//! Gecode check it with every value fixed. Where all solutions are asked for, they must be those that Gecode finds.

use crate::pumpkin;
use crate::shell::{cargo, program, root, run as run_command, target_dir};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folders of `tests/spec` that are tried.
const FOLDERS: [&str; 4] = ["examples", "unit/globals", "unit/search", "unit/division"];

/// How long one model may take, in milliseconds.
const TIME: &str = "60000";

/// The solver that checks.
const GECODE: &str = "gecode";

/// Models of which Gecode is no judge, and why.
const UNCHECKED: &[(&str, &str)] = &[("examples/steiner-triples.mzn", "Gecode 6.2 orders sets the other way round")];

/// Where Debian keeps the source.
const SOURCES: &str = "deb-src http://deb.debian.org/debian bookworm main\n";

/// Runs all.
pub(crate) fn run() -> Result<(), String> {
    let spec = fetched()?;
    run_command(cargo("build --release --locked --package equipoise-fzn"))?;
    let solver = configuration()?;
    pumpkin::run(&target_dir().join("release/fzn-equipoise"))?;
    let mut wrong = Vec::new();
    for folder in FOLDERS {
        let (mut right, mut refused) = (0, Vec::new());
        for model in models(&spec.join(folder))? {
            let text = fs::read_to_string(&model).map_err(|error| told(&model, &error))?;
            for case in cases(&text) {
                let name = model.strip_prefix(&spec).unwrap_or(&model).display().to_string();
                match tried(&solver, &model, &case) {
                    Ok(()) => right += 1,
                    Err(Trouble::Refused(why)) => refused.push(format!("    {name}: {why}")),
                    Err(Trouble::Wrong(why)) => wrong.push(format!("    {name}: {why}")),
                }
            }
        }
        println!("{folder}: {right} as their headers say, {} refused\n{}", refused.len(), refused.join("\n"));
    }
    for (model, why) in UNCHECKED {
        println!("not checked: {model}: {why}");
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("wrong:\n{}", wrong.join("\n"))) }
}

pub(crate) fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// The folder of the tests, fetched with apt-get if it is not there yet, without touching the system's lists.
fn fetched() -> Result<PathBuf, String> {
    let folder = target_dir().join("minizinc");
    let spec = folder.join("source/tests/spec");
    if spec.is_dir() {
        return Ok(spec);
    }
    for part in ["lists/partial", "cache/archives/partial", "source"] {
        fs::create_dir_all(folder.join(part)).map_err(|error| told(&folder, &error))?;
    }
    fs::write(folder.join("sources.list"), SOURCES).map_err(|error| told(&folder, &error))?;
    let apt_get = |arguments: &str| {
        let mut apt_get = program("apt-get", "-qq -o Dir::Etc::SourceParts=/dev/null");
        for (option, part) in
            [("Dir::Etc::SourceList", "sources.list"), ("Dir::State::Lists", "lists"), ("Dir::Cache", "cache")]
        {
            apt_get.arg("-o").arg(format!("{option}={}", folder.join(part).display()));
        }
        apt_get.args(arguments.split_whitespace()).current_dir(&folder);
        run_command(apt_get)
    };
    apt_get("update")?;
    apt_get("source --download-only minizinc")?;
    let archive = files(&folder)?.into_iter().find(|path| path.to_string_lossy().contains(".orig.tar"));
    let archive = archive.ok_or("apt-get fetched no source of MiniZinc")?;
    let mut unpack = program("tar", "--strip-components=1 --extract --directory");
    unpack.arg(folder.join("source")).arg("--file").arg(archive);
    run_command(unpack)?;
    Ok(spec)
}

/// Our solver as MiniZinc finds it, from where it was built.
fn configuration() -> Result<PathBuf, String> {
    let own = root().join("crates/fzn/share/minizinc");
    let installed = own.join("solvers/equipoise.msc");
    let text = fs::read_to_string(&installed).map_err(|error| told(&installed, &error))?;
    let built = target_dir().join("release/fzn-equipoise");
    let text = text.replace("../../../bin/fzn-equipoise", &built.display().to_string());
    let here = target_dir().join("minizinc/equipoise.msc");
    let text = text.replace("../equipoise", &own.join("equipoise").display().to_string());
    fs::write(&here, text).map_err(|error| told(&here, &error))?;
    Ok(here)
}

pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| told(folder, &error))?;
    let mut files: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    files.sort();
    Ok(files)
}

/// All models in a folder and below it.
fn models(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in files(folder)? {
        if path.is_dir() {
            found.extend(models(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "mzn") {
            found.push(path);
        }
    }
    Ok(found)
}

/// What a header says of one run of a model.
struct Case {
    all: bool,
    unsatisfiable: bool,
    objective: Option<i64>,
}

/// The runs that the header of a model asks for; those that expect an error, or only compile, are left out.
fn cases(text: &str) -> Vec<Case> {
    let header = text.split_once("/***").and_then(|(_, rest)| rest.split_once("***/"));
    let Some((header, _)) = header else { return Vec::new() };
    let runs = header.split("\n---").filter(|run| run.contains("expected") || run.contains("solvers"));
    let solved = runs.filter(|run| !run.contains("!Error") && !run.contains("type: ") && !run.contains("!FlatZinc"));
    let case = |run: &str| Case {
        all: run.contains("all_solutions: true"),
        unsatisfiable: run.contains("UNSATISFIABLE"),
        objective: run
            .lines()
            .find_map(|line| line.trim().trim_start_matches('_').strip_prefix("objective: "))
            .and_then(|number| number.trim().parse().ok()),
    };
    solved.map(case).collect()
}

enum Trouble {
    /// The model needs what this solver lacks, and it says so.
    Refused(String),
    Wrong(String),
}

/// Solves a model and has the answer checked.
fn tried(solver: &Path, model: &Path, case: &Case) -> Result<(), Trouble> {
    let ours = asked(&solver.display().to_string(), &[model], case.all)?;
    let wrong = |why: String| Err(Trouble::Wrong(why));
    if ours.unsatisfiable != case.unsatisfiable {
        return wrong(format!("unsatisfiable: {}, expected {}", ours.unsatisfiable, case.unsatisfiable));
    }
    if let (Some(expected), Some(found)) = (case.objective, ours.objective)
        && found != expected
    {
        return wrong(format!("the objective is {found}, expected {expected}"));
    }
    if case.all {
        let theirs = asked(GECODE, &[model], true)?;
        let [ours, theirs] = [ours, theirs].map(|answer| answer.solutions.into_iter().collect::<BTreeSet<_>>());
        return if ours == theirs { Ok(()) } else { wrong(format!("{} solutions, not {}", ours.len(), theirs.len())) };
    }
    match ours.solutions.last() {
        None if case.unsatisfiable => Ok(()),
        None => wrong("no solution in time".to_owned()),
        Some(last) => confirmed(model, last),
    }
}

/// Has Gecode look at a solution with all values fixed.
fn confirmed(model: &Path, solution: &str) -> Result<(), Trouble> {
    if UNCHECKED.iter().any(|(name, _)| model.ends_with(name)) {
        return Ok(());
    }
    let mut values: Vec<&str> = solution.split(";\n").filter(|value| !value.trim().is_empty()).collect();
    let path = target_dir().join("minizinc/fixed.mzn");
    loop {
        let fixed: String = values.iter().map(|value| format!("constraint {value};\n")).collect();
        fs::write(&path, fixed).map_err(|error| Trouble::Wrong(told(&path, &error)))?;
        match asked(GECODE, &[model, &path], false) {
            Ok(checked) if checked.solutions.is_empty() => {
                return Err(Trouble::Wrong(format!("this is no solution: {solution}")));
            }
            // What is only computed for the output cannot be stated; it follows from the others.
            Err(Trouble::Wrong(why)) if why.contains("expression is not fixed") => {
                let name = why.split_once("in variable declaration for '").and_then(|(_, rest)| rest.split_once('\''));
                let before = values.len();
                values.retain(|value| name.is_none_or(|(name, _)| !value.starts_with(&format!("{name} ="))));
                if values.len() == before {
                    return Err(Trouble::Wrong(why));
                }
            }
            other => return other.map(drop),
        }
    }
}

struct Answer {
    solutions: Vec<String>,
    objective: Option<i64>,
    unsatisfiable: bool,
}

/// What MiniZinc says when a solver of this name solves the model that these files are.
fn asked(solver: &str, files: &[&Path], all: bool) -> Result<Answer, Trouble> {
    let mut minizinc = Command::new("minizinc");
    minizinc.args(["--solver", solver, "--output-mode", "dzn", "--output-objective", "-t", TIME]).args(files);
    // Gecode is to know as little as can be, so that it checks our library, too.
    minizinc.args(["-G", "std"].iter().filter(|_| solver == GECODE));
    minizinc.args(all.then_some("-a")).stdin(Stdio::null());
    let told = minizinc.output().map_err(|error| Trouble::Wrong(format!("minizinc: {error}")))?;
    let (text, errors) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    if let Some(refused) = errors.lines().find_map(|line| line.strip_prefix("fzn-equipoise: ")?.split_once(", line "))
        && text.contains("=====ERROR=====")
    {
        return Err(Trouble::Refused(refused.1.to_owned()));
    }
    if !told.status.success() {
        return Err(Trouble::Wrong(errors.trim().to_owned()));
    }
    let mut answer = Answer { solutions: Vec::new(), objective: None, unsatisfiable: text.contains("UNSATISFIABLE") };
    let mut solution = String::new();
    for line in text.lines() {
        if let Some(objective) = line.strip_prefix("_objective = ") {
            answer.objective = objective.trim_end_matches(';').parse().ok();
        } else if line.starts_with("-----") {
            answer.solutions.push(std::mem::take(&mut solution));
        } else if !line.starts_with('=') && !line.starts_with('%') {
            solution += line;
            solution.push('\n');
        }
    }
    Ok(answer)
}
