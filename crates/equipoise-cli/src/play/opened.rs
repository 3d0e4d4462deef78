//! Puzzles to play: where they come from.

use crate::failure::Failure;
use crate::input::{Item, Tasks};
use crate::interrupt::Interrupt;
use equipoise::puzzles::{self, Puzzle};
use play::message::{Answer, MadeTold, Recipe};
use play::saves::{About, Saved};
use play::{Date, Written};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

/// A puzzle to play.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) puzzle: Arc<dyn Puzzle>,
    pub(crate) about: About,
    /// How far somebody got with it.
    pub(crate) position: Option<Written>,
    /// What it was made by.
    pub(crate) recipe: Option<Recipe>,
}

impl Opened {
    pub(crate) fn named(name: String, puzzle: Arc<dyn Puzzle>) -> Opened {
        Opened { puzzle, about: About { name: Some(name), ..About::default() }, position: None, recipe: None }
    }

    /// The puzzle of a saved game, to go on with that.
    pub(crate) fn saved(saved: &Saved) -> Opened {
        Opened { puzzle: saved.game.shared(), about: saved.about.clone(), position: None, recipe: None }
    }

    /// A puzzle that was made; otherwise why there is none.
    pub(crate) fn made(answer: Answer) -> Result<Opened, String> {
        match answer {
            Answer::Made(MadeTold { puzzle, about, recipe }) => {
                Ok(Opened { puzzle: puzzle.0, about, position: None, recipe: Some(recipe) })
            }
            Answer::Refused(why) => Err(format!("There is none: {why}.")),
            _ => Err(String::new()),
        }
    }
}

/// The time, in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(0, |now| u64::try_from(now.as_millis()).unwrap_or(u64::MAX))
}

/// Today, by the calendar of where this machine is.
pub(crate) fn today() -> Option<Date> {
    date_of(&jiff::Zoned::now())
}

fn date_of(now: &jiff::Zoned) -> Option<Date> {
    Date::new(now.year().try_into().ok()?, now.month().try_into().ok()?, now.day().try_into().ok()?)
}

/// The puzzle that a text names: a built-in one, a file, a code or a link.
pub(crate) fn open(text: &OsStr) -> Result<Opened, Failure> {
    let name = text.to_string_lossy().into_owned();
    if name == "-" {
        return Err(Failure::usage("standard input is the keyboard here; write the puzzle to a file"));
    }
    let is_file = Path::new(text).exists() || name.rsplit_once('#').is_some_and(|(file, _)| Path::new(file).exists());
    if !is_file && puzzles::builtin(&name).is_none() {
        match play::open_link(&name) {
            Ok(decoded) => {
                let name = format!("{} by code", decoded.puzzle.kind().title);
                return Ok(Opened { position: decoded.position, ..Opened::named(name, decoded.puzzle) });
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
        (Some(Item { name, document, .. }), None) => Ok(Opened::named(name, document?.puzzle.into())),
        (Some(first), Some(_)) => {
            Err(Failure::usage(format!("there are several puzzles; choose one, such as {}", first.name)))
        }
        (None, _) => Err(Failure::missing("there is no puzzle")),
    }
}

/// What codes and links can be opened.
pub(crate) const CODES: &str = "A code begins with 1 or 2 and has letters, digits, `-` and `_`; a link is any address \
                                that ends in `#` and a code, such as those of the web app.";

fn looks_like_a_code(text: &str) -> bool {
    text.len() > 20
        && text.starts_with(['1', '2'])
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_that_of_the_place() {
        for (now, day) in [
            ("2026-11-16T04:30:00Z[UTC]", "2026-11-16"),
            ("2026-11-15T23:30:00-05:00[-05:00]", "2026-11-15"),
            ("2026-11-16T18:30:00+14:00[+14:00]", "2026-11-16"),
            ("2026-12-31T23:59:59-11:00[-11:00]", "2026-12-31"),
        ] {
            let date = date_of(&now.parse().expect("a time"));
            assert_eq!(date.map(|date| date.to_string()).as_deref(), Some(day), "{now}");
        }
    }
}
