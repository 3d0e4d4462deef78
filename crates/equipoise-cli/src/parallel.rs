//! Many puzzles at once, answered in the order in which they were asked.

use crate::args::Puzzles;
use crate::exit::{Exit, Tally};
use crate::failure::Failure;
use crate::input::{Item, Task, Tasks};
use crate::interrupt::Interrupt;
use crate::output::{self, Closed, Message, Output, Screen, Sink};
use crate::progress::Progress;
use crate::text::visible;
use clap::builder::{RangedU64ValueParser, TypedValueParser};
use equipoise::puzzles::{Document, Format};
use equipoise::studio::pool::{Event, Pool, threads};
use std::ffi::OsString;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;

/// More threads than this are of no use on any machine.
const MOST_JOBS: u64 = 512;

/// Reads the number of threads.
pub(crate) fn jobs_parser() -> impl TypedValueParser<Value = NonZero<usize>> {
    RangedU64ValueParser::<usize>::new().range(1..=MOST_JOBS).try_map(|jobs| NonZero::new(jobs).ok_or("not 0"))
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
    pub(crate) puzzles: &'a Puzzles,
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

/// Calls `work` on every puzzle, in parallel.
pub(crate) fn run<W>(run: &Run<'_>, work: W) -> Tally
where
    W: Fn(Question<'_>, &Output) -> Result<Exit, Failure> + Sync,
{
    let tasks = Tasks::new(&run.puzzles.puzzles, run.interrupt);
    let total = tasks.total();
    let mut screen = Screen::new(Sink::stdout(), Progress::new(total));
    let mut tally = Tally::default();
    let shown = Pool::new(threads(run.jobs), total, run.interrupt.flag()).run(
        tasks,
        || (),
        |(), task, sender| answer(task, sender, run, &work),
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

fn answer<W>(task: Task, sender: SyncSender<Message>, run: &Run<'_>, work: &W) -> Result<(), Closed>
where
    W: Fn(Question<'_>, &Output) -> Result<Exit, Failure>,
{
    let output = &Output { sender, file: task.source };
    for Item { name, document, format } in task.read(run.puzzles.kind) {
        if run.interrupt.is_set() {
            break;
        }
        let shown = visible(&name);
        let result = document.and_then(|document| {
            let document = &Arc::new(document);
            work(Question { name: &shown, file: &name, document, format }, output)
        });
        match result {
            Ok(exit) => output.ended(exit)?,
            Err(failure) => output.failed(&name, failure, run.json)?,
        }
    }
    Ok(())
}
