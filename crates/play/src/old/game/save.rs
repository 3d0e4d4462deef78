//! Games as JSON, with every move that stands or was taken back.

use super::{Allowed, Game, HelpTaken, Settings, Shown, Turn, change};
use puzzles::json::Node;
use puzzles::{Document, Fault, Puzzle, ReadError};
use serde_json::{Map, Value, json};
use studio::Position;

/// The version of what is written.
const VERSION: i32 = 1;

impl Game {
    /// The whole game as JSON: [`Game::from_json`] reads back exactly the same
    /// game.
    pub fn to_json(&self) -> Value {
        let write = |turn: &Turn| Value::from(change::write(&turn.forth, &self.allowed));
        let position = |position: &Position| position.to_json(&*self.puzzle);
        let HelpTaken { checks, hints, rung, reveals } = self.help;
        let Settings { tidy, shown } = self.settings;
        json!({
            "version": VERSION,
            "puzzle": puzzle_to_json(&*self.puzzle),
            "start": position(&self.start),
            "done": self.done.iter().map(write).collect::<Value>(),
            // In the order in which they would be made again.
            "undone": self.undone.iter().rev().map(write).collect::<Value>(),
            "checkpoints": self.checkpoints.iter().map(|(name, at)| (name.clone(), position(at))).collect::<Map<_, _>>(),
            "settings": {"tidy": tidy, "shown": shown.name()},
            "played": self.played,
            "help": {"checks": checks, "hints": hints, "rung": rung, "reveals": reveals},
        })
    }

    /// Reads a game, move by move.
    ///
    /// # Errors
    /// What is wrong, with its path.
    pub fn from_json(value: &Value) -> Result<Game, ReadError> {
        let root = Node::root(value);
        let mut fields = root.fields("a game")?;
        fields.require("version")?.integer("the version of the game's file", VERSION..=VERSION)?;
        let puzzle = Document::from_json(fields.require("puzzle")?.value(), None)?.puzzle;
        let allowed = Allowed::on(&*puzzle);
        let start = read_position(fields.require("start")?, &*puzzle, &allowed)?;
        let mut game = Game::begin(puzzle, allowed, start);
        let undone = fields.require("undone")?;
        for turns in [fields.require("done")?, undone] {
            for turn in turns.items("a list of moves")? {
                game.repeat(turn)?;
            }
        }
        for _ in undone.items("a list of moves")? {
            game.undo();
        }
        for (name, position) in fields.require("checkpoints")?.entries("checkpoints by name")? {
            let position = read_position(position, &*game.puzzle, &game.allowed)?;
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

    /// Makes a move that was written down.
    fn repeat(&mut self, node: Node<'_>) -> Result<(), ReadError> {
        let text = node.text("a move, a text")?;
        let forth = change::read(text, &self.allowed)
            .map_err(|part| node.error(Fault::Shape, format!("expected changes such as `r1c2=5`, found {part:?}")))?;
        let mut back = Vec::new();
        for change in &forth {
            change.check(&self.allowed).map_err(|refused| node.error(Fault::Shape, refused.to_string()))?;
            let nothing = || node.error(Fault::Shape, "this move repeats what is there already");
            back.push(change.apply(&mut self.now).ok_or_else(nothing)?);
        }
        back.reverse();
        self.done.push(Turn { forth, back });
        Ok(())
    }
}

/// A puzzle as JSON, with the name of its kind.
pub fn puzzle_to_json(puzzle: &dyn Puzzle) -> Value {
    let mut object = Map::from_iter([("puzzle".to_owned(), puzzle.kind().name.into())]);
    object.extend(puzzle.write_json());
    object.into()
}

fn read_position(node: Node<'_>, puzzle: &dyn Puzzle, allowed: &Allowed) -> Result<Position, ReadError> {
    let position = Position::from_json(node, puzzle)?;
    allowed.check(&position).map_err(|refused| node.error(Fault::Shape, refused.to_string()))?;
    Ok(position)
}

fn read_settings(node: Node<'_>) -> Result<Settings, ReadError> {
    let mut fields = node.fields("settings")?;
    let tidy = fields.require("tidy")?.boolean("whether pencil marks are tidied")?;
    let shown = fields.require("shown")?;
    let name = shown.text("which mistakes are shown")?;
    let shown = Shown::ALL.into_iter().find(|shown| shown.name() == name).ok_or_else(|| {
        let names = Shown::ALL.map(Shown::name).join(", ");
        shown.error(Fault::Shape, format!("expected one of {names}, found {name:?}"))
    })?;
    fields.finish()?;
    Ok(Settings { tidy, shown })
}

fn read_help(node: Node<'_>) -> Result<HelpTaken, ReadError> {
    let mut fields = node.fields("the help taken")?;
    let mut count = |name| -> Result<u32, ReadError> {
        let node = fields.require(name)?;
        let number = node.value().as_u64().and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| node.error(Fault::Shape, "expected a number, how often it was taken"))
    };
    let (checks, hints, reveals) = (count("checks")?, count("hints")?, count("reveals")?);
    let rung = fields.require("rung")?.integer("a rung", 0..=255)? as u8;
    fields.finish()?;
    Ok(HelpTaken { checks, hints, rung, reveals })
}
