//! Moves, and the fields they are made at.

use super::super::board::{Field, Press};
use super::super::browser;
use super::state::{NAME, Play, puzzle_to_json};
use crate::words;
use leptos::prelude::*;
use play::old::{Game, Move, Shown as Mistakes};
use puzzles::{Document, Gesture, ReadOut, Target};
use std::collections::BTreeSet;

/// Moves.
impl Play {
    pub(super) fn act(self, made: Move, touched: &[usize]) {
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
        let before = self.fields();
        let moved = self.game.try_update(|game| if back { game.undo() } else { game.redo() });
        if moved == Some(true) {
            self.forget_hint();
            self.moves.update(|moves| *moves += 1);
            let fields = self.fields();
            let is_new = |field: &&Field| !before.iter().any(|old| old.label == field.label);
            let changed: Vec<&str> = fields.iter().filter(is_new).map(|field| field.label.as_str()).collect();
            let what = if back { "Undone" } else { "Redone" };
            self.say(&format!("{what}. {}", words::listed(&changed).unwrap_or_default()));
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

    pub(super) fn press(self, index: usize, press: Press) {
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
