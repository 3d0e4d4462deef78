//! Puzzles to play: where they come from.

use crate::failure::Failure;
use crate::input::{Item, Tasks};
use crate::interrupt::Interrupt;
use equipoise::fd::Limits;
use equipoise::puzzles::{self, Impossible, Kind, Puzzle, Request};
use equipoise::studio::{Difficulty, Made, MakeError, Position, Workshop};
use play::{Date, Offer};
use std::ffi::OsStr;
use std::path::Path;
use std::time::SystemTime;

/// A puzzle to play.
#[derive(Debug)]
pub(crate) struct Opened {
    /// As the player knows it: `gap/seed-1`, `generate gap --seed 7`.
    pub(crate) name: String,
    pub(crate) puzzle: Box<dyn Puzzle>,
    /// How far somebody got with it.
    pub(crate) position: Option<Position>,
    /// What to make another one of.
    pub(crate) wanted: Wanted,
}

/// The sort of puzzle that is wanted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) kind: &'static Kind,
    pub(crate) size: usize,
    pub(crate) band: Option<Difficulty>,
}

impl Wanted {
    /// Puzzles like this one.
    pub(crate) fn like(puzzle: &dyn Puzzle) -> Wanted {
        Wanted { kind: puzzle.kind(), size: puzzle.size(), band: None }
    }

    /// Whether both want the same.
    pub(crate) fn is(self, other: Wanted) -> bool {
        (self.kind.name, self.size, self.band) == (other.kind.name, other.size, other.band)
    }

    /// The offer for it, if it is on offer.
    pub(crate) fn offer(self) -> Option<&'static Offer> {
        play::offers(self.kind).find(|offer| offer.size == self.size && offer.band == self.band)
    }

    /// `gap --size 9 --difficulty easy`
    fn options(self) -> String {
        let band = self.band.map_or_else(String::new, |band| format!(" --difficulty {}", band.name()));
        format!("{} --size {}{band}", self.kind.name, self.size)
    }
}

/// How a puzzle is made.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Recipe {
    /// From a seed.
    New(Wanted, u64),
    /// The puzzle of a day.
    Daily(&'static Kind, Date),
}

impl Recipe {
    /// Makes it, named by the command that makes it again.
    pub(crate) fn make(self, limits: Limits<'_>) -> Result<Opened, MakeError> {
        let (name, made, wanted) = match self {
            Recipe::New(wanted, seed) => {
                let workshop = Workshop::new(wanted.kind, Request::of_size(wanted.size))?;
                let made = workshop.difficulty(wanted.band).make(seed, 0, limits)?;
                (format!("generate {} --seed {seed}", wanted.options()), made, wanted)
            }
            Recipe::Daily(kind, date) => {
                let none = || Impossible(format!("no {} is quick enough to make for every day", kind.title));
                let daily = play::daily(kind, date).ok_or_else(none)?;
                let wanted = Wanted { kind, size: daily.offer.size, band: daily.offer.band };
                (format!("{} of {date}", kind.title), daily.make(limits)?, wanted)
            }
        };
        let Made { puzzle, .. } = made;
        Ok(Opened { name, puzzle, position: None, wanted })
    }
}

/// Today, in UTC.
pub(crate) fn today() -> Option<Date> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Date::of_unix(now.as_secs())
}

/// The puzzle that a text names: a built-in one, a file, a code or a link.
pub(crate) fn open(text: &OsStr) -> Result<Opened, Failure> {
    let name = text.to_string_lossy().into_owned();
    if name == "-" {
        return Err(Failure::usage("standard input is the keyboard here; write the puzzle to a file"));
    }
    let is_file = Path::new(text).exists() || name.rsplit_once('#').is_some_and(|(file, _)| Path::new(file).exists());
    if !is_file && puzzles::builtin(&name).is_none() {
        match play::old::open_link(&name) {
            Ok(decoded) => {
                let wanted = Wanted::like(&*decoded.puzzle);
                let name = format!("{} by code", decoded.puzzle.kind().title);
                return Ok(Opened { name, puzzle: decoded.puzzle, position: decoded.position, wanted });
            }
            // A link, or something as long as a code, was meant to be one.
            Err(error) if name.contains("://") || name.contains('#') || looks_like_a_code(&name) => {
                return Err(Failure::usage(format!("{error}\n{CODES}")));
            }
            Err(_) => {}
        }
    }
    let interrupt = Interrupt::default();
    let items = Tasks::new(&[text.to_owned()], &interrupt).take(2).flat_map(|task| task.read(None));
    let mut items = items.take(2);
    match (items.next(), items.next()) {
        (Some(Item { name, document, .. }), None) => {
            let puzzle = document?.puzzle;
            let wanted = Wanted::like(&*puzzle);
            Ok(Opened { name, puzzle, position: None, wanted })
        }
        (Some(first), Some(_)) => {
            Err(Failure::usage(format!("there are several puzzles; choose one, such as {}", first.name)))
        }
        (None, _) => Err(Failure::missing("there is no puzzle")),
    }
}

/// What codes and links can be opened.
pub(crate) const CODES: &str = "A code begins with 1 and has letters, digits, `-` and `_`; a link is any address that \
                                ends in `#` and a code, such as those of the web app.";

fn looks_like_a_code(text: &str) -> bool {
    text.len() > 20 && text.starts_with('1') && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
}
