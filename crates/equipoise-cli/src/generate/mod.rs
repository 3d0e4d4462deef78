//! `equipoise generate`.

mod args;
mod bench;
mod keep;
mod place;

pub(crate) use args::{Generate, Shard, band_parser, read_shard};

use crate::clock::{Stopwatch, spoken};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use equipoise::fd::{Clock, Random};
use equipoise::studio::MakeError;
use keep::End;
use place::Source;
use play::{MOST_WAIT, Prospect};
use std::time::{Duration, SystemTime};

pub(crate) fn run(generate: &Generate) -> Exit {
    let interrupt = Interrupt::with_limit(generate.common.time_limit);
    let clock = Stopwatch::start();
    // An impossible request is refused before anything is written.
    let prospect = match generate.start().and_then(|_| Ok(generate.prospect()?)) {
        Ok(prospect) => prospect,
        Err(error) => return Failure::not_made(&error, exit_of(&error)).tell(),
    };
    if let Some(note) = prospect.and_then(|prospect| slow(prospect, generate)) {
        output::note(&note);
    }
    let opened = place::seed_there(generate)
        .map(|there| generate.common.seed.or(there).unwrap_or_else(new_seed))
        .and_then(|seed| Ok((seed, Source { generate, seed }.open()?)));
    let (seed, opened) = match opened {
        Ok(opened) => opened,
        Err(failure) => return failure.tell(),
    };
    if let Some(directory) = (Source { generate, seed }).certificates()
        && let Err(error) = std::fs::create_dir_all(&directory)
    {
        return Failure::file(&directory, &error).tell();
    }
    let outcome = keep::run(Source { generate, seed }, opened, &interrupt);
    outcome.told(generate, seed, clock.now())
}

/// What is said beforehand where puzzles take long to make, or may.
fn slow(prospect: Prospect, generate: &Generate) -> Option<String> {
    match prospect {
        Prospect::Takes(time) if time <= Duration::from_millis(MOST_WAIT.into()) => None,
        Prospect::Takes(time) => Some(format!("this may take {} or more for each puzzle", spoken(time))),
        Prospect::Untried if generate.common.time_limit.is_some() => None,
        Prospect::Untried => {
            Some("nobody has tried this difficulty here: it may take long, and --time-limit ends it".to_owned())
        }
    }
}

/// A seed for a run that names none: short enough to be typed again.
pub(crate) fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Random::new(now.as_nanos() as u64 ^ u64::from(std::process::id())).bits() % 1_000_000_000
}

fn exit_of(error: &MakeError) -> Exit {
    match error {
        MakeError::Impossible(_) => Exit::Usage,
        MakeError::NoneFound { .. } | MakeError::Stopped(_) => Exit::Limit,
        MakeError::Model(_) | MakeError::Unsound(_) => Exit::Failed,
    }
}

fn puzzles(count: u64) -> String {
    if count == 1 { "1 puzzle".to_owned() } else { format!("{count} puzzles") }
}

/// The outcome of a run.
struct Outcome {
    end: End,
    /// How many were made now, and how many there are in all.
    new: u64,
    there: u64,
    /// How many twins were left out.
    twins: u64,
}

impl Outcome {
    /// Reports the outcome, and how to go on.
    fn told(self, generate: &Generate, seed: u64, time: Duration) -> Exit {
        let Outcome { end, new, there, twins } = self;
        let wanted = generate.share();
        let go_on = if generate.common.out.is_some() { "; --resume goes on" } else { "" };
        match end {
            End::Done => {
                if generate.common.out.is_some() {
                    let twins = match twins {
                        0 => String::new(),
                        1 => ", 1 twin left out".to_owned(),
                        _ => format!(", {twins} twins left out"),
                    };
                    output::note(&format!("{} in {} (seed {seed}){twins}", puzzles(new), spoken(time)));
                }
                Exit::Fine
            }
            End::Interrupted => {
                output::note(&format!("interrupted after {there} of {wanted}{go_on}"));
                Exit::Failed
            }
            End::Expired => {
                output::note(&format!("the time limit was reached after {there} of {wanted}{go_on}"));
                Exit::Limit
            }
            End::NothingNew => {
                let rule = crate::twins::MOST_IDLE;
                output::note(&format!("there are {there} of {wanted}: {rule} in a row brought nothing new"));
                Exit::Limit
            }
            End::NoneFound => {
                output::note(&format!("there are {there} of {wanted}: too many in a row could not be made"));
                Exit::Limit
            }
            End::Failed(exit) => exit,
        }
    }
}
