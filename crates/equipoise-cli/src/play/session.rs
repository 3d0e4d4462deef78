//! A game on the screen: what is selected, what was typed, what was said.

use super::drawing::Viewport;
use super::opened::{Opened, Wanted};
use super::store::{Preferences, Saved, Slot, Store};
use super::typing::Typing;
use crate::report::Answer as Solution;
use equipoise::puzzles::{Board, Near, Puzzle, Target};
use equipoise::studio::{Explanation, Hint, HintLevel, Position, Verdict};
use play::old::Game;
use std::time::Duration;

/// What is said to the player.
#[derive(Debug, Default)]
pub(crate) enum Notice {
    #[default]
    None,
    Says(Vec<String>),
    Hint(Box<Hint>, HintLevel),
}

/// What is looked at instead of the player's own board.
#[derive(Debug)]
pub(crate) enum Aside {
    /// The explained path, after this many steps.
    Path(Box<Explanation>, usize),
    /// What the solver found.
    Solution(Box<Solution>),
}

/// A game on the screen.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) name: String,
    pub(crate) game: Game,
    pub(crate) wanted: Wanted,
    slot: Slot,
    /// The index of the selected target.
    pub(crate) selected: usize,
    /// Whether typing strikes and restores pencil marks instead of entering.
    pub(crate) pencil: bool,
    /// Whether pencil marks are drawn.
    pub(crate) marks: bool,
    pub(crate) typing: Typing,
    /// The time played when the last digit was typed.
    pub(crate) typed_at: Duration,
    pub(crate) paused: bool,
    pub(crate) notice: Notice,
    pub(crate) aside: Option<Aside>,
    /// How many solutions there are, once that is proved.
    pub(crate) verdict: Option<Verdict>,
    /// How hard the puzzle is, in a sentence, once that is known.
    pub(crate) grade: Option<String>,
    /// The board of the checkpoint set or returned to last.
    pub(crate) since: Option<Board>,
    pub(crate) viewport: Viewport,
    /// What each target gets that the mouse is dragged over.
    pub(crate) brush: Option<Option<i32>>,
    solved: bool,
    /// Whether there is something to save.
    changed: bool,
    /// Why the game could not be saved.
    pub(crate) unsaved: Option<String>,
}

/// How long after a digit another one may follow.
pub(crate) const PAUSE: Duration = Duration::from_millis(900);

impl Session {
    /// Begins a game, or goes on with the one that was kept. A position that
    /// comes with the puzzle wins over a kept game without moves.
    pub(crate) fn begin(opened: Opened, store: &Store, preferences: Preferences) -> Result<Session, String> {
        let Opened { name, puzzle, position, wanted } = opened;
        let (slot, saved) = store.claim(&*puzzle)?;
        let came_with_moves = position.is_some();
        let fresh = || match position {
            Some(position) => Game::at(puzzle, position).map_err(|refused| refused.to_string()),
            None => Ok(Game::new(puzzle)),
        };
        let (name, wanted, mut game, resumed) = match saved {
            Some(Saved { name, band, game })
                if !game.is_solved() && (!came_with_moves || game.can_undo_redo() != (false, false)) =>
            {
                (name, Wanted { band, ..wanted }, game, true)
            }
            _ => (name, wanted, fresh()?, false),
        };
        game.settings = preferences.settings;
        let mut session = Session::on(game, name, wanted, slot);
        if resumed && came_with_moves {
            session.say("You have played this puzzle before: your own game goes on, not the one of the link.");
        }
        Ok(session)
    }

    fn on(game: Game, name: String, wanted: Wanted, slot: Slot) -> Session {
        let selected = game.sheet().targets.iter().position(|target| !target.given).unwrap_or(0);
        Session {
            name,
            wanted,
            slot,
            selected,
            pencil: false,
            marks: !game.position().notes.is_empty(),
            typing: Typing::default(),
            typed_at: Duration::ZERO,
            paused: false,
            notice: Notice::None,
            aside: None,
            verdict: None,
            grade: None,
            since: None,
            viewport: Viewport::default(),
            brush: None,
            solved: game.is_solved(),
            changed: true,
            unsaved: None,
            game,
        }
    }

    pub(crate) fn target(&self) -> Option<&Target> {
        self.game.sheet().targets.get(self.selected)
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.solved
    }

    /// The time played.
    pub(crate) fn played(&self) -> Duration {
        Duration::from_millis(self.game.played())
    }

    /// Whether the clock runs.
    pub(crate) fn is_running(&self) -> bool {
        !self.paused && !self.solved
    }

    /// Lets time pass.
    pub(crate) fn pass(&mut self, time: Duration) {
        if self.is_running() {
            self.game.add_time(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        }
        if !self.typing.shown().is_empty() && self.played() >= self.typed_at + PAUSE {
            self.finish_typing();
        }
    }

    /// Saves what has changed.
    pub(crate) fn save(&mut self) {
        if self.changed {
            self.unsaved = self
                .slot
                .save(&self.name, self.wanted.band, &self.game)
                .err()
                .map(|error| format!("Not saved: {error}"));
            self.changed = self.unsaved.is_some();
        }
    }

    /// Leaves the game: one that was never touched is not kept.
    pub(crate) fn leave(&mut self) {
        if !self.typing.shown().is_empty() {
            self.finish_typing();
        }
        let touched = self.game.can_undo_redo() != (false, false) || self.game.checkpoints().len() > 0;
        if touched || *self.game.start() != Position::start(self.game.puzzle()) {
            self.changed = true;
            self.save();
        } else {
            self.slot.discard();
        }
    }

    /// Whether games are kept at all.
    pub(crate) fn is_kept(&self) -> bool {
        self.slot.keeps()
    }

    /// What every change of the board brings with it.
    pub(crate) fn moved(&mut self) {
        self.changed = true;
        self.notice = Notice::None;
        self.solved = self.game.is_solved();
    }

    /// Something to save has changed.
    pub(crate) fn touch(&mut self) {
        self.changed = true;
    }

    /// Whether there is an answer to read.
    pub(crate) fn says_something(&self) -> bool {
        self.solved || self.aside.is_some() || !matches!(self.notice, Notice::None)
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.notice = Notice::Says(vec![text.into()]);
    }
}

/// Selecting.
impl Session {
    pub(crate) fn select(&mut self, target: usize) {
        if target < self.game.sheet().targets.len() {
            if target != self.selected {
                self.finish_typing();
            }
            self.selected = target;
            self.viewport.follow();
        }
    }

    /// Goes where an arrow key leads.
    pub(crate) fn step(&mut self, near: impl Fn(Near) -> Option<usize>) {
        if let Some(next) = self.target().and_then(|target| near(target.near)) {
            self.select(next);
        }
    }

    /// Goes to the next target, or the one before, in reading order.
    pub(crate) fn cycle(&mut self, forward: bool) {
        let count = self.game.sheet().targets.len().max(1);
        self.select((self.selected + if forward { 1 } else { count - 1 }) % count);
    }

    /// The target with this id.
    pub(crate) fn find(&self, id: &str) -> Option<usize> {
        self.game.sheet().targets.iter().position(|target| target.id == id)
    }
}

/// The same puzzle once more, for a thread of its own.
pub(crate) fn copy(puzzle: &dyn Puzzle) -> Box<dyn Puzzle> {
    puzzle.with_clues(&vec![true; puzzle.clues()])
}
