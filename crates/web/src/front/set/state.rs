//! The sketch on the desk, and what is done to it.

use super::super::board::{Drawing, Field, Press, Shown, point};
use super::super::play::{Play, puzzle_to_json};
use super::super::{browser, link};
use crate::typing::{Typed, ended, typed};
use crate::words;
use leptos::prelude::*;
use puzzles::{Choices, Edit, Gesture, KINDS, Near, Part, Puzzle, Structure, Target, kind};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use studio::{Sketchbook, offers};

/// The id of the board's elements.
const NAME: &str = "set";

/// What a setter works on.
#[derive(Clone, Copy)]
pub(crate) struct Setter {
    pub(crate) play: Play,
    pub(crate) book: RwSignal<Sketchbook>,
    /// What the sketch began with, as the letter that opens it.
    start: StoredValue<Value>,
    pub(crate) remarks: RwSignal<Vec<Value>>,
    /// Whether the worker still looks at the sketch.
    pub(crate) busy: RwSignal<bool>,
    asked: StoredValue<u64>,
    pub(crate) cursor: RwSignal<usize>,
    chosen: RwSignal<BTreeSet<usize>>,
    pub(crate) typed: RwSignal<String>,
    /// The targets as they are now.
    pub(crate) targets: Memo<Vec<Target>>,
}

impl Setter {
    pub(crate) fn new(play: Play) -> Option<Setter> {
        let kind = KINDS[0];
        let size = offers(kind).next()?.size;
        let book = RwSignal::new(Sketchbook::new((kind.sketch)(size).ok()?));
        let setter = Setter {
            play,
            book,
            start: StoredValue::new(json!({ "kind": kind.name, "size": size })),
            remarks: RwSignal::new(Vec::new()),
            busy: RwSignal::new(false),
            asked: StoredValue::new(0),
            cursor: RwSignal::new(0),
            chosen: RwSignal::new(BTreeSet::from([0])),
            typed: RwSignal::default(),
            targets: Memo::new(move |_| book.with(|book| book.sketch().targets())),
        };
        link::listen("setter", move |letter| setter.hear(letter));
        link::on_renewal(move || setter.reopen());
        Some(setter)
    }

    /// Begins with an empty sheet.
    pub(crate) fn open_empty(self, name: &str, size: usize) {
        let Some(kind) = kind(name) else { return };
        match (kind.sketch)(size) {
            Ok(sketch) => self.begin(Sketchbook::new(sketch), json!({ "kind": kind.name, "size": size })),
            Err(error) => self.play.say(&format!("{error}.")),
        }
    }

    /// Begins with a puzzle.
    pub(crate) fn open_puzzle(self, puzzle: &dyn Puzzle) {
        self.begin(Sketchbook::new(puzzle.sketch()), json!({ "puzzle": puzzle_to_json(puzzle) }));
    }

    fn begin(self, book: Sketchbook, start: Value) {
        self.book.set(book);
        self.start.set_value(start);
        self.select(0);
        self.reopen();
    }

    /// Shows the worker the sketch from its start.
    pub(crate) fn reopen(self) {
        let mut letter = self.start.get_value();
        letter["edits"] = self.book.with_untracked(|book| book.edits().map(Edit::to_json).collect());
        self.ask("open", letter);
    }

    fn ask(self, what: &str, fields: Value) {
        self.remarks.set(Vec::new());
        self.busy.set(true);
        self.asked.set_value(link::ask("setter", what, fields));
    }

    fn hear(self, letter: &Value) {
        if letter["id"].as_u64() != Some(self.asked.get_value()) {
            return;
        }
        match letter["tell"].as_str() {
            Some("idle") => self.busy.set(false),
            Some("refused") => {
                self.busy.set(false);
                self.play.say(letter["why"].as_str().unwrap_or_default());
            }
            _ => {
                if letter["about"] == "changed" {
                    let edits = letter["edits"].as_array().map(Vec::as_slice).unwrap_or_default().iter();
                    let edits = edits.filter_map(|edit| Edit::from_json(puzzles::json::Node::root(edit)).ok()).collect();
                    self.book.update(|book| _ = book.edit_all(edits));
                    self.remarks.set(Vec::new());
                }
                if ["verdict", "changed", "refused", "incomplete"].iter().any(|about| letter["about"] == *about) {
                    self.play.say(letter["says"].as_str().unwrap_or_default());
                }
                self.remarks.update(|remarks| remarks.push(letter.clone()));
            }
        }
    }

    /// The puzzle, if nothing is missing.
    pub(crate) fn puzzle(self) -> Option<Box<dyn Puzzle>> {
        self.book.with(|book| book.sketch().puzzle().ok())
    }
}

/// Edits.
impl Setter {
    pub(crate) fn edit(self, edit: Edit) {
        let letter = edit.to_json();
        match self.book.try_update(|book| book.edit(edit)) {
            Some(Ok(added)) => {
                self.ask("edit", json!({ "edit": letter }));
                let index = added.and_then(|id| self.targets.get_untracked().iter().position(|target| target.id == id));
                if let Some(index) = index {
                    self.select(index);
                }
                let label = self.label(self.cursor.get_untracked());
                self.play.say(&label.unwrap_or_default());
            }
            Some(Err(error)) => self.play.say(&format!("{error}.")),
            None => {}
        }
        let last = self.targets.with_untracked(Vec::len).saturating_sub(1);
        if self.cursor.get_untracked() > last {
            self.select(last);
        }
    }

    pub(crate) fn travel(self, back: bool) {
        let moved = self.book.try_update(|book| if back { book.undo() } else { book.redo() });
        if moved == Some(true) {
            self.ask(if back { "undo" } else { "redo" }, json!({}));
            self.select(self.cursor.get_untracked().min(self.targets.with_untracked(Vec::len).saturating_sub(1)));
        } else {
            self.play.say(if back { "There is nothing to undo." } else { "There is nothing to redo." });
        }
    }

    pub(crate) fn wish(self, what: &str) {
        self.ask(what, json!({ "seed": browser::any_seed() }));
    }

    pub(crate) fn set(self, value: Option<i32>) {
        self.typed.set(String::new());
        if let Some(target) = self.target(self.cursor.get_untracked()).filter(|target| target.choices != Choices::None) {
            self.edit(Edit::Set { target: target.id, value });
        }
    }

    fn cycle(self, target: &Target) {
        let value = self.book.with_untracked(|book| book.sketch().value(&target.id));
        let mut values = target.choices.values();
        let next = match value {
            None => values.next(),
            Some(value) => values.skip_while(|&other| other != value).nth(1),
        };
        self.edit(Edit::Set { target: target.id.clone(), value: next });
    }
}

/// Parts of a tree.
impl Setter {
    pub(crate) fn parts(self) -> Vec<Part> {
        self.book.with(|book| match book.sketch().structure() {
            Structure::Tree(parts) => parts,
            _ => Vec::new(),
        })
    }

    /// The part that the cursor is at.
    pub(crate) fn part(self) -> Option<Part> {
        let id = self.target(self.cursor.get())?.id;
        self.parts().into_iter().find(|part| part.id == id)
    }

    /// Adds a part to the chosen bar, or to the bar that the chosen part hangs from, at the free step nearest to
    /// the pivot.
    pub(crate) fn add(self, name: &str) {
        let Some(part) = self.part() else { return };
        let on = if part.carries { Some(part.id) } else { part.parent };
        let Some(on) = on else { return };
        let taken: Vec<i32> =
            self.parts().iter().filter(|other| other.parent.as_ref() == Some(&on)).map(|other| other.at).collect();
        let free = (1..).flat_map(|step| [-step, step]).find(|at| !taken.contains(at));
        self.edit(Edit::Add { part: name.to_owned(), on, at: free.unwrap_or(1) });
    }

    /// Moves the chosen part along its bar.
    pub(crate) fn shift(self, by: i32) {
        let Some(Part { id, parent: Some(on), at, .. }) = self.part() else { return };
        // Nothing hangs from the pivot itself unless that is wanted: one step further.
        let next = if at + by == 0 { at + 2 * by } else { at + by };
        self.edit(Edit::Move { target: id, on, at: next });
    }

    pub(crate) fn hang_on(self, on: &str) {
        if let Some(Part { id, at, .. }) = self.part() {
            self.edit(Edit::Move { target: id, on: on.to_owned(), at });
        }
    }

    pub(crate) fn remove(self) {
        if let Some(part) = self.part() {
            self.edit(Edit::Remove { target: part.id });
        }
    }
}

/// Choosing.
impl Setter {
    pub(crate) fn target(self, index: usize) -> Option<Target> {
        self.targets.with(|targets| targets.get(index).cloned())
    }

    fn select(self, index: usize) {
        self.typed.set(String::new());
        self.cursor.set(index);
        self.chosen.set(BTreeSet::from([index]));
    }

    fn press(self, index: usize, press: Press) {
        let Some(target) = self.target(index) else { return };
        if press == Press::Over {
            return;
        }
        self.select(index);
        if target.gesture == Gesture::Cycle && press == Press::Plain {
            self.cycle(&target);
        }
        browser::focus(&format!("{NAME}-{index}"));
    }

    /// Follows a key; says whether it meant something.
    pub(crate) fn key(self, key: &str, control: bool, alt: bool) -> bool {
        let way: Option<fn(&Near) -> Option<usize>> = match key {
            "ArrowUp" => Some(|near| near.up),
            "ArrowDown" => Some(|near| near.down),
            "ArrowLeft" => Some(|near| near.left),
            "ArrowRight" => Some(|near| near.right),
            _ => None,
        };
        match (key, way) {
            ("z", _) if control => self.travel(true),
            ("y", _) if control => self.travel(false),
            _ if control => return false,
            ("ArrowLeft", _) if alt => self.shift(-1),
            ("ArrowRight", _) if alt => self.shift(1),
            (_, Some(way)) => {
                self.end_number();
                let Some(next) = self.target(self.cursor.get_untracked()).and_then(|target| way(&target.near)) else {
                    return true;
                };
                self.select(next);
                browser::focus(&format!("{NAME}-{next}"));
            }
            ("Delete" | "Backspace", _) => {
                let id = self.target(self.cursor.get_untracked()).map(|target| target.id).unwrap_or_default();
                let has_value = self.book.with_untracked(|book| book.sketch().value(&id).is_some());
                if has_value || self.part().is_none() { self.set(None) } else { self.remove() }
            }
            ("Enter" | " ", _) if self.typed.get_untracked().is_empty() => {
                match self.target(self.cursor.get_untracked()) {
                    Some(target) if target.gesture == Gesture::Cycle => self.cycle(&target),
                    _ => return false,
                }
            }
            ("Enter", _) => self.end_number(),
            _ => return self.character(key),
        }
        true
    }

    fn character(self, key: &str) -> bool {
        let mut characters = key.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else { return false };
        let Some(target) = self.target(self.cursor.get_untracked()) else { return false };
        match typed(&target.choices, &self.typed.get_untracked(), character) {
            Typed::Chosen(value) => self.set(Some(value)),
            Typed::Begun(text) => {
                self.typed.set(text.clone());
                let pause = self.play.likes.with_untracked(|likes| likes.pause);
                let later = move || {
                    if self.typed.get_untracked() == text {
                        self.end_number();
                    }
                };
                set_timeout(later, Duration::from_millis(pause.into()));
            }
            // A part by the first letter of its name.
            Typed::Nothing => {
                let parts = self.book.with_untracked(|book| book.sketch().parts());
                let Some(part) = parts.iter().find(|part| part.starts_with(character.to_ascii_lowercase())) else {
                    return false;
                };
                self.add(part);
            }
        }
        true
    }

    fn end_number(self) {
        let text = self.typed.get_untracked();
        let value = self.target(self.cursor.get_untracked()).and_then(|target| ended(&target.choices, &text));
        self.typed.set(String::new());
        if value.is_some() {
            self.set(value);
        }
    }
}

/// Showing.
impl Setter {
    fn label(self, index: usize) -> Option<String> {
        let target = self.target(index)?;
        let value = self.book.with(|book| book.sketch().value(&target.id));
        let value = value.and_then(|value| target.choices.label(value));
        Some(match (value, target.choices == Choices::None) {
            (Some(value), _) => format!("{}: {value}", target.name),
            (None, true) => target.name,
            (None, false) => format!("{}: blank", target.name),
        })
    }

    fn draw(self) -> Drawing {
        let mut scene = self.book.with(|book| book.sketch().picture());
        self.remarks.with(|remarks| {
            let pointed = ["apart", "incomplete", "helpful"];
            for remark in remarks.iter().filter(|remark| pointed.iter().any(|about| remark["about"] == *about)) {
                point(&mut scene, &remark["marks"]);
            }
        });
        self.targets.with(|targets| Drawing::new(&scene, "set-picture", targets))
    }

    pub(crate) fn shown(self) -> Shown {
        let fields = move || {
            let field = |(index, target): (usize, Target)| Field {
                label: self.label(index).unwrap_or_default(),
                id: target.id,
                about: String::new(),
                fixed: false,
            };
            self.targets.get().into_iter().enumerate().map(field).collect::<Vec<_>>()
        };
        Shown {
            name: NAME,
            title: Signal::derive(|| "The sketch".to_owned()),
            drawing: Memo::new(move |_| self.draw()),
            layout: Memo::new(move |_| {
                self.targets.with(|targets| self.book.with(|book| words::layout(&book.sketch().structure(), targets)))
            }),
            fields: Memo::new(move |_| fields()),
            cursor: self.cursor,
            chosen: self.chosen,
            press: Callback::new(move |(index, press)| self.press(index, press)),
            paints: Signal::derive(|| false),
        }
    }
}
