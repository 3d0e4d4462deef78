//! A game: one puzzle being played.
//!
//! Whatever moves are made, taken back, made again: the position is always
//! that of the moves that stand, one after the other, from the start.

mod change;
mod position;
mod save;

pub use change::Change;
pub(crate) use position::Allowed;
pub use position::Position;

use puzzles::{Notes, Puzzle, Sheet, Violation};
use std::collections::BTreeMap;

/// The most checkpoints, and the longest name of one.
const MOST_CHECKPOINTS: usize = 1000;
const MOST_NAME: usize = 200;

/// A move, as a player makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    /// Enters a choice at a target, and takes away what stood there.
    Enter {
        /// The id of the target.
        target: String,
        /// One of its choices.
        choice: i32,
    },
    /// Takes away what stands at a target.
    Clear {
        /// The id of the target.
        target: String,
    },
    /// Strikes a value of a place or a quantity.
    Strike {
        /// The id of the place or quantity.
        subject: String,
        /// The value.
        value: i32,
    },
    /// Takes back that a value was struck.
    Restore {
        /// The id of the place or quantity.
        subject: String,
        /// The value.
        value: i32,
    },
    /// Strikes every value that is seen at a glance to be used up.
    Tidy,
    /// Goes back to a checkpoint. What was done since is not lost: this is a
    /// move like any other, and can be undone.
    Return {
        /// The name of the checkpoint.
        checkpoint: String,
    },
    /// Several moves that are made, and taken back, as one.
    Several(Vec<Move>),
}

/// Why a move is not made. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such target, place, quantity or checkpoint.
    #[error("there is no {0:?} here")]
    Unknown(String),
    /// The puzzle gives it.
    #[error("{0} is given by the puzzle and stays as it is")]
    Given(String),
    /// It is none of the choices.
    #[error("{1} cannot be chosen at {0}")]
    Value(String, i32),
    /// The name of a checkpoint is too long, or there are too many.
    #[error("at most {MOST_CHECKPOINTS} checkpoints with names of at most {MOST_NAME} bytes are kept")]
    Checkpoints,
}

/// Help that a player took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Help {
    /// Asked whether the board is right so far.
    Check,
    /// Had a hint, up to this rung of the ladder, from 1.
    Hint(u8),
    /// Had a value filled in.
    Reveal,
}

/// How much help was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HelpTaken {
    /// How often the board was checked.
    pub checks: u32,
    /// How many hints there were.
    pub hints: u32,
    /// The highest rung of all hints; 0 for none.
    pub rung: u8,
    /// How many values were filled in.
    pub reveals: u32,
}

/// Which mistakes are shown while playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shown {
    /// None.
    Never,
    /// Rules that the board breaks.
    #[default]
    Rules,
    /// These, and entries that are not those of the solution (which the tutor
    /// knows).
    Values,
}

/// What the player has chosen about how to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// Whether an entry also strikes the values that it uses up elsewhere.
    pub tidy: bool,
    /// Which mistakes are shown.
    pub shown: Shown,
}

/// A move that was made: what it changed, and what takes it back.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Turn {
    forth: Vec<Change>,
    back: Vec<Change>,
}

/// A puzzle being played.
///
/// ```
/// use studio::{Game, Move};
/// let document = puzzles::builtin("weight/seed-5").expect("it is built in");
/// let mut game = Game::new(document.puzzle);
/// game.play(&Move::Enter { target: "w1".to_owned(), choice: 3 })?;
/// assert_eq!(game.position().board.get(0), Some(3));
/// assert!(game.undo() && !game.undo());
/// assert!(game.redo());
/// assert_eq!(game.position().board.get(0), Some(3));
/// # Ok::<(), studio::Refused>(())
/// ```
#[derive(Debug)]
pub struct Game {
    puzzle: Box<dyn Puzzle>,
    allowed: Allowed,
    start: Position,
    now: Position,
    done: Vec<Turn>,
    undone: Vec<Turn>,
    checkpoints: BTreeMap<String, Position>,
    /// How it is played; changing it is no move.
    pub settings: Settings,
    played: u64,
    help: HelpTaken,
}

/// Beginning.
impl Game {
    /// A game that begins with what the puzzle gives.
    pub fn new(puzzle: Box<dyn Puzzle>) -> Game {
        let (allowed, start) = (Allowed::on(&*puzzle), Position::start(&*puzzle));
        Game::begin(puzzle, allowed, start)
    }

    /// A game that begins with a position.
    ///
    /// # Errors
    /// When the position does not fit the puzzle.
    pub fn at(puzzle: Box<dyn Puzzle>, start: Position) -> Result<Game, Refused> {
        let allowed = Allowed::on(&*puzzle);
        allowed.check(&start)?;
        Ok(Game::begin(puzzle, allowed, start))
    }

    fn begin(puzzle: Box<dyn Puzzle>, allowed: Allowed, start: Position) -> Game {
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
    /// Makes a move; says whether it changed anything. A move that does not
    /// is not kept, and leaves what can be made again as it is.
    ///
    /// # Errors
    /// Why the move is not made.
    pub fn play(&mut self, made: &Move) -> Result<bool, Refused> {
        let mut hand = Hand { game: self, now: self.now.clone(), turn: Turn { forth: Vec::new(), back: Vec::new() } };
        hand.play(made)?;
        let Hand { now, mut turn, .. } = hand;
        if now == self.now {
            return Ok(false);
        }
        turn.back.reverse();
        self.now = now;
        self.done.push(turn);
        self.undone.clear();
        Ok(true)
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

    /// Makes the move again that was taken back last; says whether there was
    /// one.
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

    fn insert_checkpoint(&mut self, name: &str, position: Position) -> Result<(), Refused> {
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
        let count = match help {
            Help::Check => &mut self.help.checks,
            Help::Hint(rung) => {
                self.help.rung = self.help.rung.max(rung);
                &mut self.help.hints
            }
            Help::Reveal => &mut self.help.reveals,
        };
        *count = count.saturating_add(1);
    }
}

/// Looking.
impl Game {
    /// The puzzle.
    pub fn puzzle(&self) -> &dyn Puzzle {
        &*self.puzzle
    }

    /// What can be touched.
    pub fn sheet(&self) -> &Sheet {
        &self.allowed.sheet
    }

    /// Where the player is.
    pub fn position(&self) -> &Position {
        &self.now
    }

    /// Where the game began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What each move that stands has changed, from the first.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &[Change]> {
        self.done.iter().map(|turn| turn.forth.as_slice())
    }

    /// Whether there is a move to take back, and one to make again.
    pub fn can_undo_redo(&self) -> (bool, bool) {
        (!self.done.is_empty(), !self.undone.is_empty())
    }

    /// The checkpoints by name.
    pub fn checkpoints(&self) -> impl ExactSizeIterator<Item = (&str, &Position)> {
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

/// A move being made.
struct Hand<'g> {
    game: &'g Game,
    now: Position,
    turn: Turn,
}

impl Hand<'_> {
    fn play(&mut self, made: &Move) -> Result<(), Refused> {
        let allowed = &self.game.allowed;
        match made {
            Move::Enter { target, choice } => self.enter(target, *choice),
            Move::Clear { target } => {
                let target = allowed.sheet.target(target).ok_or_else(|| Refused::Unknown(target.clone()))?;
                if target.given {
                    return Err(Refused::Given(target.id.clone()));
                }
                target.cleared(&self.now.board).into_iter().try_for_each(|place| self.set(place, None))
            }
            Move::Strike { subject, value } => self.note(subject, *value, true),
            Move::Restore { subject, value } => self.note(subject, *value, false),
            Move::Tidy => (0..self.now.board.len()).try_for_each(|place| self.tidy(place)),
            Move::Return { checkpoint } => {
                let saved = self.game.checkpoints.get(checkpoint);
                self.go_to(saved.ok_or_else(|| Refused::Unknown(checkpoint.clone()))?)
            }
            Move::Several(moves) => moves.iter().try_for_each(|made| self.play(made)),
        }
    }

    fn enter(&mut self, id: &str, choice: i32) -> Result<(), Refused> {
        let sheet = &self.game.allowed.sheet;
        let target = sheet.target(id).ok_or_else(|| Refused::Unknown(id.to_owned()))?;
        if target.given {
            return Err(Refused::Given(id.to_owned()));
        }
        let (place, value) = target.fills(choice).ok_or_else(|| Refused::Value(id.to_owned(), choice))?;
        for other in target.cleared(&self.now.board).into_iter().filter(|&other| other != place) {
            self.set(other, None)?;
        }
        self.set(place, Some(value))?;
        if self.game.settings.tidy { self.tidy(place) } else { Ok(()) }
    }

    fn tidy(&mut self, place: usize) -> Result<(), Refused> {
        let sheet = &self.game.allowed.sheet;
        let used_up = sheet.struck_by(place, &self.now.board);
        used_up.into_iter().try_for_each(|(place, value)| self.note(&sheet.places[place], value, true))
    }

    fn go_to(&mut self, saved: &Position) -> Result<(), Refused> {
        for (place, value) in saved.board.iter().enumerate() {
            self.set(place, value)?;
        }
        let struck = |notes: &Notes| -> Vec<(String, i32)> {
            notes.iter().flat_map(|(id, values)| values.iter().map(move |&value| (id.to_owned(), value))).collect()
        };
        for (subject, value) in struck(&self.now.notes) {
            if !saved.notes.is_struck(&subject, value) {
                self.note(&subject, value, false)?;
            }
        }
        struck(&saved.notes).into_iter().try_for_each(|(subject, value)| self.note(&subject, value, true))
    }

    fn set(&mut self, place: usize, value: Option<i32>) -> Result<(), Refused> {
        self.change(Change::Entry { place, value })
    }

    fn note(&mut self, subject: &str, value: i32, struck: bool) -> Result<(), Refused> {
        self.change(Change::Note { subject: subject.to_owned(), value, struck })
    }

    fn change(&mut self, change: Change) -> Result<(), Refused> {
        change.check(&self.game.allowed)?;
        if let Some(back) = change.apply(&mut self.now) {
            self.turn.forth.push(change);
            self.turn.back.push(back);
        }
        Ok(())
    }
}
