//! `equipoise generate`.

mod args;
mod keep;
mod place;

pub(crate) use args::{Generate, Shard, read_shard};

use crate::clock::{Stopwatch, spoken};
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::output;
use equipoise::fd::{Limits, Random};
use equipoise::puzzles::{Clues, Document, Impossible, LooseError, Way};
use equipoise::studio::{self, MakeError, Techniques, Workshop};
use place::Source;
use play::{MOST_WAIT, Prospect};
use serde_json::Value;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

pub(crate) fn run(generate: &Generate) -> Result<Exit, Failure> {
    let interrupt = Interrupt::install(generate.common.time_limit);
    let clock = Stopwatch::start();
    // An impossible request is refused before anything is written.
    let prospect = generate.start().and_then(|_| Ok(generate.prospect()?));
    if let Some(note) = prospect.map_err(|error| Failure::from(&error))?.and_then(|prospect| slow(prospect, generate)) {
        output::note(&note);
    }
    let seed = match generate.common.seed {
        Some(seed) => seed,
        None => place::seed_there(generate)?.unwrap_or_else(new_seed),
    };
    let source = Source { generate, seed };
    let opened = source.open()?;
    Ok(keep::run(source, opened, &interrupt, clock))
}

/// What is said beforehand where puzzles take long to make, or may.
fn slow(prospect: Prospect, generate: &Generate) -> Option<String> {
    match prospect {
        Prospect::Takes(time) if time <= Duration::from_secs(MOST_WAIT) => None,
        Prospect::Takes(time) => Some(format!("this may take {} or more for each puzzle", spoken(time))),
        Prospect::Untried if generate.common.time_limit.is_some() => None,
        Prospect::Untried => {
            Some("nobody has tried this combination yet; it may take long, and --time-limit ends it".to_owned())
        }
    }
}

/// A seed for a run that names none: short enough to be typed again.
pub(crate) fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Random::new(now.as_nanos() as u64 ^ u64::from(std::process::id())).bits() % 1_000_000_000
}

/// The maker of puzzles in one thread.
pub(super) enum Bench {
    /// Unique ones.
    Workshop(Box<Workshop>),
    /// As the paper made them.
    Loose(&'static Way),
}

impl Generate {
    /// The options as the puzzles' files record them.
    pub(super) fn options_record(&self) -> Value {
        // What does not exist is refused before anything is made.
        let techniques = self.techniques().unwrap_or_default();
        studio::options_record(self.kind, &self.wanted, self.common.difficulty, techniques)
    }

    /// The techniques that are wanted, or which ones there are.
    fn techniques(&self) -> Result<Techniques, Impossible> {
        let number = |name: &Option<String>| {
            let Some(name) = name else { return Ok(None) };
            // On the command line, hyphens are easier than blanks.
            let wanted = name.to_lowercase().replace('-', " ");
            let names: Vec<&str> = self.kind.techniques.iter().map(|technique| technique.name).collect();
            let number = names.iter().position(|name| *name == wanted);
            let none = || {
                Impossible(format!(
                    "{} has no technique {name:?}; expected one of: {}",
                    self.kind.title,
                    names.join(", ")
                ))
            };
            number.map(Some).ok_or_else(none)
        };
        Ok(Techniques { with: number(&self.common.technique)?, without: number(&self.common.without)? })
    }

    /// Asks for a puzzle made in this way, and stops at once: an error that comes
    /// before that says why there can be none.
    fn is_there_a_way(&self, way: &Way) -> Result<(), MakeError> {
        let says = self.kind.making.clues.map_or("clues", |option| option.name);
        match self.wanted.clues {
            Some(_) if !way.takes_clues => {
                return Err(Impossible(format!("the paper's way {} takes no --{says}", way.name)).into());
            }
            Some(Clues::Min | Clues::Fewest) => {
                let problem = format!("the paper's way {} takes a number of {says}, or a range", way.name);
                return Err(Impossible(problem).into());
            }
            _ => {}
        }
        let stopped = AtomicBool::new(true);
        match (way.make)(&self.wanted, Limits::none().cancel(&stopped), &mut Random::new(0)) {
            Err(LooseError::Impossible(reason)) => Err(reason.into()),
            _ => Ok(()),
        }
    }

    /// What to expect of puzzles of the wanted difficulty, if one is wanted.
    ///
    /// # Errors
    /// Why there are none, and what there is instead.
    pub(super) fn prospect(&self) -> Result<Option<Prospect>, Impossible> {
        let Generate { kind, wanted, common, .. } = self;
        let Some(difficulty) = common.difficulty else { return Ok(None) };
        let usual = kind.making.clues.map(|option| option.default);
        let is_usual = wanted.options.is_empty() && (wanted.clues.is_none() || wanted.clues == usual);
        if is_usual { play::prospect(kind, wanted.size, difficulty).map(Some) } else { Ok(Some(Prospect::Untried)) }
    }

    /// The maker for one thread, or why there is no such puzzle.
    pub(super) fn start(&self) -> Result<Bench, MakeError> {
        match self.way {
            Some(way) => self.is_there_a_way(way).map(|()| Bench::Loose(way)),
            None => {
                let workshop = Workshop::new(self.kind, self.wanted.clone())?;
                let workshop = workshop.difficulty(self.common.difficulty).techniques(self.techniques()?);
                Ok(Bench::Workshop(Box::new(workshop)))
            }
        }
    }
}

impl Bench {
    /// The puzzle that the seed and the index name.
    pub(super) fn make(
        &mut self,
        generate: &Generate,
        seed: u64,
        index: u64,
        limits: Limits<'_>,
    ) -> Result<Document, MakeError> {
        let Generate { kind, wanted, .. } = generate;
        match self {
            Bench::Workshop(workshop) => {
                let made = workshop.make(seed, index, limits)?;
                Ok(workshop.document(made, seed, index))
            }
            Bench::Loose(way) => {
                let mut random = Random::numbered(seed, index);
                let loose = (way.make)(wanted, limits, &mut random);
                let loose = loose.map_err(|error| match error {
                    LooseError::Impossible(reason) => MakeError::Impossible(reason),
                    LooseError::Stopped(stopped) => MakeError::Stopped(stopped),
                    LooseError::Model(error) => MakeError::Model(error),
                })?;
                Ok(studio::loose_document(kind, wanted, way.name, loose, seed, index))
            }
        }
    }
}
