//! Problems of any sort for the lab: FlatZinc files, and MiniZinc models where MiniZinc is installed.

use crate::failure::{Exit, Failure};
use crate::input::read_regular;
use crate::interrupt::Interrupt;
use fzn::Problem;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Whether a file of this name is such a problem.
pub(super) fn is_model(path: &Path) -> bool {
    has_ending(path, "fzn") || has_ending(path, "mzn")
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own == ending)
}

/// The problems that these files state, each by its name: data belongs to the model before it.
pub(super) fn read(files: &[PathBuf], interrupt: &Interrupt) -> Result<Vec<(String, Problem)>, Failure> {
    let mut problems = Vec::new();
    let mut files = files.iter().map(PathBuf::as_path).peekable();
    while let Some(model) = files.next() {
        if !is_model(model) {
            return Err(Failure::usage(
                "models (.fzn, .mzn) are not mixed with puzzles, and data comes after its model",
            )
            .at(model));
        }
        let mut data = Vec::new();
        while let Some(file) = files.next_if(|file| has_ending(file, "dzn") || has_ending(file, "json")) {
            data.push(file);
        }
        let text = if has_ending(model, "fzn") && data.is_empty() {
            String::from_utf8(read_regular(model).map_err(|error| Failure::io(&error).at(model))?)
                .map_err(|_| Failure::new("read", Exit::Invalid, "it is not text in UTF-8").at(model))?
        } else {
            flattened(model, &data, interrupt)?
        };
        let problem =
            Problem::read(&text).map_err(|error| Failure::new("read", Exit::Invalid, error.to_string()).at(model))?;
        let name = data.iter().fold(model.display().to_string(), |name, data| format!("{name} {}", data.display()));
        problems.push((name, problem));
    }
    Ok(problems)
}

/// What MiniZinc makes of a model and its data for our solver.
fn flattened(model: &Path, data: &[&Path], interrupt: &Interrupt) -> Result<String, Failure> {
    let mut minizinc = Command::new("minizinc");
    minizinc.args(["--compile", "--solver", "equipoise", "--output-fzn-to-stdout", "--no-output-ozn"]);
    let told = minizinc.arg(model).args(data).stdin(Stdio::null()).output().map_err(|error| {
        let message = format!("MiniZinc is needed for such a model, and `minizinc` cannot be started: {error}");
        Failure::new("minizinc", Exit::Failed, message).at(model)
    })?;
    if interrupt.is_set() {
        return Err(Failure::new("interrupted", Exit::Failed, "interrupted"));
    }
    if !told.status.success() {
        let why = String::from_utf8_lossy(&told.stderr);
        let hint = if why.contains("no solver with tag") {
            "\n`MZN_SOLVER_PATH` names the folder that has `equipoise.msc`, share/minizinc/solvers of a package"
        } else {
            ""
        };
        let message = format!("MiniZinc says: {}{hint}", why.trim());
        return Err(Failure::new("minizinc", Exit::Invalid, message).at(model));
    }
    String::from_utf8(told.stdout)
        .map_err(|_| Failure::new("minizinc", Exit::Failed, "what MiniZinc wrote is not text in UTF-8").at(model))
}
