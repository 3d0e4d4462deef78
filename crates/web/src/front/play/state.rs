//! The game on the board, and what is done to it.

use super::super::board::{Drawing, Field, Press, Shown, point};
use super::super::{browser, link};
use crate::saves::Likes;
use crate::words;
use leptos::prelude::*;
use puzzles::{Board, Choices, Document, Gesture, ReadOut, Target, View};
use scene::Emphasis;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use studio::{Game, Help, Move, Position, Shown as Mistakes};

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
    /// Grows with every move, for whoever saves.
    pub(crate) moves: RwSignal<u64>,
    pub(crate) solved: Memo<bool>,
    pub(crate) read_outs: Memo<Vec<Reading>>,
    /// What dragging gives to every field.
    brush: StoredValue<Option<Option<i32>>>,
    asked: StoredValue<u64>,
}

/// A read-out, so that it can be compared.
pub(crate) type Reading = ReadOut;

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
                    self.say("No mistake so far.");
                } else {
                    // Not why: that would often give the answer away. The rungs above tell it.
                    self.hint.set(Some((letter["wrong"].clone(), 0)));
                    self.climb();
                }
            }
            Some("refused") if current => {
                self.thinking.set(false);
                self.say(letter["why"].as_str().unwrap_or_default());
            }
            _ => super::super::learn::hear(letter),
        }
    }

    pub(crate) fn say(self, text: &str) {
        self.says.set(text.to_owned());
    }
}

/// Moves.
impl Play {
    fn act(self, made: Move, touched: &[usize]) {
        if self.paused.get_untracked() {
            return;
        }
        let before = self.read_outs.get_untracked();
        let outcome = self.game.try_update(|game| game.play(&made));
        match outcome {
            Some(Ok(true)) => self.after_move(&before, touched),
            Some(Err(refused)) => self.say(&format!("{refused}.")),
            _ => {}
        }
    }

    fn after_move(self, before: &[ReadOut], touched: &[usize]) {
        self.forget_hint();
        self.moves.update(|moves| *moves += 1);
        let fields = self.fields();
        let labels: Vec<String> =
            touched.iter().filter_map(|&index| fields.get(index)).map(|field| field.label.clone()).collect();
        if self.solved.get_untracked() {
            let time = super::about::clock(self.seconds.get_untracked());
            self.say(&format!("Solved in {time}. {}", self.help_in_words()));
        } else if !labels.is_empty() {
            let shown = self.likes.with_untracked(|likes| likes.play.shown);
            let before = if shown == Mistakes::Never { None } else { Some(before) };
            let after = self.read_outs.get_untracked();
            self.say(&words::news(before.unwrap_or(&after), &after, &labels));
        }
    }

    /// Enters a choice, or strikes and restores it, at all chosen fields.
    pub(crate) fn choose(self, choice: i32) {
        self.typed.set(String::new());
        let (targets, touched) = self.chosen_targets();
        let pencil = self.pencil.get_untracked();
        let moves: Vec<Move> = if pencil {
            self.game.with_untracked(|game| {
                let sheet = game.sheet();
                let marks: Vec<(String, i32)> = targets
                    .iter()
                    .filter(|target| target.shown(&game.position().board).is_empty())
                    .filter_map(|target| sheet.note(target, choice).map(|(id, value)| (id.to_owned(), value)))
                    .collect();
                let all_struck = marks.iter().all(|(id, value)| game.position().notes.is_struck(id, *value));
                let each = |(subject, value): (String, i32)| match all_struck {
                    true => Move::Restore { subject, value },
                    false => Move::Strike { subject, value },
                };
                marks.into_iter().map(each).collect()
            })
        } else {
            let fits = targets.iter().filter(|target| target.choices.contains(choice));
            fits.map(|target| Move::Enter { target: target.id.clone(), choice }).collect()
        };
        self.act(Move::Several(moves), &touched);
    }

    pub(crate) fn clear(self) {
        self.typed.set(String::new());
        let (targets, touched) = self.chosen_targets();
        let moves = targets.iter().map(|target| Move::Clear { target: target.id.clone() }).collect();
        self.act(Move::Several(moves), &touched);
    }

    /// Gives a field the next choice, or none after the last.
    pub(crate) fn cycle(self, index: usize) {
        let Some(target) = self.target(index).filter(|target| !target.given) else { return };
        let shown = self.game.with_untracked(|game| target.shown(&game.position().board).first().copied());
        let mut values = target.choices.values();
        let next = match shown {
            None => values.next(),
            Some(shown) => values.skip_while(|&value| value != shown).nth(1),
        };
        self.brush.set_value(Some(next));
        self.paint(index, next);
    }

    fn paint(self, index: usize, choice: Option<i32>) {
        let Some(target) = self.target(index).filter(|target| !target.given) else { return };
        let made = match choice {
            Some(choice) => Move::Enter { target: target.id, choice },
            None => Move::Clear { target: target.id },
        };
        self.act(made, &[index]);
    }

    /// Undoes or redoes.
    pub(crate) fn travel(self, back: bool) {
        let before = self.game.with_untracked(|game| game.position().clone());
        let moved = self.game.try_update(|game| if back { game.undo() } else { game.redo() });
        if moved == Some(true) {
            self.forget_hint();
            self.moves.update(|moves| *moves += 1);
            let fields = self.fields();
            let changed: Vec<String> = self.game.with_untracked(|game| {
                let now = game.position();
                let is_new = |target: &Target| target.shown(&before.board) != target.shown(&now.board);
                let targets = game.sheet().targets.iter().zip(fields);
                targets.filter(|(target, _)| is_new(target)).map(|(_, field)| field.label).collect()
            });
            let what = if back { "Undone" } else { "Redone" };
            self.say(&format!("{what}. {}", changed.join("; ")));
        } else {
            self.say(if back { "There is nothing to undo." } else { "There is nothing to redo." });
        }
    }

    /// Makes another move, such as going back to a checkpoint.
    pub(crate) fn make(self, made: Move, says: &str) {
        self.act(made, &[]);
        self.say(says);
    }

    pub(crate) fn start_again(self) {
        let begin = |game: &Game| {
            let document = Document::from_json(&puzzle_to_json(game.puzzle()), None);
            document.ok().map(|document| Game::new(document.puzzle))
        };
        if let Some(game) = self.game.with_untracked(begin) {
            self.begin(game, self.band.get_untracked(), self.day.get_untracked());
            self.moves.update(|moves| *moves += 1);
            self.say("Begun again.");
        }
    }
}

/// Choosing fields.
impl Play {
    pub(crate) fn target(self, index: usize) -> Option<Target> {
        self.game.with_untracked(|game| game.sheet().targets.get(index).cloned())
    }

    fn chosen_targets(self) -> (Vec<Target>, Vec<usize>) {
        let indices = self.chosen.get_untracked().into_iter();
        let open = indices.filter_map(|index| Some((self.target(index).filter(|target| !target.given)?, index)));
        open.unzip()
    }

    pub(crate) fn select(self, index: usize) {
        self.typed.set(String::new());
        self.cursor.set(index);
        self.chosen.set(BTreeSet::from([index]));
    }

    /// Follows an arrow key.
    pub(crate) fn step(self, way: fn(&puzzles::Near) -> Option<usize>, also: bool) {
        let Some(next) = self.target(self.cursor.get_untracked()).and_then(|target| way(&target.near)) else { return };
        if also {
            self.cursor.set(next);
            self.chosen.update(|chosen| _ = chosen.insert(next));
        } else {
            self.select(next);
        }
        browser::focus(&format!("{NAME}-{next}"));
    }

    fn press(self, index: usize, press: Press) {
        let Some(target) = self.target(index) else { return };
        let cycles = target.gesture == Gesture::Cycle;
        match press {
            Press::Plain => {
                self.brush.set_value(None);
                self.select(index);
                if cycles {
                    self.cycle(index);
                }
            }
            Press::Also => {
                self.cursor.set(index);
                self.chosen.update(|chosen| _ = chosen.insert(index));
            }
            Press::Over => {
                self.cursor.set(index);
                self.chosen.update(|chosen| _ = chosen.insert(index));
                if let Some(choice) = self.brush.get_value() {
                    self.paint(index, choice);
                }
            }
            Press::Second => {
                self.select(index);
                let second = target.choices.values().nth(1);
                match (cycles, second) {
                    (true, Some(second)) => self.paint(index, Some(second)),
                    _ => self.pencil.update(|pencil| *pencil = !*pencil),
                }
            }
        }
        browser::focus(&format!("{NAME}-{index}"));
    }
}

/// Hints.
impl Play {
    fn forget_hint(self) {
        self.asked.set_value(0);
        self.hint.set(None);
        self.thinking.set(false);
    }

    fn ask(self, what: &str, fields: Value) {
        let position = self.game.with_untracked(|game| game.position().to_json(game.puzzle()));
        let mut fields = fields;
        fields["position"] = position;
        self.thinking.set(true);
        self.asked.set_value(link::ask("tutor", what, fields));
    }

    /// One rung more, or a new hint.
    pub(crate) fn more_help(self) {
        match self.hint.with_untracked(|hint| hint.as_ref().map(|(_, rung)| *rung)) {
            None => self.ask("hint", json!({})),
            Some(rung) if rung < 4 => self.climb(),
            Some(_) => self.show_it(),
        }
    }

    fn climb(self) {
        self.hint.update(|hint| {
            if let Some((_, rung)) = hint {
                *rung = (*rung + 1).min(4);
            }
        });
        let Some((letter, rung)) = self.hint.get_untracked() else { return };
        let lines: Vec<&str> = lines(&letter, rung);
        self.say(&lines.join(" "));
        self.game.update_untracked(|game| game.take_help(Help::Hint(rung as u8)));
    }

    /// Makes the move that the hint is about.
    pub(crate) fn show_it(self) {
        let Some((letter, _)) = self.hint.get_untracked() else { return };
        if let Some(made) = crate::back::move_from_json(&letter["move"]) {
            let is_reveal = letter["advice"] == "reveal";
            self.game.update_untracked(|game| {
                if is_reveal {
                    game.take_help(Help::Reveal);
                }
            });
            let before = self.game.with_untracked(|game| game.position().board.clone());
            self.act(made, &[]);
            let changed = self.game.with_untracked(|game| {
                let board = &game.position().board;
                game.sheet().targets.iter().position(|target| target.shown(&before) != target.shown(board))
            });
            if let Some(index) = changed {
                self.select(index);
                let label = self.fields().get(index).map(|field| field.label.clone());
                self.say(&format!("{}.", label.unwrap_or_default()));
            }
        }
    }

    pub(crate) fn check(self) {
        self.game.update_untracked(|game| game.take_help(Help::Check));
        self.hint.set(None);
        self.ask("check", json!({}));
    }

    pub(crate) fn help_in_words(self) -> String {
        let help = self.game.with_untracked(Game::help);
        let count = |count: u32, what: &str| match count {
            0 => None,
            1 => Some(format!("1 {what}")),
            _ => Some(format!("{count} {what}s")),
        };
        let parts: Vec<String> =
            [count(help.hints, "hint"), count(help.checks, "check"), count(help.reveals, "revealed value")]
                .into_iter()
                .flatten()
                .collect();
        if parts.is_empty() { "Without help.".to_owned() } else { format!("With {}.", parts.join(", ")) }
    }
}

/// The sentences of a hint up to a rung, from 1.
pub(crate) fn lines(letter: &Value, rung: usize) -> Vec<&str> {
    let lines = letter["rungs"][rung.max(1) - 1]["lines"].as_array().map(Vec::as_slice).unwrap_or_default();
    lines.iter().filter_map(Value::as_str).collect()
}

/// Showing.
impl Play {
    /// Whether candidates are shown.
    fn has_candidates(self) -> bool {
        self.pencil.get() || self.game.with(|game| !game.position().notes.is_empty())
    }

    fn fields(self) -> Vec<Field> {
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
