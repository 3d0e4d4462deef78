//! A game shown again, move by move.
//!
//! A replay has a code of its own, version 3: that of the puzzle, where the game began, and what each move changed, in
//! the form that saved games have. Published codes must be readable for ever.

use crate::code::{self, CodeError, REPLAY};
use crate::{Game, words};
use puzzles::View;
use scene::Scene;
use serde_json::{Value, json};

/// A game being shown again.
#[derive(Debug)]
pub struct Replay {
    game: Game,
    at: usize,
    last: usize,
}

impl Replay {
    /// A game from its start. What was taken back is not shown.
    pub fn new(mut game: Game) -> Replay {
        let last = game.moves().len();
        while game.undo() {}
        Replay { game, at: 0, last }
    }

    /// The game as far as it is shown.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many moves are shown, and how many there are.
    pub fn place(&self) -> (usize, usize) {
        (self.at, self.last)
    }

    /// Goes to the position after this many moves.
    pub fn go_to(&mut self, step: usize) {
        let step = step.min(self.last);
        while self.at > step && self.game.undo() {
            self.at -= 1;
        }
        while self.at < step && self.game.redo() {
            self.at += 1;
        }
    }

    /// The board after the moves that are shown, with what the last of them changed.
    pub fn scene(&self) -> Scene {
        let written = self.game.written();
        let mut scene = self.game.puzzle().draw(&View::of(&written.board).labels().written(&written.marks));
        for id in self.touched() {
            scene.emphasise(&id, scene::Emphasis::Effect);
        }
        scene
    }

    /// What the last move that is shown changed, in a sentence.
    pub fn says(&self) -> String {
        if self.at == 0 {
            return "The start.".to_owned();
        }
        let touched = self.touched();
        let targets = self.game.sheet().targets.iter().filter(|target| touched.contains(&target.id));
        let labels: Vec<String> = targets.map(|target| words::label(&self.game, target)).collect();
        let changed = words::listed(&labels).unwrap_or_else(|| "Something was noted.".to_owned());
        format!("Move {} of {}. {changed}", self.at, self.last)
    }

    /// The ids of the targets that the last move that is shown has changed.
    fn touched(&self) -> Vec<String> {
        let (now, before) = (self.game.written(), self.game.before());
        let Some(before) = before else { return Vec::new() };
        let targets = self.game.sheet().targets.iter();
        let differs = targets.filter(|target| {
            target.shown(&now.board) != target.shown(&before.board)
                || now.marks.get(&target.id) != before.marks.get(&target.id)
        });
        differs.map(|target| target.id.clone()).collect()
    }

    /// Its code.
    ///
    /// # Errors
    /// When there are too many moves for a code.
    pub fn code(&self) -> Result<String, CodeError> {
        let game = self.game.to_json();
        let turns: Vec<Value> = ["done", "undone"]
            .iter()
            .filter_map(|part| game[part].as_array())
            .flatten()
            .take(self.last)
            .cloned()
            .collect();
        let start = if self.game.start() == &crate::Written::start(self.game.puzzle()) {
            Value::Null
        } else {
            game["start"].clone()
        };
        code::write_with(self.game.puzzle(), &json!([start, turns, self.game.played() / 1000]), REPLAY)
    }

    /// Reads what [`Replay::code`] writes, or a link to it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_code(text: &str) -> Result<Replay, CodeError> {
        let parts = code::read(code::of_link(text), &[REPLAY])?;
        let [start, turns, seconds] = parts.position.as_array().map(Vec::as_slice).unwrap_or_default() else {
            return Err(CodeError::Position);
        };
        let mut game = Game::new(parts.puzzle()?).to_json();
        if !start.is_null() {
            game["start"] = start.clone();
        }
        game["done"] = turns.clone();
        game["played"] = json!(seconds.as_u64().unwrap_or(0).saturating_mul(1000));
        Ok(Replay::new(Game::from_json(&game)?))
    }
}
