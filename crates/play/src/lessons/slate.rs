//! A board on which somebody says what they think.

use super::{Placed, Said};
use crate::Game;
use crate::message::ReplyTold;
use crate::session::Direction;
use puzzles::{Board, Holds, Target, View};
use scene::Scene;
use serde::{Deserialize, Serialize};
use studio::Context;

/// What somebody thinks: a value that a place has, or does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Thought {
    /// Chosen on the board.
    Said(Said),
    /// Written down, as [`Said::read`] reads it.
    Words(String),
}

impl Thought {
    /// What it says.
    ///
    /// # Errors
    /// What was expected.
    pub fn said(&self, context: &Context) -> Result<Said, String> {
        match self {
            Thought::Said(said) => Ok(said.clone()),
            Thought::Words(words) => Said::read(words, context),
        }
    }
}

/// A position, a place that is chosen on it, and what was said last.
#[derive(Debug)]
pub struct Slate {
    game: Game,
    cursor: usize,
    /// Whether the next value is said to be there, or not to be there.
    pub is: bool,
    /// What was said last, as people say it.
    thought: String,
    reply: Option<ReplyTold>,
}

impl Slate {
    /// A slate with a position. `None` when that does not fit its puzzle.
    pub fn new(placed: &Placed) -> Option<Slate> {
        let game = Game::at(placed.puzzle.clone(), placed.written()).ok()?;
        let blank = |target: &Target| !target.given && target.shown(&game.written().board).is_empty();
        let cursor = game.sheet().targets.iter().position(blank).unwrap_or(0);
        Some(Slate { game, cursor, is: true, thought: String::new(), reply: None })
    }

    /// The position, as a game that nobody plays.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The index of the target that is chosen.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The target that is chosen.
    pub fn target(&self) -> Option<&Target> {
        self.game.sheet().targets.get(self.cursor)
    }

    /// Chooses a target.
    pub fn select(&mut self, target: usize) {
        if target < self.game.sheet().targets.len() {
            self.cursor = target;
        }
    }

    /// Goes where an arrow leads.
    pub fn step(&mut self, direction: Direction) {
        if let Some(next) = self.target().and_then(|target| direction.of(target.near)) {
            self.select(next);
        }
    }

    /// The position, drawn.
    pub fn scene(&self) -> Scene {
        let written = self.game.written();
        self.game.puzzle().draw(&View::of(&written.board).labels().written(&written.marks))
    }

    /// Another board of the same puzzle, drawn.
    pub fn with_board(&self, board: &Board) -> Scene {
        self.game.puzzle().draw(&View::of(board).labels())
    }

    /// Whether something can be said of the target that is chosen.
    pub fn is_open(&self) -> bool {
        self.target().is_some_and(|target| !target.given && target.shown(&self.game.written().board).is_empty())
    }

    /// Says that the chosen target has a value, or does not have it; what is to be judged.
    pub fn say(&mut self, choice: i32) -> Option<Thought> {
        let target = self.target().filter(|_| self.is_open())?;
        let (subject, value) = self.game.sheet().note(target, choice)?;
        let said = Said { subject: subject.to_owned(), value, is: self.is };
        let label = target.choices.label(choice)?;
        let thought = match (target.holds, self.is) {
            (Holds::Cell(_), true) => format!("{label} is at {}", target.id),
            (Holds::Cell(_), false) => format!("{label} is not at {}", target.id),
            (_, true) => format!("{} is {label}", target.id),
            (_, false) => format!("{} is not {label}", target.id),
        };
        self.thought = thought;
        self.reply = None;
        Some(Thought::Said(said))
    }

    /// Says what somebody has written.
    pub fn write(&mut self, words: &str) -> Option<Thought> {
        let words = words.trim();
        self.thought = words.to_owned();
        self.reply = None;
        (!words.is_empty()).then(|| Thought::Words(words.to_owned()))
    }

    /// What was said last.
    pub fn thought(&self) -> &str {
        &self.thought
    }

    /// What was replied to it.
    pub fn reply(&self) -> Option<&ReplyTold> {
        self.reply.as_ref()
    }

    /// Takes a reply; what is read aloud.
    pub fn hear(&mut self, reply: ReplyTold) -> String {
        let says = reply.told();
        self.reply = Some(reply);
        says
    }
}

impl ReplyTold {
    /// The reply in a sentence or two: `No: r1c2 can be 4.`
    pub fn told(&self) -> String {
        let says = crate::words::sentence(self.says.strip_prefix("not sound: ").unwrap_or(&self.says));
        match (self.right, self.sound) {
            (true, _) => format!("Right. {says}"),
            (false, true) => says,
            (false, false) => format!("No. {says}"),
        }
    }
}
