//! Where made puzzles are written, and what is there already.

use super::args::{Generate, Shard};
use crate::exit::Exit;
use crate::output::{self, Sink};
use equipoise::puzzles::{self, Format};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Where puzzles go.
pub(super) enum Place {
    /// Standard output, or a file of lines.
    Stream(Sink),
    /// A file of its own for every puzzle.
    Directory(PathBuf),
    /// One file with one puzzle.
    File(PathBuf),
}

/// What is asked of a place: what the puzzles in it were made from.
pub(super) struct Made<'a> {
    pub(super) generate: &'a Generate,
    pub(super) seed: u64,
}

/// A place that cannot be written to as it is.
#[derive(Debug)]
pub(super) enum Refused {
    /// Asked for what makes no sense.
    Usage(String),
    Io(String, io::Error),
}

impl Refused {
    /// Tells a person.
    pub(super) fn tell(self) -> Exit {
        match self {
            Refused::Usage(problem) => {
                output::error(&format!("{problem}\n"));
                Exit::Usage
            }
            Refused::Io(name, problem) => output::written_to(&name, Err(problem)),
        }
    }
}

impl Made<'_> {
    /// Opens the place, and says which indices it has still to get: those of
    /// the shard that are not below the returned one, and not in it already.
    pub(super) fn open(&self) -> Result<(Place, u64), Refused> {
        let Some(path) = &self.generate.common.out else { return Ok((Place::Stream(Sink::stdout()), 0)) };
        let resume = self.generate.common.resume;
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or("");
        match ending {
            "jsonl" | "ndjson" => self.open_lines(path, resume),
            "json" if path.is_dir() => self.open_directory(path),
            "json" if self.generate.common.count.get() > 1 => {
                Err(Refused::Usage("a .json file holds one puzzle: name a .jsonl file or a directory".to_owned()))
            }
            "json" => Ok((Place::File(path.clone()), 0)),
            "" => self.open_directory(path),
            _ if path.is_dir() => self.open_directory(path),
            _ => {
                let path = path.display();
                Err(Refused::Usage(format!("{path}: puzzles are written to .json, .jsonl or a directory")))
            }
        }
    }

    fn open_directory(&self, path: &Path) -> Result<(Place, u64), Refused> {
        fs::create_dir_all(path).map_err(|error| io_error(path, error))?;
        Ok((Place::Directory(path.to_owned()), 0))
    }

    /// Opens a file of lines, at the end of what is whole in it.
    fn open_lines(&self, path: &Path, resume: bool) -> Result<(Place, u64), Refused> {
        if !resume && path.metadata().is_ok_and(|file| file.len() > 0) {
            return Err(exists(path));
        }
        let (next, whole) = match File::open(path) {
            Ok(file) => self.read_lines(path, file)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => (0, 0),
            Err(error) => return Err(io_error(path, error)),
        };
        let open = || {
            let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
            // A line that was cut off when a run was killed is made again.
            file.set_len(whole)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file = open().map_err(|error| io_error(path, error))?;
        let writer = Box::new(WholeLines { file, length: whole });
        Ok((Place::Stream(Sink { name: path.display().to_string(), writer }), next))
    }

    /// The index after the last one in the file, and the length of its whole lines.
    fn read_lines(&self, path: &Path, file: File) -> Result<(u64, u64), Refused> {
        let (mut next, mut whole) = (0, 0);
        let mut reader = BufReader::new(file);
        let mut line = Vec::new();
        let mut number = 0;
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line).map_err(|error| io_error(path, error))?;
            if !line.ends_with(b"\n") {
                return Ok((next, whole));
            }
            number += 1;
            whole += read as u64;
            let index = self.index_of(&line).map_err(|problem| {
                Refused::Usage(format!("{}: line {number}: {problem}: --resume cannot go on here", path.display()))
            })?;
            next = next.max(index + 1);
        }
    }

    /// Whether a puzzle's own file is there already: whole, since none is ever
    /// there in part.
    pub(super) fn has(&self, path: &Path) -> Result<bool, Refused> {
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(io_error(path, error)),
        };
        if !self.generate.common.resume {
            return Err(exists(path));
        }
        let same = self.index_of(&text);
        same.map(|_| true).map_err(|problem| Refused::Usage(format!("{}: {problem}", path.display())))
    }

    /// The index of a puzzle that was made from the same options and seed.
    fn index_of(&self, text: &[u8]) -> Result<u64, String> {
        let mut entries =
            puzzles::read(text, Some(Format::Json), Some(self.generate.kind)).map_err(|error| error.to_string())?;
        let document = entries.pop().ok_or("no puzzle")?.document.map_err(|error| error.to_string())?;
        let made = document.about.get("made").ok_or("it does not say how it was made")?;
        let expected = self.generate.options_record();
        let way = made.get("way").and_then(Value::as_str);
        let same_seed = made.get("seed") == Some(&Value::from(self.seed));
        if !same_seed || made.get("options") != Some(&expected) || way != self.generate.way.map(|way| way.name) {
            return Err(format!("it was made with other options or another seed than {}", self.seed));
        }
        let index = made.get("index").and_then(Value::as_u64).ok_or("it does not say its index")?;
        let Shard { first, of } = self.generate.common.shard.unwrap_or_default();
        if index % of == first { Ok(index) } else { Err(format!("puzzle {index} belongs to another shard")) }
    }

    /// The name of a puzzle's file in a directory.
    pub(super) fn file_name(&self, index: u64) -> String {
        let Generate { kind, wanted, .. } = self.generate;
        format!("{}-{}-{}-{index:06}.json", kind.name, wanted.size, self.seed)
    }
}

fn exists(path: &Path) -> Refused {
    Refused::Usage(format!("{} is there already: --resume goes on with it", path.display()))
}

fn io_error(path: &Path, error: io::Error) -> Refused {
    Refused::Io(path.display().to_string(), error)
}

/// A file to which whole lines are added, and never a part of one.
struct WholeLines {
    file: File,
    length: u64,
}

impl Write for WholeLines {
    fn write(&mut self, lines: &[u8]) -> io::Result<usize> {
        match self.file.write_all(lines) {
            Ok(()) => {
                self.length += lines.len() as u64;
                Ok(lines.len())
            }
            Err(error) => {
                // The disk is full, say: what did get there is taken back.
                self.file.set_len(self.length)?;
                Err(error)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
