//! Many puzzles at once, answered in the order in which they were asked.

use crate::escape::visible;
use crate::exit::{Exit, Tally};
use crate::input::{Item, Task, Tasks};
use crate::interrupt::Interrupt;
use crate::output::{self, Closed, Message, Output, Screen, Sink, Trouble};
use crate::progress::Progress;
use clap::builder::{RangedU64ValueParser, TypedValueParser};
use equipoise::puzzles::{Document, Format, Kind};
use std::ffi::OsString;
use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// More threads than this are of no use on any machine.
const MOST_JOBS: u64 = 512;

/// Reads the number of threads.
pub(crate) fn jobs_parser() -> impl TypedValueParser<Value = NonZero<usize>> {
    RangedU64ValueParser::<usize>::new().range(1..=MOST_JOBS).try_map(|jobs| NonZero::new(jobs).ok_or("not 0"))
}

/// As many threads as asked for; by default one for each processor.
pub(crate) fn threads(jobs: Option<NonZero<usize>>) -> NonZero<usize> {
    jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}

/// The threads for each puzzle: a single one gets all, of many each gets one.
pub(crate) fn threads_each(puzzles: &[OsString], jobs: Option<NonZero<usize>>) -> NonZero<usize> {
    match puzzles {
        [only] if only != "-" && !Path::new(only).is_dir() => threads(jobs),
        _ => NonZero::<usize>::MIN,
    }
}

/// Which puzzles, and how to process them.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    pub(crate) puzzles: &'a [OsString],
    pub(crate) kind: Option<&'static Kind>,
    /// The number of threads; as many as there are processors by default.
    pub(crate) jobs: Option<NonZero<usize>>,
    /// Whether failures are printed as JSON objects.
    pub(crate) json: bool,
    pub(crate) interrupt: &'a Interrupt,
}

/// A puzzle that was read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question<'a> {
    /// Its name for people, safe to show.
    pub(crate) name: &'a str,
    /// The same unescaped, for programs.
    pub(crate) file: &'a str,
    pub(crate) document: &'a Arc<Document>,
    /// The format it was written in.
    pub(crate) format: Format,
}

/// How far the others may be ahead of the puzzle whose turn it is.
const TURNS_AHEAD: usize = 1024;
/// How many messages of a puzzle are queued before its worker has to wait.
const MESSAGES_AHEAD: usize = 64;

/// Calls `work` on every puzzle, in parallel.
pub(crate) fn run<W>(run: &Run<'_>, work: W) -> Tally
where
    W: Fn(Question<'_>, &Output) -> Result<Exit, Trouble> + Sync,
{
    let tasks = Tasks::new(run.puzzles, run.interrupt);
    let total = tasks.total();
    let mut screen = Screen::new(Sink::stdout(), Progress::new(total));
    let mut tally = Tally::default();
    let in_order = InOrder::new(run.jobs, total, run.interrupt);
    let shown = in_order.run(
        tasks,
        || (),
        |(), task, sender| answer(task, &Output::new(sender), run, &work),
        |event| {
            match event {
                Event::Said(Message::Ended(exit)) => tally.add(exit),
                Event::Said(message) => screen.show(message)?,
                Event::Waiting => screen.flush()?,
                Event::Quiet if !run.interrupt.is_waiting() => screen.wait(tally.total()),
                Event::Quiet => {}
            }
            Ok(ControlFlow::Continue(()))
        },
    );
    if let Err(error) = shown.and_then(|()| screen.finish()) {
        tally.end(screen.broken(error));
    } else if run.interrupt.is_signalled() {
        let of = total.filter(|&total| total > 1).map(|total| format!(" after {} of {total}", tally.total()));
        output::note(&format!("interrupted{}", of.unwrap_or_default()));
        tally.end(Exit::Failed);
    }
    tally
}

fn answer<W>(task: Task, output: &Output, run: &Run<'_>, work: &W) -> Result<(), Closed>
where
    W: Fn(Question<'_>, &Output) -> Result<Exit, Trouble>,
{
    for Item { name, document, format } in task.read(run.kind) {
        if run.interrupt.is_set() {
            break;
        }
        let shown = visible(&name);
        let result = document.map_err(Trouble::Failure).and_then(|document| {
            let document = &Arc::new(document);
            work(Question { name: &shown, file: &name, document, format }, output)
        });
        match result {
            Ok(exit) => output.ended(exit)?,
            Err(Trouble::Failure(failure)) => output.failed(&name, &failure, run.json)?,
            Err(Trouble::Closed) => return Err(Closed),
        }
    }
    Ok(())
}

/// Runs tasks in parallel and takes their answers in the order of the tasks.
#[derive(Debug)]
pub(crate) struct InOrder<'a> {
    workers: usize,
    interrupt: &'a Interrupt,
}

/// What the receiver of the answers is told.
pub(crate) enum Event<M> {
    /// The next message.
    Said(M),
    /// No further message so far.
    Waiting,
    /// No message for a tenth of a second.
    Quiet,
}

/// What one lock guards: the next task, and a place in the queue.
struct Counter<I, M> {
    tasks: I,
    turns: SyncSender<Receiver<M>>,
}

impl<'a> InOrder<'a> {
    /// With this many threads (by default one for each processor), but no more than
    /// there are tasks.
    pub(crate) fn new(jobs: Option<NonZero<usize>>, tasks: Option<usize>, interrupt: &'a Interrupt) -> InOrder<'a> {
        let jobs = threads(jobs).get();
        // Without any task there is still one worker, which finds that out and ends the run.
        InOrder { workers: jobs.min(tasks.unwrap_or(usize::MAX)).max(1), interrupt }
    }

    /// Calls `work` on every task, in parallel, until `take` has enough; each
    /// thread has a state of its own, which `start` makes.
    ///
    /// Each task has a channel of its own, and the channels are emptied in the
    /// order of the tasks. Since tasks are also begun in that order, the one whose
    /// turn it is never blocks; messages of the others are queued, or block them.
    pub(crate) fn run<T, S, M: Send>(
        &self,
        tasks: impl Iterator<Item = T> + Send,
        start: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, T, SyncSender<M>) -> Result<(), Closed> + Sync,
        mut take: impl FnMut(Event<M>) -> io::Result<ControlFlow<()>>,
    ) -> io::Result<()> {
        let (sender, turns) = sync_channel(TURNS_AHEAD);
        let counter = Mutex::new(Some(Counter { tasks, turns: sender }));
        let labour = || {
            let mut state = start();
            while let Some((task, sender)) = self.next(&counter) {
                if work(&mut state, task, sender).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            for worker in 0..self.workers {
                match thread::Builder::new().spawn_scoped(scope, labour) {
                    Ok(_) => {}
                    Err(error) if worker == 0 => return Err(error),
                    // The system gives us no more threads: the others do the work.
                    Err(_) => break,
                }
            }
            let taken = take_turns(turns, &mut take);
            // Work still in progress is no longer wanted.
            if !matches!(taken, Ok(ControlFlow::Continue(()))) {
                self.interrupt.set();
            }
            taken.map(drop)
        })
    }

    /// Takes a task, and a place in the queue for its messages.
    fn next<T, M>(&self, counter: &Mutex<Option<Counter<impl Iterator<Item = T>, M>>>) -> Option<(T, SyncSender<M>)> {
        let mut counter = counter.lock().unwrap_or_else(PoisonError::into_inner);
        let open = counter.as_mut()?;
        let task = if self.interrupt.is_set() { None } else { open.tasks.next() };
        let (sender, messages) = sync_channel(MESSAGES_AHEAD);
        match task {
            Some(task) if open.turns.send(messages).is_ok() => Some((task, sender)),
            _ => {
                // When this end of the queue is dropped, the receiver knows that
                // there are no more messages.
                *counter = None;
                None
            }
        }
    }
}

/// Receives the messages, task by task.
fn take_turns<M>(
    turns: Receiver<Receiver<M>>,
    take: &mut impl FnMut(Event<M>) -> io::Result<ControlFlow<()>>,
) -> io::Result<ControlFlow<()>> {
    loop {
        let messages = match receive(&turns, take)? {
            ControlFlow::Continue(Some(messages)) => messages,
            ControlFlow::Continue(None) => return Ok(ControlFlow::Continue(())),
            ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
        };
        loop {
            match receive(&messages, take)? {
                ControlFlow::Continue(None) => break,
                ControlFlow::Continue(Some(message)) => {
                    if take(Event::Said(message))?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
            }
        }
    }
}

/// The next message from a channel, `None` at its end.
fn receive<T, M>(
    receiver: &Receiver<T>,
    take: &mut impl FnMut(Event<M>) -> io::Result<ControlFlow<()>>,
) -> io::Result<ControlFlow<(), Option<T>>> {
    match receiver.try_recv() {
        Ok(thing) => return Ok(ControlFlow::Continue(Some(thing))),
        Err(TryRecvError::Disconnected) => return Ok(ControlFlow::Continue(None)),
        Err(TryRecvError::Empty) => {}
    }
    let mut event = Event::Waiting;
    loop {
        if take(event)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        match receiver.recv_timeout(Duration::from_millis(100)) {
            Ok(thing) => return Ok(ControlFlow::Continue(Some(thing))),
            Err(RecvTimeoutError::Disconnected) => return Ok(ControlFlow::Continue(None)),
            Err(RecvTimeoutError::Timeout) => event = Event::Quiet,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is received from tasks that each send their number, at most `most`.
    fn taken(tasks: usize, workers: usize, most: usize) -> Vec<usize> {
        let interrupt = Interrupt::default();
        let in_order = InOrder { workers, interrupt: &interrupt };
        let mut taken = Vec::new();
        let say = |(): &mut (), task, sender: SyncSender<usize>| sender.send(task).map_err(|_| Closed);
        let take = |event| {
            if let Event::Said(number) = event {
                taken.push(number);
            }
            Ok(if taken.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        in_order.run(0..tasks, || (), say, take).unwrap();
        taken
    }

    #[test]
    fn answers_are_taken_in_order() {
        for workers in [1, 2, 7] {
            assert!(taken(5000, workers, usize::MAX).into_iter().eq(0..5000));
        }
    }

    #[test]
    fn whoever_has_enough_ends_it() {
        assert!(taken(usize::MAX, 4, 100).into_iter().eq(0..100));
    }

    #[test]
    fn nothing_to_do_is_done_at_once() {
        assert!(taken(0, InOrder::new(None, Some(0), &Interrupt::default()).workers, 9).is_empty());
    }
}
