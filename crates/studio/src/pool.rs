//! Work for many threads, whose results are taken in the order of the tasks.
//!
//! Puzzles, subtrees of one search and parts of one proof are shared out here,
//! and nowhere else. Each task has a channel of its own, and the channels are
//! emptied in the order of the tasks. Since tasks are also begun in that order,
//! the one whose turn it is never blocks; messages of the others are queued, or
//! block them. So what is taken does not depend on the number of threads, and
//! memory stays bounded. A few lines over standard threads do this; a crate for
//! parallel iterators would keep neither the order nor the signals.

use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How far the others may be ahead of the task whose turn it is.
const TURNS_AHEAD: usize = 1024;
/// How many messages of a task are queued before its thread has to wait.
const MESSAGES_AHEAD: usize = 64;

/// After this long without a message the taker is told so.
const PATIENCE: Duration = Duration::from_millis(100);

/// As many threads as asked for; by default one for each processor.
pub fn threads(wanted: Option<NonZero<usize>>) -> NonZero<usize> {
    wanted.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}

/// Threads that do tasks. A browser has none.
#[derive(Debug)]
pub struct Pool<'a> {
    threads: usize,
    stop: &'a AtomicBool,
}

/// What the taker of the results is told.
#[derive(Debug)]
pub enum Event<M> {
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

impl<'a> Pool<'a> {
    /// This many threads, but no more than there are tasks. Once the flag is set,
    /// no task is begun; it is set when the taker has enough, so that work in
    /// progress can look at it and end.
    pub fn new(threads: NonZero<usize>, tasks: Option<usize>, stop: &'a AtomicBool) -> Pool<'a> {
        // Without any task there is still one thread, which finds that out and ends the run.
        Pool { threads: threads.get().min(tasks.unwrap_or(usize::MAX)).max(1), stop }
    }

    /// Calls `work` on every task, in parallel, until `take` has enough. Each thread
    /// has a state of its own, which `start` makes; it ends when `work` fails, as it
    /// should when nobody takes its messages any more.
    ///
    /// # Errors
    /// What `take` reports; or the system gives us no thread.
    pub fn run<T, S, M: Send, E>(
        &self,
        tasks: impl Iterator<Item = T> + Send,
        start: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, T, SyncSender<M>) -> Result<(), E> + Sync,
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
            for thread in 0..self.threads {
                match thread::Builder::new().spawn_scoped(scope, labour) {
                    Ok(_) => {}
                    Err(error) if thread == 0 => return Err(error),
                    // The system gives us no more threads: the others do the work.
                    Err(_) => break,
                }
            }
            let taken = take_turns(turns, &mut |event| match take(event) {
                Ok(ControlFlow::Continue(())) => Ok(()),
                Ok(ControlFlow::Break(())) => Err(End::Enough),
                Err(error) => Err(End::Failed(error)),
            });
            // Work still in progress is no longer wanted.
            if taken.is_err() {
                self.stop.store(true, Ordering::Relaxed);
            }
            match taken {
                Err(End::Failed(error)) => Err(error),
                Err(End::Enough) | Ok(()) => Ok(()),
            }
        })
    }

    /// Takes a task, and a place in the queue for its messages.
    fn next<T, M>(&self, counter: &Mutex<Option<Counter<impl Iterator<Item = T>, M>>>) -> Option<(T, SyncSender<M>)> {
        let mut counter = counter.lock().unwrap_or_else(PoisonError::into_inner);
        let open = counter.as_mut()?;
        let task = if self.stop.load(Ordering::Relaxed) { None } else { open.tasks.next() };
        let (sender, messages) = sync_channel(MESSAGES_AHEAD);
        match task {
            Some(task) if open.turns.send(messages).is_ok() => Some((task, sender)),
            _ => {
                // When this end of the queue is dropped, the taker knows that
                // there are no more messages.
                *counter = None;
                None
            }
        }
    }
}

/// Why no more messages are taken.
enum End {
    Enough,
    Failed(io::Error),
}

/// Receives the messages, task by task.
fn take_turns<M>(turns: Receiver<Receiver<M>>, take: &mut impl FnMut(Event<M>) -> Result<(), End>) -> Result<(), End> {
    while let Some(messages) = receive(&turns, take)? {
        while let Some(message) = receive(&messages, take)? {
            take(Event::Said(message))?;
        }
    }
    Ok(())
}

/// The next thing from a channel; `None` at its end.
fn receive<T, M>(receiver: &Receiver<T>, take: &mut impl FnMut(Event<M>) -> Result<(), End>) -> Result<Option<T>, End> {
    let mut patience = Duration::ZERO;
    loop {
        let event = match receiver.recv_timeout(patience) {
            Ok(thing) => return Ok(Some(thing)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) if patience.is_zero() => Event::Waiting,
            Err(RecvTimeoutError::Timeout) => Event::Quiet,
        };
        take(event)?;
        patience = PATIENCE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is taken from tasks that each send three numbers, at most `most`.
    fn taken(tasks: usize, threads: usize, most: usize) -> Vec<usize> {
        let stop = AtomicBool::new(false);
        let pool = Pool::new(NonZero::new(threads).unwrap(), Some(tasks), &stop);
        let mut taken = Vec::new();
        let say =
            |(): &mut (), task, sender: SyncSender<usize>| (0..3).try_for_each(|number| sender.send(3 * task + number));
        let take = |event| {
            if let Event::Said(number) = event {
                taken.push(number);
            }
            Ok(if taken.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        pool.run(0..tasks, || (), say, take).unwrap();
        taken
    }

    #[test]
    fn results_come_in_order_and_no_more_than_wanted() {
        for threads in [1, 2, 9] {
            for (tasks, most, expected) in [(0, 9, 0), (1, 9, 3), (5000, 99_999, 15_000), (usize::MAX / 3, 100, 100)] {
                assert!(taken(tasks, threads, most).into_iter().eq(0..expected), "{threads} threads, {tasks} tasks");
            }
        }
    }
}
