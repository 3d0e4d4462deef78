//! Many puzzles at once, answered in the order in which they were asked.

use crate::args::{Puzzles, whole};
use crate::clock::{Stopwatch, limits};
use crate::failure::{Exit, Failure};
use crate::input::{Item, Task, Tasks};
use crate::interrupt::Interrupt;
use crate::output::{self, Closed, Message, Output, Screen, Sink};
use crate::progress::Progress;
use crate::text::{json_line, visible};
use clap::builder::TypedValueParser;
use equipoise::fd::Limits;
use equipoise::puzzles::{Document, Format, Puzzle};
use equipoise::studio::pool::{Event, Pool, threads};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

/// More threads than this are of no use on any machine.
const MOST_JOBS: u64 = 512;

/// Reads the number of threads.
pub(crate) fn jobs_parser() -> impl TypedValueParser<Value = NonZero<usize>> {
    whole::<usize>(1..=MOST_JOBS).try_map(|jobs| NonZero::new(jobs).ok_or("not 0"))
}

/// The threads for each puzzle: a single one gets all, of many each gets one.
pub(crate) fn threads_each(puzzles: &[OsString], jobs: Option<NonZero<usize>>) -> NonZero<usize> {
    match puzzles {
        [only] if only != "-" && !Path::new(only).is_dir() => threads(jobs),
        _ => NonZero::<usize>::MIN,
    }
}

/// A run over puzzles: which, and how they are processed.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    pub(crate) puzzles: &'a Puzzles,
    /// The number of threads; as many as there are processors by default.
    pub(crate) jobs: Option<NonZero<usize>>,
    /// Whether failures are printed as JSON objects.
    pub(crate) json: bool,
    /// How long each puzzle may take.
    pub(crate) time_limit: Option<Duration>,
    pub(crate) interrupt: Interrupt,
}

/// A puzzle that was read.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    /// Its name for people, safe to show.
    pub(crate) name: &'a str,
    /// The same unescaped, for programs.
    pub(crate) file: &'a str,
    pub(crate) document: &'a Arc<Document>,
    /// The format it was written in.
    pub(crate) format: Format,
    /// What the searches for it may use.
    pub(crate) limits: Limits<'a>,
    /// The time since it was read.
    pub(crate) clock: &'a Stopwatch,
}

impl<'a> Question<'a> {
    pub(crate) fn puzzle(&self) -> &'a dyn Puzzle {
        &*self.document.puzzle
    }

    /// An answer as a line of JSON: the file, the kind, and these fields.
    pub(crate) fn line(&self, more: Value) -> String {
        let mut object = json!({ "file": self.file, "puzzle": self.puzzle().kind().name });
        if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
            object.extend(more);
        }
        json_line(&object)
    }

    /// An answer as a line of JSON, or in words.
    pub(crate) fn answer(&self, json: bool, says: &str, more: Value) -> String {
        if json { self.line(more) } else { format!("{}: {}\n", self.name, says.trim_end()) }
    }
}

/// How many puzzles ended in each way.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    counts: [usize; Exit::ALL.len()],
    /// How the run as a whole ended, apart from its puzzles.
    end: Option<Exit>,
}

impl Tally {
    pub(crate) fn add(&mut self, exit: Exit) {
        self.counts[exit.rank()] += 1;
    }

    pub(crate) fn of(&self, exit: Exit) -> usize {
        self.counts[exit.rank()]
    }

    pub(crate) fn total(&self) -> usize {
        self.counts.iter().sum()
    }

    /// The status of the whole run.
    pub(crate) fn exit(&self) -> Exit {
        if let Some(end) = self.end {
            return end;
        }
        Exit::ALL.into_iter().filter(|&exit| self.of(exit) > 0).fold(Exit::Fine, Exit::and)
    }
}

impl<'a> Run<'a> {
    /// A run that Ctrl-C interrupts.
    pub(crate) fn new(puzzles: &'a Puzzles, json: bool, time_limit: Option<Duration>) -> Run<'a> {
        Run { puzzles, jobs: None, json, time_limit, interrupt: Interrupt::install(None) }
    }

    /// Calls `work` on every puzzle, in parallel; the result is the exit of the whole.
    pub(crate) fn each<W>(&self, work: W) -> Result<Exit, Failure>
    where
        W: Fn(Question<'_>, &Output) -> Result<Exit, Failure> + Sync,
    {
        Ok(self.tally(work).exit())
    }

    /// The same, counted.
    pub(crate) fn tally<W>(&self, work: W) -> Tally
    where
        W: Fn(Question<'_>, &Output) -> Result<Exit, Failure> + Sync,
    {
        let tasks = Tasks::new(&self.puzzles.puzzles, &self.interrupt);
        let total = tasks.total();
        let mut screen = Screen::new(Sink::stdout(), Progress::new(total));
        let mut tally = Tally::default();
        let shown = Pool::new(threads(self.jobs), total, self.interrupt.flag()).run(
            tasks,
            || (),
            |(), task, sender| self.answer(task, sender, &work),
            |event| {
                match event {
                    Event::Said(Message::Ended(exit)) => tally.add(exit),
                    Event::Said(message) => screen.show(message)?,
                    Event::Waiting => screen.flush()?,
                    Event::Quiet if !self.interrupt.is_waiting() => screen.progress.draw(tally.total()),
                    Event::Quiet => {}
                }
                Ok(ControlFlow::Continue(()))
            },
        );
        if let Err(error) = shown.and_then(|()| screen.finish()) {
            tally.end = Some(screen.broken(error));
        } else if self.interrupt.is_signalled() {
            let of = total.filter(|&total| total > 1).map(|total| format!(" after {} of {total}", tally.total()));
            output::note(&format!("interrupted{}", of.unwrap_or_default()));
            tally.end = Some(Exit::Failed);
        }
        tally
    }

    fn answer<W>(&self, task: Task, sender: SyncSender<Message>, work: &W) -> Result<(), Closed>
    where
        W: Fn(Question<'_>, &Output) -> Result<Exit, Failure>,
    {
        let output = &Output { sender, file: task.source };
        for Item { name, document, format } in task.read(self.puzzles.kind) {
            if self.interrupt.is_set() {
                break;
            }
            let other = document.as_ref().ok().and_then(Document::other_rules);
            if let Some(told) = other {
                output.send(Message::Note(format!("{}: {told}", visible(&name))))?;
            }
            let result = document.and_then(|document| {
                let (document, clock) = (&Arc::new(document), &Stopwatch::start());
                let limits = limits(self.time_limit, clock, &self.interrupt);
                work(Question { name: &visible(&name), file: &name, document, format, limits, clock }, output)
            });
            match result {
                Ok(exit) => output.send(Message::Ended(exit))?,
                Err(failure) => output.failed(&name, failure, self.json)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn together(exits: &[Exit]) -> Exit {
        let mut tally = Tally::default();
        exits.iter().for_each(|&exit| tally.add(exit));
        tally.exit()
    }

    #[test]
    fn the_largest_counts_unless_something_failed() {
        assert_eq!(together(&[]), Exit::Fine);
        assert_eq!(together(&[Exit::Several, Exit::Fine, Exit::None]), Exit::Several);
        assert_eq!(together(&[Exit::Limit, Exit::Invalid, Exit::Several]), Exit::Invalid);
        assert_eq!(together(&[Exit::Failed, Exit::Invalid, Exit::Limit]), Exit::Failed);
    }
}
