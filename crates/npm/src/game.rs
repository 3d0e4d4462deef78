//! A game on a puzzle.

use crate::convert::{Deadline, Named, clock, to_js};
use crate::error::{Thrown, Wrong};
use crate::puzzle::draw;
use equipoise::puzzles::{Choices, Document, Target};
use play::keys::{Command, Key, KeyName, command};
use play::saves::{About, Saved};
use play::session::{Action, Direction, Effect, Tone};
use play::{Helper, Preferences, Session};
use serde_json::{Value, json};
use std::time::Duration;
use wasm_bindgen::prelude::*;

/// How long a question may take, unless the caller says.
const PATIENCE: Duration = Duration::from_secs(10);

/// A game on a puzzle, as the players in the terminal and in the browser play it.
///
/// Whatever is done returns what is said to it, as sentences. Where the player asks something that takes long, it is
/// answered within `patience` seconds, or given up.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Game {
    session: Session,
    helper: Helper,
    patience: Duration,
}

impl Game {
    pub(crate) fn on(document: &Document) -> Result<Game, Thrown> {
        // A puzzle of the game's own.
        let document = Document::from_json(&document.to_json(), None)?;
        Ok(Game::start(play::Game::new(document.puzzle.into()), About::default()))
    }

    fn start(game: play::Game, about: About) -> Game {
        let (session, effects) = Session::new(game, about, Preferences::default());
        let mut game = Game { session, helper: Helper::new(clock()), patience: PATIENCE };
        // What it is asked first (how many solutions there are) is answered when the player waits for something.
        game.carry_out(effects);
        game
    }

    fn act(&mut self, action: Action) -> Vec<String> {
        let effects = self.session.act(action);
        let mut said = self.carry_out(effects);
        if self.session.is_waiting() {
            said.extend(self.wait());
        }
        said
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> Vec<String> {
        let mut said = Vec::new();
        for effect in effects {
            match effect {
                Effect::Ask(question) => self.helper.receive(question),
                Effect::Say(text) => said.push(text),
                Effect::Redraw | Effect::Save => {}
            }
        }
        said
    }

    /// Until the player's question is answered, or for as long as the player has patience.
    fn wait(&mut self) -> Vec<String> {
        let deadline = Deadline::after(self.patience);
        let mut said = Vec::new();
        while self.session.is_waiting() {
            if deadline.is_over() || !self.helper.is_busy() {
                let effects = self.session.act(Action::Cancel);
                said.extend(self.carry_out(effects));
                said.push("No answer in time.".to_owned());
                break;
            }
            self.helper.work();
            for answer in self.helper.answers() {
                let effects = self.session.act(Action::Answered(answer));
                said.extend(self.carry_out(effects));
            }
        }
        said
    }

    /// A target by its id.
    fn target(&self, id: &str) -> Result<usize, Wrong> {
        let targets = &self.session.game().sheet().targets;
        targets.iter().position(|target| target.id == id).ok_or_else(|| {
            let some: Vec<&str> = targets.iter().take(3).map(|target| target.id.as_str()).collect();
            Wrong::usage(format!("there is no target {id:?}; expected one of {}, ...", some.join(", ")))
        })
    }

    /// With the pencil or without it, and then as it was.
    fn with_pencil(&mut self, pencil: bool, act: impl FnOnce(&mut Game) -> Vec<String>) -> Vec<String> {
        let changed = self.session.has_pencil() != pencil;
        if changed {
            self.act(Action::Pencil);
        }
        let said = act(self);
        if changed {
            self.act(Action::Pencil);
        }
        said
    }

    fn described(&self, target: &Target) -> Value {
        let game = self.session.game();
        let board = &game.written().board;
        let choice =
            |value| json!({ "value": value, "key": target.choices.key(value), "label": target.choices.label(value) });
        let choices: Vec<Value> = target.choices.values().map(choice).collect();
        json!({
            "id": target.id,
            "name": target.name,
            "given": target.given,
            "values": target.shown(board),
            "choices": if target.choices == Choices::None { Vec::new() } else { choices },
            "candidates": game.candidates(target),
        })
    }
}

/// Looking.
#[wasm_bindgen]
impl Game {
    /// The board as it is now.
    #[wasm_bindgen(getter, unchecked_return_type = "Board")]
    pub fn board(&self) -> Result<JsValue, Thrown> {
        let game = self.session.game();
        to_js(&game.puzzle().write_board(&game.written().board))
    }

    /// Whether the puzzle is solved.
    #[wasm_bindgen(getter)]
    pub fn solved(&self) -> bool {
        self.session.is_solved()
    }

    /// How many seconds a question may take; 10 at first.
    #[wasm_bindgen(getter)]
    pub fn patience(&self) -> f64 {
        self.patience.as_secs_f64()
    }

    /// Sets it.
    #[wasm_bindgen(setter)]
    pub fn set_patience(&mut self, seconds: f64) -> Result<(), Thrown> {
        let wrong = |_| Wrong::usage("patience: expected a number of seconds from 0");
        self.patience = Duration::try_from_secs_f64(seconds).map_err(wrong)?;
        Ok(())
    }

    /// What can be pointed at: its name, what can be chosen there, what is chosen, and the pencil marks.
    #[wasm_bindgen(getter, unchecked_return_type = "Target[]")]
    pub fn targets(&self) -> Result<JsValue, Thrown> {
        to_js(&self.session.game().sheet().targets.iter().map(|target| self.described(target)).collect())
    }

    /// The text beside the board: what a hint says, what is wrong, how the place of the cursor stands.
    #[wasm_bindgen(getter, unchecked_return_type = "Line[]")]
    pub fn lines(&self) -> Result<JsValue, Thrown> {
        let tone = |tone| match tone {
            Tone::Heading => "heading",
            Tone::Plain => "plain",
            Tone::Notable => "notable",
            Tone::Good => "good",
            Tone::Wrong => "wrong",
            Tone::Soft => "soft",
        };
        let lines = self.session.lines();
        to_js(&lines.into_iter().map(|line| json!({ "tone": tone(line.tone), "text": line.text })).collect())
    }

    /// The board with marks and hints, as `"text"` (default), `"ascii"` or `"svg"`.
    pub fn draw(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Picture")] picture: JsValue,
    ) -> Result<String, Thrown> {
        draw(&self.session.scene(true), &picture)
    }

    /// The game as text, to be kept; both players read it.
    pub fn save(&self) -> String {
        self.session.about.write(self.session.game())
    }

    /// A game that was saved.
    pub fn load(text: &str) -> Result<Game, Thrown> {
        let Saved { game, about } = Saved::from_text(text)?;
        Ok(Game::start(game, about))
    }

    /// The code of the puzzle and of the position, which fits a link.
    pub fn code(&self) -> Result<String, Thrown> {
        let game = self.session.game();
        let code = play::encode(game.puzzle(), Some(game.written()));
        Ok(code.map_err(|error| Wrong::new("too-large", error.to_string()))?)
    }
}

/// Playing.
#[wasm_bindgen]
impl Game {
    /// Enters a value at a target, which is named by its id; without a value, clears it.
    pub fn enter(&mut self, target: &str, value: Option<i32>) -> Result<Vec<String>, Thrown> {
        self.write(target, value, false)
    }

    /// Writes a pencil mark at a target, or rubs it out; without a value, rubs out all.
    pub fn mark(&mut self, target: &str, value: Option<i32>) -> Result<Vec<String>, Thrown> {
        self.write(target, value, true)
    }

    fn write(&mut self, target: &str, value: Option<i32>, pencil: bool) -> Result<Vec<String>, Thrown> {
        let index = self.target(target)?;
        let found = &self.session.game().sheet().targets[index];
        if let Some(value) = value.filter(|&value| !found.choices.contains(value)) {
            return Err(Wrong::usage(format!("{value} cannot be chosen at {}", found.name)).into());
        }
        self.act(Action::Select(index));
        let action = value.map_or(Action::Clear, Action::Choose);
        Ok(self.with_pencil(pencil, |game| game.act(action)))
    }

    /// Presses a key, by the name that browsers give it: `"5"`, `"ArrowUp"`, `"h"` for a hint.
    pub fn press(
        &mut self,
        key: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Held")] held: JsValue,
    ) -> Result<Vec<String>, Thrown> {
        let mut named = Named::of("press", &held)?;
        let mut is_held = |name| named.take(name).is_some_and(|held| held.is_truthy());
        let (shift, control) = (is_held("shift"), is_held("control"));
        named.finish()?;
        let name = key_name(key, shift).ok_or_else(|| Wrong::usage(format!("there is no key {key:?}")))?;
        if let KeyName::Char(character) = name
            && !control
            && self.session.takes(character)
        {
            return Ok(self.act(Action::Type(character)));
        }
        // Commands that are not about the game are for whoever shows it.
        match command(Key { name, shift, control }, self.session.preferences()) {
            Some(Command::Act(action)) => Ok(self.act(action)),
            _ => Ok(Vec::new()),
        }
    }

    /// A hint, or more of it each time; at its end, follows it.
    pub fn hint(&mut self) -> Vec<String> {
        self.act(Action::Hint)
    }

    /// Follows the hint.
    pub fn follow(&mut self) -> Vec<String> {
        self.act(Action::Follow)
    }

    /// Is anything wrong?
    pub fn check(&mut self) -> Vec<String> {
        self.act(Action::Check)
    }

    /// What is wrong, and why? Again: what exactly.
    pub fn why(&mut self) -> Vec<String> {
        self.act(Action::Why)
    }

    /// One move back.
    pub fn undo(&mut self) -> Vec<String> {
        self.act(Action::Undo)
    }

    /// One move forward.
    pub fn redo(&mut self) -> Vec<String> {
        self.act(Action::Redo)
    }

    /// Back to the empty board; that can be undone.
    pub fn restart(&mut self) -> Vec<String> {
        self.act(Action::Restart)
    }

    /// Time has passed, in milliseconds.
    pub fn pass(&mut self, milliseconds: f64) -> Vec<String> {
        self.act(Action::Pass(milliseconds.max(0.0) as u64))
    }
}

/// A key by the name that browsers give it.
fn key_name(key: &str, shift: bool) -> Option<KeyName> {
    let mut characters = key.chars();
    if let (Some(character), None) = (characters.next(), characters.next()) {
        return Some(KeyName::Char(character));
    }
    Some(match key {
        "ArrowUp" => KeyName::Arrow(Direction::Up),
        "ArrowDown" => KeyName::Arrow(Direction::Down),
        "ArrowLeft" => KeyName::Arrow(Direction::Left),
        "ArrowRight" => KeyName::Arrow(Direction::Right),
        "Tab" if shift => KeyName::BackTab,
        "Tab" => KeyName::Tab,
        "Home" => KeyName::Home,
        "End" => KeyName::End,
        "PageUp" => KeyName::PageUp,
        "PageDown" => KeyName::PageDown,
        "Enter" => KeyName::Enter,
        "Delete" | "Backspace" => KeyName::Delete,
        "Escape" => KeyName::Escape,
        _ => return None,
    })
}
