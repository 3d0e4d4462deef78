//! Where made puzzles are written, and what already exists there.

use super::args::{Common, Generate, Shard};
use crate::certify::made_name;
use crate::equivalent::{self, Keeper};
use crate::failure::Failure;
use crate::input;
use crate::output::Sink;
use crate::write::{self, LineFile};
use equipoise::puzzles::{self, Document, Format};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Where puzzles go, and what is there.
pub(super) struct Opened {
    pub(super) shape: Shape,
    pub(super) sink: Sink,
    /// Finds puzzles that are equivalent to earlier ones; none for a shard, which sees few
    /// of the puzzles: `merge` finds them.
    pub(super) keeper: Option<Keeper>,
    /// How many are known to exist.
    pub(super) there: u64,
    /// No index below this one is left to make, except where each puzzle has its own file.
    pub(super) next: u64,
}

/// What the puzzles in a place must have been made from.
pub(super) struct Source<'a> {
    pub(super) generate: &'a Generate,
    pub(super) seed: u64,
}

/// A puzzle that an earlier run has made.
struct Resumed {
    index: u64,
    /// What it shares with equivalent ones.
    hash: u128,
    /// The indices before it that gave none; nothing if the version that made it did not
    /// record them.
    skipped: Option<Vec<u64>>,
}

/// The version that did not record the indices that gave no puzzle.
const WITHOUT_SKIPPED: &str = "0.1.0";

/// How puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// One after the other, to a file or to standard output.
    Lines,
    /// A file of its own for every puzzle.
    Folder,
    /// One file with one puzzle.
    File,
}

fn shape(generate: &Generate, path: &Path) -> Result<Shape, Failure> {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or("");
    match ending {
        _ if path.is_dir() => Ok(Shape::Folder),
        "jsonl" | "ndjson" => Ok(Shape::Lines),
        "json" if generate.common.count.get() > 1 => {
            Err(Failure::usage("a .json file holds one puzzle; name a .jsonl file or a directory").at(path))
        }
        "json" => Ok(Shape::File),
        "" => Ok(Shape::Folder),
        _ => Err(Failure::usage("puzzles are written to .json, .jsonl or a directory").at(path)),
    }
}

/// The seed of the run that `--resume` continues.
pub(super) fn seed_there(generate: &Generate) -> Result<Option<u64>, Failure> {
    let Some(path) = generate.common.out.as_deref().filter(|_| generate.common.resume) else { return Ok(None) };
    if shape(generate, path)? == Shape::Folder {
        return seed_in_names(generate, path);
    }
    let mut line = Vec::new();
    match input::open_regular(path).and_then(|file| BufReader::new(file).read_until(b'\n', &mut line)) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::file(path, &error)),
    }
    // Errors in the file are reported when it is read through.
    Ok(read_one(&line, generate).ok().and_then(|document| document.about.get("made")?.get("seed")?.as_u64()))
}

/// The seed found in the names of the files in a directory.
fn seed_in_names(generate: &Generate, path: &Path) -> Result<Option<u64>, Failure> {
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::file(path, &error)),
    };
    let start = format!("{}-{}-", generate.kind.name, generate.wanted.size);
    let seed = |name: &str| name.strip_prefix(&start)?.strip_suffix(".json")?.split_once('-')?.0.parse().ok();
    let mut seeds: Vec<u64> = entries.flatten().filter_map(|entry| seed(entry.file_name().to_str()?)).collect();
    seeds.sort_unstable();
    seeds.dedup();
    match seeds.as_slice() {
        [] => Ok(None),
        [seed] => Ok(Some(*seed)),
        _ => Err(Failure::usage("it holds the puzzles of several runs; --seed says which to continue").at(path)),
    }
}

/// The only puzzle in a text.
fn read_one(text: &[u8], generate: &Generate) -> Result<Document, String> {
    let mut entries =
        puzzles::read(text, Some(Format::Json), Some(generate.kind)).map_err(|error| error.to_string())?;
    entries.pop().ok_or("no puzzle")?.document.map_err(|error| error.to_string())
}

impl Source<'_> {
    /// Opens the place.
    pub(super) fn open(&self) -> Result<Opened, Failure> {
        let keeper = self.generate.common.shard.is_none().then(Keeper::default);
        let mut opened = Opened { shape: Shape::Lines, sink: Sink::stdout(), keeper, there: 0, next: 0 };
        let Some(path) = &self.generate.common.out else { return Ok(opened) };
        opened.shape = shape(self.generate, path)?;
        if self.generate.common.prompts && opened.shape != Shape::Lines {
            return Err(Failure::usage("a data set is a file of lines; name a .jsonl file").at(path));
        }
        if opened.shape == Shape::Folder {
            write::create_folder(path)?;
        }
        if let Some(directory) = self.certificates() {
            let start = format!("{}-{}-{}-", self.generate.kind.name, self.generate.wanted.size, self.seed);
            if opened.shape != Shape::Folder {
                write::try_folder(write::folder_of(&directory))?;
                write::create_own_folder(&directory)?;
            }
            write::may_take_all(&directory, true, |name| name.starts_with(&start))?;
        }
        match opened.shape {
            Shape::Lines => self.open_lines(path, &mut opened)?,
            Shape::File => write::try_folder(write::folder_of(path))?,
            Shape::Folder => {
                let start = format!("{}-", self.generate.kind.name);
                write::sweep(path, |name| name.starts_with(&start) && name.ends_with(".json"));
            }
        }
        Ok(opened)
    }

    /// Opens a file of lines, at the end of its last whole line.
    fn open_lines(&self, path: &Path, opened: &mut Opened) -> Result<(), Failure> {
        let mut lines = LineFile::open(path)?;
        let mut length = 0;
        if self.generate.common.resume {
            length = self.read_lines(path, &lines.file, opened)?;
        } else if !self.generate.common.force && lines.file.metadata().is_ok_and(|file| file.len() > 0) {
            return Err(self.exists(path));
        }
        // A line that was cut off when a run was killed is made again.
        lines.keep(length).map_err(|error| Failure::unwritten(path, &error))?;
        opened.sink = Sink { name: path.display().to_string(), writer: Box::new(lines), is_terminal: false };
        Ok(())
    }

    /// Reads through the lines of a file to be resumed; returns the bytes of its whole lines.
    fn read_lines(&self, path: &Path, file: &File, opened: &mut Opened) -> Result<u64, Failure> {
        let mut reader = BufReader::new(file);
        let (mut line, mut length) = (Vec::new(), 0);
        let step = self.generate.common.shard.map_or(1, |shard| shard.of);
        let mut next = self.generate.common.shard.map_or(0, |shard| shard.first);
        for number in 1.. {
            line.clear();
            let read = reader.read_until(b'\n', &mut line).map_err(|error| Failure::file(path, &error))?;
            if read == 0 || (!line.ends_with(b"\n") && self.is_cut_off(&line)) {
                break;
            }
            let refused =
                |problem| Failure::usage(format!("line {number}: {problem}: --resume cannot continue here")).at(path);
            let Resumed { index, hash, skipped } = self.puzzle_of(&line).map_err(refused)?;
            if index < next {
                return Err(refused(format!("puzzle {index} is there twice, or not in its order")));
            }
            let is_new = opened.keeper.as_mut().is_none_or(|keeper| keeper.keeps(index, hash));
            if !is_new {
                return Err(refused(format!("puzzle {index} is equivalent to an earlier one")));
            }
            let mut before = (next..index).step_by(usize::try_from(step).unwrap_or(usize::MAX));
            // A shard leaves out no puzzle for being equivalent to another.
            let skipped = skipped.or_else(|| opened.keeper.is_none().then(Vec::new));
            if let Some(lost) = skipped.and_then(|skipped| before.find(|lost| !skipped.contains(lost))) {
                return Err(refused(format!("puzzle {lost} is missing before it")));
            }
            next = index.saturating_add(step);
            opened.there += 1;
            opened.next = index.saturating_add(1);
            length += read as u64;
        }
        Ok(length)
    }

    /// Whether this is the beginning of a line that a run such as this one writes.
    /// (A line that lacks only its line feed counts too, and is made again if it is ours.)
    fn is_cut_off(&self, line: &[u8]) -> bool {
        let kind = self.generate.kind.name;
        let (options, seed) = (self.generate.options_record(), self.seed);
        let made = format!("\"made\":{{\"kind\":\"{kind}\",\"options\":{options},\"seed\":{seed},\"index\":");
        let start = match self.generate.way {
            None => format!("{{\"puzzle\":\"{kind}\",{made}"),
            Some(_) => format!("{{\"puzzle\":\"{kind}\",\"note\":"),
        };
        let shared = line.len().min(start.len());
        line[..shared] == start.as_bytes()[..shared]
            && (self.puzzle_of(line).is_ok() || read_one(line, self.generate).is_err())
    }

    /// What equivalent puzzles share, for the puzzle in a file of its own, if the file exists: it
    /// is whole, since files are never written in part.
    pub(super) fn there(&self, path: &Path, index: u64) -> Result<Option<u128>, Failure> {
        let common = &self.generate.common;
        let text = match input::read_regular(path) {
            Ok(_) if common.force => return Ok(None),
            Ok(_) if !common.resume => return Err(self.exists(path)),
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::file(path, &error)),
        };
        match self.puzzle_of(&text) {
            Ok(there) if there.index == index => Ok(Some(there.hash)),
            Ok(there) => Err(Failure::usage(format!("it holds puzzle {}", there.index)).at(path)),
            Err(problem) => Err(Failure::usage(problem).at(path)),
        }
    }

    /// A puzzle that was made from the same options and seed, and is still as it was made.
    fn puzzle_of(&self, text: &[u8]) -> Result<Resumed, String> {
        let mut document = read_one(text, self.generate)?;
        let made = document.about.get_mut("made").ok_or("it does not say how it was made")?;
        let skipped = equivalent::take_skipped(made);
        let is_recorded = made.get("version").and_then(Value::as_str) != Some(WITHOUT_SKIPPED);
        let expected = self.generate.options_record();
        let way = made.get("way").and_then(Value::as_str);
        let same_seed = made.get("seed") == Some(&Value::from(self.seed));
        if !same_seed || made.get("options") != Some(&expected) || way != self.generate.way.map(|way| way.name) {
            return Err(format!("it was made with other options or another seed than {}", self.seed));
        }
        if made.get("rules").and_then(Value::as_str) != self.generate.kind.rules_hash() {
            return Err("it was made by other rules than those at hand".to_owned());
        }
        if self.generate.common.certify && made.get("certificate").is_none() {
            return Err("it has no certificate".to_owned());
        }
        let index = made.get("index").and_then(Value::as_u64).ok_or("it does not say its index")?;
        if self.generate.common.shard.is_some_and(|Shard { first, of }| index % of != first) {
            return Err(format!("puzzle {index} belongs to another shard"));
        }
        let hash = equivalent::hash(&*document.puzzle);
        match equivalent::is_spoilt(&document, hash) {
            Some(problem) => Err(problem),
            None => Ok(Resumed { index, hash, skipped: is_recorded.then_some(skipped) }),
        }
    }

    /// The name of a puzzle: that of its file in a directory, without the ending.
    pub(super) fn name(&self, index: u64) -> String {
        let Generate { kind, wanted, .. } = self.generate;
        made_name(kind, wanted.size, self.seed, index)
    }

    /// Puzzles are there, and nobody said what to do with them.
    fn exists(&self, path: &Path) -> Failure {
        if self.generate.common.prompts {
            return write::exists(path);
        }
        Failure::usage("it already exists; --resume continues it, --force starts again").at(path)
    }

    /// The directory for certificates, if they are wanted.
    pub(super) fn certificates(&self) -> Option<PathBuf> {
        let Common { out, certify, .. } = &self.generate.common;
        let out = out.as_ref().filter(|_| *certify)?;
        Some(if out.is_dir() { out.clone() } else { out.with_extension("certificates") })
    }
}
