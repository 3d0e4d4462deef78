//! Standard output and standard error.

use crate::escape::{json_line, visible, visible_lines};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use anstream::{AutoStream, ColorChoice};
use equipoise::scene::{Scene, TextRenderer, TooLarge};
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::SyncSender;

/// How drawings look.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look(TextRenderer);

impl Look {
    /// As the terminal, or whatever reads us, can show it.
    pub(crate) fn new(ascii: bool) -> Look {
        let renderer = if ascii { TextRenderer::new().ascii() } else { TextRenderer::new() };
        let colours = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        Look(if colours { renderer.ansi() } else { renderer })
    }

    pub(crate) fn draw(self, scene: &Scene) -> Result<String, TooLarge> {
        self.0.render(scene)
    }
}

/// Tells a person that something is wrong. What steers a terminal is left out,
/// wherever the text is from; so are colours that nobody wants.
pub(crate) fn error(text: &str) {
    // Whoever has closed standard error does not want to know.
    let _ = write!(anstream::stderr(), "\x1b[1;31merror:\x1b[0m {}", visible_lines(text));
}

/// Tells a person something.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", visible_lines(text));
}

/// Prints at once all that a command has to say.
pub(crate) fn print(text: &[u8]) -> Exit {
    let mut out = io::stdout().lock();
    ended(out.write_all(text).and_then(|()| out.flush()))
}

/// How a command whose printing went like this has ended.
pub(crate) fn ended(printed: io::Result<()>) -> Exit {
    written_to("standard output", printed)
}

/// How a command whose writing to this went like this has ended.
pub(crate) fn written_to(name: &str, written: io::Result<()>) -> Exit {
    match written {
        Ok(()) => Exit::Fine,
        // Whoever reads has seen enough, as in `| head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Fine,
        Err(problem) => {
            error(&format!("{name}: {problem}\n"));
            Exit::Failed
        }
    }
}

/// Where answers go.
pub(crate) struct Sink {
    pub(crate) name: String,
    pub(crate) writer: Box<dyn Write + Send>,
    /// Whether a person sees the answers come.
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
    /// A blank line, unless nothing stands above it.
    Gap,
    Error(String),
    /// Something beside the answer, for people.
    Note(String),
    /// A puzzle ended so.
    Ended(Exit),
}

/// Nobody listens any more: there is no point in going on.
#[derive(Debug)]
pub(crate) struct Closed;

/// Why a worker is done with a puzzle early.
#[derive(Debug)]
pub(crate) enum Trouble {
    Failure(Failure),
    Closed,
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        Trouble::Failure(failure)
    }
}

impl From<Closed> for Trouble {
    fn from(Closed: Closed) -> Trouble {
        Trouble::Closed
    }
}

/// What one worker has to say about its puzzles.
pub(crate) struct Output {
    sender: SyncSender<Message>,
}

impl Output {
    pub(crate) fn new(sender: SyncSender<Message>) -> Output {
        Output { sender }
    }

    fn send(&self, message: Message) -> Result<(), Closed> {
        self.sender.send(message).map_err(|_| Closed)
    }

    /// Text for standard output. It waits while it is not its turn and much
    /// has been said already.
    pub(crate) fn data(&self, text: impl Into<Vec<u8>>) -> Result<(), Closed> {
        self.send(Message::Data(text.into()))
    }

    /// A blank line, unless this is the first thing said.
    pub(crate) fn gap(&self) -> Result<(), Closed> {
        self.send(Message::Gap)
    }

    pub(crate) fn failed(&self, name: &str, failure: &Failure, json: bool) -> Result<(), Closed> {
        if json {
            self.data(json_line(&failure.to_json(name)))?;
        } else {
            self.send(Message::Error(failure.to_text(&visible(name))))?;
        }
        self.ended(failure.exit)
    }

    /// A remark on standard error.
    pub(crate) fn note(&self, text: String) -> Result<(), Closed> {
        self.send(Message::Note(text))
    }

    pub(crate) fn ended(&self, exit: Exit) -> Result<(), Closed> {
        self.send(Message::Ended(exit))
    }
}

/// Where answers go, and a line on standard error that shows progress.
pub(crate) struct Screen {
    sink: Sink,
    pending: Vec<u8>,
    progress: Progress,
    /// Whether anything was said.
    begun: bool,
}

impl Screen {
    pub(crate) fn new(sink: Sink, progress: Progress) -> Screen {
        Screen { sink, pending: Vec::new(), progress, begun: false }
    }

    /// How a command ends whose answers could not be written.
    pub(crate) fn broken(&self, problem: io::Error) -> Exit {
        written_to(&self.sink.name, Err(problem))
    }

    /// Shows that we are still at it.
    pub(crate) fn wait(&mut self, done: usize) {
        self.progress.draw(done);
    }

    /// Shows how far we are while answers come: unless they are on the screen.
    pub(crate) fn tick(&mut self, done: usize) {
        if !self.sink.is_terminal {
            self.progress.draw(done);
        }
    }

    /// Makes room for something else on standard error.
    pub(crate) fn clear(&mut self) {
        self.progress.clear();
    }

    /// Shows what a worker said.
    pub(crate) fn show(&mut self, message: Message) -> io::Result<()> {
        match message {
            Message::Data(text) => self.data(&text),
            Message::Gap => self.gap(),
            Message::Error(text) => self.error(&text),
            Message::Note(text) => {
                self.flush()?;
                self.progress.clear();
                note(&text);
                Ok(())
            }
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
        self.flush()?;
        self.progress.clear();
        error(text);
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

    /// Shows what is left, and no progress any more.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.progress.clear();
        self.flush()
    }
}
