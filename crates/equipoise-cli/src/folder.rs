//! `--out DIR`: a file for each puzzle.

use crate::failure::Failure;
use crate::files;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

/// The endings of the files.
const ENDINGS: [&str; 4] = ["html", "json", "svg", "txt"];

/// Where files go, unless to standard output.
#[derive(Debug, Args)]
pub(crate) struct FolderArguments {
    /// Write a file for each puzzle into a directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Replace files that are there already
    #[arg(long, requires = "out")]
    force: bool,
}

impl FolderArguments {
    /// The directory, if files are asked for.
    pub(crate) fn open(&self) -> Result<Option<Folder>, Failure> {
        self.out.as_deref().map(|path| Folder::open(path, self.force)).transpose()
    }
}

/// A directory that files are written to.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    force: bool,
}

impl Folder {
    /// The directory, created if necessary; `force` lets files in it be replaced.
    ///
    /// # Errors
    /// It cannot be created, or its name is one for a file.
    fn open(path: &Path, force: bool) -> Result<Folder, Failure> {
        let named_as_file = path.extension().is_some_and(|ending| ENDINGS.iter().any(|file| ending == *file));
        if named_as_file && !path.is_dir() {
            let advice = "--out takes a directory here; `> FILE` writes a single file";
            return Err(Failure::usage(advice).at(path));
        }
        fs::create_dir_all(path).map_err(|error| Failure::file(path, &error))?;
        Ok(Folder { path: path.to_owned(), force })
    }

    /// Writes the file of the puzzle with this name.
    pub(crate) fn write(&self, puzzle: &str, ending: &str, text: &str) -> Result<(), Failure> {
        files::write(&self.path.join(format!("{}.{ending}", stem(puzzle))), self.force, text)
    }
}

/// The name of a puzzle's file, without its ending: `gap-seed-1` for `gap/seed-1`,
/// `papers-2` for `some/where/papers.pl#2`.
fn stem(puzzle: &str) -> String {
    let (path, number) = match puzzle.rsplit_once('#') {
        Some((path, number)) if number.parse::<i64>().is_ok() => (path, Some(number)),
        _ => (puzzle, None),
    };
    let is_builtin = equipoise::puzzles::builtin(puzzle).is_some();
    let name = match path {
        "-" => "stdin",
        _ if is_builtin => path,
        _ => Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or("puzzle"),
    };
    let safe = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '-' };
    let mut stem: String = name.chars().map(safe).collect();
    if let Some(number) = number {
        stem.push('-');
        stem.push_str(number);
    }
    stem
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn files_go_by_the_names_of_puzzles() {
        assert_eq!(stem("gap/seed-1"), "gap-seed-1");
        assert_eq!(stem("some/where/papers.pl#2"), "papers-2");
        assert_eq!(stem("../a b\u{1b}.json"), "a-b-");
        assert_eq!(stem("-#3"), "stdin-3");
        assert_eq!(stem("-"), "stdin");
        assert_eq!(stem(".."), "puzzle");
    }
}
