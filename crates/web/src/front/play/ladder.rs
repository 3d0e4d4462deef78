//! Hints and checks: what the player asks of the tutor.

use super::super::{Route, link};
use super::Play;
use crate::words;
use leptos::prelude::*;
use play::old::{Game, Help};
use serde_json::{Value, json};

/// Hints.
impl Play {
    pub(super) fn forget_hint(self) {
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

    pub(super) fn climb(self) {
        self.hint.update(|hint| {
            if let Some((_, rung)) = hint {
                *rung = (*rung + 1).min(4);
            }
        });
        let Some((letter, rung)) = self.hint.get_untracked() else { return };
        let lines: Vec<String> = lines(&letter, rung).into_iter().map(words::sentence).collect();
        self.say_in(Route::Play, &lines.join(" "));
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
            let before = self.fields();
            self.act(made, &[]);
            if self.solved.get_untracked() {
                return;
            }
            let after = self.fields();
            let is_new = |&index: &usize| before.get(index).map(|field| &field.label) != Some(&after[index].label);
            let changed: Vec<usize> = (0..after.len()).filter(is_new).collect();
            if let Some(&first) = changed.first() {
                self.select(first);
            }
            let labels: Vec<&str> = changed.iter().map(|&index| after[index].label.as_str()).collect();
            self.say(&words::listed(&labels).unwrap_or_else(|| "Noted.".to_owned()));
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
