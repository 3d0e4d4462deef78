//! The published puzzles, where `EQUIPOISE_CORPUS` says they are.

use puzzles::{Document, Format};
use std::path::{Path, PathBuf};

/// Visits every published puzzle, with its name such as `gap/friedman_01`. Tests
/// that do so are ignored unless asked for; `cargo xtask ci` asks for them where
/// the puzzles are available.
pub(crate) fn for_each(mut visit: impl FnMut(&str, &Document)) {
    let directory = std::env::var_os("EQUIPOISE_CORPUS").map(PathBuf::from);
    let directory = directory.expect("EQUIPOISE_CORPUS says where the published puzzles are");
    for path in files(&directory) {
        let name = path.strip_prefix(&directory).unwrap_or(&path).with_extension("");
        let name = name.to_string_lossy().replace('\\', "/");
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let entries = puzzles::read(&bytes, Some(Format::Json), None).unwrap_or_else(|error| panic!("{name}: {error}"));
        for entry in entries {
            visit(&name, &entry.document.unwrap_or_else(|error| panic!("{name}: {error}")));
        }
    }
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
