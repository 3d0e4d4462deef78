//! The start page: games to go on with, puzzles of the day, new ones, built-in
//! ones.

use super::opened::{Opened, Recipe, Wanted, today};
use super::session::copy;
use super::store::Store;
use crate::clock::spoken;
use crate::rules;
use crate::text::visible;
use equipoise::fd::Random;
use equipoise::puzzles::{Document, KINDS, Kind};
use equipoise::studio::Difficulty;
use play::Date;
use play::old::Game;
use std::time::Duration;

/// The most games to go on with that are listed.
const MOST_GAMES: usize = 9;

/// What can be chosen.
#[derive(Debug)]
pub(crate) enum Item {
    /// Go on with this game.
    Game { name: String, band: Option<Difficulty>, game: Box<Game> },
    /// The puzzle of the day.
    Daily(&'static Kind, Date),
    /// A new puzzle.
    New(Wanted),
    /// A puzzle that is built in.
    Builtin(String, Box<Document>),
    /// A code, a link or a file.
    Open,
}

/// What was chosen.
#[derive(Debug)]
pub(crate) enum Chosen {
    Opened(Box<Opened>),
    Make(Recipe),
    Ask,
}

/// The start page.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) items: Vec<Item>,
    pub(crate) at: usize,
    /// Digits of a size being typed.
    typed: String,
    /// The first line that is shown.
    pub(crate) first: usize,
    pub(crate) says: Option<String>,
}

impl Start {
    pub(crate) fn new(store: &Store) -> Start {
        let games = store.games().filter(|saved| !saved.game.is_solved()).take(MOST_GAMES);
        let games = games.map(|saved| Item::Game { name: saved.name, band: saved.band, game: Box::new(saved.game) });
        let date = today();
        let daily = move |kind: &&'static Kind| date.and_then(|date| play::daily(kind, date).map(|_| date));
        let days = KINDS.iter().filter_map(|kind| Some(Item::Daily(kind, daily(kind)?)));
        let new = KINDS.iter().map(|kind| Item::New(Wanted { kind, size: kind.making.size, band: None }));
        let own = rules::builtin().map(|(name, document)| Item::Builtin(name, Box::new(document)));
        let items = games.chain(days).chain(new).chain([Item::Open]).chain(own).collect();
        Start { items, at: 0, typed: String::new(), first: 0, says: None }
    }

    /// Goes to the first puzzle of the day.
    pub(crate) fn go_to_daily(&mut self) {
        self.at = self.items.iter().position(|item| matches!(item, Item::Daily(..))).unwrap_or(0);
    }

    /// Moves by some items.
    pub(crate) fn step(&mut self, by: isize) {
        self.typed.clear();
        self.at = self.at.saturating_add_signed(by).min(self.items.len().saturating_sub(1));
    }

    /// What the item chosen now leads to.
    pub(crate) fn choose(&mut self, seeds: &mut Random) -> Option<Chosen> {
        self.says = None;
        Some(match self.items.get(self.at)? {
            Item::Game { name, band, game } => {
                let puzzle = copy(game.puzzle());
                let wanted = Wanted { band: *band, ..Wanted::like(&*puzzle) };
                Chosen::Opened(Box::new(Opened { name: name.clone(), puzzle, position: None, wanted }))
            }
            Item::Daily(kind, date) => Chosen::Make(Recipe::Daily(kind, *date)),
            Item::New(wanted) => Chosen::Make(Recipe::New(*wanted, seeds.bits() % 1_000_000_000)),
            Item::Builtin(name, document) => {
                let puzzle = copy(&*document.puzzle);
                let wanted = Wanted::like(&*puzzle);
                Chosen::Opened(Box::new(Opened { name: name.clone(), puzzle, position: None, wanted }))
            }
            Item::Open => Chosen::Ask,
        })
    }

    fn wanted(&mut self) -> Option<&mut Wanted> {
        match self.items.get_mut(self.at)? {
            Item::New(wanted) => Some(wanted),
            _ => None,
        }
    }

    /// The next size on offer, or the one before.
    pub(crate) fn change_size(&mut self, larger: bool) {
        let Some(wanted) = self.wanted() else { return };
        let sizes = play::offers(wanted.kind).map(|offer| offer.size);
        let next = match larger {
            true => sizes.filter(|&size| size > wanted.size).min(),
            false => sizes.filter(|&size| size < wanted.size).max(),
        };
        wanted.size = next.unwrap_or(wanted.size);
        wanted.keep_band();
        self.typed.clear();
    }

    /// A digit of a size: any size can be tried.
    pub(crate) fn type_size(&mut self, digit: char) {
        if self.typed.len() >= 3 {
            self.typed.clear();
        }
        self.typed.push(digit);
        let size = self.typed.parse();
        if let (Some(wanted), Ok(size)) = (self.wanted(), size) {
            wanted.size = size;
            wanted.keep_band();
        }
    }

    /// The next difficulty on offer, then any.
    pub(crate) fn change_band(&mut self) {
        let Some(wanted) = self.wanted() else { return };
        let bands: Vec<Option<Difficulty>> =
            play::offers(wanted.kind).filter(|offer| offer.size == wanted.size).map(|offer| offer.band).collect();
        let next = bands.iter().position(|band| *band == wanted.band).and_then(|at| bands.get(at + 1));
        wanted.band = next.copied().flatten();
    }
}

impl Wanted {
    /// A difficulty that is not on offer at this size is not asked for.
    fn keep_band(&mut self) {
        if self.offer().is_none() {
            self.band = None;
        }
    }
}

impl Item {
    /// The title of its section.
    pub(crate) fn section(&self) -> &'static str {
        match self {
            Item::Game { .. } => "Go on with",
            Item::Daily(..) => "Puzzles of the day",
            Item::New(_) | Item::Open => "New puzzles",
            Item::Builtin(..) => "Built-in puzzles",
        }
    }

    /// It in a line.
    pub(crate) fn line(&self) -> String {
        match self {
            Item::Game { name, game, .. } => {
                let puzzle = game.puzzle();
                let time = clock(Duration::from_millis(game.played()));
                format!("{}, {} · {} · {time}", puzzle.kind().title, puzzle.size_in_words(), visible(name))
            }
            Item::Daily(kind, date) => {
                let offer = play::daily(kind, *date).map(|daily| daily.offer);
                let band =
                    offer.and_then(|offer| offer.band).map_or_else(String::new, |band| format!(", {}", band.name()));
                let size = offer.map_or_else(String::new, |offer| format!(", size {}", offer.size));
                format!("{}{size}{band} · {date}", kind.title)
            }
            Item::New(wanted) => {
                let band = wanted.band.map_or("any difficulty", Difficulty::name);
                let time = match wanted.offer().map(|offer| Duration::from_millis(u64::from(offer.milliseconds))) {
                    None => "may take long".to_owned(),
                    Some(time) if time < Duration::from_secs(1) => "at once".to_owned(),
                    Some(time) => format!("up to {}", spoken(time)),
                };
                format!("{:<14} size {:<4} {band:<15} {time}", wanted.kind.title, wanted.size)
            }
            Item::Builtin(name, document) => {
                let puzzle = &document.puzzle;
                format!("{name:<24} {}, {}", puzzle.kind().title, puzzle.size_in_words())
            }
            Item::Open => "Open a code, a link or a file ...".to_owned(),
        }
    }
}

/// A time as clocks show it: `3:07`, `1:02:03`.
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}
