//! Moves: what a player does in one go.

use super::{Change, Game, MOST_CHECKPOINTS, MOST_NAME, Turn};
use puzzles::{Holds, Notes, Sheet, Target};
use studio::{Conclusion, Hint, Position};

/// A move, as a player makes it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
    /// Restores a struck value.
    Restore {
        /// The id of the place or quantity.
        subject: String,
        /// The value.
        value: i32,
    },
    /// Strikes every value that is obviously used up.
    Tidy,
    /// Goes back to a checkpoint. What was done since is not lost: this is a
    /// move like any other, and can be undone.
    Return {
        /// The name of the checkpoint.
        checkpoint: String,
    },
    /// Several moves that are made, and undone, together.
    Several(Vec<Move>),
}

impl Move {
    /// The move that follows a hint.
    pub fn following(hint: &Hint, sheet: &Sheet) -> Move {
        let chosen = |place: usize, value: i32| {
            let choice = |target: &Target| match target.holds {
                Holds::Place(own) if own == place => Some(value),
                Holds::Cell(cell) if cell == value => i32::try_from(place + 1).ok(),
                _ => None,
            };
            let mut targets = sheet.targets.iter();
            targets.find_map(|target| Some(Move::Enter { target: target.id.clone(), choice: choice(target)? }))
        };
        let made = |concluded: Conclusion| match concluded {
            Conclusion::Is { place, value } => chosen(place, value),
            Conclusion::IsNot { subject, value } => Some(Move::Strike { subject, value }),
        };
        Move::Several(hint.concludes().into_iter().filter_map(made).collect())
    }
}

/// Why a move was not made. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such target, place, quantity or checkpoint.
    #[error("there is no {0:?} here")]
    Unknown(String),
    /// The puzzle gives it.
    #[error("{0} is given by the puzzle and stays as it is")]
    Given(String),
    /// It is not one of the choices.
    #[error("{1} cannot be chosen at {0}")]
    Value(String, i32),
    /// The name of a checkpoint is too long, or there are too many.
    #[error("at most {MOST_CHECKPOINTS} checkpoints with names of at most {MOST_NAME} bytes are kept")]
    Checkpoints,
}

/// A move being made.
pub(super) struct Hand<'g> {
    pub(super) game: &'g Game,
    pub(super) now: Position,
    pub(super) turn: Turn,
}

impl Hand<'_> {
    pub(super) fn play(&mut self, made: &Move) -> Result<(), Refused> {
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
