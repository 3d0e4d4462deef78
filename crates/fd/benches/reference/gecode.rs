//! Gecode, through MiniZinc: a model and its data are flattened once, then solved by `fzn-gecode` alone.

use crate::Outcome;
use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) type Error = Box<dyn std::error::Error>;

const HOME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/gecode");

/// Where the FlatZinc and the output go.
pub(crate) struct Gecode {
    folder: PathBuf,
}

/// A flattened model.
pub(crate) struct Flat {
    fzn: PathBuf,
}

impl Gecode {
    /// `None` where one of the two programs is missing.
    pub(crate) fn find() -> Result<Option<Gecode>, Error> {
        for program in ["minizinc", "fzn-gecode"] {
            if Command::new(program).arg("--help").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
                return Ok(None);
            }
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reference");
        std::fs::create_dir_all(&folder)?;
        Ok(Some(Gecode { folder }))
    }

    /// The FlatZinc of `gecode/models/MODEL.mzn` with this data.
    pub(crate) fn flatten(&self, model: &str, data: &str) -> Result<Flat, Error> {
        let (dzn, fzn) = (self.folder.join("row.dzn"), self.folder.join("row.fzn"));
        std::fs::write(&dzn, data)?;
        let mut minizinc = Command::new("minizinc");
        minizinc.args(["--solver", &format!("{HOME}/gecode.msc"), "-c", "--no-output-ozn"]);
        minizinc.arg(format!("{HOME}/models/{model}.mzn")).arg(dzn).arg("-o").arg(&fzn);
        let output = minizinc.output()?;
        if output.status.success() {
            Ok(Flat { fzn })
        } else {
            Err(format!("minizinc, {model}: {}", String::from_utf8_lossy(&output.stderr)).into())
        }
    }
}

impl Flat {
    /// All solutions or the first, without free search, on one thread.
    pub(crate) fn solve(&self, all: bool) -> Result<Outcome, Error> {
        let out = self.fzn.with_extension("out");
        let mut gecode = Command::new("fzn-gecode");
        gecode.args(["-s", "-p", "1", "-n", if all { "0" } else { "1" }, "-o"]).arg(&out).arg(&self.fzn);
        let mut child = gecode.stdout(Stdio::piped()).spawn()?;
        // Its standard output stays empty, and closes when it ends; until it is waited for, its CPU time can be read.
        child.stdout.take().ok_or("no pipe")?.read_to_end(&mut Vec::new())?;
        let cpu = cpu_seconds(child.id());
        if !child.wait()?.success() {
            return Err("fzn-gecode failed".into());
        }
        let text = std::fs::read_to_string(out)?;
        let statistics: HashMap<&str, &str> =
            text.lines().filter_map(|line| line.strip_prefix("%%%mzn-stat: ")?.split_once('=')).collect();
        let number = |name| -> Result<f64, Error> { Ok(statistics.get(name).ok_or(name)?.parse()?) };
        Ok(Outcome {
            solutions: number("solutions")? as u64,
            nodes: number("nodes")? as u64,
            failures: number("failures")? as u64,
            // Wall-clock time. On a busy machine a long search takes less CPU time, parsing and posting included.
            seconds: number("solveTime")?.min(cpu),
        })
    }
}

/// The CPU time of a process, where the system tells it; else infinity.
fn cpu_seconds(process: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/schedstat")).unwrap_or_default();
    let nanoseconds: Option<f64> = text.split_whitespace().next().and_then(|word| word.parse().ok());
    nanoseconds.map_or(f64::INFINITY, |nanoseconds| nanoseconds * 1e-9)
}
