//! Many puzzles at once, answered in the order in which they were asked.

use crate::exit::{Exit, Tally};
use crate::input::{Item, Task, Tasks};
use crate::interrupt::Interrupt;
use crate::output::{self, Closed, Message, Output, Screen, Sink, Trouble};
use crate::progress::Progress;
use equipoise::puzzles::{Document, Format, Kind};
use std::ffi::OsString;
use std::io;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Which puzzles, and how to go about them.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    pub(crate) puzzles: &'a [OsString],
    pub(crate) kind: Option<&'static Kind>,
    /// The number of threads; as many as there are processors by default.
    pub(crate) jobs: Option<NonZero<usize>>,
    /// Whether failures are told as JSON objects.
    pub(crate) json: bool,
    pub(crate) interrupt: &'a Interrupt,
}

/// A puzzle that was read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) name: &'a str,
    pub(crate) document: &'a Arc<Document>,
    /// How it was written.
    pub(crate) format: Format,
}

/// How far the others may be ahead of the puzzle whose turn it is.
const TURNS_AHEAD: usize = 1024;
/// How many messages wait for the turn of their puzzle, before it waits too.
const MESSAGES_AHEAD: usize = 64;

/// Puts `work` to every puzzle, in parallel.
pub(crate) fn run<W>(run: &Run<'_>, work: W) -> Tally
where
    W: Fn(Question<'_>, &Output) -> Result<Exit, Trouble> + Sync,
{
    let tasks = Tasks::new(run.puzzles, run.interrupt);
    let total = tasks.total();
    let in_order = InOrder { total, jobs: run.jobs, interrupt: run.interrupt };
    in_order.run(Sink::stdout(), tasks, || (), |(), task, output| answer(task, output, run, &work))
}

/// How to go about tasks whose answers are shown in the order of the tasks.
#[derive(Debug)]
pub(crate) struct InOrder<'a> {
    /// The number of tasks, if it is known.
    pub(crate) total: Option<usize>,
    /// The number of threads; as many as there are processors by default.
    pub(crate) jobs: Option<NonZero<usize>>,
    pub(crate) interrupt: &'a Interrupt,
}

/// What is taken from under one lock: the next task, and a place in the queue.
struct Desk<I> {
    tasks: I,
    turns: SyncSender<Receiver<Message>>,
}

impl InOrder<'_> {
    /// Puts `work` to every task, in parallel; each thread has a state of its
    /// own, which `start` makes.
    ///
    /// Each task has a channel of its own, and the channels are emptied in the
    /// order of the tasks. Since tasks are also begun in that order, the one whose
    /// turn it is always gets on, and what the others say waits or makes them wait.
    pub(crate) fn run<T, S>(
        &self,
        sink: Sink,
        tasks: impl Iterator<Item = T> + Send,
        start: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, T, &Output) -> Result<(), Closed> + Sync,
    ) -> Tally {
        let mut screen = Screen::new(sink, Progress::new(self.total));
        let mut tally = Tally::default();
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let workers = self.jobs.map_or(processors, NonZero::get).min(self.total.unwrap_or(usize::MAX));
        let (sender, turns) = sync_channel(TURNS_AHEAD);
        let desk = Mutex::new(Some(Desk { tasks, turns: sender }));
        let shown = thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| {
                    let mut state = start();
                    while let Some((task, output)) = self.next(&desk) {
                        if work(&mut state, task, &output).is_err() {
                            break;
                        }
                    }
                });
            }
            let shown = show(turns, &mut screen, &mut tally);
            if shown.is_err() {
                self.interrupt.set();
            }
            shown
        });
        if let Err(error) = shown.and(screen.finish()) {
            tally.end(screen.broken(error));
        } else if self.interrupt.is_set() {
            output::note("interrupted");
            tally.end(Exit::Failed);
        }
        tally
    }

    /// Takes a task, and a place in the queue for what will be said about it.
    fn next<T>(&self, desk: &Mutex<Option<Desk<impl Iterator<Item = T>>>>) -> Option<(T, Output)> {
        let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
        let open = desk.as_mut()?;
        let task = if self.interrupt.is_set() { None } else { open.tasks.next() };
        let (sender, messages) = sync_channel(MESSAGES_AHEAD);
        match task {
            Some(task) if open.turns.send(messages).is_ok() => Some((task, Output::new(sender))),
            _ => {
                // With its end of the queue gone, the screen knows that all was said.
                *desk = None;
                None
            }
        }
    }
}

fn answer<W>(task: Task, output: &Output, run: &Run<'_>, work: &W) -> Result<(), Closed>
where
    W: Fn(Question<'_>, &Output) -> Result<Exit, Trouble>,
{
    for Item { name, document, format } in task.read(run.kind) {
        if run.interrupt.is_set() {
            break;
        }
        let result = document
            .map_err(Trouble::Failure)
            .and_then(|document| work(Question { name: &name, document: &Arc::new(document), format }, output));
        match result {
            Ok(exit) => output.ended(exit)?,
            Err(Trouble::Failure(failure)) => output.failed(&name, &failure, run.json)?,
            Err(Trouble::Closed) => return Err(Closed),
        }
    }
    Ok(())
}

/// Shows what is said, turn by turn.
fn show(turns: Receiver<Receiver<Message>>, screen: &mut Screen, tally: &mut Tally) -> io::Result<()> {
    while let Some(messages) = receive(&turns, screen, tally)? {
        while let Some(message) = receive(&messages, screen, tally)? {
            match message {
                Message::Data(text) => screen.data(&text)?,
                Message::Gap => screen.gap()?,
                Message::Error(text) => screen.error(&text)?,
                Message::Ended(exit) => tally.add(exit),
            }
        }
    }
    Ok(())
}

/// The next thing said; whatever was said before is shown while waiting for it.
fn receive<T>(receiver: &Receiver<T>, screen: &mut Screen, tally: &Tally) -> io::Result<Option<T>> {
    match receiver.try_recv() {
        Ok(thing) => return Ok(Some(thing)),
        Err(TryRecvError::Disconnected) => return Ok(None),
        Err(TryRecvError::Empty) => screen.flush()?,
    }
    loop {
        match receiver.recv_timeout(Duration::from_millis(100)) {
            Ok(thing) => return Ok(Some(thing)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => screen.wait(tally.total()),
        }
    }
}
