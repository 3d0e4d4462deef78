//! The session on the board: what a person does becomes an action, and its effects are done here.

use super::super::board::{Drawing, Field, Shown};
use super::super::frame::Zoom;
use super::super::games::{Games, code_of};
use super::super::{Route, browser, link, sound};
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
    /// Whether there is a game of the player's own.
    pub(crate) begun: RwSignal<bool>,
    /// Time played, in milliseconds.
    pub(crate) played: RwSignal<u64>,
    /// What is read aloud, and shown at the bottom.
    pub(crate) says: RwSignal<String>,
    /// The view in which that was said, and the one in which something was done last.
    pub(crate) said_in: StoredValue<Route>,
    pub(crate) acted_in: StoredValue<Route>,
    pub(crate) zoom: Zoom,
    /// Whether the rules, or the keys, lie over the page.
    pub(crate) rules: RwSignal<bool>,
    pub(crate) keys: RwSignal<bool>,
    /// When the clock was looked at last.
    looked: StoredValue<u64>,
    pub(crate) read_outs: Memo<Vec<ReadOut>>,
}

impl Play {
    /// The game that was played last; as long as there is none, this one is looked at.
    pub(crate) fn new(games: Games, first: Game) -> Play {
        let preferences = preferences();
        let (game, about, begun, welcome) = match Games::last().map(|id| games.resume(&id)) {
            Some(Ok(Saved { game, about })) => {
                (game, about, true, "Welcome back. Your game is as you left it.".to_owned())
            }
            Some(Err(why)) => (first, About::default(), false, format!("Your last game cannot be opened: {why}.")),
            None => (first, About::default(), false, String::new()),
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
            begun: RwSignal::new(begun),
            played,
            says: RwSignal::default(),
            said_in: StoredValue::new(here),
            acted_in: StoredValue::new(here),
            zoom: Zoom::new(),
            rules: RwSignal::new(false),
            keys: RwSignal::new(false),
            looked: StoredValue::new(browser::now()),
            read_outs: Memo::new(read_outs),
        };
        play.perform(effects, here);
        if here == Route::Play || !begun {
            play.say(&welcome);
        }
        play
    }

    /// The address of the puzzle on the board. One that is too large for a link has none of its own.
    pub(crate) fn place(self) -> String {
        let code = self.session.with_untracked(|session| code_of(session.game().puzzle()));
        code.map_or("/play".to_owned(), |code| format!("/play/{code}"))
    }

    /// Goes on with a saved game.
    pub(crate) fn resume(self, id: &str) -> Result<(), String> {
        let Saved { game, about } = self.games.resume(id)?;
        self.begin(game, about);
        Ok(())
    }

    /// Goes on with another game.
    fn begin(self, game: Game, about: About) {
        let preferences = self.session.with_untracked(|session| session.preferences().clone());
        let (session, effects) = Session::new(game, about, preferences);
        self.session.set(session);
        self.begun.set(true);
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
        let (before, was_solved) = self.session.with_untracked(|session| (session.cursor(), session.is_solved()));
        let effects = self.session.try_update_untracked(|session| session.act(action));
        self.perform(effects.unwrap_or_default(), view);
        if !was_solved && self.session.with_untracked(|session| session.is_solved() && session.preferences().sound) {
            sound::solved();
        }
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
        // What is only looked at is nobody's game, whatever is set meanwhile.
        if save && self.begun.get_untracked() {
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
            let about = self.games.save(session.game(), &session.about);
            if session.is_solved() {
                self.games.note(session.game(), &about);
            }
            about
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

    /// Follows a key, unless it belongs to a text field, or lies in a dialog.
    pub(crate) fn key(self, event: &KeyboardEvent) {
        let tag = event.target().and_then(|target| target.dyn_into::<Element>().ok()).map(|element| element.tag_name());
        let tag = tag.unwrap_or_default();
        let on_button = ["BUTTON", "A", "SUMMARY"].contains(&tag.as_str());
        let key = event.key();
        if ["INPUT", "TEXTAREA", "SELECT"].contains(&tag.as_str())
            || on_button && (key == "Enter" || key == " ")
            || event.alt_key()
            || browser::has_dialog()
        {
            return;
        }
        let control = event.ctrl_key() || event.meta_key();
        let command = match key_name(&key) {
            None if key == "Escape" => Some(Command::Act(Action::Unselect)),
            None => None,
            Some(name) => self.session.with_untracked(|session| match name {
                KeyName::Char(character) if !control && session.takes(character) => {
                    Some(Command::Act(Action::Type(character)))
                }
                KeyName::Char('+' | '=' | '-') if !control => {
                    self.zoom.step(key != "-");
                    None
                }
                _ => command(Key { name, shift: event.shift_key(), control }, session.preferences()),
            }),
        };
        let Some(command) = command else { return };
        match command {
            // The way has a view of its own, and nothing shows the solution.
            Command::Act(Action::Path { .. } | Action::Solve) => return,
            Command::Act(action) => {
                let steps = matches!(action, Action::Step { .. } | Action::First | Action::Last);
                self.act(action);
                if steps {
                    self.focus();
                }
            }
            Command::Rules => self.rules.set(true),
            Command::Keys => self.keys.set(true),
            Command::New => browser::go("/new"),
            Command::Options => browser::go("/settings"),
            Command::Code => browser::go("/share"),
            _ => return,
        }
        event.prevent_default();
    }

    fn focus(self) {
        browser::focus(&format!("{NAME}-{}", self.session.with_untracked(Session::cursor)));
    }

    fn fields(self) -> Vec<Field> {
        let read_outs = self.read_outs.get();
        self.session.with(|session| {
            let game = session.game();
            let wrong = session.wrong_targets();
            let is_wrong = |target: &Target| if wrong.contains(target.id.as_str()) { "This is wrong. " } else { "" };
            let field = |target: &Target| Field {
                id: target.id.clone(),
                label: words::label(game, target),
                about: format!("{}{}", is_wrong(target), words::sentences(words::about(&read_outs, &target.id))),
                fixed: target.given || target.choices == Choices::None,
            };
            game.sheet().targets.iter().map(field).collect()
        })
    }

    /// What the board component shows.
    pub(crate) fn shown(self) -> Shown {
        let session = self.session;
        let draw =
            |session: &Session| Drawing::new(&session.tipping(), "play-picture", &session.game().sheet().targets);
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
            pans: Signal::derive(move || self.zoom.is_enlarged() && !self.zoom.paints.get()),
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
