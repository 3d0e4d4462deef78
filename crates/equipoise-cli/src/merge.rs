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
    merged.sort();
    let written = match &arguments.out {
        Some(path) => output::written_to(&path.display().to_string(), merged.write_file(path)),
        None => output::ended(merged.write(io::stdout().lock())),
    };
    let (kept, twins) = (merged.puzzles.len(), merged.twins);
    output::note(&format!("{kept} puzzles, {twins} {} dropped", if twins == 1 { "twin" } else { "twins" }));
    exit.and(written)
}

/// Puzzles of which no two are twins.
#[derive(Default)]
struct Merged {
    /// Each as a line, with what it is sorted by.
    puzzles: Vec<(Place, String)>,
    seen: HashSet<String>,
    twins: usize,
    /// Whether all were made by us, so that they have an order.
    unordered: bool,
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
        if !self.seen.insert(canonical_hash(&*document.puzzle)) {
            self.twins += 1;
            return;
        }
        let place = Place::of(document).unwrap_or_else(|| {
            self.unordered = true;
            Place { request: String::new(), index: 0 }
        });
        self.puzzles.push((place, document.to_json().to_string()));
    }

    /// Puts the puzzles of shards into the order of the whole; those of other
    /// sources stay as they came.
    fn sort(&mut self) {
        if !self.unordered {
            self.puzzles.sort_by(|one, other| one.0.cmp(&other.0));
        }
    }

    fn write(&self, to: impl Write) -> io::Result<()> {
        let mut to = BufWriter::new(to);
        for (_, line) in &self.puzzles {
            writeln!(to, "{line}")?;
        }
        to.flush()
    }

    /// Writes a file that is there whole or not at all.
    fn write_file(&self, path: &Path) -> io::Result<()> {
        output::replace(path, |file| self.write(file))
    }
}
