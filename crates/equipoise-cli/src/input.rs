//! The PUZZLE arguments: files, directories, standard input, built-in names.

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::lines::Lines;
use equipoise::puzzles::{self, Document, Format, Kind};
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// A puzzle, or why it could not be read.
pub(crate) struct Item {
    /// As the user knows it: `file.pl#2`, `-`, `weight/seed-17`.
    pub(crate) name: String,
    pub(crate) document: Result<Document, Failure>,
    pub(crate) format: Format,
}

/// Something that one worker reads: most often a file.
pub(crate) struct Task {
    pub(crate) name: String,
    pub(crate) content: Content,
    /// The one puzzle that is wanted of several.
    pub(crate) pick: Option<i64>,
}

/// Where the puzzles of a task are.
pub(crate) enum Content {
    Path(PathBuf),
    /// A text at hand, and the number of its first line in its file.
    Text(Vec<u8>, Option<Format>, usize),
    Builtin,
    Problem(Failure),
}

impl Task {
    pub(crate) fn problem(name: impl Into<String>, failure: Failure) -> Task {
        Task { name: name.into(), content: Content::Problem(failure), pick: None }
    }

    /// Reads the puzzles.
    pub(crate) fn read(self, kind: Option<&'static Kind>) -> Vec<Item> {
        let Task { name, content, pick } = self;
        let document = match content {
            Content::Path(path) => match fs::read(&path) {
                Ok(bytes) => return read_text(name, &bytes, Format::of(&path.to_string_lossy()), 1, kind, pick),
                Err(error) => Err(Failure::io(&error)),
            },
            Content::Text(bytes, format, first_line) => {
                return read_text(name, &bytes, format, first_line, kind, pick);
            }
            Content::Builtin => match puzzles::builtin(&name) {
                Some(document) => of_kind(document, kind),
                None => Err(Failure::missing("there is no such built-in puzzle")),
            },
            Content::Problem(failure) => Err(failure),
        };
        vec![Item { name, document, format: Format::Json }]
    }
}

fn of_kind(document: Document, kind: Option<&'static Kind>) -> Result<Document, Failure> {
    let found = document.puzzle.kind().name;
    match kind {
        Some(kind) if kind.name != found => {
            Err(Failure::missing(format!("expected a {} puzzle; this is {found}", kind.name)))
        }
        _ => Ok(document),
    }
}

fn read_text(
    name: String,
    bytes: &[u8],
    format: Option<Format>,
    first_line: usize,
    kind: Option<&'static Kind>,
    pick: Option<i64>,
) -> Vec<Item> {
    let format = format.unwrap_or_else(|| Format::guess(&String::from_utf8_lossy(bytes)));
    let failed = |name, failure| vec![Item { name, document: Err(failure), format }];
    let failure = |error| Failure::read(error, bytes, first_line);
    let mut entries = match puzzles::read(bytes, Some(format), kind) {
        Ok(entries) => entries,
        Err(error) => return failed(name, failure(error)),
    };
    let several = entries.len() > 1;
    if let Some(wanted) = pick {
        entries.retain(|entry| entry.number == wanted);
        if entries.is_empty() {
            return failed(name, Failure::missing("the file has no puzzle of that number"));
        }
    }
    let items = entries.into_iter().map(|entry| Item {
        name: if several && pick.is_none() { format!("{name}#{}", entry.number) } else { name.clone() },
        document: entry.document.map_err(failure),
        format,
    });
    items.collect()
}

/// What an argument, or a file below a directory, turned out to be.
enum Source {
    /// A file that is read as a whole.
    File(Task),
    /// A file with a puzzle on each line.
    LineFile(PathBuf, Option<i64>, String),
    Stdin(Option<i64>, String),
}

/// The tasks of a call, made one by one: a file of many lines is never read
/// as a whole, and a pipe is answered while it is being written.
pub(crate) struct Tasks {
    sources: VecDeque<Source>,
    lines: Option<Lines>,
    interrupt: Interrupt,
}

impl Tasks {
    pub(crate) fn new(arguments: &[OsString], interrupt: &Interrupt) -> Tasks {
        let mut sources = VecDeque::new();
        for argument in arguments {
            add(argument, &mut sources);
        }
        Tasks { sources, lines: None, interrupt: interrupt.clone() }
    }

    /// The number of tasks, where it can be told without reading files.
    pub(crate) fn total(&self) -> Option<usize> {
        let all_files = self.sources.iter().all(|source| matches!(source, Source::File(_)));
        all_files.then_some(self.sources.len())
    }

    fn open(&mut self, source: Source) -> Option<Task> {
        match source {
            Source::File(task) => Some(task),
            Source::LineFile(path, pick, name) => match File::open(&path) {
                Ok(file) => {
                    self.lines = Some(Lines::new(name, Box::new(BufReader::new(file)), pick));
                    None
                }
                Err(error) => Some(Task::problem(name, Failure::io(&error))),
            },
            Source::Stdin(pick, name) => self.open_stdin(pick, name),
        }
    }

    /// A first line that is an object by itself is a puzzle by itself; any
    /// other format takes the whole text, and so does what a person types.
    fn open_stdin(&mut self, pick: Option<i64>, name: String) -> Option<Task> {
        let mut text = Vec::new();
        let mut stdin = BufReader::new(io::stdin());
        let read = if io::stdin().is_terminal() {
            self.interrupt.while_waiting(|| stdin.read_to_end(&mut text))
        } else {
            stdin.read_until(b'\n', &mut text)
        };
        if read.is_ok() && is_object(&text) {
            let input = BufReader::new(io::Cursor::new(text).chain(stdin));
            self.lines = Some(Lines::new(name, Box::new(input), pick));
            return None;
        }
        Some(match read.and_then(|_| stdin.read_to_end(&mut text)) {
            Ok(_) => Task { name, content: Content::Text(text, None, 1), pick },
            Err(error) => Task::problem(name, Failure::io(&error)),
        })
    }
}

impl Iterator for Tasks {
    type Item = Task;

    fn next(&mut self) -> Option<Task> {
        loop {
            if let Some(task) = self.lines.as_mut().and_then(Lines::next) {
                return Some(task);
            }
            self.lines = None;
            let source = self.sources.pop_front()?;
            if let Some(task) = self.open(source) {
                return Some(task);
            }
        }
    }
}

/// Whether the first line is an object by itself.
fn is_object(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or(text).trim_ascii();
    line.starts_with(b"{") && line.ends_with(b"}")
}

fn add(argument: &OsStr, sources: &mut VecDeque<Source>) {
    let name = argument.to_string_lossy().into_owned();
    let path = Path::new(argument);
    // A built-in name means the same everywhere; `./weight/seed-17` is a file.
    if is_builtin(&name) {
        sources.push_back(Source::File(Task { name, content: Content::Builtin, pick: None }));
    } else if argument == "-" {
        sources.push_back(Source::Stdin(None, name));
    } else if path.is_dir() {
        add_directory(path, name, sources);
    } else if path.exists() {
        add_file(path.to_owned(), None, name, sources);
    } else if let Some((file, number)) = name.rsplit_once('#').and_then(|(f, n)| Some((f, n.parse().ok()?))) {
        match file {
            "-" => sources.push_back(Source::Stdin(Some(number), name)),
            _ => add_file(PathBuf::from(file), Some(number), name.clone(), sources),
        }
    } else {
        let failure = Failure::missing("no such file or built-in puzzle (`equipoise list` names those)");
        sources.push_back(Source::File(Task::problem(name, failure)));
    }
}

fn is_builtin(name: &str) -> bool {
    let found = name.split_once('/').and_then(|(kind, own)| Some((puzzles::kind(kind)?, own)));
    found.is_some_and(|(kind, own)| kind.builtin.iter().any(|(name, _)| *name == own))
}

fn add_file(path: PathBuf, pick: Option<i64>, name: String, sources: &mut VecDeque<Source>) {
    sources.push_back(match Format::of(&path.to_string_lossy()) {
        Some(Format::JsonLines) => Source::LineFile(path, pick, name),
        _ => Source::File(Task { name, content: Content::Path(path), pick }),
    });
}

/// Every puzzle file below a directory, in order of their paths.
fn add_directory(directory: &Path, name: String, sources: &mut VecDeque<Source>) {
    let mut files = Vec::new();
    let mut waiting = vec![directory.to_owned()];
    while let Some(directory) = waiting.pop() {
        let entries = match fs::read_dir(&directory) {
            Ok(entries) => entries,
            Err(error) => {
                let name = directory.to_string_lossy();
                sources.push_back(Source::File(Task::problem(name, Failure::io(&error))));
                continue;
            }
        };
        for entry in entries.flatten() {
            // A link to a directory is not followed: it could lead round in circles.
            let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let own_name = entry.file_name();
            let own_name = own_name.to_string_lossy();
            if own_name.starts_with('.') {
                continue;
            } else if is_directory {
                waiting.push(entry.path());
            } else if Format::of(&own_name).is_some() {
                files.push(entry.path());
            }
        }
    }
    if files.is_empty() {
        let failure = Failure::missing("no puzzle file (.json, .jsonl, .txt, .pl) in this directory");
        sources.push_back(Source::File(Task::problem(name, failure)));
    }
    files.sort();
    for path in files {
        let name = path.to_string_lossy().into_owned();
        add_file(path, None, name, sources);
    }
}
