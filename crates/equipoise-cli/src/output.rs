//! Standard output and standard error.

use crate::failure::{Exit, Failure};
use crate::progress::Progress;
use crate::text::{is_ascii, json_line, visible, visible_lines};
use anstream::{AutoStream, ColorChoice};
use equipoise::scene::TextRenderer;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::SyncSender;

/// How drawings look: suited to the terminal, or to whatever reads the output. A locale
/// that has only ASCII gets no other characters.
pub(crate) fn look(ascii: bool) -> TextRenderer {
    let renderer = if ascii || is_ascii() { TextRenderer::new().ascii() } else { TextRenderer::new() };
    let colours = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    if colours { renderer.ansi() } else { renderer }
}

/// Prints an error for people. Characters that control a terminal are left out,
/// wherever the text is from; so are unwanted colours.
pub(crate) fn error(text: &str) {
    // If standard error is closed, nobody wants to know.
    let _ = write!(anstream::stderr(), "\x1b[1;31merror:\x1b[0m {}", visible_lines(text));
}

/// How many errors of one file are told.
const MOST_ERRORS: usize = 20;

/// Errors for people: after many of one file, the rest are counted.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    /// The number of the file, and how many errors it has.
    file: usize,
    count: usize,
}

impl Errors {
    /// Prints an error of the file of this number, unless there were too many.
    pub(crate) fn tell(&mut self, file: usize, text: &str) {
        if file != self.file {
            self.end();
        }
        self.file = file;
        self.count += 1;
        if self.count <= MOST_ERRORS {
            error(text);
        }
    }

    /// Tells how many were not told.
    pub(crate) fn end(&mut self) {
        let more = std::mem::take(&mut self.count).saturating_sub(MOST_ERRORS);
        if more > 0 {
            error(&format!("and {more} more in the same file\n"));
        }
    }
}

/// Prints a note for people.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", visible_lines(text));
}

/// Prints the whole output of a command at once.
pub(crate) fn print(text: &[u8]) -> Exit {
    let mut out = io::stdout().lock();
    written_to("standard output", out.write_all(text).and_then(|()| out.flush()))
}

/// The exit of a command whose writing to `name` had this result.
pub(crate) fn written_to(name: &str, written: io::Result<()>) -> Exit {
    match written {
        Ok(()) => Exit::Fine,
        // The reader has seen enough, as in `| head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Fine,
        Err(problem) => Failure::written_to(name, &problem).tell(),
    }
}

/// Where answers go.
pub(crate) struct Sink {
    pub(crate) name: String,
    pub(crate) writer: Box<dyn Write + Send>,
    /// Whether a person sees the answers arrive.
    pub(crate) is_terminal: bool,
}

impl Sink {
    pub(crate) fn stdout() -> Sink {
        let is_terminal = io::stdout().is_terminal();
        Sink { name: "standard output".to_owned(), writer: Box::new(io::stdout()), is_terminal }
    }
}

/// What a worker sends to be shown when its turn comes.
pub(crate) enum Message {
    Data(Vec<u8>),
    /// A blank line, unless nothing is above it.
    Gap,
    /// An error, and the number of the file it is about.
    Error(usize, String),
    /// Something apart from the answer, for people.
    Note(String),
    /// The exit of a puzzle.
    Ended(Exit),
}

/// The receiver is gone: there is no point in going on.
#[derive(Debug)]
pub(crate) struct Closed;

/// Nobody reads what a worker says any more; the failure itself will not be read either.
impl From<Closed> for Failure {
    fn from(Closed: Closed) -> Failure {
        Failure::missing("nobody reads the answers")
    }
}

/// What one worker prints about its puzzles.
pub(crate) struct Output {
    pub(crate) sender: SyncSender<Message>,
    /// The number of the file that they are from.
    pub(crate) file: usize,
}

impl Output {
    pub(crate) fn send(&self, message: Message) -> Result<(), Closed> {
        self.sender.send(message).map_err(|_| Closed)
    }

    /// Text for standard output. Blocks while it is not this worker's turn and
    /// much is already queued.
    pub(crate) fn data(&self, text: impl Into<Vec<u8>>) -> Result<(), Closed> {
        self.send(Message::Data(text.into()))
    }

    /// A blank line, unless nothing was printed before.
    pub(crate) fn gap(&self) -> Result<(), Closed> {
        self.send(Message::Gap)
    }

    pub(crate) fn failed(&self, name: &str, failure: Failure, json: bool) -> Result<(), Closed> {
        let exit = failure.exit;
        if json {
            self.data(json_line(&failure.to_json(name)))?;
        } else {
            self.send(Message::Error(self.file, failure.of(&visible(name)).to_string()))?;
        }
        self.send(Message::Ended(exit))
    }
}

/// Where answers go, and a line on standard error that shows progress.
pub(crate) struct Screen {
    sink: Sink,
    pending: Vec<u8>,
    pub(crate) progress: Progress,
    errors: Errors,
    /// Whether anything was printed.
    begun: bool,
}

impl Screen {
    pub(crate) fn new(sink: Sink, progress: Progress) -> Screen {
        Screen { sink, pending: Vec::new(), progress, errors: Errors::default(), begun: false }
    }

    /// The exit of a command whose answers could not be written.
    pub(crate) fn broken(&self, problem: io::Error) -> Exit {
        written_to(&self.sink.name, Err(problem))
    }

    /// Shows progress while answers arrive, unless they are on the screen.
    pub(crate) fn tick(&mut self, done: usize) {
        if !self.sink.is_terminal {
            self.progress.draw(done);
        }
    }

    /// Shows what a worker sent.
    pub(crate) fn show(&mut self, message: Message) -> io::Result<()> {
        match message {
            Message::Data(text) => self.data(&text),
            Message::Gap => self.gap(),
            Message::Error(file, text) => self.make_room().map(|()| self.errors.tell(file, &text)),
            Message::Note(text) => self.make_room().map(|()| note(&text)),
            Message::Ended(_) => Ok(()),
        }
    }

    pub(crate) fn data(&mut self, text: &[u8]) -> io::Result<()> {
        self.begun = true;
        self.pending.extend_from_slice(text);
        if self.pending.len() > 1 << 16 { self.flush() } else { Ok(()) }
    }

    pub(crate) fn gap(&mut self) -> io::Result<()> {
        if self.begun { self.data(b"\n") } else { Ok(()) }
    }

    pub(crate) fn error(&mut self, text: &str) -> io::Result<()> {
        self.make_room().map(|()| error(text))
    }

    /// Makes room for something on standard error, below what was printed before it.
    fn make_room(&mut self) -> io::Result<()> {
        self.flush()?;
        self.progress.clear();
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.progress.clear();
        let out = &mut self.sink.writer;
        let result = out.write_all(&self.pending).and_then(|()| out.flush());
        self.pending.clear();
        result
    }

    /// Shows what is left, and ends the progress line.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.make_room()?;
        self.errors.end();
        Ok(())
    }
}
