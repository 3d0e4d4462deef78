//! Games as JSON, with every move that stands or was taken back.

use super::moves::{quantity, target_for};
use super::{Allowed, Change, Game, Turn, Written};
use puzzles::json::Node;
use puzzles::{Document, Fault, Notes, Puzzle, ReadError};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use studio::Position;

/// The version of what is written. In version 1, pencil marks were the values
/// that the player had struck.
const VERSION: i32 = 2;

impl Game {
    /// The whole game as JSON: [`Game::from_json`] reads back exactly the same
    /// game.
    pub fn to_json(&self) -> Value {
        let write = |turn: &Turn| {
            let mut text = String::new();
            for change in &turn.forth {
                text.push_str(if text.is_empty() { "" } else { " " });
                change.write(&self.allowed, &mut text);
            }
            Value::from(text)
        };
        let position = |written: &Written| written.to_json(&*self.puzzle);
        json!({
            "version": VERSION,
            // The rules of a user's own kind may change; the game keeps those that it began with.
            "puzzle": puzzles::whole_fields(&*self.puzzle),
            "start": position(&self.start),
            "done": self.done.iter().map(write).collect::<Value>(),
            // In the order in which they would be made again.
            "undone": self.undone.iter().rev().map(write).collect::<Value>(),
            "checkpoints": self.checkpoints.iter().map(|(name, at)| (name.clone(), position(at))).collect::<Map<_, _>>(),
            "settings": self.settings,
            "played": self.played,
            "help": self.help,
        })
    }

    /// Reads a game, move by move.
    ///
    /// # Errors
    /// What is wrong, with its path. A game of a later version has the fault
    /// [`Fault::Limit`].
    pub fn from_json(value: &Value) -> Result<Game, ReadError> {
        let root = Node::root(value);
        let mut fields = root.fields("a game")?;
        let version = fields.require("version")?;
        let number = version.integer("the version of the game's file", 1..=i32::MAX)?;
        if number > VERSION {
            let says =
                format!("this game was saved by a later version of Equipoise ({number}; this one reads {VERSION})");
            return Err(version.error(Fault::Limit, says));
        }
        let puzzle: Arc<dyn Puzzle> = Document::from_json(fields.require("puzzle")?.value(), None)?.puzzle.into();
        let allowed = Allowed::on(&*puzzle);
        let start = fields.require("start")?;
        // Version 1 struck values; its moves are read on what was struck before them.
        let mut struck = if number == 1 { Some(Position::from_json(start, &*puzzle)?.notes) } else { None };
        let start = Written::from_json(start, &*puzzle, &allowed)?;
        let mut game = Game::begin(puzzle, allowed, start);
        let undone = fields.require("undone")?;
        for turn in fields.require("done")?.items("a list of moves")? {
            game.repeat(turn, struck.as_mut())?;
        }
        let done = game.done.len();
        for turn in undone.items("a list of moves")? {
            game.repeat(turn, struck.as_mut())?;
        }
        while game.done.len() > done {
            game.undo();
        }
        for (name, position) in fields.require("checkpoints")?.entries("checkpoints by name")? {
            let position = Written::from_json(position, &*game.puzzle, &game.allowed)?;
            game.insert_checkpoint(name, position).map_err(|refused| root.error(Fault::Limit, refused.to_string()))?;
        }
        game.settings = derived(fields.require("settings")?)?;
        game.played = derived(fields.require("played")?)?;
        game.help = derived(fields.require("help")?)?;
        fields.finish()?;
        Ok(game)
    }

    /// Makes a move that was written down; with what is struck, in version 1.
    fn repeat(&mut self, node: Node<'_>, mut struck: Option<&mut Notes>) -> Result<(), ReadError> {
        let nothing = || node.error(Fault::Shape, "this move repeats what is there already");
        let mut turn = Turn::default();
        for text in node.text("a move, a text")?.split(' ') {
            let change = match &mut struck {
                Some(struck) => self.old_change(text, struck, &nothing)?,
                None => Change::read(text, &self.allowed),
            };
            let change = change.ok_or_else(|| {
                node.error(Fault::Shape, format!("expected changes such as `r1c2=5`, found {text:?}"))
            })?;
            // Version 1 could strike values of what is given, where nothing shows it.
            if let (Some(_), Change::Marks { target, .. }) = (&struck, &change)
                && self.allowed.target(target).is_some_and(|target| target.given)
            {
                continue;
            }
            change.check(&self.allowed).map_err(|refused| node.error(Fault::Shape, refused.to_string()))?;
            turn.back.push(change.apply(&mut self.now).ok_or_else(nothing)?);
            turn.forth.push(change);
        }
        turn.back.reverse();
        if !turn.forth.is_empty() {
            self.done.push(turn);
        }
        Ok(())
    }

    /// A change of version 1: `-r1c2:7` strikes a value of a place, `+r1c2:7`
    /// restores it. What is left is then what is written there.
    fn old_change(
        &self,
        text: &str,
        struck: &mut Notes,
        nothing: &impl Fn() -> ReadError,
    ) -> Result<Option<Change>, ReadError> {
        let parts = text.split_once(':').and_then(|(id, value)| Some((quantity(id)?, value.parse().ok()?)));
        let Some(((out, id), value)) = parts.filter(|((_, id), _): &((bool, &str), i32)| !id.contains('.')) else {
            return Ok(Change::read(text, &self.allowed));
        };
        let found = self.allowed.place(id).and_then(|place| target_for(self.sheet(), place, value));
        let Some((target, _)) = found else { return Ok(None) };
        let news = if out { struck.strike(id, value) } else { struck.restore(id, value) };
        if !news {
            return Err(nothing());
        }
        let sheet = self.sheet();
        let is_left = |choice: &i32| sheet.note(target, *choice).is_none_or(|(id, value)| !struck.is_struck(id, value));
        let left: BTreeSet<i32> = target.choices.values().filter(is_left).collect();
        let all = left.len() == target.choices.values().count();
        Ok(Some(Change::Marks { target: target.id.clone(), candidates: (!all).then_some(left) }))
    }
}

/// What has its shape from its type.
fn derived<T: DeserializeOwned>(node: Node<'_>) -> Result<T, ReadError> {
    T::deserialize(node.value()).map_err(|error| node.error(Fault::Shape, error.to_string()))
}
