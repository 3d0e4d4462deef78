//! `equipoise solve --count`.

use super::{Answer, Finding, answer, options};
use crate::args::Solve;
use crate::clock::Stopwatch;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use equipoise::fd::{Clock, Statistics, Stopped};
use equipoise::puzzles::Document;
use equipoise::studio;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How long after its time a search may still tell what it has found.
const GRACE: Duration = Duration::from_millis(300);
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Counts the solutions.
///
/// Some puzzles count without a search, and know of no limit while they do.
/// So it is done on a thread that can be left to itself when the time is up.
pub(super) fn count(arguments: &Solve, document: &Arc<Document>, interrupt: &Interrupt) -> Result<Answer, Failure> {
    let clock = Stopwatch::start();
    let (sender, receiver) = sync_channel(1);
    let (document, arguments_there, interrupt_there) = (Arc::clone(document), arguments.clone(), interrupt.clone());
    thread::spawn(move || {
        let puzzle = &*document.puzzle;
        let answer = options(&arguments_there, puzzle, &clock, &interrupt_there)
            .and_then(|options| studio::count(puzzle, &options).map_err(|error| Failure::model(&error)));
        // Nobody may be waiting for it any more.
        let _ = sender.send(answer);
    });
    let mut interrupted = None;
    loop {
        let overdue = |since: Duration| clock.now() > since + GRACE;
        match receiver.recv_timeout(LOOK_EVERY) {
            Ok(counted) => return counted.map(answer),
            Err(RecvTimeoutError::Timeout) if interrupted.is_some_and(overdue) => return Ok(left(Stopped::Cancelled)),
            Err(RecvTimeoutError::Timeout) if arguments.time_limit.is_some_and(overdue) => {
                return Ok(left(Stopped::Time));
            }
            Err(RecvTimeoutError::Timeout) if interrupt.is_set() => interrupted = interrupted.or(Some(clock.now())),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(left(Stopped::Cancelled)),
        }
    }
}

/// The answer when nothing was heard in time.
fn left(stopped: Stopped) -> Answer {
    let finding = Finding::Unknown { found: None, count: 0, stopped };
    Answer { finding, statistics: Statistics::default() }
}
