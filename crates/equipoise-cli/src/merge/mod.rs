//! `equipoise merge`.
//!
//! There may be more puzzles than fit into memory, so a sorter keeps them, and
//! puts them into their order; another one finds equivalent ones among their hashes.
//! One bit is all that each puzzle is sure to take in memory.

mod choose;
mod shards;
mod sorter;

use crate::args::Puzzles;
use crate::clock::read_duration;
use crate::equivalent;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Item, Task, Tasks};
use crate::interrupt::Interrupt;
use crate::output::{self, Closed};
use crate::parts::Parts;
use crate::text::json_line;
use crate::write::NewFile;
use choose::{Halt, Quota, choose};
use clap::Args;
use equipoise::puzzles::Document;
use equipoise::studio::pool::{Event, Pool, threads};
use shards::{Place, Shards};
use sorter::Sorter;
use std::fs::File;
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
    /// what is missing
    #[arg(long, value_name = "K")]
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
    let interrupt = Interrupt::with_limit(arguments.time_limit);
    // Find out whether the file can be written before hours of reading.
    let replaces = arguments.out.as_deref().is_some_and(Path::exists);
    let out = arguments.out.as_deref().map(|path| NewFile::create(path, arguments.force)).transpose()?;
    // What does not fit into memory goes where the result goes.
    let folder = match arguments.out.as_deref().map(Path::parent) {
        None => std::env::temp_dir(),
        Some(Some(parent)) if parent != "" => parent.to_owned(),
        Some(_) => PathBuf::from("."),
    };
    let tasks = Tasks::new(&arguments.puzzles.puzzles, &interrupt);
    let lines = Sorter::new(MEMORY, folder.clone());
    let mut merged = Merged { folder, lines, count: 0, shards: Shards::new(tasks.sources() as u64), parts: None };
    let read = merged.read(tasks, arguments, &interrupt);
    let read = read.map_err(|error| Failure::file(&merged.folder, &error))?;
    if interrupt.is_set() {
        return Ok(merged.interrupted(&interrupt));
    }
    if read != Exit::Fine && replaces {
        output::note("nothing is replaced, because not everything could be read");
        return Ok(read);
    }
    let written = match &merged.parts {
        Some(parts) => parts.answer().and_then(|(line, exit)| {
            let mut target = Target::new(out);
            let written = target.writer().write_all(line.as_bytes());
            Ok(target.finish(written)?.and(exit))
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
    /// How many there are.
    count: u64,
    shards: Shards,
    /// Parts of a puzzle that was solved in parts.
    parts: Option<Parts>,
}

/// A puzzle that was read.
struct Entry {
    document: Document,
    /// What it shares with equivalent ones.
    hash: u128,
    line: String,
}

/// What a thread reports: the number of a file, the name of a puzzle in it, and the puzzle.
type News = (usize, String, Result<Entry, Failure>);

/// Reads the puzzles of a task.
fn read(task: Task, arguments: &Merge, sender: &SyncSender<News>) -> Result<(), Closed> {
    let file = task.source;
    // A shard may have nothing to do.
    let items = if task.is_empty() { Vec::new() } else { task.read(arguments.puzzles.kind) };
    items.into_iter().try_for_each(|Item { name, document, .. }| {
        let entry = document.map(|document| {
            let (hash, line) = (equivalent::hash(&*document.puzzle), json_line(&document.to_json()));
            Entry { document, hash, line }
        });
        sender.send((file, name, entry)).map_err(|_| Closed)
    })
}

impl Merged {
    /// Reads every file; one that cannot be read is reported, and the others count.
    fn read(&mut self, tasks: Tasks, arguments: &Merge, interrupt: &Interrupt) -> io::Result<Exit> {
        let mut exit = Exit::Fine;
        let work = |(): &mut (), task, sender| read(task, arguments, &sender);
        Pool::new(threads(None), tasks.total(), interrupt.flag()).run(
            tasks,
            || (),
            work,
            |event| {
                if let Event::Said((file, name, entry)) = event {
                    let added = entry.map_or_else(|failure| Ok(Err(failure)), |entry| self.add(&entry, file))?;
                    if let Err(failure) = added {
                        exit = exit.and(failure.of(&name).tell());
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(exit)
    }

    /// Adds a puzzle. Those that were made by us come first, in the order of the whole
    /// run, whichever shard is read first; the others keep their order.
    fn add(&mut self, entry: &Entry, file: usize) -> io::Result<Result<(), Failure>> {
        if self.parts.is_some() || self.count == 0 && entry.document.about.contains_key("part") {
            return Ok(self.parts.get_or_insert_default().add(&entry.document));
        }
        let place = Place::of(&entry.document);
        let index = place.as_ref().map_or(self.count, |place| place.index);
        let order = match &place {
            Some(place) => [b"\0", place.request.as_bytes(), b"\0", &index.to_be_bytes()].concat(),
            None => vec![1],
        };
        let key = [&order[..], &self.count.to_be_bytes()].concat();
        let rest = [&entry.hash.to_be_bytes(), &index.to_be_bytes()[..], entry.line.as_bytes()].concat();
        self.lines.add(key, rest)?;
        self.shards.add(place, file);
        self.count += 1;
        Ok(Ok(()))
    }

    fn interrupted(&self, interrupt: &Interrupt) -> Exit {
        let (why, exit) = interrupt.why();
        output::note(&format!("{why} after {} puzzles were read; nothing is written", self.count));
        exit
    }

    /// Writes all but equivalent ones, or the first ones of a run.
    fn write(&mut self, arguments: &Merge, out: Option<NewFile>, interrupt: &Interrupt) -> Result<Exit, Failure> {
        let spilled = |error| Failure::file(&self.folder, &error);
        let wanted = match arguments.count {
            Some(count) => Some(Quota { count: count.get(), covered: self.shards.covered()? }),
            None => None,
        };
        let mut target = match (&out, wanted) {
            // Nobody is to read the beginning of a run that turns out not to be whole.
            (None, Some(_)) => Target::held(&self.folder).map_err(spilled)?,
            _ => Target::new(out),
        };
        let sorted = self.lines.sorted().map_err(spilled)?;
        let kept = match choose(&sorted, self.count, wanted, &self.folder, interrupt, target.writer()) {
            Ok(kept) => kept,
            Err(Halt::Interrupted) => return Ok(self.interrupted(interrupt)),
            Err(Halt::Target(error)) => return target.finish(Err(error)),
            Err(Halt::Spilled(error)) => return Err(spilled(error)),
        };
        if let Some(failure) = wanted.and_then(|wanted| wanted.lacks(&kept)) {
            return Err(failure);
        }
        let written = target.finish(Ok(()))?;
        let plural = |count: u64, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        let dropped = plural(kept.equivalent, "equivalent one");
        output::note(&format!("{}; {dropped} dropped", plural(kept.count, "puzzle")));
        Ok(wanted.map_or(written, |wanted| written.and(wanted.exit(&kept))))
    }
}

/// A file, standard output, or a file without a name whose content goes to
/// standard output when it is whole.
enum Target {
    File(BufWriter<NewFile>),
    Stdout(BufWriter<io::Stdout>),
    Held(BufWriter<File>),
}

impl Target {
    fn new(out: Option<NewFile>) -> Target {
        match out {
            Some(file) => Target::File(BufWriter::new(file)),
            None => Target::Stdout(BufWriter::new(io::stdout())),
        }
    }

    /// Standard output, once everything is there.
    fn held(folder: &Path) -> io::Result<Target> {
        Ok(Target::Held(BufWriter::new(tempfile::tempfile_in(folder)?)))
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Target::File(writer) => writer,
            Target::Stdout(writer) => writer,
            Target::Held(writer) => writer,
        }
    }

    /// Ends the writing, which had this result.
    fn finish(mut self, written: io::Result<()>) -> Result<Exit, Failure> {
        let written = written.and_then(|()| self.writer().flush());
        match self {
            Target::File(writer) => {
                let path = writer.get_ref().path().to_owned();
                let file = written.and_then(|()| writer.into_inner().map_err(io::IntoInnerError::into_error));
                file.map_err(|error| Failure::file(&path, &error))?.finish()?;
                Ok(Exit::Fine)
            }
            Target::Stdout(_) => Ok(output::ended(written)),
            Target::Held(mut writer) => {
                let file = writer.get_mut();
                let copied = written.and_then(|()| file.rewind()).and_then(|()| io::copy(file, &mut io::stdout()));
                Ok(output::ended(copied.map(drop)))
            }
        }
    }
}
