//! Where puzzles come from: names, files and texts.

use crate::{Error, Puzzle};
use puzzles::{Format, Kind};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// A built-in puzzle (`gap/seed-1`), or the puzzle of a file (`mine.json`, `papers.pl#2`).
///
/// A file is JSON, JSON lines, text or Prolog, by its ending or else by how it begins. Where it has
/// several puzzles, `#2` picks the one with this number.
///
/// ```
/// let solution = equipoise::open("gap/seed-1")?.solve()?;
/// println!("{solution}");
/// # Ok::<(), equipoise::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotFound`], [`Error::File`], [`Error::Read`], [`Error::NotOne`].
pub fn open(name: &str) -> Result<Puzzle, Error> {
    if let Some(document) = puzzles::builtin(name) {
        return Ok(document.into());
    }
    let missing = || Error::NotFound { name: name.to_owned() };
    let (path, number) = match name.rsplit_once('#') {
        Some((path, number)) if !Path::new(name).exists() => {
            (path, Some(number.parse::<i64>().map_err(|_| missing())?))
        }
        _ => (name, None),
    };
    let bytes = fs::read(path).map_err(|source| match source.kind() {
        ErrorKind::NotFound => missing(),
        _ => Error::File { path: path.to_owned(), source },
    })?;
    let mut entries = puzzles::read(&bytes, Format::of(path), None)?;
    entries.retain(|entry| number.is_none_or(|number| entry.number == number));
    one(entries)
}

/// The puzzle of a text: JSON, the text format, or Prolog.
///
/// ```
/// let puzzle = equipoise::read(r#"{"puzzle": "aztec", "rows": [[0], [8, 9], [0, 0, 2]]}"#)?;
/// assert_eq!(puzzle.kind().title, "Aztec Math");
/// # Ok::<(), equipoise::Error>(())
/// ```
///
/// # Errors
/// [`Error::Read`], or [`Error::NotOne`] for a text with several puzzles, which [`read_all`] reads.
pub fn read(text: &str) -> Result<Puzzle, Error> {
    one(puzzles::read(text.as_bytes(), None, None)?)
}

/// The same for a text that does not say its kind: Prolog data of Aztec Math and of Trid look alike, and the
/// text format may leave out the line that names it.
///
/// ```
/// let puzzle = equipoise::read_as("aztec", ".\n8 9\n. . 2\n")?;
/// assert_eq!(puzzle.size(), 3);
/// # Ok::<(), equipoise::Error>(())
/// ```
///
/// # Errors
/// The same, and [`Error::UnknownKind`].
pub fn read_as(kind: &str, text: &str) -> Result<Puzzle, Error> {
    one(puzzles::read(text.as_bytes(), None, Some(find(kind)?))?)
}

/// All puzzles of a text.
///
/// # Errors
/// [`Error::Read`], for the first one that is wrong.
pub fn read_all(text: &str) -> Result<Vec<Puzzle>, Error> {
    let entries = puzzles::read(text.as_bytes(), None, None)?;
    entries.into_iter().map(|entry| Ok(entry.document?.into())).collect()
}

fn one(mut entries: Vec<puzzles::Entry>) -> Result<Puzzle, Error> {
    match (entries.pop(), entries.len()) {
        (Some(entry), 0) => Ok(entry.document?.into()),
        (last, others) => Err(Error::NotOne { found: others + usize::from(last.is_some()) }),
    }
}

/// The kind with this name.
pub(crate) fn find(kind: &str) -> Result<&'static Kind, Error> {
    puzzles::kind(kind).ok_or_else(|| Error::UnknownKind { name: kind.to_owned() })
}
