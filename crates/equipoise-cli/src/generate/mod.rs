//! `equipoise generate`.

mod args;
mod place;

pub(crate) use args::Generate;

use crate::clock::{Stopwatch, spoken};
use crate::exit::{Exit, Tally};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{self, Closed, Look, Output, Sink};
use crate::parallel::InOrder;
use args::Shard;
use equipoise::fd::{Clock, Limits, Random};
use equipoise::puzzles::{Document, LooseError, View, Way};
use equipoise::studio::{self, MakeError, Workshop};
use place::{Made, Place};
use serde_json::Value;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, SystemTime};

pub(crate) fn run(generate: &Generate) -> Exit {
    let seed = generate.common.seed.unwrap_or_else(new_seed);
    // What cannot exist is told before anything is written.
    if let Err(error) = generate.start() {
        return refuse(&error);
    }
    let (place, next) = match (Made { generate, seed }).open() {
        Ok(opened) => opened,
        Err(refused) => return refused.tell(),
    };
    let interrupt = Interrupt::install();
    let clock = Stopwatch::start();
    let job = Job { generate, seed, interrupt: &interrupt, look: Look::new(false) };
    let expired = AtomicBool::new(false);
    let tally = with_deadline(generate.common.time_limit, &interrupt, &expired, || job.run(place, next));
    if expired.load(Ordering::Relaxed) {
        output::note(&format!("the time limit was reached after {}", puzzles(tally.of(Exit::Fine))));
        return Exit::Limit;
    }
    if generate.common.out.is_some() && tally.exit() == Exit::Fine {
        output::note(&format!("{} in {} (seed {seed})", puzzles(tally.of(Exit::Fine)), spoken(clock.now())));
    }
    tally.exit()
}

fn puzzles(count: usize) -> String {
    if count == 1 { "1 puzzle".to_owned() } else { format!("{count} puzzles") }
}

/// A seed that nobody has asked for: short enough to be typed again.
pub(crate) fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Random::new(now.as_nanos() as u64 ^ u64::from(std::process::id())).bits() % 1_000_000_000
}

/// Runs `work`, and interrupts it after a time.
fn with_deadline<T>(
    time: Option<Duration>,
    interrupt: &Interrupt,
    expired: &AtomicBool,
    work: impl FnOnce() -> T,
) -> T {
    let Some(time) = time else { return work() };
    thread::scope(|scope| {
        let (done, waiting) = channel::<()>();
        scope.spawn(move || {
            if waiting.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                expired.store(true, Ordering::Relaxed);
                interrupt.set();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Tells why nothing is made.
fn refuse(error: &MakeError) -> Exit {
    output::error(&format!("{error}\n"));
    exit_of(error)
}

fn exit_of(error: &MakeError) -> Exit {
    match error {
        MakeError::Impossible(_) => Exit::Usage,
        MakeError::NoneFound { .. } | MakeError::Stopped(_) => Exit::Limit,
        MakeError::Model(_) => Exit::Failed,
    }
}

/// What makes puzzles in one thread.
enum Bench {
    /// Unique ones.
    Workshop(Box<Workshop>),
    /// As the paper did.
    Loose(&'static Way),
}

impl Generate {
    /// The options as the files of the puzzles say them.
    fn options_record(&self) -> Value {
        studio::options_record(self.kind, &self.wanted, self.common.difficulty)
    }

    /// Asks for a puzzle made in this way, and stops at once: what is told before
    /// that is why there is none.
    fn is_there_a_way(&self, way: &Way) -> Result<(), MakeError> {
        let stopped = AtomicBool::new(true);
        match (way.make)(&self.wanted, Limits::none().cancel(&stopped), &mut Random::new(0)) {
            Err(LooseError::Impossible(reason)) => Err(reason.into()),
            _ => Ok(()),
        }
    }

    fn start(&self) -> Result<Bench, MakeError> {
        match self.way {
            Some(way) => self.is_there_a_way(way).map(|()| Bench::Loose(way)),
            None => {
                let workshop = Workshop::new(self.kind, self.wanted.clone())?;
                Ok(Bench::Workshop(Box::new(workshop.difficulty(self.common.difficulty))))
            }
        }
    }
}

struct Job<'a> {
    generate: &'a Generate,
    seed: u64,
    interrupt: &'a Interrupt,
    look: Look,
}

impl Job<'_> {
    fn run(&self, place: Place, next: u64) -> Tally {
        let Shard { first, of } = self.generate.common.shard.unwrap_or_default();
        // The first index of the shard that is not in the file yet.
        let first = first + next.saturating_sub(first).next_multiple_of(of);
        let indices = (first..self.generate.common.count.get()).step_by(usize::try_from(of).unwrap_or(usize::MAX));
        let (sink, folder, file) = match place {
            Place::Stream(sink) => (sink, None, None),
            Place::Directory(folder) => (Sink::stdout(), Some(folder), None),
            Place::File(file) => (Sink::stdout(), None, Some(file)),
        };
        let names = Made { generate: self.generate, seed: self.seed };
        let target = |index| file.clone().or_else(|| Some(folder.as_ref()?.join(names.file_name(index))));
        let in_order =
            InOrder { total: indices.size_hint().1, jobs: self.generate.common.jobs, interrupt: self.interrupt };
        let start = || self.generate.start();
        in_order.run(sink, indices, start, |bench, index, output| {
            let path = target(index);
            match path.as_ref().map_or(Ok(false), |path| names.has(path)) {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(refused) => return output.ended(refused.tell()),
            }
            let made = match bench {
                Ok(bench) => self.make(bench, index),
                Err(error) => Err(error.clone()),
            };
            self.put(made, index, path.as_deref(), output)
        })
    }

    fn make(&self, bench: &mut Bench, index: u64) -> Result<Document, MakeError> {
        let limits = Limits::none().cancel(self.interrupt.flag());
        let Generate { kind, wanted, .. } = self.generate;
        match bench {
            Bench::Workshop(workshop) => {
                let made = workshop.make(self.seed, index, limits)?;
                Ok(workshop.document(made, self.seed, index))
            }
            Bench::Loose(way) => {
                let mut random = Random::numbered(self.seed, index);
                let loose = (way.make)(wanted, limits, &mut random);
                let loose = loose.map_err(|error| match error {
                    LooseError::Impossible(reason) => MakeError::Impossible(reason),
                    LooseError::Stopped(stopped) => MakeError::Stopped(stopped),
                    LooseError::Model(error) => MakeError::Model(error),
                })?;
                Ok(studio::loose_document(kind, wanted, way.name, loose, self.seed, index))
            }
        }
    }

    /// Gives out a puzzle, or tells why there is none.
    fn put(
        &self,
        made: Result<Document, MakeError>,
        index: u64,
        path: Option<&Path>,
        output: &Output,
    ) -> Result<(), Closed> {
        let document = match made {
            Ok(document) => document,
            // Whoever interrupted it knows.
            Err(MakeError::Stopped(_)) => return Ok(()),
            Err(error) => {
                let name = format!("{} {index}", self.generate.kind.name);
                return output.failed(&name, &Failure::not_made(&error, exit_of(&error)), self.generate.common.json);
            }
        };
        if let Some(path) = path {
            if let Err(error) = output::replace(path, |file| writeln!(file, "{}", document.to_json())) {
                return output.failed(&path.display().to_string(), &Failure::unwritten(&error), false);
            }
        } else if self.generate.common.json || self.generate.common.out.is_some() {
            output.data(format!("{}\n", document.to_json()))?;
        } else {
            output.gap()?;
            output.data(self.drawn(&document, index))?;
        }
        output.ended(Exit::Fine)
    }

    /// A puzzle for people.
    fn drawn(&self, document: &Document, index: u64) -> String {
        let puzzle = &*document.puzzle;
        let made = |name: &str| document.about.get("made").and_then(|made| made.get(name)?.as_bool());
        let mut said = vec![format!("{}, {}", puzzle.kind().title, puzzle.size_in_words())];
        if let Some(option) = puzzle.kind().making.clues {
            let (plural, minimal) = (option.name, made("minimal") == Some(true));
            said.push(match puzzle.clues() {
                0 => format!("no {plural}"),
                1 => format!("1 {}{}", plural.trim_end_matches('s'), if minimal { ", which is needed" } else { "" }),
                count => format!("{count} {plural}{}", if minimal { ", all of which are needed" } else { "" }),
            });
        }
        said.push(if made("unique") == Some(true) { "one solution" } else { "perhaps several solutions" }.to_owned());
        let band = document.about.get("grade").and_then(|grade| grade.get("band")?.as_str());
        said.extend(band.map(str::to_owned));
        let caption = format!("{} (seed {}, index {index})", said.join("; "), self.seed);
        match self.look.draw(&puzzle.draw(&View::of(&puzzle.givens()))) {
            Ok(drawing) => format!("{caption}\n{drawing}"),
            Err(error) => format!("{caption}\n{error}\n"),
        }
    }
}
