//! Choosing what to edit, and the keyboard.

use super::super::board::Press;
use super::super::browser;
use super::Setter;
use super::state::NAME;
use crate::typing::{Typed, arrow, ended, typed};
use leptos::prelude::*;
use puzzles::{Edit, Gesture, Target};
use std::collections::BTreeSet;
use std::time::Duration;

/// Choosing.
impl Setter {
    pub(crate) fn target(self, index: usize) -> Option<Target> {
        self.targets.with(|targets| targets.get(index).cloned())
    }

    pub(super) fn select(self, index: usize) {
        self.typed.set(String::new());
        self.cursor.set(index);
        self.chosen.set(BTreeSet::from([index]));
    }

    pub(super) fn press(self, index: usize, press: Press) {
        let Some(target) = self.target(index) else { return };
        let cycles = target.gesture == Gesture::Cycle;
        match (press, self.brush.get_value()) {
            (Press::Over, Some(value)) if cycles => {
                self.select(index);
                self.edit(Edit::Set { target: target.id, value });
            }
            (Press::Over, _) => return,
            _ => {
                self.brush.set_value(None);
                self.select(index);
                if cycles && press == Press::Plain {
                    self.cycle(&target);
                }
            }
        }
        browser::focus(&format!("{NAME}-{index}"));
    }

    /// Follows a key; says whether it meant something.
    pub(crate) fn key(self, key: &str, control: bool, alt: bool) -> bool {
        match (key, arrow(key)) {
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
