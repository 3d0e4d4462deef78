//! The sketch on the board: what a person does becomes an action, and its effects are done here.

use super::super::board::{Drawing, Field, Shown};
use super::super::new::document_of;
use super::super::own::Own;
use super::super::play::{Play, key_name};
use super::super::sheets::Printed;
use super::super::{Route, browser, link};
use crate::back::Ask;
use crate::geometry::dragged;
use ::play::keys::KeyName;
use ::play::message::{Shared, SketchStart};
use ::play::session::Direction;
use ::play::words::Layout;
use ::play::{Effect, SetAction, Setting};
use leptos::prelude::*;
use puzzles::{Board, Document, Edit, Gesture, KINDS, Puzzle, Structure, Target};
use std::time::Duration;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{File, KeyboardEvent};

/// The id of the board's elements.
const NAME: &str = "set";

/// What a setter works on.
#[derive(Clone, Copy)]
pub(crate) struct Setter {
    pub(crate) play: Play,
    own: Own,
    pub(crate) setting: RwSignal<Setting>,
    /// What the setter says of the puzzle: its title, its author and a note.
    pub(crate) says: [RwSignal<String>; 3],
    /// Why a file cannot be opened.
    pub(crate) trouble: RwSignal<String>,
}

/// What files call that.
pub(super) const SAYS: [&str; 3] = ["title", "author", "note"];
/// The longest file that is read, in bytes.
const MOST_READ: f64 = 1_000_000.0;

impl Setter {
    pub(crate) fn new(play: Play, own: Own) -> Option<Setter> {
        let setting = RwSignal::new(Setting::new(SketchStart::empty(KINDS[0])?).ok()?);
        Some(Setter { play, own, setting, says: [(); 3].map(|()| RwSignal::default()), trouble: RwSignal::default() })
    }

    /// Begins with something else, of which nothing is said yet but by whom it is.
    pub(crate) fn open(self, start: SketchStart) {
        let [title, _, note] = self.says;
        title.set(String::new());
        note.set(String::new());
        self.trouble.set(String::new());
        self.act(SetAction::Open(start));
    }

    /// Begins with the puzzle of a file, and what that says of it.
    pub(super) fn open_file(self, file: File) {
        if file.size() > MOST_READ {
            self.trouble.set("The file is too long to be a puzzle.".to_owned());
            return;
        }
        spawn_local(async move {
            let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()).unwrap_or_default();
            self.own.when_allowed(&text.clone(), move |allowed| match allowed.and_then(|()| document_of(&text)) {
                Ok(document) => self.open_document(document),
                Err(why) => self.trouble.set(::play::words::sentence(&why)),
            });
        });
    }

    fn open_document(self, document: Document) {
        let Document { puzzle, about, .. } = document;
        self.open(SketchStart::Puzzle(Shared(puzzle.into())));
        for (name, says) in SAYS.iter().zip(self.says) {
            says.set(about.get(*name).and_then(|says| says.as_str()).unwrap_or_default().to_owned());
        }
    }

    pub(crate) fn act(self, action: SetAction) {
        let before = self.setting.with_untracked(Setting::cursor);
        let effects = self.setting.try_update_untracked(|setting| setting.act(action)).unwrap_or_default();
        let mut redraw = false;
        for effect in effects {
            match effect {
                Effect::Say(text) => self.play.say_in(Route::Set, &text),
                Effect::Ask(question) => link::send(&question.map(Ask::Play)),
                Effect::Redraw | Effect::Save => redraw = true,
            }
        }
        // First, or the field that gets the keyboard takes it for a selection of its own.
        if redraw {
            self.setting.notify();
        }
        if self.setting.with_untracked(Setting::cursor) != before && browser::is_on_board() {
            self.focus();
            // A part that was just added has its field only in the next frame.
            request_animation_frame(move || self.focus());
        }
    }

    fn focus(self) {
        if browser::is_on_board() {
            browser::focus(&format!("{NAME}-{}", self.setting.with_untracked(Setting::cursor)));
        }
    }

    /// Follows a key of the board.
    pub(super) fn key(self, event: &KeyboardEvent) {
        let (control, alt) = (event.ctrl_key() || event.meta_key(), event.alt_key());
        let Some(name) = key_name(&event.key()).filter(|_| browser::is_on_board()) else { return };
        let takes = |character| self.setting.with_untracked(|setting| setting.takes(character));
        let action = match name {
            KeyName::Char('z') if control => SetAction::Undo,
            KeyName::Char('y') if control => SetAction::Redo,
            _ if control => return,
            KeyName::Arrow(Direction::Left) if alt => SetAction::Shift(-1),
            KeyName::Arrow(Direction::Right) if alt => SetAction::Shift(1),
            KeyName::Arrow(direction) if event.shift_key() => SetAction::Extend(direction),
            KeyName::Arrow(direction) => SetAction::Step(direction),
            KeyName::Delete => SetAction::Erase,
            KeyName::Enter | KeyName::Char(' ') => SetAction::Enter,
            KeyName::Char(character) if takes(character) => SetAction::Type(character),
            _ => return,
        };
        event.prevent_default();
        self.act(action);
        let typed = self.setting.with_untracked(|setting| setting.typed().to_owned());
        if !typed.is_empty() {
            let pause = self.play.session.with_untracked(|session| session.preferences().pause);
            let later = move || self.act(SetAction::EndNumber(typed));
            set_timeout(later, Duration::from_millis(pause.into()));
        }
    }

    /// The puzzle with what is said of it, if nothing is missing.
    pub(super) fn printed(self) -> Option<Printed> {
        let [title, author, note] = self.says.map(|says| says.with(|says| says.trim().to_owned()));
        Some(Printed { puzzle: self.puzzle()?.into(), title, author, note })
    }

    /// The puzzle, if nothing is missing.
    pub(super) fn puzzle(self) -> Option<Box<dyn Puzzle>> {
        self.setting.with(|setting| setting.book().sketch().puzzle().ok())
    }

    /// Hangs a part where it was dragged to.
    fn drag(self, index: usize, by: (f64, f64)) {
        let edit = self.setting.with_untracked(|setting| {
            let target = setting.targets().get(index)?.id.clone();
            let scene = setting.book().sketch().picture(&Board::blank(0));
            let (on, at) = dragged(&scene, &setting.parts(), &target, by)?;
            Some(Edit::Move { target, on, at })
        });
        if let Some(edit) = edit {
            self.act(SetAction::Edit(edit));
        }
    }

    pub(super) fn shown(self) -> Shown {
        let setting = self.setting;
        let fields = |setting: &Setting| {
            let field = |target: &Target| Field {
                id: target.id.clone(),
                label: setting.label(target),
                about: String::new(),
                fixed: false,
            };
            setting.targets().iter().map(field).collect()
        };
        let paints = |setting: &Setting| {
            let cycles = setting.targets().iter().any(|target| target.gesture == Gesture::Cycle);
            cycles || setting.selects_several()
        };
        let is_tree = Memo::new(move |_| {
            setting.with(|setting| matches!(setting.book().sketch().structure(), Structure::Tree(_)))
        });
        Shown {
            name: NAME,
            title: Signal::derive(|| "The sketch".to_owned()),
            drawing: Memo::new(move |_| {
                setting.with(|setting| Drawing::new(&setting.scene(), "set-picture", setting.targets()))
            }),
            layout: Memo::new(move |_| {
                setting.with(|setting| Layout::of(&setting.book().sketch().structure(), setting.targets()))
            }),
            fields: Memo::new(move |_| setting.with(fields)),
            cursor: Memo::new(move |_| setting.with(Setting::cursor)),
            chosen: Memo::new(move |_| setting.with(Setting::selected)),
            focus: Callback::new(move |index| self.act(SetAction::Select(index))),
            press: Callback::new(move |(index, press)| {
                self.act(SetAction::Press(index, press));
                browser::focus(&format!("{NAME}-{}", setting.with_untracked(Setting::cursor)));
            }),
            paints: Signal::derive(move || setting.with(paints)),
            pans: Signal::stored(false),
            drop: Signal::derive(move || is_tree.get().then(|| Callback::new(move |(index, by)| self.drag(index, by)))),
        }
    }
}
