//! `cargo xtask bench --compare REV`: is solving as fast as it was at another revision?
//!
//! Both sides are built with the profile `dist`. The rows are those of `crates/studio/benches/goals.rs` as it is here, which is compiled with the
//! libraries of both revisions. Where valgrind is there, instructions are counted: they hardly vary, and
//! other work on the machine does not matter. Otherwise CPU time is taken, alternately.

use crate::Failure;
use crate::shell::{cargo, is_installed, output, program, root, run as run_command, target_dir};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The file that measures, and the program that it becomes.
const BENCH: &str = "crates/studio/benches/goals.rs";

/// The rows that are compared unless others are named: quick ones, at least one for each kind.
const GUARDED: &[&str] = &[
    "weight seeds",
    "weight rand010..040",
    "weight rand050",
    "weight thin 14",
    "gap seeds",
    "gap empty100",
    "aztec 6 rows",
    "trid no sums 50",
    "trid sums101",
    "multibalance gen10",
    "multibalance gen12_0",
    "whole corpus",
];

/// How often times are taken.
const TURNS: usize = 15;

/// Changes of a count of instructions, and of a time, that mean nothing.
const NOISE_OF_COUNTS: f64 = 0.005;
const NOISE_OF_TIMES: f64 = 0.03;

/// Compares the tree as it is now with a revision.
pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    let ["--compare", revision, rows @ ..] = arguments else {
        return Err(Failure::Usage("bench takes --compare REV and, after it, words from the titles of rows".into()));
    };
    compare(revision, if rows.is_empty() { GUARDED } else { rows }).map_err(Failure::Failed)
}

fn compare(revision: &str, rows: &[&str]) -> Result<(), String> {
    let other = check_out(revision)?;
    // Apart: cargo gives the programs of both the same name.
    let programs = [build(&other, &other.join("target"))?, build(root(), &target_dir())?];
    let counts = is_installed("valgrind");
    println!("{}, {revision} and now", if counts { "Millions of instructions" } else { "Milliseconds of CPU time" });
    let mut slower = 0;
    for row in rows {
        let samples = if counts { counted(&programs, row)? } else { timed(&programs, row)? };
        for Sample { title, values } in samples {
            let change = Change::of(&values, if counts { NOISE_OF_COUNTS } else { NOISE_OF_TIMES });
            slower += usize::from(change.verdict() == "slower");
            println!("{}", change.line(&title));
        }
    }
    if slower == 0 { Ok(()) } else { Err(format!("{slower} rows are slower than at {revision}")) }
}

/// Another revision in a directory of its own, which stays there for the next time.
fn check_out(revision: &str) -> Result<PathBuf, String> {
    let commit = output(git(&["rev-parse", "--verify", "--quiet", &format!("{revision}^{{commit}}")]))
        .map_err(|_| format!("there is no revision {revision}"))?;
    let commit = commit.trim();
    let folder = target_dir().join("compare").join(commit);
    if !folder.exists() {
        let mut add = git(&["worktree", "add", "--quiet", "--force", "--detach"]);
        add.arg(&folder).arg(commit);
        run_command(add)?;
    }
    let [ours, theirs] = [root(), &folder].map(|tree| tree.join(BENCH));
    // A file that is written again is compiled again.
    if std::fs::read(&ours).ok() != std::fs::read(&theirs).ok() {
        std::fs::copy(ours, theirs).map_err(|error| error.to_string())?;
    }
    Ok(folder)
}

fn git(arguments: &[&str]) -> Command {
    let mut git = program("git", "");
    git.current_dir(root()).args(arguments);
    git
}

/// Builds the bench with the libraries of a tree, and returns the program.
fn build(tree: &Path, target: &Path) -> Result<PathBuf, String> {
    let mut build = cargo(
        "bench --locked --package equipoise-studio --bench goals --no-run --message-format json-render-diagnostics \
         --profile dist",
    );
    // Revisions before 0.2.0 have no such profile.
    for line in ["inherits='release'", "lto='fat'", "codegen-units=1", "panic='abort'"] {
        build.args(["--config", &format!("profile.dist.{line}")]);
    }
    build.current_dir(tree).env("CARGO_TARGET_DIR", target);
    let messages = output(build)?;
    let built = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let executable = |message: Value| Some(PathBuf::from(message.get("executable")?.as_str()?));
    built.filter_map(executable).next_back().ok_or_else(|| format!("cargo built no bench in {}", tree.display()))
}

/// What was measured of a row: for both programs, one value or several.
struct Sample {
    title: String,
    values: [Vec<f64>; 2],
}

/// Counts the instructions of a row, reading the files included.
fn counted(programs: &[PathBuf; 2], row: &str) -> Result<Vec<Sample>, String> {
    let mut titles = Vec::new();
    let mut values = [Vec::new(), Vec::new()];
    for (program_path, values) in programs.iter().zip(&mut values) {
        let mut valgrind = program("valgrind", "--tool=callgrind --callgrind-out-file=/dev/null");
        valgrind.arg(program_path).args(["--once", "--untimed", row]);
        let done = valgrind.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        let millions = instructions(&told).ok_or_else(|| format!("valgrind counted nothing for {row}:\n{told}"))?;
        values.push(millions / 1e6);
        titles = times(&String::from_utf8_lossy(&done.stdout)).into_iter().map(|(title, _)| title).collect();
    }
    if titles.is_empty() {
        return Err(format!("no row has {row:?} in its title"));
    }
    Ok(vec![Sample { title: titles.join("; "), values }])
}

/// The number of instructions in what callgrind tells.
fn instructions(told: &str) -> Option<f64> {
    let (_, collected) = told.lines().find_map(|line| line.split_once("Collected :"))?;
    collected.trim().parse().ok().filter(|count| *count > 0.0)
}

/// Takes the time of a row, many times, the programs in turn.
fn timed(programs: &[PathBuf; 2], row: &str) -> Result<Vec<Sample>, String> {
    let mut samples: Vec<Sample> = Vec::new();
    for _ in 0..TURNS {
        for (number, path) in programs.iter().enumerate() {
            let mut command = program(&path.to_string_lossy(), "");
            command.args(["--once", row]);
            for (position, (title, time)) in times(&output(command)?).into_iter().enumerate() {
                if samples.len() == position {
                    samples.push(Sample { title, values: [Vec::new(), Vec::new()] });
                }
                samples[position].values[number].push(time);
            }
        }
    }
    if samples.is_empty() { Err(format!("no row has {row:?} in its title")) } else { Ok(samples) }
}

/// The titles and times in what the bench prints.
fn times(told: &str) -> Vec<(String, f64)> {
    let line =
        |line: &str| line.split_once('\t').and_then(|(title, time)| Some((title.to_owned(), time.parse().ok()?)));
    told.lines().filter_map(line).collect()
}

/// How a row has changed.
struct Change {
    before: f64,
    now: f64,
    /// Whether it is more than chance.
    is_real: bool,
}

impl Change {
    /// Compares medians. A difference counts if it is beyond the noise, and if at least three quarters of
    /// the one are on the same side of three quarters of the other.
    fn of([before, now]: &[Vec<f64>; 2], noise: f64) -> Change {
        let [old, new] = [before, now].map(|values| quartiles(values));
        let apart = new[0] > old[2] || new[2] < old[0];
        let is_real = apart && (new[1] - old[1]).abs() > noise * old[1];
        Change { before: old[1], now: new[1], is_real }
    }

    fn verdict(&self) -> &'static str {
        match self.is_real {
            false => "same",
            true if self.now > self.before => "slower",
            true => "faster",
        }
    }

    fn line(&self, title: &str) -> String {
        let Change { before, now, .. } = self;
        let percent = (now / before - 1.0) * 100.0;
        format!("{title:<46} {before:>12.3} {now:>12.3} {percent:>+7.1} %  {}", self.verdict())
    }
}

/// The lower quartile, the median and the upper quartile.
fn quartiles(values: &[f64]) -> [f64; 3] {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |quarter: usize| sorted.get(sorted.len().saturating_sub(1) * quarter / 4).copied().unwrap_or(f64::NAN);
    [at(1), at(2), at(3)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(before: &[f64], now: &[f64]) -> &'static str {
        Change::of(&[before.to_vec(), now.to_vec()], 0.03).verdict()
    }

    #[test]
    fn only_what_is_beyond_noise_has_changed() {
        assert_eq!(verdict(&[100.0], &[100.0]), "same");
        assert_eq!(verdict(&[100.0], &[102.0]), "same");
        assert_eq!(verdict(&[100.0], &[110.0]), "slower");
        assert_eq!(verdict(&[100.0], &[90.0]), "faster");
        assert_eq!(verdict(&[90.0, 100.0, 140.0, 150.0, 99.0], &[95.0, 120.0, 150.0, 110.0, 130.0]), "same");
        assert_eq!(verdict(&[10.0, 11.0, 10.0, 12.0, 99.0], &[20.0, 21.0, 22.0, 19.0, 5.0]), "slower");
        assert_eq!(verdict(&[], &[]), "same");
    }

    #[test]
    fn what_the_programs_print_is_read() {
        assert_eq!(
            times("one, two\t1.5\nwarning\nthree\t2\n"),
            [("one, two".to_owned(), 1.5), ("three".to_owned(), 2.0)]
        );
        assert_eq!(instructions("==7== Events    : Ir\n==7== Collected : 1234\n"), Some(1234.0));
        assert_eq!(instructions("==7== Collected : 0\n"), None, "nothing was counted");
        assert_eq!(instructions("valgrind: no such file"), None);
    }

    #[test]
    fn a_revision_has_to_be_named() {
        for arguments in [&[][..], &["--compare"], &["gap"]] {
            assert!(matches!(run(arguments), Err(Failure::Usage(_))));
        }
    }

    /// A row that was renamed would not be guarded any more.
    #[test]
    fn every_guarded_row_exists() {
        let bench = std::fs::read_to_string(root().join(BENCH)).unwrap();
        for row in GUARDED {
            assert!(bench.contains(&format!("\"{row}")), "{row}");
        }
    }
}
