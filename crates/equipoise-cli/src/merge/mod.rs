//! `equipoise merge`.

use crate::args::Merge;
use crate::escape::json_line;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::NewFile;
use crate::input::{Item, Tasks};
use crate::interrupt::Interrupt;
use crate::output;
use crate::solve::part::Parts;
use crate::twins::{self, Keeper, MOST_IDLE};
use equipoise::puzzles::Document;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub(crate) fn run(arguments: &Merge) -> Exit {
    let interrupt = Interrupt::with_limit(arguments.time_limit);
    // Find out whether the file can be written before hours of reading.
    let replaces = arguments.out.as_deref().is_some_and(Path::exists);
    let out = match arguments.out.as_deref().map(|path| NewFile::create(path, arguments.force)).transpose() {
        Ok(out) => out,
        Err(failure) => return failure.tell(),
    };
    let mut merged = Merged::default();
    let read = merged.read(arguments, &interrupt);
    if interrupt.is_set() {
        let (why, exit) = interrupt.why();
        output::note(&format!("{why} after {} puzzles were read; nothing is written", merged.entries.len()));
        return exit;
    }
    if read != Exit::Fine && replaces {
        output::note("nothing is replaced, since not all could be read");
        return read;
    }
    if let Some(parts) = &merged.parts {
        return match parts.answer() {
            Ok((line, exit)) => read.and(write_line(&line, out)).and(exit),
            Err(failure) => read.and(failure.tell()),
        };
    }
    let kept = match arguments.count {
        Some(count) => merged.first(count.get()),
        None => Ok(merged.all()),
    };
    match kept {
        Ok(kept) => read.and(kept.write(out)),
        Err(failure) => read.and(failure.tell()),
    }
}

/// The puzzles of several files.
#[derive(Default)]
struct Merged {
    entries: Vec<Entry>,
    /// How many files there are, including those that hold no puzzle.
    files: usize,
    /// Parts of a puzzle that was solved in parts.
    parts: Option<Parts>,
}

struct Entry {
    /// Its position among the puzzles made from the same request; none for a puzzle
    /// that we did not make.
    place: Option<Named>,
    /// What it shares with its twins.
    hash: u128,
    /// The number of its file.
    file: usize,
    line: String,
}

/// A request, and the index of a puzzle made from it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Named {
    request: String,
    index: u64,
}

impl Named {
    fn of(document: &Document) -> Option<Named> {
        let made = document.about.get("made")?;
        let way = made.get("way").and_then(Value::as_str).unwrap_or_default();
        let request = format!("{} {} {} {way}", made.get("kind")?, made.get("options")?, made.get("seed")?);
        Some(Named { request, index: made.get("index").and_then(Value::as_u64)? })
    }
}

impl Merged {
    /// Reads every file; one that cannot be read is reported, and the others count.
    fn read(&mut self, arguments: &Merge, interrupt: &Interrupt) -> Exit {
        let mut exit = Exit::Fine;
        for task in Tasks::new(&arguments.puzzles.puzzles, interrupt) {
            let file = task.source;
            self.files = self.files.max(file + 1);
            // A shard may have nothing to do.
            let items = if task.is_empty() { Vec::new() } else { task.read(arguments.puzzles.kind) };
            for Item { name, document, .. } in items {
                if let Err(failure) = document.and_then(|document| self.add(&document, file)) {
                    output::error(&failure.to_text(&name));
                    exit = exit.and(failure.exit);
                }
            }
            if interrupt.is_set() {
                break;
            }
        }
        exit
    }

    fn add(&mut self, document: &Document, file: usize) -> Result<(), Failure> {
        if self.parts.is_some() || self.entries.is_empty() && document.about.contains_key("part") {
            return self.parts.get_or_insert_default().add(document);
        }
        let (hash, line) = (twins::hash(&*document.puzzle), json_line(&document.to_json()));
        self.entries.push(Entry { place: Named::of(document), hash, file, line });
        Ok(())
    }

    /// Puts the puzzles of shards into the order of the whole run, whichever shard is
    /// read first; others keep their order.
    fn sort(&mut self) {
        if self.entries.iter().all(|entry| entry.place.is_some()) {
            self.entries.sort_by(|one, other| one.place.cmp(&other.place));
        }
    }

    /// All but the twins.
    fn all(&mut self) -> Kept<'_> {
        self.sort();
        let mut keeper = Keeper::default();
        let lines = self.entries.iter().filter(|entry| keeper.keeps(0, entry.hash)).map(|entry| &*entry.line).collect();
        Kept { lines, twins: keeper.twins, idle_before: None }
    }

    /// The first puzzles of a run, as the run itself would have kept them.
    fn first(&mut self, count: u64) -> Result<Kept<'_>, Failure> {
        self.sort();
        let covered = self.covered()?;
        let mut keeper = Keeper::default();
        let mut lines = Vec::new();
        for (entry, position) in self.entries.iter().zip(0..) {
            let index = entry.place.as_ref().map_or(position, |place| place.index);
            if keeper.kept() == count || index >= covered || keeper.is_idle(index) {
                break;
            }
            if keeper.keeps(index, entry.hash) {
                lines.push(&*entry.line);
            }
        }
        let (kept, twins) = (keeper.kept(), keeper.twins);
        let idle_before = (kept < count && keeper.is_idle(covered)).then_some(count);
        if kept < count && idle_before.is_none() {
            return Err(Failure::missing(format!(
                "there are {kept} of {count}, with {twins} twins left out, up to index {covered}, which is not there: \
                 run the shards on, with --resume and a larger --count, and merge again"
            )));
        }
        Ok(Kept { lines, twins, idle_before })
    }

    /// The first index that was not tried. The files are a run or its shards, each with
    /// its indices in order. An index missing before the last of its shard could not be
    /// made, or was a twin.
    fn covered(&self) -> Result<u64, Failure> {
        let made = self.entries.iter().filter(|entry| entry.place.is_some()).count();
        if made == 0 {
            return Ok(self.entries.len() as u64);
        }
        let request = self.entries.first().and_then(|entry| Some(&entry.place.as_ref()?.request));
        let same = |entry: &Entry| entry.place.as_ref().map(|place| &place.request) == request;
        if !self.entries.iter().all(same) {
            return Err(Failure::usage("--count takes the shards of one run, and these are of several"));
        }
        let of = self.files as u64;
        // For each shard, its file and its last index.
        let mut shards: BTreeMap<u64, (usize, u64)> = BTreeMap::new();
        for entry in &self.entries {
            let index = entry.place.as_ref().map_or(0, |place| place.index);
            let (file, last) = shards.entry(index % of).or_insert((entry.file, index));
            *last = index.max(*last);
            if *file != entry.file {
                let problem = format!("--count takes all shards of a run, a file for each, and these {of} are not");
                return Err(Failure::usage(problem));
            }
        }
        let next = |shard| shards.get(&shard).map_or(shard, |&(_, last)| last + of);
        Ok((0..of).map(next).min().unwrap_or(0))
    }
}

fn write_line(line: &str, out: Option<NewFile>) -> Exit {
    match out {
        None => output::print(line.as_bytes()),
        Some(mut file) => match file.write_all(line.as_bytes()) {
            Ok(()) => file.finish().map_or_else(|failure| failure.tell(), |()| Exit::Fine),
            Err(error) => Failure::file(file.path(), &error).tell(),
        },
    }
}

/// What is written.
struct Kept<'a> {
    lines: Vec<&'a str>,
    twins: u64,
    /// How many were asked for, if no more can be found.
    idle_before: Option<u64>,
}

impl Kept<'_> {
    fn write(&self, out: Option<NewFile>) -> Exit {
        let written = match out {
            Some(mut file) => match self.write_to(&mut file) {
                Ok(()) => file.finish().map_or_else(|failure| failure.tell(), |()| Exit::Fine),
                Err(error) => Failure::file(file.path(), &error).tell(),
            },
            None => output::ended(self.write_to(io::stdout().lock())),
        };
        let (kept, twins) = (self.lines.len(), self.twins);
        let plural = |count: u64, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        output::note(&format!("{}, {} dropped", plural(kept as u64, "puzzle"), plural(twins, "twin")));
        match self.idle_before {
            Some(count) if written == Exit::Fine => {
                output::note(&format!("there are {kept} of {count}: {MOST_IDLE} in a row brought nothing new"));
                Exit::Limit
            }
            _ => written,
        }
    }

    fn write_to(&self, to: impl Write) -> io::Result<()> {
        let mut to = BufWriter::new(to);
        for line in &self.lines {
            to.write_all(line.as_bytes())?;
        }
        to.flush()
    }
}
