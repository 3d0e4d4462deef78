//! `equipoise merge`.

use crate::args::Merge;
use crate::exit::Exit;
use crate::input::{Item, Tasks};
use crate::interrupt::Interrupt;
use crate::output;
use equipoise::puzzles::Document;
use equipoise::studio::canonical_hash;
use serde_json::Value;
use std::collections::HashSet;
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub(crate) fn run(arguments: &Merge) -> Exit {
    let interrupt = Interrupt::install();
    let mut merged = Merged::default();
    let mut exit = Exit::Fine;
    for task in Tasks::new(&arguments.puzzles.puzzles, &interrupt) {
        for Item { name, document, .. } in task.read(arguments.puzzles.kind) {
            match document {
                Ok(document) => merged.add(&document),
                Err(failure) => {
                    output::error(&failure.to_text(&name));
                    exit = exit.and(failure.exit);
                }
            }
        }
        if interrupt.is_set() {
            output::note("interrupted");
            return Exit::Failed;
        }
    }
    let twins = merged.drop_twins();
    let written = match &arguments.out {
        Some(path) => output::written_to(&path.display().to_string(), merged.write_file(path)),
        None => output::ended(merged.write(io::stdout().lock())),
    };
    let kept = merged.puzzles.len();
    output::note(&format!("{kept} puzzles, {twins} {} dropped", if twins == 1 { "twin" } else { "twins" }));
    exit.and(written)
}

/// The puzzles of several files.
#[derive(Default)]
struct Merged {
    puzzles: Vec<Entry>,
    /// Whether all were made by us, so that they have an order.
    unordered: bool,
}

struct Entry {
    place: Place,
    /// What it shares with its twins.
    canonical: String,
    line: String,
}

/// Where a puzzle stands among those made of the same request, and that
/// request.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    request: String,
    index: u64,
}

impl Place {
    fn of(document: &Document) -> Option<Place> {
        let made = document.about.get("made")?;
        let request = format!("{} {} {}", made.get("kind")?, made.get("options")?, made.get("seed")?);
        Some(Place { request, index: made.get("index").and_then(Value::as_u64)? })
    }
}

impl Merged {
    fn add(&mut self, document: &Document) {
        let place = Place::of(document).unwrap_or_else(|| {
            self.unordered = true;
            Place { request: String::new(), index: 0 }
        });
        let (canonical, line) = (canonical_hash(&*document.puzzle), document.to_json().to_string());
        self.puzzles.push(Entry { place, canonical, line });
    }

    /// Keeps the first of all twins, and says how many others there were. The
    /// puzzles of shards come into the order of the whole run before, so that it
    /// does not matter which shard is read first; those of other sources stay as
    /// they came.
    fn drop_twins(&mut self) -> usize {
        if !self.unordered {
            self.puzzles.sort_by(|one, other| one.place.cmp(&other.place));
        }
        let before = self.puzzles.len();
        let mut seen = HashSet::new();
        self.puzzles.retain(|entry| seen.insert(entry.canonical.clone()));
        before - self.puzzles.len()
    }

    fn write(&self, to: impl Write) -> io::Result<()> {
        let mut to = BufWriter::new(to);
        for entry in &self.puzzles {
            writeln!(to, "{}", entry.line)?;
        }
        to.flush()
    }

    /// Writes a file that is there whole or not at all.
    fn write_file(&self, path: &Path) -> io::Result<()> {
        output::replace(path, |file| self.write(file))
    }
}
