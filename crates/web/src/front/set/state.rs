//! The sketch on the desk, and what is done to it.

use super::super::board::{Drawing, Field, Shown, point};
use super::super::play::{Play, puzzle_to_json};
use super::super::{Route, link};
use crate::words;
use leptos::prelude::*;
use play::{Sketchbook, offers};
use puzzles::{Choices, Edit, Gesture, KINDS, Puzzle, Structure, Target, kind};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The id of the board's elements.
pub(super) const NAME: &str = "set";

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
    pub(super) chosen: RwSignal<BTreeSet<usize>>,
    pub(crate) typed: RwSignal<String>,
    /// What dragging gives to every field.
    pub(super) brush: StoredValue<Option<Option<i32>>>,
    /// Whether the values that are the same in all solutions are drawn.
    pub(super) forced: RwSignal<bool>,
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
            brush: StoredValue::new(None),
            forced: RwSignal::new(true),
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

    pub(super) fn ask(self, what: &str, fields: Value) {
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
                self.play.say_in(Route::Set, letter["why"].as_str().unwrap_or_default());
            }
            _ => {
                if letter["about"] == "changed" {
                    let edits = letter["edits"].as_array().map(Vec::as_slice).unwrap_or_default().iter();
                    let edits =
                        edits.filter_map(|edit| Edit::from_json(puzzles::json::Node::root(edit)).ok()).collect();
                    self.book.update(|book| _ = book.edit_all(edits));
                    self.remarks.set(Vec::new());
                }
                if ["verdict", "changed", "refused", "incomplete"].iter().any(|about| letter["about"] == *about) {
                    self.play.say_in(Route::Set, letter["says"].as_str().unwrap_or_default());
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

/// Showing.
impl Setter {
    pub(super) fn label(self, index: usize) -> Option<String> {
        let target = self.target(index)?;
        let value = self.book.with(|book| book.sketch().value(&target.id));
        let value = value.and_then(|value| target.choices.label(value));
        Some(match (value, target.choices == Choices::None) {
            (Some(value), _) => format!("{}: {value}", target.name),
            (None, true) => target.name,
            (None, false) => format!("{}: blank", target.name),
        })
    }

    /// The values that are known to be the same in all solutions.
    fn known(self) -> puzzles::Board {
        let values = self.remarks.with(|remarks| {
            let forced = remarks.iter().find(|remark| remark["about"] == "forced")?;
            Some(crate::back::board(&forced["values"]))
        });
        values.filter(|_| self.forced.get()).unwrap_or_else(|| puzzles::Board::blank(0))
    }

    fn draw(self) -> Drawing {
        let mut scene = self.book.with(|book| book.sketch().picture(&self.known()));
        self.remarks.with(|remarks| {
            let pointed = ["apart", "incomplete", "helpful", "needless"];
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
            paints: Signal::derive(move || {
                self.targets.with(|targets| targets.iter().any(|target| target.gesture == Gesture::Cycle))
            }),
            drop: Signal::derive(move || {
                let is_tree = self.book.with(|book| matches!(book.sketch().structure(), Structure::Tree(_)));
                is_tree.then(|| Callback::new(move |(index, by)| self.drag(index, by)))
            }),
        }
    }
}
