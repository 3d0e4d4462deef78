//! A game: one puzzle being played.
//!
//! Whatever moves are made, taken back, made again: the position is always
//! that of the moves that stand, one after the other, from the start.

mod allowed;
mod marks;
mod moves;
mod save;
mod settings;

pub(crate) use allowed::Allowed;
pub use marks::Written;
pub use moves::{Change, Move, Refused};
pub use settings::{Help, HelpTaken, Settings, Shown};

use moves::{Hand, Turn};
use puzzles::{Pencilled, Puzzle, Sheet, Target, Violation};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use studio::Position;

/// The most checkpoints, and the longest name of one.
const MOST_CHECKPOINTS: usize = 1000;
const MOST_NAME: usize = 200;

/// A puzzle being played.
///
/// ```
/// use play::{Game, Move};
/// let document = puzzles::builtin("weight/seed-5").expect("it is built in");
/// let mut game = Game::new(document.puzzle.into());
/// game.play(&Move::Enter { target: "w1".to_owned(), choice: 3 })?;
/// assert_eq!(game.written().board.get(0), Some(3));
/// assert!(game.undo() && !game.undo());
/// assert!(game.redo());
/// assert_eq!(game.written().board.get(0), Some(3));
/// # Ok::<(), play::Refused>(())
/// ```
#[derive(Debug)]
pub struct Game {
    puzzle: Arc<dyn Puzzle>,
    allowed: Allowed,
    start: Written,
    now: Written,
    done: Vec<Turn>,
    undone: Vec<Turn>,
    checkpoints: BTreeMap<String, Written>,
    /// How it is played; changing it is not a move.
    pub settings: Settings,
    played: u64,
    help: HelpTaken,
}

/// Beginning.
impl Game {
    /// A game that begins with what the puzzle gives.
    pub fn new(puzzle: Arc<dyn Puzzle>) -> Game {
        let (allowed, start) = (Allowed::on(&*puzzle), Written::start(&*puzzle));
        Game::begin(puzzle, allowed, start)
    }

    /// A game that begins with a position.
    ///
    /// # Errors
    /// When the position does not fit the puzzle.
    pub fn at(puzzle: Arc<dyn Puzzle>, start: Written) -> Result<Game, Refused> {
        let allowed = Allowed::on(&*puzzle);
        allowed.check(&start)?;
        Ok(Game::begin(puzzle, allowed, start))
    }

    fn begin(puzzle: Arc<dyn Puzzle>, allowed: Allowed, start: Written) -> Game {
        Game {
            puzzle,
            allowed,
            now: start.clone(),
            start,
            done: Vec::new(),
            undone: Vec::new(),
            checkpoints: BTreeMap::new(),
            settings: Settings::default(),
            played: 0,
            help: HelpTaken::default(),
        }
    }
}

/// Playing.
impl Game {
    /// Makes a move; says whether it changed anything. A move that does not is
    /// not kept, and moves that can be redone stay so.
    ///
    /// # Errors
    /// Why the move was not made.
    pub fn play(&mut self, made: &Move) -> Result<bool, Refused> {
        let mut hand = Hand::new(self);
        hand.play(made)?;
        let Some((now, turn)) = hand.finish() else { return Ok(false) };
        self.now = now;
        self.done.push(turn);
        self.undone.clear();
        Ok(true)
    }

    /// Makes a move as a part of the last one: both are undone together.
    ///
    /// # Errors
    /// Why the move was not made.
    pub fn play_on(&mut self, made: &Move) -> Result<bool, Refused> {
        let changed = self.play(made)?;
        if changed && self.done.len() > 1 {
            let last = self.done.pop().unwrap_or_default();
            if let Some(first) = self.done.last_mut() {
                first.join(last);
            }
        }
        Ok(changed)
    }

    /// Takes back the last move; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(turn) = self.done.pop() else { return false };
        for change in &turn.back {
            change.apply(&mut self.now);
        }
        self.undone.push(turn);
        true
    }

    /// Redoes the move that was undone last; says whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(turn) = self.undone.pop() else { return false };
        for change in &turn.forth {
            change.apply(&mut self.now);
        }
        self.done.push(turn);
        true
    }

    /// Gives the position a name to come back to with [`Move::Return`]. An
    /// older checkpoint of that name is replaced.
    ///
    /// # Errors
    /// When there are too many, or the name is too long.
    pub fn set_checkpoint(&mut self, name: &str) -> Result<(), Refused> {
        self.insert_checkpoint(name, self.now.clone())
    }

    fn insert_checkpoint(&mut self, name: &str, position: Written) -> Result<(), Refused> {
        let full = self.checkpoints.len() >= MOST_CHECKPOINTS && !self.checkpoints.contains_key(name);
        if full || name.len() > MOST_NAME {
            return Err(Refused::Checkpoints);
        }
        self.checkpoints.insert(name.to_owned(), position);
        Ok(())
    }

    /// Forgets a checkpoint; says whether there was one.
    pub fn drop_checkpoint(&mut self, name: &str) -> bool {
        self.checkpoints.remove(name).is_some()
    }

    /// Adds to the time played, in milliseconds.
    pub fn add_time(&mut self, milliseconds: u64) {
        self.played = self.played.saturating_add(milliseconds);
    }

    /// Notes that help was taken. That cannot be undone.
    pub fn take_help(&mut self, help: Help) {
        match help {
            Help::Check => self.help.checks = self.help.checks.saturating_add(1),
            Help::Hint => self.help.hints = self.help.hints.saturating_add(1),
            Help::Level(level) => self.help.level = self.help.level.max(level),
            Help::Reveal => self.help.reveals = self.help.reveals.saturating_add(1),
        }
    }
}

/// Looking.
impl Game {
    /// The puzzle.
    pub fn puzzle(&self) -> &dyn Puzzle {
        &*self.puzzle
    }

    /// The puzzle, to share.
    pub fn shared(&self) -> Arc<dyn Puzzle> {
        Arc::clone(&self.puzzle)
    }

    /// What can be touched.
    pub fn sheet(&self) -> &Sheet {
        &self.allowed.sheet
    }

    /// What the player has written.
    pub fn written(&self) -> &Written {
        &self.now
    }

    /// What that says, for the tutor.
    pub fn known(&self) -> Position {
        self.now.known(self.sheet())
    }

    /// The candidates that a blank target shows: those written there, or, when
    /// they are automatic, all that are not used up.
    pub fn candidates(&self, target: &Target) -> Option<BTreeSet<i32>> {
        if target.given || !target.shown(&self.now.board).is_empty() {
            return None;
        }
        self.now.marks.get(&target.id).cloned().or_else(|| {
            let is_left = |choice: &i32| !self.sheet().is_used_up(target, *choice, &self.now.board);
            self.settings.automatic.then(|| target.choices.values().filter(is_left).collect())
        })
    }

    /// The candidates of all targets that show some.
    pub fn pencilled(&self) -> Pencilled {
        let targets = self.sheet().targets.iter();
        targets.filter_map(|target| Some((target.id.clone(), self.candidates(target)?))).collect()
    }

    /// How much of what the puzzle leaves open is filled in, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let given = self.puzzle.givens();
        let open = |place: &usize| given.get(*place).is_none();
        let all = (0..given.len()).filter(open).count().max(1);
        let filled = (0..given.len()).filter(open).filter(|&place| self.now.board.get(place).is_some()).count();
        filled as f64 / all as f64
    }

    /// Where the game began.
    pub fn start(&self) -> &Written {
        &self.start
    }

    /// What each move that stands has changed, from the first.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &[Change]> {
        self.done.iter().map(|turn| turn.forth.as_slice())
    }

    /// What was written before the last move, if there was one.
    pub fn before(&self) -> Option<Written> {
        let turn = self.done.last()?;
        let mut before = self.now.clone();
        for change in &turn.back {
            change.apply(&mut before);
        }
        Some(before)
    }

    /// Whether there is a move to take back, and one to make again.
    pub fn can_undo_redo(&self) -> (bool, bool) {
        (!self.done.is_empty(), !self.undone.is_empty())
    }

    /// The checkpoints by name.
    pub fn checkpoints(&self) -> impl ExactSizeIterator<Item = (&str, &Written)> {
        self.checkpoints.iter().map(|(name, position)| (name.as_str(), position))
    }

    /// The time played, in milliseconds.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// The help taken.
    pub fn help(&self) -> HelpTaken {
        self.help
    }

    /// The rules that the board breaks, unless the player does not want to
    /// know.
    pub fn mistakes(&self) -> Vec<Violation> {
        match self.settings.shown {
            Shown::Never => Vec::new(),
            Shown::Rules | Shown::Values => self.puzzle.violations(&self.now.board),
        }
    }

    /// Whether the puzzle is solved.
    pub fn is_solved(&self) -> bool {
        let board = self.allowed.sheet.finished(&self.now.board);
        board.is_full() && self.puzzle.violations(&board).is_empty()
    }
}
