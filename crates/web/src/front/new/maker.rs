//! What is made for the player, and what the player opens.

use super::super::own::Own;
use super::super::play::Play;
use super::super::set::Setter;
use super::super::{browser, link};
use crate::back::Ask;
use ::play::message::{Answer, MadeTold, Message, Order, Question, Recipe, SketchStart};
use ::play::saves::{About, MOST_READ};
use ::play::{Decoded, Game, Offer, offers};
use leptos::prelude::*;
use puzzles::{Document, KINDS, Kind};
use serde_json::Value;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::File;

/// What a puzzle is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To be played.
    Play,
    /// To be changed.
    Set,
    /// To be there when the next one is wanted.
    Later,
}

/// What is made, and how it is chosen.
#[derive(Clone, Copy)]
pub(crate) struct Maker {
    pub(crate) play: Play,
    setter: Setter,
    own: Own,
    pub(super) wanted: RwSignal<Recipe>,
    /// The question that was asked last, and what for.
    pub(crate) asked: RwSignal<Option<(u64, Purpose)>>,
    /// A puzzle made beforehand, like the last one.
    ready: StoredValue<Option<MadeTold>>,
    /// The kind whose puzzle of the day is being made.
    of_today: RwSignal<Option<&'static str>>,
    /// What went wrong.
    pub(crate) trouble: RwSignal<String>,
}

/// The key of what was wanted last.
const WANTED: &str = "wanted";

impl Maker {
    pub(crate) fn new(play: Play, setter: Setter, own: Own) -> Maker {
        let first = offers(KINDS[0]).find(|offer| offer.difficulty.is_some()).or_else(|| offers(KINDS[0]).next());
        let nothing = || Recipe { kind: KINDS[0].name.to_owned(), size: 0, difficulty: None };
        let last: Option<Recipe> = browser::kept(WANTED).and_then(|text| serde_json::from_str(&text).ok());
        // What was on offer once may not be any more.
        let last = last.filter(|last| last.offer().is_some());
        Maker {
            play,
            setter,
            own,
            wanted: RwSignal::new(last.unwrap_or_else(|| first.map_or_else(nothing, Offer::recipe))),
            asked: RwSignal::new(None),
            ready: StoredValue::new(None),
            of_today: RwSignal::new(None),
            trouble: RwSignal::default(),
        }
    }

    /// Whether somebody waits for today's puzzle of this kind.
    pub(crate) fn is_making_today(self, kind: &str) -> bool {
        self.is_waiting() && self.of_today.get() == Some(kind)
    }

    /// Whether somebody waits for a puzzle.
    pub(crate) fn is_waiting(self) -> bool {
        self.asked.with(|asked| asked.is_some_and(|(_, purpose)| purpose != Purpose::Later))
    }

    pub(crate) fn hear(self, answer: &Message<Answer>) {
        let Some((_, purpose)) = self.asked.get_untracked().filter(|(id, _)| *id == answer.id) else { return };
        self.asked.set(None);
        match (&answer.body, purpose) {
            (Answer::Made(made), Purpose::Play) => self.open_made(made.clone()),
            (Answer::Made(made), Purpose::Set) => {
                self.setter.open(SketchStart::Puzzle(made.puzzle.clone()));
            }
            (Answer::Made(made), Purpose::Later) => self.ready.set_value(Some(made.clone())),
            (Answer::Refused(why), Purpose::Play | Purpose::Set) => self.trouble.set(::play::words::sentence(why)),
            _ => {}
        }
    }

    pub(crate) fn open_made(self, made: MadeTold) {
        self.open(Game::new(made.puzzle.0), made.about);
        // The next one is made while this one is played.
        self.order_wanted(Purpose::Later);
    }

    pub(super) fn open(self, game: Game, about: About) {
        self.trouble.set(String::new());
        self.play.begin_new(game, about);
        browser::go(&self.play.place());
        self.play.say("A new puzzle.");
    }

    /// Goes on with a saved game.
    pub(crate) fn resume(self, id: &str) {
        match self.play.resume(id) {
            Ok(()) => {
                browser::go(&self.play.place());
                self.play.say("Your game is as you left it.");
            }
            Err(why) => self.trouble.set(why),
        }
    }

    fn order(self, order: Order, purpose: Purpose) {
        self.trouble.set(String::new());
        self.of_today.set(None);
        self.asked.set(Some((link::ask(Ask::Play(Question::Make(order))), purpose)));
    }

    fn order_wanted(self, purpose: Purpose) {
        self.order(Order::New { recipe: self.wanted.get_untracked(), seed: browser::any_seed() }, purpose);
    }

    pub(crate) fn make(self) {
        let wanted = self.wanted.get_untracked();
        if let Ok(text) = serde_json::to_string(&wanted) {
            browser::keep(WANTED, &text);
        }
        match self.ready.try_update_value(Option::take).flatten() {
            Some(made) if made.recipe == wanted => self.open_made(made),
            _ => self.order_wanted(Purpose::Play),
        }
    }

    /// Makes one like the puzzle on the board, or a harder one.
    pub(crate) fn make_like(self, harder: bool) {
        let recipe = self
            .play
            .session
            .with_untracked(|session| Recipe { difficulty: session.about.difficulty, ..session.recipe.clone() });
        let offer = if harder { recipe.harder() } else { recipe.nearest() };
        if let Some(offer) = offer {
            self.wanted.set(offer.recipe());
            self.make();
        }
    }

    /// Makes one of this kind to be changed: the smallest on offer.
    pub(crate) fn make_to_set(self, kind: &Kind) {
        if let Some(offer) = offers(kind).next() {
            let recipe = Recipe { difficulty: None, ..offer.recipe() };
            self.order(Order::New { recipe, seed: browser::any_seed() }, Purpose::Set);
        }
    }

    pub(crate) fn make_daily(self, kind: &'static str) {
        if let Some(date) = browser::today() {
            self.order(Order::Daily { kind: kind.to_owned(), date }, Purpose::Play);
            self.of_today.set(Some(kind));
        }
    }

    pub(super) fn stop(self) {
        self.asked.set(None);
        link::ask(Ask::Play(Question::StopMaking));
    }

    /// Opens a puzzle, a game or a link that somebody pasted or opened as a file.
    pub(super) fn open_text(self, text: &str) {
        let own = text.to_owned();
        self.own.when_allowed(text, move |allowed| match allowed.and_then(|()| game_of_text(&own)) {
            Ok(game) => self.open(game, About::default()),
            Err(why) => self.trouble.set(::play::words::sentence(&why)),
        });
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

/// The game that a link is to. A link to a solved board is one to the puzzle: to see it solved is no use.
pub(crate) fn game_of_link(link: &str) -> Result<Game, String> {
    let Decoded { puzzle, position } = ::play::open_link(link).map_err(|error| error.to_string())?;
    match position {
        None => Ok(Game::new(puzzle)),
        Some(position) => {
            let game = Game::at(puzzle, position).map_err(|error| error.to_string())?;
            Ok(if game.is_solved() { Game::new(game.shared()) } else { game })
        }
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
    Ok(Game::new(document_of(text)?.puzzle.into()))
}

/// The first puzzle of a text.
pub(crate) fn document_of(text: &str) -> Result<Document, String> {
    let entries = puzzles::read(text.as_bytes(), None, None).map_err(|error| error.to_string())?;
    let entry = entries.into_iter().next().ok_or("there is no puzzle in it")?;
    entry.document.map_err(|error| error.to_string())
}
