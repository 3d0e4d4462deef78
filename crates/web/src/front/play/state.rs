//! The game on the board, and what is done to it.

use super::super::board::{Drawing, Field, Shown, point};
use super::super::{Route, link};
use crate::saves::Likes;
use crate::words;
use leptos::prelude::*;
use play::old::{Game, Shown as Mistakes};
use puzzles::{Board, Choices, Gesture, ReadOut, Target, View};
use scene::Emphasis;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use studio::Position;

/// The id of the board's elements.
pub(crate) const NAME: &str = "play";

/// The game being played. Everything is a signal: the page follows.
#[derive(Clone, Copy)]
pub(crate) struct Play {
    pub(crate) game: RwSignal<Game>,
    pub(crate) likes: RwSignal<Likes>,
    pub(crate) cursor: RwSignal<usize>,
    pub(crate) chosen: RwSignal<BTreeSet<usize>>,
    /// Whether what is typed strikes and restores values.
    pub(crate) pencil: RwSignal<bool>,
    /// The digits of a number that is not complete.
    pub(crate) typed: RwSignal<String>,
    /// The hint for this position, and how much of it is told.
    pub(crate) hint: RwSignal<Option<(Value, usize)>>,
    /// Whether the tutor is at work for the player.
    pub(crate) thinking: RwSignal<bool>,
    /// How many solutions there are, once that is proved.
    pub(crate) verdict: RwSignal<String>,
    pub(crate) solution: RwSignal<Option<Board>>,
    pub(crate) band: RwSignal<Option<String>>,
    pub(crate) day: RwSignal<Option<String>>,
    pub(crate) paused: RwSignal<bool>,
    /// Time played, in seconds.
    pub(crate) seconds: RwSignal<u64>,
    /// What is read aloud, and shown at the bottom.
    pub(crate) says: RwSignal<String>,
    /// The view in which that was said.
    pub(crate) said_in: StoredValue<Route>,
    /// Grows with every move, for whoever saves.
    pub(crate) moves: RwSignal<u64>,
    pub(crate) solved: Memo<bool>,
    pub(crate) read_outs: Memo<Vec<ReadOut>>,
    /// What dragging gives to every field.
    pub(super) brush: StoredValue<Option<Option<i32>>>,
    pub(super) asked: StoredValue<u64>,
}

impl Play {
    pub(crate) fn new(game: Game, likes: RwSignal<Likes>) -> Play {
        let game = RwSignal::new(game);
        let play = Play {
            game,
            likes,
            cursor: RwSignal::new(0),
            chosen: RwSignal::new(BTreeSet::from([0])),
            pencil: RwSignal::new(false),
            typed: RwSignal::default(),
            hint: RwSignal::new(None),
            thinking: RwSignal::new(false),
            verdict: RwSignal::default(),
            solution: RwSignal::new(None),
            band: RwSignal::new(None),
            day: RwSignal::new(None),
            paused: RwSignal::new(false),
            seconds: RwSignal::new(0),
            says: RwSignal::default(),
            said_in: StoredValue::new(Route::here()),
            moves: RwSignal::new(0),
            solved: Memo::new(move |_| game.with(Game::is_solved)),
            read_outs: Memo::new(move |_| game.with(|game| game.puzzle().read_outs(&game.position().board))),
            brush: StoredValue::new(None),
            asked: StoredValue::new(0),
        };
        link::listen("tutor", move |letter| play.hear(letter));
        link::on_renewal(move || play.open_tutor());
        play
    }

    /// Goes on with another game.
    pub(crate) fn begin(self, game: Game, band: Option<String>, day: Option<String>) {
        let first = game.sheet().targets.iter().position(|target| !target.given).unwrap_or(0);
        self.seconds.set(game.played() / 1000);
        self.game.set(game);
        self.game.update(|game| game.settings = self.likes.with_untracked(|likes| likes.play));
        self.band.set(band);
        self.day.set(day);
        self.select(first);
        self.pencil.set(false);
        self.paused.set(false);
        self.forget_hint();
        self.open_tutor();
    }

    fn open_tutor(self) {
        self.verdict.set(String::new());
        self.solution.set(None);
        let puzzle = self.game.with_untracked(|game| puzzle_to_json(game.puzzle()));
        link::ask("tutor", "open", json!({ "puzzle": puzzle }));
    }

    fn hear(self, letter: &Value) {
        let current = letter["id"].as_u64() == Some(self.asked.get_value());
        match letter["tell"].as_str() {
            Some("opened") => {
                self.verdict.set(letter["verdict"].as_str().unwrap_or_default().to_owned());
                self.solution.set(letter["solution"].as_array().map(|_| crate::back::board(&letter["solution"])));
            }
            Some("hint") if current => {
                self.thinking.set(false);
                self.hint.set(Some((letter.clone(), 0)));
                self.climb();
            }
            Some("check") if current => {
                self.thinking.set(false);
                if letter["wrong"].is_null() {
                    self.say_in(Route::Play, "No mistake so far.");
                } else {
                    // Not why: that would often give the answer away. The rungs above tell it.
                    self.hint.set(Some((letter["wrong"].clone(), 0)));
                    self.climb();
                }
            }
            Some("refused") if current => {
                self.thinking.set(false);
                self.say_in(Route::Play, letter["why"].as_str().unwrap_or_default());
            }
            _ => super::super::learn::hear(letter),
        }
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
}

/// Showing.
impl Play {
    /// Whether candidates are shown.
    fn has_candidates(self) -> bool {
        self.pencil.get() || self.game.with(|game| !game.position().notes.is_empty())
    }

    pub(super) fn fields(self) -> Vec<Field> {
        let read_outs = self.read_outs.get();
        self.game.with(|game| {
            let (sheet, position) = (game.sheet(), game.position());
            let field = |target: &Target| Field {
                id: target.id.clone(),
                label: words::label(sheet, target, &position.board, Some(&position.notes)),
                about: words::sentences(words::about(&read_outs, &target.id)),
                fixed: target.given || target.choices == Choices::None,
            };
            sheet.targets.iter().map(field).collect()
        })
    }

    fn draw(self) -> Drawing {
        let (candidates, labels) = (self.has_candidates(), self.likes.with(|likes| likes.labels));
        let solution = self.solution.get();
        self.game.with(|game| {
            let Position { board, notes } = game.position();
            let mut view = View::of(board);
            if labels {
                view = view.labels();
            }
            if candidates {
                view = view.notes(notes);
            }
            let mut scene = game.puzzle().draw(&view);
            for place in mistaken(game, solution.as_ref()) {
                if let Some(target) = game.sheet().target_of(place, board) {
                    scene.emphasise(&target.id, Emphasis::Wrong);
                }
            }
            self.hint.with(|hint| {
                if let Some((letter, rung)) = hint {
                    point(&mut scene, &letter["rungs"][*rung.max(&1) - 1]["marks"]);
                }
            });
            Drawing::new(&scene, "play-picture", &game.sheet().targets)
        })
    }

    /// What the board component shows.
    pub(crate) fn shown(self) -> Shown {
        let game = self.game;
        Shown {
            name: NAME,
            title: Signal::derive(move || {
                game.with(|game| {
                    let kind = game.puzzle().kind().title;
                    format!("{kind}, {}", game.puzzle().size_in_words())
                })
            }),
            drawing: Memo::new(move |_| self.draw()),
            layout: Memo::new(move |_| game.with(|game| words::layout(&game.sheet().structure, &game.sheet().targets))),
            fields: Memo::new(move |_| self.fields()),
            cursor: self.cursor,
            chosen: self.chosen,
            press: Callback::new(move |(index, press)| self.press(index, press)),
            paints: Signal::derive(move || {
                game.with(|game| game.sheet().targets.iter().any(|target| target.gesture == Gesture::Cycle))
            }),
            drop: Signal::stored(None),
        }
    }
}

/// The places to show as wrong, as the player wants it.
fn mistaken(game: &Game, solution: Option<&Board>) -> Vec<usize> {
    let mut places: Vec<usize> = game.mistakes().into_iter().flat_map(|violation| violation.places).collect();
    if let (Mistakes::Values, Some(solution)) = (game.settings.shown, solution) {
        let board = &game.position().board;
        let wrong = |&place: &usize| board.get(place).is_some_and(|entry| Some(entry) != solution.get(place));
        places.extend((0..board.len()).filter(wrong));
    }
    places
}

pub(crate) fn puzzle_to_json(puzzle: &dyn puzzles::Puzzle) -> Value {
    let mut object = serde_json::Map::from_iter([("puzzle".to_owned(), puzzle.kind().name.into())]);
    object.extend(puzzle.write_json());
    object.into()
}
