//! `cargo xtask certify`: certificates of many puzzles, all checked, as a table.

use crate::setup;
use crate::shell::{cargo, program, run, target_dir};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The sizes that are published most, where these are not those that are made unless another is asked for.
const USUAL: [(&str, &str); 5] =
    [("gap", "10"), ("aztec", "6"), ("weight", "12"), ("trid", "7"), ("multibalance", "8")];

/// What a certificate should take at most, at the usual sizes.
const MOST_SECONDS: f64 = 0.020;
const MOST_BYTES: f64 = 200_000.0;

/// Certifies the puzzles at some paths, or a number of made ones of each kind, and checks them.
pub(crate) fn chore(arguments: &[&str]) -> Result<(), String> {
    setup::require("veripb")?;
    run(cargo("build --release --locked -p equipoise-cli"))?;
    let folder = target_dir().join("certificates");
    let puzzles = match arguments {
        ["--made", count] => made(count, &folder)?,
        [] | ["--made", ..] => return Err("expected paths of puzzles, or --made COUNT".to_owned()),
        paths => paths.iter().map(PathBuf::from).collect(),
    };
    if folder.join("out").exists() {
        std::fs::remove_dir_all(folder.join("out")).map_err(|error| error.to_string())?;
    }
    let mut rows: BTreeMap<(String, u64), Row> = BTreeMap::new();
    // Puzzles of two paths may have the same name.
    for (number, path) in puzzles.iter().flat_map(|path| apart(path)).enumerate() {
        let out = folder.join("out").join(number.to_string());
        for object in certify(&path, &out, &[])? {
            row(&mut rows, &object)?.wrote(&object)?;
        }
        for object in certify(&path, &out, &["--check"])? {
            row(&mut rows, &object)?.checked(&object);
        }
    }
    print!("{}", table(&rows));
    match rows.values().flat_map(|row| &row.failed).collect::<Vec<_>>().as_slice() {
        [] => Ok(()),
        failed => Err(format!("{} certificates failed, the first: {}", failed.len(), failed[0])),
    }
}

/// The directories in a directory, or else the path itself.
fn apart(path: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(path)
        .map(|entries| entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect())
        .unwrap_or_default();
    folders.sort();
    if folders.is_empty() { vec![path.to_owned()] } else { folders }
}

fn equipoise() -> Command {
    program(&target_dir().join("release").join("equipoise").to_string_lossy(), "")
}

/// Puzzles made for this, a file for each kind.
fn made(count: &str, folder: &Path) -> Result<Vec<PathBuf>, String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let make = |kind: String| {
        let path = folder.join(format!("{kind}.jsonl"));
        let mut command = equipoise();
        command.args(["generate", &kind, "--count", count, "--seed", "15", "--force", "--out"]).arg(&path);
        if let Some((_, size)) = USUAL.iter().find(|(name, _)| *name == kind) {
            command.args(["--size", size]);
        }
        run(command).map(|()| path)
    };
    kinds()?.into_iter().map(make).collect()
}

/// The names of the kinds that are built in.
fn kinds() -> Result<Vec<String>, String> {
    let output = equipoise().args(["list", "--kinds", "--json"]).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let objects =
        text.lines().map(|line| serde_json::from_str::<Value>(line).map_err(|error| format!("{line}: {error}")));
    let objects = objects.collect::<Result<Vec<Value>, String>>()?;
    let builtin = objects.iter().filter(|object| object["file"].is_null());
    Ok(builtin.filter_map(|object| object["name"].as_str().map(str::to_owned)).collect())
}

/// Certifies, or checks, and reads the output.
fn certify(puzzles: &Path, out: &Path, options: &[&str]) -> Result<Vec<Value>, String> {
    let mut command = equipoise();
    command.arg("certify").arg(puzzles).arg("--out").arg(out).args(options).args(["--json", "--jobs", "1"]);
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().map(|line| serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))).collect()
}

/// Figures of the puzzles of one kind and size.
#[derive(Default)]
struct Row {
    /// How many have none, one, several solutions.
    verdicts: [usize; 3],
    formula: Vec<f64>,
    proof: Vec<f64>,
    writing: Vec<f64>,
    checking: Vec<f64>,
    failed: Vec<String>,
    /// Those that take more than they should.
    misses: Vec<String>,
}

fn row<'a>(rows: &'a mut BTreeMap<(String, u64), Row>, object: &Value) -> Result<&'a mut Row, String> {
    let kind = object["puzzle"].as_str().ok_or_else(|| format!("not certified: {object}"))?;
    Ok(rows.entry((kind.to_owned(), object["size"].as_u64().unwrap_or(0))).or_default())
}

impl Row {
    fn wrote(&mut self, object: &Value) -> Result<(), String> {
        let verdict = ["none", "unique", "several"].iter().position(|name| object["verdict"] == *name);
        let verdict = verdict.ok_or_else(|| format!("not certified: {object}"))?;
        let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
        let [formula, proof] = ["formula", "proof"].map(|part| number(&object[part]["bytes"]));
        let seconds = number(&object["seconds"]);
        if seconds > MOST_SECONDS || formula + proof > MOST_BYTES {
            let (milliseconds, kilobytes) = (seconds * 1e3, (formula + proof) / 1e3);
            let file = object["file"].as_str().unwrap_or("?");
            self.misses.push(format!("{file}: {milliseconds:.1} ms, {kilobytes:.0} kB"));
        }
        self.verdicts[verdict] += 1;
        self.formula.push(formula);
        self.proof.push(proof);
        self.writing.push(seconds);
        Ok(())
    }

    fn checked(&mut self, object: &Value) {
        match (object["accepted"].as_str(), object["seconds"].as_f64()) {
            (Some(_), Some(seconds)) => self.checking.push(seconds),
            _ => self.failed.push(object.to_string()),
        }
    }
}

/// The median and the largest, times a factor.
fn spread(values: &[f64], factor: f64) -> String {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    match (values.get(values.len() / 2), values.last()) {
        (Some(median), Some(most)) => format!("{:.1} / {:.1}", median * factor, most * factor),
        _ => "–".to_owned(),
    }
}

fn table(rows: &BTreeMap<(String, u64), Row>) -> String {
    let mut text = String::from(
        "Median / largest. Formula and proof in kB, times in ms.\n\n\
         | kind | size | none, unique, several | checked | formula | proof | write | check |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for ((kind, size), row) in rows {
        let [none, unique, several] = row.verdicts;
        let checked = row.checking.len();
        let [formula, proof] = [&row.formula, &row.proof].map(|bytes| spread(bytes, 1e-3));
        let [write, check] = [&row.writing, &row.checking].map(|seconds| spread(seconds, 1e3));
        text += &format!(
            "| {kind} | {size} | {none}, {unique}, {several} | {checked} | {formula} | {proof} | {write} | {check} |\n"
        );
    }
    let (most_time, most_size) = (MOST_SECONDS * 1e3, MOST_BYTES / 1e3);
    let misses: Vec<&String> = rows.values().flat_map(|row| &row.misses).collect();
    text += &format!("\nOver {most_time} ms or {most_size} kB: {}\n", misses.len());
    for miss in misses {
        text += &format!("- {miss}\n");
    }
    text
}
