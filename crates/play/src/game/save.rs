//! Games as JSON, with every move that stands or was taken back.

use super::moves::{quantity, target_for};
use super::{Allowed, Change, Game, HelpTaken, Settings, Shown, Turn, Written};
use puzzles::json::Node;
use puzzles::{Document, Fault, Notes, Puzzle, ReadError};
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
        let HelpTaken { checks, hints, level, reveals } = self.help;
        let Settings { automatic, shown } = self.settings;
        json!({
            "version": VERSION,
            "puzzle": puzzle_to_json(&*self.puzzle),
            "start": position(&self.start),
            "done": self.done.iter().map(write).collect::<Value>(),
            // In the order in which they would be made again.
            "undone": self.undone.iter().rev().map(write).collect::<Value>(),
            "checkpoints": self.checkpoints.iter().map(|(name, at)| (name.clone(), position(at))).collect::<Map<_, _>>(),
            "settings": {"tidy": automatic, "shown": shown.name()},
            "played": self.played,
            "help": {"checks": checks, "hints": hints, "rung": level, "reveals": reveals},
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
        game.settings = read_settings(fields.require("settings")?)?;
        let played = fields.require("played")?;
        game.played = played
            .value()
            .as_u64()
            .ok_or_else(|| played.error(Fault::Shape, "expected the time played, in milliseconds"))?;
        game.help = read_help(fields.require("help")?)?;
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

/// A puzzle as JSON, with the name of its kind.
pub fn puzzle_to_json(puzzle: &dyn Puzzle) -> Value {
    let mut object = Map::from_iter([("puzzle".to_owned(), puzzle.kind().name.into())]);
    object.extend(puzzle.write_json());
    object.into()
}

fn read_settings(node: Node<'_>) -> Result<Settings, ReadError> {
    let mut fields = node.fields("settings")?;
    let automatic = fields.require("tidy")?.boolean("whether candidates are automatic")?;
    let shown = fields.require("shown")?;
    let name = shown.text("which mistakes are shown")?;
    let shown = Shown::ALL.into_iter().find(|shown| shown.name() == name).ok_or_else(|| {
        let names = Shown::ALL.map(Shown::name).join(", ");
        shown.error(Fault::Shape, format!("expected one of {names}, found {name:?}"))
    })?;
    fields.finish()?;
    Ok(Settings { automatic, shown })
}

fn read_help(node: Node<'_>) -> Result<HelpTaken, ReadError> {
    let mut fields = node.fields("the help taken")?;
    let mut count = |name| -> Result<u32, ReadError> {
        let node = fields.require(name)?;
        let number = node.value().as_u64().and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| node.error(Fault::Shape, "expected a number, how often it was taken"))
    };
    let (checks, hints, reveals) = (count("checks")?, count("hints")?, count("reveals")?);
    let level = fields.require("rung")?.integer("the level of a hint", 0..=255)? as u8;
    fields.finish()?;
    Ok(HelpTaken { checks, hints, level, reveals })
}
