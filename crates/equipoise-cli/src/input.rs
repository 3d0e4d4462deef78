//! The PUZZLE arguments: files, directories, standard input, built-in names.

use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::text::visible;
use equipoise::puzzles::{self, Document, Format, Kind};
use std::collections::{BTreeSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::iter;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// The most that is read of one puzzle, or of a file that is not read by lines.
/// (The largest puzzle that any kind takes, with every possible clue, has 16 MB.)
const MOST_BYTES: u64 = 20_000_000;

/// How many errors of one text come with the line they are in.
const MOST_SHOWN: usize = 100;

/// A puzzle, or why it could not be read.
pub(crate) struct Item {
    /// As the user knows it: `file.pl#2`, `-`, `weight/seed-17`.
    pub(crate) name: String,
    pub(crate) document: Result<Document, Failure>,
    pub(crate) format: Format,
}

/// Something that one worker reads: usually a file.
pub(crate) struct Task {
    pub(crate) name: String,
    pub(crate) content: Content,
    /// The one puzzle wanted out of several.
    pub(crate) pick: Option<i64>,
    /// The number of the file that it is from, counted from 0.
    pub(crate) source: usize,
}

/// Where the puzzles of a task are.
pub(crate) enum Content {
    Path(PathBuf),
    /// A file with a puzzle on each line: each is a task of its own.
    Lines(PathBuf),
    Stdin,
    /// A text in memory, and the number of its first line in its file.
    Text(Vec<u8>, Option<Format>, usize),
    /// A built-in puzzle, or why there is none.
    Known(Result<Document, Failure>),
}

impl Task {
    pub(crate) fn new(name: impl Into<String>, content: Content, pick: Option<i64>) -> Task {
        Task { name: name.into(), content, pick, source: 0 }
    }

    pub(crate) fn problem(name: impl Into<String>, failure: Failure) -> Task {
        Task::new(name, Content::Known(Err(failure)), None)
    }

    /// Whether it is a file of lines that has no line.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(&self.content, Content::Text(text, ..) if text.is_empty())
    }

    /// Reads the puzzles.
    pub(crate) fn read(self, kind: Option<&'static Kind>) -> Vec<Item> {
        let Task { name, content, pick, .. } = self;
        let document = match content {
            Content::Path(path) => match File::open(&path).map_err(|error| Failure::io(&error)).and_then(read_all) {
                Ok(bytes) => return read_text(name, &bytes, Format::of(&path.to_string_lossy()), 1, kind, pick),
                Err(failure) => Err(failure),
            },
            Content::Text(bytes, format, first_line) => {
                return read_text(name, &bytes, format, first_line, kind, pick);
            }
            Content::Known(document) => document.and_then(|document| of_kind(document, kind)),
            Content::Lines(_) | Content::Stdin => return Vec::new(),
        };
        vec![Item { name, document, format: Format::Json }]
    }
}

/// Everything there is to read, unless it is too much.
pub(crate) fn read_all(from: impl Read) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = from.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    let read = read.map_err(|error| Failure::io(&error))?;
    if read as u64 > MOST_BYTES { Err(too_long()) } else { Ok(bytes) }
}

/// Opens a regular file: nothing that could make us wait.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(io::Error::other("it is not a regular file")) }
}

/// All of a regular file, however long, if there is memory for it.
pub(crate) fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = open_regular(path)?;
    let mut bytes = Vec::new();
    let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
    bytes.try_reserve_exact(length).map_err(|_| io::Error::other("it is too long for the memory"))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The error for input that is too long.
fn too_long() -> Failure {
    let message = format!("it is longer than {} MB, the most that a puzzle may have", MOST_BYTES / 1_000_000);
    Failure::new("limit", Exit::Invalid, message)
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
    // An error shows its line, which takes long to find at the end of a long file.
    let mut shown = 0..MOST_SHOWN;
    let mut failure = |error| Failure::read(error, if shown.next().is_some() { bytes } else { b"" }, first_line);
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
        document: entry.document.map_err(&mut failure),
        format,
    });
    items.collect()
}

/// The names of the files and other sources that these arguments stand for.
///
/// # Errors
/// One is named twice.
pub(crate) fn named_once(arguments: &[OsString]) -> Result<BTreeSet<String>, Failure> {
    let mut names = BTreeSet::new();
    match sources(arguments).into_iter().find_map(|task| names.replace(task.name)) {
        Some(twice) => Err(Failure::usage("it is named twice").of(&visible(&twice))),
        None => Ok(names),
    }
}

fn sources(arguments: &[OsString]) -> VecDeque<Task> {
    let mut sources = VecDeque::new();
    for argument in arguments {
        add(argument, &mut sources);
    }
    sources
}

/// The tasks of a call, made one by one: a file of many lines is never read
/// as a whole, and a pipe is answered while it is being written.
pub(crate) struct Tasks {
    /// The arguments, and the files below directories, that are not opened yet.
    sources: VecDeque<Task>,
    /// How many sources were opened.
    opened: usize,
    lines: Option<Box<dyn Iterator<Item = Task> + Send>>,
    interrupt: Interrupt,
}

impl Tasks {
    pub(crate) fn new(arguments: &[OsString], interrupt: &Interrupt) -> Tasks {
        Tasks { sources: sources(arguments), opened: 0, lines: None, interrupt: interrupt.clone() }
    }

    /// The number of tasks, if it is known without reading files.
    pub(crate) fn total(&self) -> Option<usize> {
        let is_one = |task: &Task| !matches!(task.content, Content::Lines(_) | Content::Stdin);
        self.sources.iter().all(is_one).then_some(self.sources.len())
    }

    /// The task itself, or none if it is one of many lines.
    fn open(&mut self, task: Task) -> Option<Task> {
        match &task.content {
            Content::Lines(path) => match File::open(path) {
                Ok(file) => {
                    self.lines = Some(lines(task.name, Box::new(BufReader::new(file)), task.pick));
                    None
                }
                Err(error) => Some(Task::problem(task.name, Failure::io(&error))),
            },
            Content::Stdin => self.open_stdin(task.pick, task.name),
            _ => Some(task),
        }
    }

    /// A first line that is an object by itself is a puzzle by itself; any
    /// other format takes the whole text, and so does what a person types.
    fn open_stdin(&mut self, pick: Option<i64>, name: String) -> Option<Task> {
        let mut stdin: Box<dyn BufRead + Send> = Box::new(BufReader::new(io::stdin()));
        let mut text = Vec::new();
        let first = if io::stdin().is_terminal() {
            let read = self.interrupt.while_waiting(|| read_all(&mut stdin));
            // After its end a terminal would wait for more.
            stdin = Box::new(io::empty());
            read.map(|read| text = read)
        } else {
            let read = stdin.by_ref().take(MOST_BYTES).read_until(b'\n', &mut text);
            read.map(drop).map_err(|error| Failure::io(&error))
        };
        if first.is_ok() && is_object(&text) {
            let input = BufReader::new(io::Cursor::new(text).chain(stdin));
            self.lines = Some(lines(name, Box::new(input), pick));
            return None;
        }
        Some(match first.and_then(|()| read_all(io::Cursor::new(text).chain(stdin))) {
            Ok(text) => Task::new(name, Content::Text(text, None, 1), pick),
            Err(failure) => Task::problem(name, failure),
        })
    }
}

impl Iterator for Tasks {
    type Item = Task;

    fn next(&mut self) -> Option<Task> {
        loop {
            let source = self.opened.saturating_sub(1);
            if let Some(task) = self.lines.as_mut().and_then(Iterator::next) {
                return Some(Task { source, ..task });
            }
            self.lines = None;
            let next = self.sources.pop_front()?;
            self.opened += 1;
            if let Some(task) = self.open(next) {
                return Some(Task { source: self.opened - 1, ..task });
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

fn add(argument: &OsStr, sources: &mut VecDeque<Task>) {
    let name = argument.to_string_lossy().into_owned();
    let path = Path::new(argument);
    // A built-in name means the same everywhere; `./weight/seed-17` is a file.
    if let Some(document) = puzzles::builtin(&name) {
        sources.push_back(Task::new(name, Content::Known(Ok(document)), None));
    } else if argument == "-" {
        sources.push_back(Task::new(name, Content::Stdin, None));
    } else if path.is_dir() {
        add_directory(path, name, sources);
    } else if path.exists() {
        add_file(path.to_owned(), None, name, sources);
    } else if let Some((file, number)) = name.rsplit_once('#').and_then(|(f, n)| Some((f, n.parse().ok()?))) {
        match file {
            "-" => sources.push_back(Task::new(name, Content::Stdin, Some(number))),
            _ => add_file(PathBuf::from(file), Some(number), name.clone(), sources),
        }
    } else {
        let failure = Failure::missing(format!("no such file or built-in puzzle{}", suggestion(&name)));
        sources.push_back(Task::problem(name, failure));
    }
}

/// What may have been meant by an unknown name.
fn suggestion(name: &str) -> String {
    if let Some(kind) = puzzles::kind(name)
        && let Some(first) = kind.builtin_names().next()
    {
        return format!("; {name} is a kind of puzzle, and {first} is one of its puzzles");
    }
    let likeness = |own: &String| (strsim::jaro_winkler(name, own) * 1000.0) as u32;
    match puzzles::builtin_names().max_by_key(likeness) {
        Some(best) if likeness(&best) > 900 => format!("; did you mean {best}?"),
        _ => " (`equipoise list` names those)".to_owned(),
    }
}

fn add_file(path: PathBuf, pick: Option<i64>, name: String, sources: &mut VecDeque<Task>) {
    let is_lines = Format::of(&path.to_string_lossy()) == Some(Format::JsonLines);
    let content = if is_lines { Content::Lines(path) } else { Content::Path(path) };
    sources.push_back(Task::new(name, content, pick));
}

/// Every puzzle file below a directory, in order of their paths. Links to
/// directories are not followed, and hidden files are not looked at.
fn add_directory(directory: &Path, name: String, sources: &mut VecDeque<Task>) {
    let is_hidden = |entry: &DirEntry| entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.');
    let before = sources.len();
    for entry in WalkDir::new(directory).into_iter().filter_entry(|entry| !is_hidden(entry)) {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => {
                let name = entry.path().to_string_lossy().into_owned();
                if Format::of(&name).is_some() {
                    add_file(entry.into_path(), None, name, sources);
                }
            }
            Err(error) => {
                let name = error.path().map_or_else(|| name.clone(), |path| path.to_string_lossy().into_owned());
                let failure = Failure::io(&io::Error::from(error));
                sources.push_back(Task::problem(name, failure));
            }
        }
    }
    if sources.len() == before {
        let failure = Failure::missing("no puzzle file (.json, .jsonl, .txt, .pl) in this directory");
        sources.push_back(Task::problem(name, failure));
    }
    sources.make_contiguous()[before..].sort_by(|one, other| one.name.cmp(&other.name));
}

/// The tasks of a file of lines: all, or the one that is wanted.
fn lines(name: String, input: Box<dyn BufRead + Send>, pick: Option<i64>) -> Box<dyn Iterator<Item = Task> + Send> {
    let mut lines = Lines { name: name.clone(), input, read: 0, number: 0, ended: false };
    let Some(wanted) = pick else {
        let (mut first, second) = (lines.next(), lines.next());
        // The only puzzle of a file has the name of the file.
        if second.is_none() {
            first = first.map(|task| Task { name, ..task });
        }
        return Box::new(first.into_iter().chain(second).chain(lines));
    };
    let task = loop {
        match lines.next() {
            Some(task) if lines.number == wanted || lines.ended => break Task { name, ..task },
            Some(_) => {}
            None => break Task::problem(name, Failure::missing("the file has no puzzle of that number")),
        }
    };
    Box::new(iter::once(task))
}

/// The lines of a file that are not blank, each a task whose name includes its number.
struct Lines {
    name: String,
    input: Box<dyn BufRead + Send>,
    /// How many lines were read, and how many of them are puzzles.
    read: usize,
    number: i64,
    ended: bool,
}

impl Lines {
    /// The next line that is not blank.
    fn line(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = self.input.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut line);
            match read.map_err(|error| Failure::io(&error))? {
                0 => return Ok(None),
                long if long as u64 > MOST_BYTES => return Err(too_long()),
                _ => {}
            }
            self.read += 1;
            if !line.trim_ascii().is_empty() {
                self.number += 1;
                // Otherwise an error at its end would be reported on the next line.
                line.truncate(line.trim_ascii_end().len());
                return Ok(Some(line));
            }
        }
    }
}

impl Iterator for Lines {
    type Item = Task;

    fn next(&mut self) -> Option<Task> {
        if self.ended {
            return None;
        }
        match self.line() {
            Ok(Some(line)) => {
                let name = format!("{}#{}", self.name, self.number);
                return Some(Task::new(name, Content::Text(line, Some(Format::Json), self.read), None));
            }
            Ok(None) => self.ended = true,
            Err(failure) => {
                self.ended = true;
                return Some(Task::problem(&*self.name, failure));
            }
        }
        // A file without lines is reported like an empty file.
        let empty = Task::new(&*self.name, Content::Text(Vec::new(), None, 1), None);
        (self.number == 0).then_some(empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &'static str, pick: Option<i64>) -> Vec<String> {
        lines("f".into(), Box::new(text.as_bytes()), pick).map(|task| task.name).collect()
    }

    #[test]
    fn several_puzzles_are_numbered() {
        assert_eq!(names("{}\n\n  \r\n{}\n{}", None), ["f#1", "f#2", "f#3"]);
        assert_eq!(names("\n{}\n\n", None), ["f"]);
        assert_eq!(names("", None), ["f"]);
    }

    #[test]
    fn one_is_picked() {
        let mut lines = lines("f#2".into(), Box::new("{}\n\n{\"a\":1}\n{}".as_bytes()), Some(2));
        let task = lines.next().unwrap();
        assert!(matches!(task.content, Content::Text(text, _, 3) if text == b"{\"a\":1}"));
        assert!(lines.next().is_none());
        assert_eq!(names("{}\n{}", Some(9)).len(), 1);
        assert_eq!(names("", Some(9)).len(), 1);
    }
}
