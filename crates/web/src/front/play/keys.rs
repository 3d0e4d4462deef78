//! The keyboard while playing.

use super::Play;
use crate::saves::Command;
use crate::typing::{Typed, arrow, ended, typed};
use leptos::prelude::*;
use puzzles::{Choices, Gesture};
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

impl Play {
    /// Follows a key, unless it belongs to a button or a text field.
    pub(crate) fn key(self, event: &KeyboardEvent) {
        let tag = event.target().and_then(|target| target.dyn_into::<Element>().ok()).map(|element| element.tag_name());
        let tag = tag.unwrap_or_default();
        if ["INPUT", "TEXTAREA", "SELECT"].contains(&tag.as_str()) {
            return;
        }
        let key = event.key();
        let on_button = ["BUTTON", "A", "SUMMARY"].contains(&tag.as_str());
        if on_button && (key == "Enter" || key == " " || key.starts_with("Arrow")) {
            return;
        }
        let done = if event.ctrl_key() || event.meta_key() {
            self.command(&key, event.shift_key())
        } else {
            !event.alt_key() && self.plain_key(&key, event.shift_key())
        };
        if done {
            event.prevent_default();
        }
    }

    fn command(self, key: &str, shift: bool) -> bool {
        match key {
            "z" | "Z" => self.travel(!shift),
            "y" => self.travel(false),
            _ => return false,
        }
        true
    }

    fn plain_key(self, key: &str, shift: bool) -> bool {
        if let Some(way) = arrow(key) {
            self.end_number();
            self.step(way, shift);
            return true;
        }
        match key {
            "Enter" if !self.typed.get_untracked().is_empty() => self.end_number(),
            "Enter" => {
                let cursor = self.cursor.get_untracked();
                match self.target(cursor) {
                    Some(target) if target.gesture == Gesture::Cycle => self.cycle(cursor),
                    _ => return false,
                }
            }
            " " => self.switch_pencil(),
            "Delete" | "Backspace" if !self.typed.get_untracked().is_empty() => self.typed.set(String::new()),
            "Delete" | "Backspace" => self.clear(),
            "Escape" => {
                self.typed.set(String::new());
                self.select(self.cursor.get_untracked());
            }
            _ => return self.character(key),
        }
        true
    }

    fn character(self, key: &str) -> bool {
        let mut characters = key.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else { return false };
        if self.type_in(character) {
            return true;
        }
        match self.likes.with_untracked(|likes| likes.command(character)) {
            Some(Command::Hint) => self.more_help(),
            Some(Command::Check) => self.check(),
            Some(Command::Pencil) => self.switch_pencil(),
            Some(Command::Undo) => self.travel(true),
            Some(Command::Redo) => self.travel(false),
            None => return false,
        }
        true
    }

    pub(crate) fn switch_pencil(self) {
        self.pencil.update(|pencil| *pencil = !*pencil);
        let pencil = self.pencil.get_untracked();
        self.say(if pencil { "Pencil: what you type is struck or restored." } else { "Pencil put away." });
    }

    /// Types a character into the chosen fields; says whether it means something there.
    pub(crate) fn type_in(self, character: char) -> bool {
        let Some(choices) = self.choices() else { return false };
        match typed(&choices, &self.typed.get_untracked(), character) {
            Typed::Nothing => false,
            Typed::Chosen(value) => {
                self.choose(value);
                true
            }
            Typed::Begun(text) => {
                self.say(&format!("{text}, and more digits or Enter."));
                self.typed.set(text.clone());
                let pause = self.likes.with_untracked(|likes| likes.pause);
                let later = move || {
                    if self.typed.get_untracked() == text {
                        self.end_number();
                    }
                };
                set_timeout(later, Duration::from_millis(pause.into()));
                true
            }
        }
    }

    /// Takes the digits typed so far as the number.
    fn end_number(self) {
        let text = self.typed.get_untracked();
        let value = self.choices().and_then(|choices| ended(&choices, &text));
        self.typed.set(String::new());
        if let Some(value) = value {
            self.choose(value);
        }
    }

    /// What can be typed where the cursor is.
    fn choices(self) -> Option<Choices> {
        self.target(self.cursor.get_untracked()).map(|target| target.choices)
    }
}
