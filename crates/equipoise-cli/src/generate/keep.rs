//! Making puzzles in parallel, and keeping them in the order of their indices.

use super::Bench;
use super::args::{Generate, Shard};
use super::place::{Opened, Shape, Source};
use crate::certify::{self, Files};
use crate::clock::{Stopwatch, spoken};
use crate::equivalent::{self, Keeper, MOST_IDLE, with_skipped};
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::output::{self, Closed, Screen, look};
use crate::progress::Progress;
use crate::text::json_line;
use crate::write::NewFile;
use equipoise::fd::{Clock, Limits, ModelError, Stopped};
use equipoise::puzzles::{Document, View, counted};
use equipoise::scene::TextRenderer;
use equipoise::studio::pool::{Event, Pool, threads};
use equipoise::studio::{self, CertifyError, Exercises, MakeError, Options, sha256};
use serde_json::{Value, json};
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

/// When this many indices in a row could not be made, the run ends: each takes a long time.
const MOST_FAILURES: u64 = 3;
const NOT_MADE: &str = "too many in a row could not be made";

/// What a worker reports about an index.
enum Told {
    /// A puzzle: what it shares with equivalent ones, how it is written or shown, and the
    /// files of its certificate, if one is wanted.
    Made { hash: u128, text: String, certificate: Option<Files> },
    /// An earlier run has made it.
    There { hash: u128 },
    /// It could not be made.
    NotMade(MakeError),
    /// Its file or its certificate cannot be written.
    Refused(Failure),
    /// The run must end. A later index that another worker has made already is not
    /// kept: it would be in this one's position, and `--resume` would not notice.
    Stopped,
}

/// Runs it, and reports how it ended.
pub(super) fn run(made: Source<'_>, opened: Opened, interrupt: &Interrupt, clock: Stopwatch) -> Exit {
    let Opened { shape, sink, keeper, there, next } = opened;
    let generate = made.generate;
    let wanted = generate.share();
    let certificates = made.certificates();
    let job = Job { made, shape, certificates, look: look(false), interrupt };
    let screen = Screen::new(sink, Progress::new(usize::try_from(wanted).ok()));
    let mut keeping =
        Keeping { job: &job, wanted, keeper, screen, new: 0, there, skipped: Vec::new(), failures: 0, end: None };
    let left = usize::try_from(wanted.saturating_sub(there)).ok();
    let pool = Pool::new(threads(generate.common.jobs), left, interrupt.flag());
    let work = |bench: &mut Result<Bench, MakeError>, index, sender: SyncSender<(u64, Told)>| {
        sender.send((index, job.told(bench, index))).map_err(|_| Closed)
    };
    let tasks = indices(generate, there >= wanted, next);
    let taken = pool.run(tasks, || generate.start(), work, |event| keeping.take(event));
    let taken = taken.and_then(|()| keeping.screen.finish());
    keeping.report(taken, clock.now())
}

/// The indices that are tried: as many as it takes, or those of the shard.
fn indices(generate: &Generate, is_done: bool, next: u64) -> Box<dyn Iterator<Item = u64> + Send> {
    match generate.common.shard {
        _ if is_done => Box::new(std::iter::empty()),
        None => Box::new(next..),
        Some(Shard { first, of }) => {
            // The first index of the shard that is not in the file yet.
            let first = first + next.saturating_sub(first).next_multiple_of(of);
            Box::new((first..generate.common.count.get()).step_by(usize::try_from(of).unwrap_or(usize::MAX)))
        }
    }
}

/// What all workers share.
struct Job<'a> {
    made: Source<'a>,
    shape: Shape,
    /// Where certificates go, if they are wanted.
    certificates: Option<PathBuf>,
    look: TextRenderer,
    interrupt: &'a Interrupt,
}

impl Job<'_> {
    /// The puzzle's own file.
    fn path(&self, index: u64) -> Option<PathBuf> {
        let out = self.made.generate.common.out.as_ref()?;
        match self.shape {
            Shape::Lines => None,
            Shape::Folder => Some(out.join(format!("{}.json", self.made.name(index)))),
            Shape::File => Some(out.clone()),
        }
    }

    /// Makes a puzzle.
    fn told(&self, bench: &mut Result<Bench, MakeError>, index: u64) -> Told {
        match self.path(index).map_or(Ok(None), |path| self.made.there(&path, index)) {
            Ok(Some(hash)) => return Told::There { hash },
            Ok(None) => {}
            Err(failure) => return Told::Refused(failure),
        }
        let limits = Limits::none().cancel(self.interrupt.flag());
        let made = match bench {
            Ok(bench) => bench.make(self.made.generate, self.made.seed, index, limits),
            Err(error) => Err(error.clone()),
        };
        match made {
            Ok(mut document) => {
                let certificate = match self.certified(&mut document, limits) {
                    Ok(certificate) => certificate,
                    Err(CertifyError::Stopped(_)) => return Told::Stopped,
                    Err(error) => return Told::Refused(error.into()),
                };
                let hash = equivalent::hash(&*document.puzzle);
                match self.text(&document, index, limits) {
                    Ok(Ok(text)) => Told::Made { hash, text, certificate },
                    Ok(Err(_)) => Told::Stopped,
                    Err(error) => Told::Refused(Failure::unexplained(&error)),
                }
            }
            Err(MakeError::Stopped(_)) => Told::Stopped,
            Err(error) => Told::NotMade(error),
        }
    }

    /// The files of a puzzle's certificate, if they are wanted. Their hashes go into
    /// the puzzle's record of how it was made.
    fn certified(&self, document: &mut Document, limits: Limits<'_>) -> Result<Option<Files>, CertifyError> {
        if self.certificates.is_none() {
            return Ok(None);
        }
        let certificate = studio::certify(&*document.puzzle, &Options { limits, ..Options::default() })?;
        if let Some(Value::Object(made)) = document.about.get_mut("made") {
            let hashes = json!({ "formula": sha256(&certificate.claim.formula), "proof": sha256(&certificate.proof) });
            made.insert("certificate".to_owned(), hashes);
        }
        Ok(Some(certify::files(certificate, &*document.puzzle)))
    }

    /// What is written of a puzzle.
    fn text(&self, document: &Document, index: u64, limits: Limits<'_>) -> Result<Result<String, Stopped>, ModelError> {
        let common = &self.made.generate.common;
        if common.prompts {
            let line = Exercises { test: common.test }.line(document, limits)?;
            return Ok(line.map(|line| line.as_ref().map_or_else(String::new, json_line)));
        }
        let is_data = common.json || common.out.is_some();
        Ok(Ok(if is_data { json_line(&document.to_json()) } else { self.drawn(document, index) }))
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
        let difficulty = document.about.get("grade").and_then(|grade| grade.get("band")?.as_str());
        said.extend(difficulty.map(str::to_owned));
        let caption = format!("{} (seed {}, index {index})", said.join("; "), self.made.seed);
        match self.look.render(&puzzle.draw(&View::of(&puzzle.givens()))) {
            Ok(drawing) => format!("{caption}\n{drawing}"),
            Err(error) => format!("{caption}\n{error}\n"),
        }
    }
}

/// Takes the puzzles in order, and keeps them.
struct Keeping<'a> {
    job: &'a Job<'a>,
    wanted: u64,
    /// Finds equivalent puzzles; none for a shard.
    keeper: Option<Keeper>,
    screen: Screen,
    /// How many were made now, and how many there are in all.
    new: u64,
    there: u64,
    /// The indices since the last puzzle that gave none.
    skipped: Vec<u64>,
    /// How many in a row could not be made.
    failures: u64,
    /// The exit of a run that has ended, and what is said about it.
    end: Option<(Exit, String)>,
}

impl Keeping<'_> {
    fn take(&mut self, event: Event<(u64, Told)>) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Waiting => self.screen.flush()?,
            Event::Quiet => self.screen.progress.draw(self.progress()),
            Event::Said((_, Told::Stopped)) => return Ok(ControlFlow::Break(())),
            Event::Said((index, told)) => {
                self.keep(index, told)?;
                self.screen.tick(self.progress());
                self.end = self.end.take().or_else(|| self.ended(index));
            }
        }
        Ok(if self.end.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn progress(&self) -> usize {
        usize::try_from(self.there).unwrap_or(usize::MAX)
    }

    fn keep(&mut self, index: u64, told: Told) -> io::Result<()> {
        match told {
            Told::There { hash } => {
                self.keeper.as_mut().map(|keeper| keeper.keeps(index, hash));
                self.there += 1;
                self.skipped.clear();
            }
            Told::Made { hash, text, certificate } => {
                self.failures = 0;
                if self.keeper.as_mut().is_none_or(|keeper| keeper.keeps(index, hash)) {
                    self.write(index, &text, certificate.as_ref())?;
                    self.skipped.clear();
                } else {
                    self.skipped.push(index);
                }
            }
            Told::NotMade(error) => {
                self.skipped.push(index);
                self.not_made(index, &error)?;
            }
            Told::Refused(failure) => self.refuse(&failure),
            Told::Stopped => {}
        }
        Ok(())
    }

    fn write(&mut self, index: u64, text: &str, certificate: Option<&Files>) -> io::Result<()> {
        let Job { made, certificates, .. } = self.job;
        let common = &made.generate.common;
        let is_drawn = !common.json && !common.prompts && common.out.is_none();
        let text = if is_drawn || common.prompts { text.into() } else { with_skipped(text, &self.skipped) };
        // The certificate comes first: every puzzle that was written has one.
        let force = common.force;
        if let Some((files, directory)) = certificate.zip(certificates.as_ref())
            && let Err(failure) = certify::write_files(files, directory, &made.name(index), force)
        {
            self.refuse(&failure);
            return Ok(());
        }
        if let Some(path) = self.job.path(index) {
            // The name of a single file is the user's, and those in a directory are ours.
            let file = if self.job.shape == Shape::File {
                NewFile::create(&path, force)
            } else {
                NewFile::begin(&path, force)
            };
            if let Err(failure) = file.and_then(|file| file.fill(text.as_bytes())) {
                self.refuse(&failure);
                return Ok(());
            }
        } else {
            if is_drawn {
                self.screen.gap()?;
            }
            self.screen.data(text.as_bytes())?;
        }
        self.new += 1;
        self.there += 1;
        Ok(())
    }

    fn refuse(&mut self, failure: &Failure) {
        self.screen.progress.clear();
        self.end = Some((failure.tell(), String::new()));
    }

    /// Reports why a puzzle was not made. The run goes on with the next index, unless
    /// that is hopeless.
    fn not_made(&mut self, index: u64, error: &MakeError) -> io::Result<()> {
        self.failures += 1;
        let Generate { kind, common, .. } = self.job.made.generate;
        let name = format!("{} {index}", kind.name);
        let failure = Failure::from(error);
        if failure.exit != Exit::Limit {
            self.end = Some((failure.exit, String::new()));
        } else if self.failures >= MOST_FAILURES {
            self.end = Some(self.short(NOT_MADE));
        }
        if common.json && self.end.is_some() {
            self.screen.data(json_line(&failure.to_json(&name)).as_bytes())
        } else {
            self.screen.error(&failure.of(&name).to_string())
        }
    }

    /// The end of the run, if this index was the last one.
    fn ended(&self, index: u64) -> Option<(Exit, String)> {
        let keeper = self.keeper.as_ref()?;
        if self.there >= self.wanted {
            Some((Exit::Fine, String::new()))
        } else if keeper.kept.is_idle(index + 1) {
            Some(self.short(&format!("{MOST_IDLE} tries in a row gave nothing new")))
        } else {
            None
        }
    }

    /// The end of a run that has fewer than were wanted.
    fn short(&self, why: &str) -> (Exit, String) {
        (Exit::Limit, format!("there are {} of {}: {why}", self.there, self.wanted))
    }

    /// Reports how the run ended, and how to go on.
    fn report(mut self, taken: io::Result<()>, time: Duration) -> Exit {
        if let Err(error) = taken {
            return self.screen.broken(error);
        }
        let Job { made, interrupt, .. } = self.job;
        let is_file = made.generate.common.out.is_some();
        let (exit, mut says) = match self.end.take() {
            Some(end) => end,
            None if interrupt.is_set() => {
                let (why, exit) = interrupt.why();
                let go_on = if is_file && !made.generate.common.prompts { "; --resume continues" } else { "" };
                (exit, format!("{why} after {} of {}{go_on}", self.there, self.wanted))
            }
            // Some index of a shard could not be made.
            None if self.there < self.wanted => self.short(NOT_MADE),
            None => (Exit::Fine, String::new()),
        };
        if exit == Exit::Fine && is_file {
            let equivalent = match self.keeper.map_or(0, |keeper| keeper.kept.equivalent) {
                0 => String::new(),
                count => format!(", {} left out", counted(count, "equivalent puzzle")),
            };
            says = format!("{} in {} (seed {}){equivalent}", counted(self.new, "puzzle"), spoken(time), made.seed);
        }
        if !says.is_empty() {
            output::note(&says);
        }
        exit
    }
}
