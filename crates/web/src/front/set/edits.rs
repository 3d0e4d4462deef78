//! Edits: values, and the parts of a tree.

use super::super::browser;
use super::Setter;
use super::state::NAME;
use crate::geometry::dragged;
use crate::words::sentence;
use leptos::prelude::*;
use puzzles::{Board, Choices, Edit, Part, Structure, Target};
use serde_json::json;

/// Edits.
impl Setter {
    pub(crate) fn edit(self, edit: Edit) {
        let letter = edit.to_json();
        let chosen = self.target(self.cursor.get_untracked()).map(|target| target.id);
        match self.book.try_update(|book| book.edit(edit)) {
            Some(Ok(added)) => {
                self.ask("edit", json!({ "edit": letter }));
                // Targets stand in reading order: what was moved may have another number now.
                self.select_id(added.or(chosen));
                let label = self.label(self.cursor.get_untracked());
                self.play.say(&label.unwrap_or_default());
            }
            Some(Err(error)) => self.play.say(&sentence(&error.to_string())),
            None => {}
        }
    }

    /// Selects this target; the last one that there is, if it is gone.
    fn select_id(self, id: Option<String>) {
        let (index, last) = self.targets.with_untracked(|targets| {
            (targets.iter().position(|target| Some(&target.id) == id.as_ref()), targets.len().saturating_sub(1))
        });
        let before = self.cursor.get_untracked();
        let now = index.unwrap_or(before.min(last));
        if now == before {
            return;
        }
        self.select(now);
        if browser::is_on_board() {
            // A part that was just added has its field only in the next frame; by then another may be chosen.
            request_animation_frame(move || browser::focus(&format!("{NAME}-{}", self.cursor.get_untracked())));
        }
    }

    pub(crate) fn travel(self, back: bool) {
        let chosen = self.target(self.cursor.get_untracked()).map(|target| target.id);
        let moved = self.book.try_update(|book| if back { book.undo() } else { book.redo() });
        if moved == Some(true) {
            self.ask(if back { "undo" } else { "redo" }, json!({}));
            self.select_id(chosen);
        } else {
            self.play.say(if back { "There is nothing to undo." } else { "There is nothing to redo." });
        }
    }

    pub(crate) fn wish(self, what: &str) {
        self.ask(what, json!({ "seed": browser::any_seed() }));
    }

    pub(crate) fn set(self, value: Option<i32>) {
        self.typed.set(String::new());
        if let Some(target) = self.target(self.cursor.get_untracked()).filter(|target| target.choices != Choices::None)
        {
            self.edit(Edit::Set { target: target.id, value });
        }
    }

    pub(super) fn cycle(self, target: &Target) {
        let value = self.book.with_untracked(|book| book.sketch().value(&target.id));
        let mut values = target.choices.values();
        let next = match value {
            None => values.next(),
            Some(value) => values.skip_while(|&other| other != value).nth(1),
        };
        self.brush.set_value(Some(next));
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

    /// Hangs a part where it was dragged to.
    pub(super) fn drag(self, index: usize, by: (f64, f64)) {
        let Some(id) = self.target(index).map(|target| target.id) else { return };
        let parts = self.parts();
        let to = self.book.with_untracked(|book| dragged(&book.sketch().picture(&Board::blank(0)), &parts, &id, by));
        if let Some((on, at)) = to {
            self.edit(Edit::Move { target: id, on, at });
        }
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
