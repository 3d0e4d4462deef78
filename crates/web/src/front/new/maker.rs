//! What is made for the player, and what the player opens.

use super::super::play::Play;
use super::super::set::Setter;
use super::super::shelf::Shelf;
use super::super::{browser, link};
use crate::saves::MOST_READ;
use leptos::prelude::*;
use play::offers;
use play::old::{Decoded, Game};
use puzzles::{Document, KINDS, Kind};
use serde_json::{Value, json};
use studio::Position;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::File;

/// What to make: a kind, a size and a difficulty (empty for any).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) kind: &'static str,
    pub(super) size: usize,
    pub(super) band: &'static str,
}

/// What a puzzle is made for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To be played.
    Play,
    /// To be played as the puzzle of this day.
    Day(String),
    /// To be changed.
    Set,
}

/// What is made, and how it is chosen.
#[derive(Clone, Copy)]
pub(crate) struct Maker {
    pub(super) play: Play,
    pub(super) shelf: Shelf,
    setter: Setter,
    pub(super) wanted: RwSignal<Wanted>,
    /// The letter that somebody waits for, and what for.
    pub(super) waiting: RwSignal<Option<(u64, Purpose)>>,
    /// A puzzle made beforehand, like the last one.
    ready: RwSignal<Option<(Wanted, Value)>>,
    ahead: StoredValue<Option<(u64, Wanted)>>,
    /// What went wrong.
    pub(crate) trouble: RwSignal<String>,
}

impl Maker {
    pub(crate) fn new(play: Play, shelf: Shelf, setter: Setter) -> Maker {
        let first = offers(KINDS[0]).find(|offer| offer.band.is_some()).or_else(|| offers(KINDS[0]).next());
        let wanted = first.map(|offer| Wanted {
            kind: offer.kind,
            size: offer.size,
            band: offer.band.map_or("", studio::Difficulty::name),
        });
        let maker = Maker {
            play,
            shelf,
            setter,
            wanted: RwSignal::new(wanted.unwrap_or(Wanted { kind: KINDS[0].name, size: 0, band: "" })),
            waiting: RwSignal::new(None),
            ready: RwSignal::new(None),
            ahead: StoredValue::new(None),
            trouble: RwSignal::default(),
        };
        link::listen("maker", move |letter| maker.hear(letter));
        link::on_renewal(move || maker.waiting.set(None));
        maker
    }

    fn hear(self, letter: &Value) {
        let id = letter["id"].as_u64().unwrap_or(0);
        if let Some((_, purpose)) = self.waiting.get_untracked().filter(|(wanted, _)| *wanted == id) {
            self.waiting.set(None);
            if letter["tell"] == "made" {
                self.open_made(letter, purpose);
            } else {
                self.trouble.set(letter["why"].as_str().unwrap_or_default().to_owned());
            }
        } else if let Some((_, wanted)) = self.ahead.get_value().filter(|(ahead, _)| *ahead == id) {
            self.ahead.set_value(None);
            if letter["tell"] == "made" {
                self.ready.set(Some((wanted, letter.clone())));
            }
        }
    }

    fn open_made(self, letter: &Value, purpose: Purpose) {
        let Ok(document) = Document::from_json(&letter["puzzle"], None) else { return };
        let day = match purpose {
            Purpose::Set => return self.setter.open_puzzle(&*document.puzzle),
            Purpose::Day(day) => Some(day),
            Purpose::Play => None,
        };
        let band = letter["band"].as_str().map(str::to_owned);
        self.open(Game::new(document.puzzle), band, day);
        self.make_ahead();
    }

    pub(super) fn open(self, game: Game, band: Option<String>, day: Option<String>) {
        self.trouble.set(String::new());
        self.shelf.begin(self.play, game, band, day);
        let _ = window().location().set_hash("/play");
        self.play.say("A new puzzle.");
    }

    fn ask(self, wanted: &Wanted) -> u64 {
        let band = Some(wanted.band).filter(|band| !band.is_empty());
        let seed = browser::any_seed();
        link::ask("maker", "make", json!({ "kind": wanted.kind, "size": wanted.size, "band": band, "seed": seed }))
    }

    /// Makes the next one while this one is played.
    fn make_ahead(self) {
        let wanted = self.wanted.get_untracked();
        let id = self.ask(&wanted);
        self.ahead.set_value(Some((id, wanted)));
    }

    pub(super) fn make(self) {
        let wanted = self.wanted.get_untracked();
        let ready = self.ready.get_untracked().filter(|(ready, _)| *ready == wanted);
        if let Some((_, letter)) = ready {
            self.ready.set(None);
            self.open_made(&letter, Purpose::Play);
            return;
        }
        self.trouble.set(String::new());
        self.waiting.set(Some((self.ask(&wanted), Purpose::Play)));
    }

    /// Makes one of this kind to be changed: the smallest on offer.
    pub(crate) fn make_to_set(self, kind: &Kind) {
        let Some(offer) = offers(kind).next() else { return };
        let wanted = Wanted { kind: offer.kind, size: offer.size, band: "" };
        self.trouble.set(String::new());
        self.waiting.set(Some((self.ask(&wanted), Purpose::Set)));
    }

    pub(super) fn make_daily(self, kind: &'static str) {
        let day = browser::today();
        let id = link::ask("maker", "daily", json!({ "kind": kind, "date": day }));
        self.trouble.set(String::new());
        self.waiting.set(Some((id, Purpose::Day(day))));
    }

    pub(super) fn stop(self) {
        self.waiting.set(None);
        link::ask("maker", "stop", json!({}));
    }

    /// Opens a puzzle, a game or a link that somebody pasted or opened as a file.
    pub(super) fn open_text(self, text: &str) {
        match game_of_text(text) {
            Ok(game) => self.open(game, None, None),
            Err(why) => self.trouble.set(why),
        }
    }

    pub(super) fn open_file(self, file: File) {
        if file.size() > MOST_READ as f64 {
            self.trouble.set("The file is too long to be a puzzle.".to_owned());
            return;
        }
        spawn_local(async move {
            match JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()) {
                Some(text) => self.open_text(&text),
                None => self.trouble.set("The file cannot be read.".to_owned()),
            }
        });
    }
}

/// The game that a link is to.
pub(crate) fn game_of_link(link: &str) -> Result<Game, String> {
    let Decoded { puzzle, position } = play::old::open_link(link).map_err(|error| error.to_string())?;
    match position {
        None => Ok(Game::new(puzzle)),
        Some(position) => Game::at(puzzle, position).map_err(|error| error.to_string()),
    }
}

fn game_of_text(text: &str) -> Result<Game, String> {
    if text.len() > MOST_READ {
        return Err("This is too long to be a puzzle.".to_owned());
    }
    let text = text.trim();
    if !text.contains(char::is_whitespace) && !text.starts_with(['{', '[']) {
        return game_of_link(text);
    }
    let value = puzzles::json::parse(text, 1).unwrap_or(Value::Null);
    if value["done"].is_array() {
        return Game::from_json(&value).map_err(|error| error.to_string());
    }
    let entries = puzzles::read(text.as_bytes(), None, None).map_err(|error| error.to_string())?;
    let entry = entries.into_iter().next().ok_or("there is no puzzle in it")?;
    let document = entry.document.map_err(|error| error.to_string())?;
    let start = Position::start(&*document.puzzle);
    Game::at(document.puzzle, start).map_err(|error| error.to_string())
}

/// Remembers a puzzle of the day that is solved.
pub(crate) fn note_solved(play: Play) {
    if !play.solved.get_untracked() {
        return;
    }
    if let Some(day) = play.day.get_untracked() {
        let kind = play.game.with_untracked(|game| game.puzzle().kind().name);
        let key = format!("day/{kind}/{day}");
        if browser::kept(&key).is_none() {
            browser::keep(&key, &play.seconds.get_untracked().to_string());
        }
    }
}
