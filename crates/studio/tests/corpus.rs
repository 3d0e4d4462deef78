//! Every published puzzle gets its published answer.
//!
//! The puzzles are other people's, so they are not part of the project:
//! `EQUIPOISE_CORPUS` says where they are.

use fd::{Limits, Stopped};
use puzzles::{Document, Entry, Format};
use std::path::{Path, PathBuf};
use studio::{Options, Verdict};

/// Published puzzles that have no solution.
const NONE: &[&str] = &["weight/games4_10_as_drawn", "weight/walex_complex", "weight/walex_test"];

/// Published puzzles that have several solutions.
const SEVERAL: &[&str] = &[
    "weight/lucid_02",
    "weight/games4_10_repaired",
    "gap/feup_salajes_test",
    "multibalance/friedman_logo",
    "trid/tiago_generated_10",
];

/// So many puzzles there are: with fewer, something is amiss.
const PUZZLES: usize = 573;

/// More nodes than any of them needs, so that a bug ends in an error.
const NODES: u64 = 1_000_000;

#[test]
fn every_published_puzzle_gets_its_published_answer() {
    let Some(directory) = std::env::var_os("EQUIPOISE_CORPUS").map(PathBuf::from) else {
        eprintln!("skipped: EQUIPOISE_CORPUS does not say where the published puzzles are");
        return;
    };
    let files = files(&directory);
    assert!(files.len() >= PUZZLES, "{} puzzles in {}, expected {PUZZLES}", files.len(), directory.display());
    let wrong: Vec<String> = files
        .iter()
        .filter_map(|path| {
            let name = path.strip_prefix(&directory).unwrap_or(path).with_extension("");
            let name = name.to_string_lossy().replace('\\', "/");
            examine(&name, path).err().map(|problem| format!("{name}: {problem}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} puzzles:\n{}", wrong.len(), files.len(), wrong.join("\n"));
}

/// The files in the directories below, one for each kind of puzzle.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = |path: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        entries.map(|entry| entry.expect("it can be listed").path()).collect()
    };
    let kinds = entries(directory).into_iter().filter(|path| path.is_dir());
    let mut files: Vec<PathBuf> = kinds.flat_map(|kind| entries(&kind)).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    files
}

fn examine(name: &str, path: &Path) -> Result<(), String> {
    let Document { puzzle, solution: published, .. } = read(path)?;
    let options = Options { limits: Limits::none().nodes(NODES), ..Options::default() };
    let verdict = studio::verdict(&*puzzle, &options).map_err(|error| error.to_string())?.result;
    let solves = |board| {
        let violations = puzzle.violations(board);
        if violations.is_empty() { Ok(()) } else { Err(format!("a solution breaks rules: {violations:?}")) }
    };
    match verdict {
        Verdict::None if NONE.contains(&name) => Ok(()),
        Verdict::Several(one, two) if SEVERAL.contains(&name) => {
            published.iter().try_for_each(solves)?;
            solves(&one).and_then(|()| solves(&two))
        }
        Verdict::Unique(board) if !NONE.contains(&name) && !SEVERAL.contains(&name) => {
            solves(&board)?;
            match published {
                Some(published) if published != board => Err(format!("found {board:?}, published {published:?}")),
                _ => Ok(()),
            }
        }
        Verdict::Unknown(_, Stopped::Nodes) => Err("not decided".to_owned()),
        other => Err(format!("unexpected verdict {other:?}")),
    }
}

fn read(path: &Path) -> Result<Document, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let mut entries = puzzles::read(&bytes, Some(Format::Json), None).map_err(|error| error.to_string())?;
    match entries.pop() {
        Some(Entry { document, .. }) if entries.is_empty() => document.map_err(|error| error.to_string()),
        _ => Err("expected one puzzle".to_owned()),
    }
}
