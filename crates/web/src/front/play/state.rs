//! The session on the board: what a person does becomes an action, and its effects are done here.

use super::super::board::{Drawing, Field, Shown};
use super::super::games::Games;
use super::super::{Route, browser, link};
use crate::back::Ask;
use ::play::keys::{Command, Key, KeyName, command};
use ::play::saves::{About, Saved};
use ::play::session::Direction;
use ::play::words::{self, Layout};
use ::play::{Action, Effect, Game, Preferences, Session};
use leptos::prelude::*;
use puzzles::{Choices, Gesture, ReadOut, Target};
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// The id of the board's elements.
const NAME: &str = "play";

/// The most time that passes between two looks at the clock, in milliseconds: more means that the page slept.
const LONGEST: u64 = 2000;

/// The game being played.
#[derive(Clone, Copy)]
pub(crate) struct Play {
    pub(crate) session: RwSignal<Session>,
    pub(crate) games: Games,
    /// Time played, in milliseconds.
    pub(crate) played: RwSignal<u64>,
    /// What is read aloud, and shown at the bottom.
    pub(crate) says: RwSignal<String>,
    /// The view in which that was said, and the one in which something was done last.
    pub(crate) said_in: StoredValue<Route>,
    pub(crate) acted_in: StoredValue<Route>,
    /// When the clock was looked at last.
    looked: StoredValue<u64>,
    pub(crate) read_outs: Memo<Vec<ReadOut>>,
}

impl Play {
    /// The game that was played last, or this one.
    pub(crate) fn new(games: Games, first: Game) -> Play {
        let preferences = preferences();
        let (game, about, welcome) = match Games::last().map(|id| games.resume(&id)) {
            Some(Ok(Saved { game, about })) => (game, about, "Welcome back. Your game is as you left it.".to_owned()),
            Some(Err(why)) => (first, About::default(), format!("Your last game cannot be opened: {why}.")),
            None => {
                let welcome = "Choose a place on the board and enter a value. Hint helps.";
                (first, About::default(), welcome.to_owned())
            }
        };
        let played = RwSignal::new(game.played());
        let (session, effects) = Session::new(game, about, preferences);
        let session = RwSignal::new(session);
        let read_outs = move |_: Option<&Vec<ReadOut>>| {
            session.with(|session| session.game().puzzle().read_outs(&session.game().written().board))
        };
        let here = Route::here();
        let play = Play {
            session,
            games,
            played,
            says: RwSignal::default(),
            said_in: StoredValue::new(here),
            acted_in: StoredValue::new(here),
            looked: StoredValue::new(browser::now()),
            read_outs: Memo::new(read_outs),
        };
        play.perform(effects, here);
        play.say(&welcome);
        play
    }

    /// Goes on with another game.
    pub(crate) fn begin(self, game: Game, about: About) {
        let preferences = self.session.with_untracked(|session| session.preferences().clone());
        let (session, effects) = Session::new(game, about, preferences);
        self.session.set(session);
        self.perform(effects, Route::Play);
        self.tick();
    }

    /// Begins a new game, saved under a name of its own.
    pub(crate) fn begin_new(self, game: Game, about: About) {
        self.games.begin();
        self.begin(game, about);
        self.save();
    }

    /// Does what a person did.
    pub(crate) fn act(self, action: Action) {
        self.acted_in.set_value(Route::here());
        self.tick();
        self.act_in(Route::here(), action);
        let (typing, pause) =
            self.session.with_untracked(|session| (!session.typed().is_empty(), session.preferences().pause));
        if typing {
            // A little later, since clocks are coarse.
            set_timeout(move || self.tick(), Duration::from_millis(u64::from(pause) + 20));
        }
    }

    /// Lets the time pass since the last look at the clock.
    pub(crate) fn tick(self) {
        let now = browser::now();
        let passed = now.saturating_sub(self.looked.get_value()).min(LONGEST);
        self.looked.set_value(now);
        if !document().hidden() {
            self.act_in(Route::Play, Action::Pass(passed));
        }
        self.played.set(self.session.with_untracked(|session| session.game().played()));
    }

    /// The same for a view: what is said there belongs to it.
    pub(crate) fn act_in(self, view: Route, action: Action) {
        let before = self.session.with_untracked(Session::cursor);
        let effects = self.session.try_update_untracked(|session| session.act(action));
        self.perform(effects.unwrap_or_default(), view);
        if self.session.with_untracked(Session::cursor) != before && browser::is_on_board() {
            self.focus();
        }
    }

    /// Does what an action has brought about; what is said belongs to a view.
    fn perform(self, effects: Vec<Effect>, view: Route) {
        let (mut redraw, mut save) = (false, false);
        for effect in effects {
            match effect {
                Effect::Redraw => redraw = true,
                Effect::Save => save = true,
                Effect::Say(text) => self.say_in(view, &text),
                Effect::Ask(question) => link::send(&question.map(Ask::Play)),
            }
        }
        if save {
            self.save();
        }
        if redraw {
            self.session.notify();
        }
    }

    pub(crate) fn save(self) {
        let about = self.session.with_untracked(|session| {
            // A puzzle of the day that is solved is remembered.
            if let Some(day) = session.about.day.filter(|_| session.is_solved()) {
                let key = day_key(session.game().puzzle().kind().name, day);
                if browser::kept(&key).is_none() {
                    browser::keep(&key, &(session.game().played() / 1000).to_string());
                }
            }
            self.games.save(session.game(), &session.about)
        });
        self.session.update_untracked(|session| session.about = about);
    }

    /// Changes what the player prefers.
    pub(crate) fn prefer(self, preferences: Preferences) {
        browser::keep("likes", &preferences.to_text());
        self.act(Action::Prefer(preferences));
    }

    pub(crate) fn say(self, text: &str) {
        self.said_in.set_value(Route::here());
        self.says.set(text.to_owned());
    }

    /// Says an answer that was asked for in one view, unless another is open by now.
    pub(crate) fn say_in(self, view: Route, text: &str) {
        if Route::here() == view {
            self.say(text);
        }
    }

    /// Follows a key, unless it belongs to a button or a text field.
    pub(crate) fn key(self, event: &KeyboardEvent) {
        let tag = event.target().and_then(|target| target.dyn_into::<Element>().ok()).map(|element| element.tag_name());
        let tag = tag.unwrap_or_default();
        let on_button = ["BUTTON", "A", "SUMMARY"].contains(&tag.as_str());
        let key = event.key();
        if ["INPUT", "TEXTAREA", "SELECT"].contains(&tag.as_str())
            || on_button && (key == "Enter" || key == " " || key.starts_with("Arrow"))
            || event.alt_key()
        {
            return;
        }
        let control = event.ctrl_key() || event.meta_key();
        let action = match key_name(&key) {
            None if key == "Escape" => Some(Action::Unselect),
            None => None,
            Some(name) => self.session.with_untracked(|session| match name {
                KeyName::Char(character) if !control && session.takes(character) => Some(Action::Type(character)),
                _ => match command(Key { name, shift: event.shift_key(), control }, session.preferences()) {
                    // The way has a view of its own, and nothing shows the solution.
                    Some(Command::Act(Action::Path { .. } | Action::Solve)) => None,
                    Some(Command::Act(action)) => Some(action),
                    _ => None,
                },
            }),
        };
        if let Some(action) = action {
            event.prevent_default();
            self.act(action);
        }
    }

    fn focus(self) {
        browser::focus(&format!("{NAME}-{}", self.session.with_untracked(Session::cursor)));
    }

    fn fields(self) -> Vec<Field> {
        let read_outs = self.read_outs.get();
        self.session.with(|session| {
            let game = session.game();
            let field = |target: &Target| Field {
                id: target.id.clone(),
                label: words::label(game, target),
                about: words::sentences(words::about(&read_outs, &target.id)),
                fixed: target.given || target.choices == Choices::None,
            };
            game.sheet().targets.iter().map(field).collect()
        })
    }

    /// What the board component shows.
    pub(crate) fn shown(self) -> Shown {
        let session = self.session;
        let draw =
            |session: &Session| Drawing::new(&session.board(false), "play-picture", &session.game().sheet().targets);
        let layout = |session: &Session| {
            let sheet = session.game().sheet();
            Layout::of(&sheet.structure, &sheet.targets)
        };
        let paints =
            |session: &Session| session.game().sheet().targets.iter().any(|target| target.gesture == Gesture::Cycle);
        Shown {
            name: NAME,
            title: Signal::derive(move || session.with(Session::title)),
            drawing: Memo::new(move |_| session.with(draw)),
            layout: Memo::new(move |_| session.with(layout)),
            fields: Memo::new(move |_| self.fields()),
            cursor: Memo::new(move |_| session.with(Session::cursor)),
            chosen: Memo::new(move |_| session.with(|session| session.selection().clone())),
            focus: Callback::new(move |index| self.act(Action::Select(index))),
            press: Callback::new(move |(index, press)| {
                self.act(Action::Press(index, press));
                self.focus();
            }),
            paints: Signal::derive(move || session.with(paints)),
            drop: Signal::stored(None),
        }
    }
}

/// How the person likes to play, as it was kept.
pub(crate) fn preferences() -> Preferences {
    Preferences::from_text(&browser::kept("likes").unwrap_or_default(), Preferences::default())
}

/// What is kept of a puzzle of the day that is solved.
pub(crate) fn day_key(kind: &str, day: ::play::Date) -> String {
    format!("day/{kind}/{day}")
}

/// The key that a browser names so, if it is for the board.
pub(crate) fn key_name(key: &str) -> Option<KeyName> {
    let mut characters = key.chars();
    Some(match (key, characters.next(), characters.next()) {
        (_, Some(character), None) => KeyName::Char(character),
        ("ArrowUp", ..) => KeyName::Arrow(Direction::Up),
        ("ArrowDown", ..) => KeyName::Arrow(Direction::Down),
        ("ArrowLeft", ..) => KeyName::Arrow(Direction::Left),
        ("ArrowRight", ..) => KeyName::Arrow(Direction::Right),
        ("Home", ..) => KeyName::Home,
        ("End", ..) => KeyName::End,
        ("Enter", ..) => KeyName::Enter,
        ("Delete" | "Backspace", ..) => KeyName::Delete,
        _ => return None,
    })
}
