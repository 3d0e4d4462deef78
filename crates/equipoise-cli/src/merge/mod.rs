//! `equipoise merge`.
//!
//! There may be more puzzles than fit into memory, so a sorter keeps them, and
//! puts them into their order; another one finds equivalent ones among their hashes.
//! One bit is all that each puzzle is sure to take in memory.

mod choose;
mod sorter;

use crate::args::{Puzzles, positive};
use crate::clock::read_duration;
use crate::equivalent;
use crate::failure::{Exit, Failure};
use crate::input::{Item, Task, Tasks};
use crate::interrupt::Interrupt;
use crate::output::{self, Closed, Errors};
use crate::parts::Parts;
use crate::text::json_line;
use crate::write::NewFile;
use choose::{choose, key, record};
use clap::Args;
use equipoise::puzzles::{Document, counted};
use equipoise::studio::pool::{Event, Pool, threads};
use serde_json::Value;
use sorter::Sorter;
use std::io::{self, BufWriter, Seek, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;
use std::time::Duration;

/// How many bytes of puzzles are held in memory.
const MEMORY: usize = 64 << 20;

#[derive(Debug, Args)]
pub(crate) struct Merge {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,

    /// Keep the first K puzzles, as one whole run would; if there are fewer, say
    /// what is missing, and if one is not as it was made, which
    #[arg(long, value_name = "K", value_parser = positive::<NonZero<u64>>)]
    pub(crate) count: Option<NonZero<u64>>,

    /// The file to write, one puzzle per line [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,

    /// Stop the whole run after this long, such as 10s or 5m
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time_limit: Option<Duration>,
}

pub(crate) fn run(arguments: &Merge) -> Result<Exit, Failure> {
    let interrupt = Interrupt::install(arguments.time_limit);
    // Find out whether the file can be written before hours of reading.
    let replaces = arguments.out.as_deref().is_some_and(Path::exists);
    let out = arguments.out.as_deref().map(|path| NewFile::create(path, arguments.force)).transpose()?;
    // What does not fit into memory goes where the result goes.
    let folder = out.as_ref().and_then(NewFile::folder).map_or_else(std::env::temp_dir, Path::to_owned);
    let tasks = Tasks::new(&arguments.puzzles.puzzles, &interrupt);
    let lines = Sorter::new(MEMORY, folder.clone());
    let mut merged = Merged { folder, lines, count: 0, request: None, are_of_several: false, parts: None };
    let read = merged.read(tasks, arguments, &interrupt);
    let read = read.map_err(|error| Failure::unwritten(&merged.folder, &error))?;
    if interrupt.is_set() {
        return Ok(merged.interrupted(&interrupt));
    }
    if read != Exit::Fine && replaces {
        output::note("nothing is replaced, because not everything could be read");
        return Ok(read);
    }
    let written = match &merged.parts {
        Some(parts) => parts.answer().and_then(|(line, exit)| match out {
            Some(file) => file.fill(line).map(|()| exit),
            None => Ok(output::print(line.as_bytes()).and(exit)),
        }),
        None => merged.write(arguments, out, &interrupt),
    };
    Ok(read.and(written.unwrap_or_else(|failure| failure.tell())))
}

/// The puzzles of several files.
struct Merged {
    /// Where what does not fit into memory goes.
    folder: PathBuf,
    /// By their order: the hash, the index and the line of each.
    lines: Sorter,
    /// How many entries there are.
    count: u64,
    /// What the first was made from, and whether another was made from something else.
    request: Option<Option<String>>,
    are_of_several: bool,
    /// Parts of a puzzle that was solved in parts.
    parts: Option<Parts>,
}

/// A puzzle that was read.
struct Entry {
    document: Document,
    /// What it shares with equivalent ones.
    hash: u128,
    line: String,
    /// What it was made from, its number among all that are made from that, and those
    /// before it that gave none; nothing for a puzzle that we did not make.
    made: Option<(String, u64, Vec<u64>)>,
}

impl Entry {
    fn new(mut document: Document) -> Entry {
        let made = document.about.get_mut("made").and_then(|made| {
            let way = made.get("way").unwrap_or(&Value::Null);
            let rules = made.get("rules").unwrap_or(&Value::Null);
            let request = format!("{} {} {} {way} {rules}", made.get("kind")?, made.get("options")?, made.get("seed")?);
            let index = made.get("index").and_then(Value::as_u64)?;
            let skipped = equivalent::take_skipped(made).into_iter().filter(|&skipped| skipped < index);
            Some((request, index, skipped.collect()))
        });
        let (hash, line) = (equivalent::hash(&*document.puzzle), json_line(&document.to_json()));
        Entry { document, hash, line, made }
    }

    /// The same, unless it is not as it was made.
    fn unless_spoilt(self) -> Result<Entry, Failure> {
        match equivalent::is_spoilt(&self.document, self.hash) {
            Some(problem) => Err(Failure::new("made", Exit::Invalid, problem)),
            None => Ok(self),
        }
    }
}

/// What a thread reports: the number of a file, the name of a puzzle in it, and the puzzle.
type News = (usize, String, Result<Entry, Failure>);

/// Reads the puzzles of a task.
fn read(task: Task, arguments: &Merge, sender: &SyncSender<News>) -> Result<(), Closed> {
    let file = task.source;
    // A shard may have nothing to do.
    let items = if task.is_empty() { Vec::new() } else { task.read(arguments.puzzles.kind) };
    items.into_iter().try_for_each(|Item { name, document, .. }| {
        let entry = document.map(Entry::new).and_then(|entry| match arguments.count {
            Some(_) => entry.unless_spoilt(),
            None => Ok(entry),
        });
        sender.send((file, name, entry)).map_err(|_| Closed)
    })
}

impl Merged {
    /// Reads every file; one that cannot be read is reported, and the others count.
    fn read(&mut self, tasks: Tasks, arguments: &Merge, interrupt: &Interrupt) -> io::Result<Exit> {
        let mut exit = Exit::Fine;
        let mut errors = Errors::default();
        let work = |(): &mut (), task, sender| read(task, arguments, &sender);
        Pool::new(threads(None), tasks.total(), interrupt.flag()).run(
            tasks,
            || (),
            work,
            |event| {
                if let Event::Said((file, name, entry)) = event {
                    let added = entry.map_or_else(|failure| Ok(Err(failure)), |entry| self.add(&entry))?;
                    if let Err(failure) = added {
                        exit = exit.and(failure.exit);
                        errors.tell(file, &failure.of(&name).to_string());
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        errors.end();
        Ok(exit)
    }

    /// Adds a puzzle. Those that were made by us come first, in the order of the whole
    /// run, whichever shard is read first; the others keep their order.
    fn add(&mut self, entry: &Entry) -> io::Result<Result<(), Failure>> {
        if self.parts.is_some() || self.count == 0 && entry.document.about.contains_key("part") {
            return Ok(self.parts.get_or_insert_default().add(&entry.document));
        }
        let request = entry.made.as_ref().map(|(request, ..)| request);
        self.are_of_several |= self.request.get_or_insert_with(|| request.cloned()).as_ref() != request;
        let index = entry.made.as_ref().map_or(self.count, |&(_, index, _)| index);
        let skipped = entry.made.iter().flat_map(|(.., skipped)| skipped).map(|&skipped| (skipped, ""));
        for (index, line) in skipped.chain([(index, &*entry.line)]) {
            let key = key(request.map(String::as_str), index, self.count);
            self.lines.add(key, record(entry.hash, index, line))?;
            self.count += 1;
        }
        Ok(Ok(()))
    }

    fn interrupted(&self, interrupt: &Interrupt) -> Exit {
        let (why, exit) = interrupt.why();
        output::note(&format!("{why} after {} puzzles were read; nothing is written", self.count));
        exit
    }

    /// Writes all but equivalent ones, or the first ones of a run. What goes to standard
    /// output is held back until it is whole.
    fn write(&mut self, arguments: &Merge, mut out: Option<NewFile>, interrupt: &Interrupt) -> Result<Exit, Failure> {
        let wanted = arguments.count.map(NonZero::get);
        if wanted.is_some() && self.are_of_several {
            return Err(Failure::usage("--count takes the shards of one run, and these are of several"));
        }
        let spilled = |error| Failure::unwritten(&self.folder, &error);
        let mut held = tempfile::tempfile_in(&self.folder).map_err(spilled)?;
        let mut target = BufWriter::new(match &mut out {
            Some(file) => file as &mut dyn Write,
            None => &mut held,
        });
        let sorted = self.lines.sorted().map_err(spilled)?;
        let chosen = choose(&sorted, self.count, wanted, &self.folder, interrupt, &mut target);
        let chosen = chosen.and_then(|chosen| target.flush().map(|()| chosen));
        drop(target);
        if interrupt.is_set() {
            return Ok(self.interrupted(interrupt));
        }
        let place = arguments.out.as_ref().unwrap_or(&self.folder);
        let chosen = chosen.map_err(|error| Failure::unwritten(place, &error))?;
        if let Some(failure) = wanted.and_then(|wanted| chosen.lacks(wanted)) {
            return Err(failure);
        }
        let written = match out {
            Some(file) => file.finish().map(|()| Exit::Fine)?,
            None => output::written_to(
                "standard output",
                held.rewind().and_then(|()| io::copy(&mut held, &mut io::stdout())).map(drop),
            ),
        };
        let dropped = counted(chosen.kept.equivalent, "equivalent one");
        output::note(&format!("{}; {dropped} dropped", counted(chosen.kept.count, "puzzle")));
        Ok(wanted.map_or(written, |wanted| written.and(chosen.exit(wanted))))
    }
}
