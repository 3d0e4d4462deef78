//! A sketch at the setter's board: what is selected, what is being typed, what
//! was found out about it.
//!
//! As with a [`Session`](crate::Session), a front turns what a person does into
//! a [`SetAction`], gives it to [`Setting::act`], and does what the effects say.

use crate::joined::{Joined, joined};
use crate::message::{Answer, Message, Question, RemarkAbout, RemarkTold, SketchStart};
use crate::session::{Direction, Effect, Press, Typed, Typing, next_choice, point};
use crate::{EditCommand, Sketchbook, words};
use puzzles::{Board, Choices, Edit, Gesture, Grouping, Part, Structure, Target};
use scene::Scene;
use std::collections::BTreeSet;

/// What a setter does.
#[derive(Debug, Clone)]
pub enum SetAction {
    /// Begins with something else.
    Open(SketchStart),
    /// Has the helper look at the sketch again.
    Reopen,
    /// Selects a target, by its index.
    Select(usize),
    /// Points at a target.
    Press(usize, Press),
    /// Goes where an arrow leads.
    Step(Direction),
    /// Goes there, and selects that cell beside the others.
    Extend(Direction),
    /// Selects cells beside one another from now on, as if each were pressed with Shift.
    Several(bool),
    /// Puts the selected cells into a group.
    Group(Grouping, Joined),
    /// Types a character: a digit, or the first letter of a part.
    Type(char),
    /// Ends the number being typed; at a target with few choices, takes the next one.
    Enter,
    /// Ends the number being typed, if these are its digits still.
    EndNumber(String),
    /// Takes the value away, or the part.
    Erase,
    /// Gives the selected target a value, or takes it away.
    Set(Option<i32>),
    /// Makes an edit.
    Edit(Edit),
    /// Adds a part where the cursor is, by its name.
    Add(String),
    /// Moves the selected part along its bar.
    Shift(i32),
    /// Hangs the selected part from another one.
    HangOn(String),
    /// Removes the selected part.
    Remove,
    /// One edit back.
    Undo,
    /// One edit forward.
    Redo,
    /// Has the clues changed.
    Command(EditCommand),
    /// Draws the values that all solutions share, or not.
    ShowForced(bool),
    /// The helper has answered.
    Answered(Message<Answer>),
}

/// A sketch at the setter's board.
#[derive(Debug)]
pub struct Setting {
    book: Sketchbook,
    start: SketchStart,
    /// The targets as they are now.
    targets: Vec<Target>,
    cursor: usize,
    /// The cells that are selected, the first one first; none where only the cursor is.
    chosen: Vec<String>,
    /// Whether cells are selected beside one another without a key.
    several: bool,
    typing: Typing,
    /// What every target gets that is dragged over.
    brush: Option<Option<i32>>,
    show_forced: bool,
    remarks: Vec<RemarkTold>,
    /// The question whose answers count, and whether more are to come.
    asked: u64,
    busy: bool,
    effects: Vec<Effect>,
}

/// Looking.
impl Setting {
    /// A sketch to begin with.
    ///
    /// # Errors
    /// Why there is no such sketch.
    pub fn new(start: SketchStart) -> Result<Setting, String> {
        let book = Sketchbook::new(start.sketch()?);
        Ok(Setting {
            targets: book.sketch().targets(),
            book,
            start,
            cursor: 0,
            chosen: Vec::new(),
            several: false,
            typing: Typing::default(),
            brush: None,
            show_forced: true,
            remarks: Vec::new(),
            asked: 0,
            busy: false,
            effects: Vec::new(),
        })
    }

    /// The sketch with its edits.
    pub fn book(&self) -> &Sketchbook {
        &self.book
    }

    /// What can be changed.
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }

    /// The index of the target where the cursor is.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The target where the cursor is.
    pub fn target(&self) -> Option<&Target> {
        self.targets.get(self.cursor)
    }

    /// The indices of the targets that are selected: that of the cursor, where nothing else is.
    pub fn selected(&self) -> BTreeSet<usize> {
        let chosen = |(index, target): (usize, &Target)| self.chosen.contains(&target.id).then_some(index);
        let cursor = self.chosen.is_empty().then_some(self.cursor);
        self.targets.iter().enumerate().filter_map(chosen).chain(cursor).collect()
    }

    /// Whether cells are selected beside one another without a key.
    pub fn selects_several(&self) -> bool {
        self.several
    }

    /// The digits being typed.
    pub fn typed(&self) -> &str {
        self.typing.shown()
    }

    /// What was found out about the sketch.
    pub fn remarks(&self) -> &[RemarkTold] {
        &self.remarks
    }

    /// Whether the helper still looks at the sketch.
    pub fn is_busy(&self) -> bool {
        self.busy
    }

    /// Whether the values that all solutions share are drawn.
    pub fn shows_forced(&self) -> bool {
        self.show_forced
    }

    /// The name of a target and what it has.
    pub fn label(&self, target: &Target) -> String {
        let value = self.book.sketch().value(&target.id).and_then(|value| target.choices.label(value));
        match (value, target.choices == Choices::None) {
            (Some(value), _) => format!("{}: {value}", target.name),
            (None, true) => target.name.clone(),
            (None, false) => format!("{}: blank", target.name),
        }
    }

    /// The parts of a tree; none where the shape is fixed.
    pub fn parts(&self) -> Vec<Part> {
        match self.book.sketch().structure() {
            Structure::Tree(parts) => parts,
            _ => Vec::new(),
        }
    }

    /// The part where the cursor is.
    pub fn part(&self) -> Option<Part> {
        let id = &self.target()?.id;
        self.parts().into_iter().find(|part| part.id == *id)
    }

    /// The sketch, with what was found out about it.
    pub fn scene(&self) -> Scene {
        let forced = self.remarks.iter().find_map(|remark| match &remark.about {
            RemarkAbout::Forced(values) => Some(values.clone()),
            _ => None,
        });
        let forced = forced.filter(|_| self.show_forced).unwrap_or_else(|| Board::blank(0));
        let mut scene = self.book.sketch().picture(&forced);
        self.remarks.iter().for_each(|remark| point(&mut scene, &remark.marks));
        scene
    }

    /// Whether a character means something where the cursor is.
    pub fn takes(&self, character: char) -> bool {
        let typed = self.target().map(|target| self.typing.clone().press(character, &target.choices));
        typed.is_some_and(|typed| typed != Typed::Nothing) || self.part_named(character).is_some()
    }

    /// The part whose name begins with a letter.
    fn part_named(&self, letter: char) -> Option<&'static str> {
        let letter = letter.to_ascii_lowercase();
        self.book.sketch().parts().iter().find(|part| part.starts_with(letter)).copied()
    }
}

/// Acting.
impl Setting {
    /// Does what a setter did; says what follows from it.
    pub fn act(&mut self, action: SetAction) -> Vec<Effect> {
        use SetAction::{Extend, Group, Press, Select, Step};
        if matches!(action, Select(_) | Press(..) | Step(_) | Extend(_) | Group(..)) {
            self.end_number();
        }
        match action {
            SetAction::Open(start) => self.open(start),
            SetAction::Reopen => self.reopen(),
            SetAction::Select(target) => self.select(target),
            SetAction::Press(target, press) => self.press(target, press),
            SetAction::Step(direction) => {
                if let Some(next) = self.target().and_then(|target| direction.of(target.near)) {
                    self.select(next);
                }
            }
            SetAction::Extend(direction) => {
                if let Some(next) = self.target().and_then(|target| direction.of(target.near)) {
                    self.select_also(next);
                }
            }
            SetAction::Several(on) => {
                self.several = on;
                self.effects.push(Effect::Redraw);
            }
            SetAction::Group(group, into) => self.group(group, into),
            SetAction::Type(character) => self.type_in(character),
            SetAction::Enter if self.typed().is_empty() => self.cycle(),
            SetAction::Enter => self.end_number(),
            SetAction::EndNumber(digits) if self.typed() == digits => self.end_number(),
            SetAction::EndNumber(_) => {}
            SetAction::Erase => {
                let has_value = self.target().is_some_and(|target| self.book.sketch().value(&target.id).is_some());
                if has_value || self.part().is_none() { self.set(None) } else { self.remove() }
            }
            SetAction::Set(value) => self.set(value),
            SetAction::Edit(edit) => drop(self.edit(edit)),
            SetAction::Add(name) => self.add(&name),
            SetAction::Shift(by) => self.shift(by),
            SetAction::HangOn(on) => {
                if let Some(Part { id, at, .. }) = self.part() {
                    self.edit(Edit::Move { target: id, on, at });
                }
            }
            SetAction::Remove => self.remove(),
            SetAction::Undo => self.travel(true),
            SetAction::Redo => self.travel(false),
            SetAction::Command(command) => self.ask(Question::Command(command)),
            SetAction::ShowForced(on) => {
                self.show_forced = on;
                self.effects.push(Effect::Redraw);
            }
            SetAction::Answered(message) => self.answered(message),
        }
        std::mem::take(&mut self.effects)
    }

    fn say(&mut self, text: impl Into<String>) {
        self.effects.extend([Effect::Say(text.into()), Effect::Redraw]);
    }

    fn open(&mut self, start: SketchStart) {
        match Setting::new(start) {
            Ok(opened) => {
                *self = Setting { show_forced: self.show_forced, ..opened };
                self.reopen();
            }
            Err(why) => self.say(words::sentence(&why)),
        }
    }

    /// Shows the helper the sketch from its start.
    fn reopen(&mut self) {
        let edits = self.book.edits().cloned().collect();
        self.ask(Question::Sketch { start: self.start.clone(), edits });
    }

    fn ask(&mut self, question: Question) {
        let message = Message::new(question);
        self.remarks.clear();
        (self.asked, self.busy) = (message.id, true);
        self.effects.extend([Effect::Ask(message), Effect::Redraw]);
    }

    fn answered(&mut self, Message { id, body }: Message<Answer>) {
        if id != self.asked {
            return;
        }
        match body {
            Answer::Remark(remark) => {
                if let RemarkAbout::Changed(edits) = &remark.about {
                    // The helper made them on the same sketch.
                    let _ = self.book.edit_all(edits.clone());
                    self.targets = self.book.sketch().targets();
                    self.remarks.clear();
                }
                use RemarkAbout as About;
                if matches!(remark.about, About::Verdict(_) | About::Changed(_) | About::Refused | About::Incomplete) {
                    self.say(remark.says.clone());
                }
                self.remarks.push(remark);
            }
            Answer::Refused(why) => {
                self.busy = false;
                self.say(words::sentence(&why));
            }
            _ => self.busy = false,
        }
        self.effects.push(Effect::Redraw);
    }

    /// Selects a cell beside those that are selected, if cells can be put together here.
    fn select_also(&mut self, target: usize) {
        if self.book.sketch().groups().is_empty() {
            return self.select(target);
        }
        let mut chosen = std::mem::take(&mut self.chosen);
        let first = chosen.is_empty().then_some(self.cursor);
        for index in first.into_iter().chain([target]) {
            if let Some(target) = self.targets.get(index).filter(|target| !chosen.contains(&target.id)) {
                chosen.push(target.id.clone());
            }
        }
        self.select(target);
        self.chosen = chosen;
    }

    /// Selects a cell beside the others, or takes it out again.
    fn toggle(&mut self, index: usize) {
        let place = self.targets.get(index).and_then(|target| self.chosen.iter().position(|id| *id == target.id));
        match place {
            Some(place) => {
                let mut chosen = std::mem::take(&mut self.chosen);
                chosen.remove(place);
                self.select(index);
                self.chosen = chosen;
            }
            None => self.select_also(index),
        }
    }

    fn select(&mut self, target: usize) {
        self.chosen.clear();
        self.typing.clear();
        self.cursor = target.min(self.targets.len().saturating_sub(1));
        self.effects.push(Effect::Redraw);
    }

    fn press(&mut self, index: usize, press: Press) {
        let Some(target) = self.targets.get(index) else { return };
        let (cycles, id) = (target.gesture == Gesture::Cycle, target.id.clone());
        match (press, self.brush) {
            (Press::Over, Some(value)) if cycles => {
                self.select(index);
                self.set(value);
            }
            (Press::Over, _) if !self.book.sketch().groups().is_empty() => self.select_also(index),
            (Press::Over, _) => {}
            (Press::Plain, _) if self.several && self.chosen.is_empty() => {
                self.select(index);
                self.chosen = vec![id];
            }
            (Press::Also, _) => self.toggle(index),
            (Press::Plain, _) if self.several => self.toggle(index),
            _ => {
                self.brush = None;
                self.select(index);
                if press == Press::Plain {
                    self.cycle();
                }
            }
        }
    }

    fn type_in(&mut self, character: char) {
        let Some(choices) = self.target().map(|target| target.choices.clone()) else { return };
        match self.typing.press(character, &choices) {
            Typed::Chosen(value) => self.set(Some(value)),
            Typed::Open => self.effects.push(Effect::Redraw),
            Typed::Nothing => {
                if let Some(part) = self.part_named(character) {
                    self.add(part);
                }
            }
        }
    }

    fn end_number(&mut self) {
        let Some(choices) = self.target().map(|target| target.choices.clone()) else { return };
        if let Some(value) = self.typing.finish(&choices) {
            self.set(Some(value));
        }
    }
}

/// Edits.
impl Setting {
    /// Makes an edit; says whether that was possible.
    fn edit(&mut self, edit: Edit) -> bool {
        let selected = self.target().map(|target| target.id.clone());
        match self.book.edit(edit.clone()) {
            Ok(added) => {
                self.ask(Question::Edit(edit));
                self.find(added.or(selected));
                if let Some(target) = self.target() {
                    self.say(self.label(target));
                }
                true
            }
            Err(error) => {
                self.say(words::sentence(&error.to_string()));
                false
            }
        }
    }

    /// Selects a target again: its index may be another one now.
    fn find(&mut self, id: Option<String>) {
        self.targets = self.book.sketch().targets();
        let index = self.targets.iter().position(|target| Some(&target.id) == id.as_ref());
        self.select(index.unwrap_or(self.cursor));
    }

    fn travel(&mut self, back: bool) {
        let selected = self.target().map(|target| target.id.clone());
        if if back { self.book.undo() } else { self.book.redo() } {
            self.ask(if back { Question::UndoEdit } else { Question::RedoEdit });
            self.find(selected);
        } else {
            self.say(format!("There is nothing to {}.", if back { "undo" } else { "redo" }));
        }
    }

    fn set(&mut self, value: Option<i32>) {
        self.typing.clear();
        if let Some(target) = self.target().filter(|target| target.choices != Choices::None) {
            self.edit(Edit::Set { target: target.id.clone(), value });
        }
    }

    /// Gives the target at the cursor the next choice, or none after the last,
    /// where choices are taken that way.
    fn cycle(&mut self) {
        let Some(target) = self.target().filter(|target| target.gesture == Gesture::Cycle) else { return };
        let next = next_choice(&target.choices, self.book.sketch().value(&target.id));
        self.brush = Some(next);
        self.set(next);
    }

    /// Adds a part to the selected bar, or to the bar that the selected part
    /// hangs from, at the free step nearest to the pivot.
    fn add(&mut self, name: &str) {
        let Some(part) = self.part() else { return };
        let Some(on) = (if part.carries { Some(part.id) } else { part.parent }) else { return };
        let parts = self.parts();
        let is_free = |at: &i32| !parts.iter().any(|other| other.parent.as_ref() == Some(&on) && other.at == *at);
        let free = (1..).flat_map(|step| [-step, step]).find(is_free);
        self.edit(Edit::Add { part: name.to_owned(), on, at: free.unwrap_or(1) });
    }

    /// Puts the selected cells into a group, or the one at the cursor.
    fn group(&mut self, group: Grouping, into: Joined) {
        let cells = match (self.chosen.as_slice(), self.target()) {
            ([], Some(target)) => vec![target.id.clone()],
            (chosen, _) => chosen.to_vec(),
        };
        let with = (into != Joined::None).then(|| cells.first().cloned()).flatten();
        let cells = if into == Joined::First { cells.into_iter().skip(1).collect() } else { cells };
        if cells.is_empty() {
            return self.say("Select more cells: the others come to the first one.");
        }
        let count = cells.len() + usize::from(into == Joined::First);
        if self.edit(Edit::Group { group, cells, with }) {
            self.say(joined(group, into, count));
        }
    }

    fn shift(&mut self, by: i32) {
        let Some(Part { id, parent: Some(on), at, .. }) = self.part() else { return };
        // Nothing hangs from the pivot itself unless that is wanted: one step further.
        let next = if at + by == 0 { at + 2 * by } else { at + by };
        self.edit(Edit::Move { target: id, on, at: next });
    }

    fn remove(&mut self) {
        if let Some(part) = self.part() {
            self.edit(Edit::Remove { target: part.id });
        }
    }
}

#[cfg(test)]
mod tests;
