//! Moves: what a player does in one go, and what that changes.

use super::allowed::Allowed;
use super::{Game, MOST_CHECKPOINTS, MOST_NAME, Written};
use puzzles::{Holds, Sheet, Target};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use studio::{Conclusion, Hint};

/// A move, as a player makes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Writes candidates at a target in pencil, instead of those that were
    /// there. None at all say that nothing stands there.
    Mark {
        /// The id of the target.
        target: String,
        /// The candidates; `None` to rub them all out.
        candidates: Option<BTreeSet<i32>>,
    },
    /// Rules out a value of a place or a quantity, as a hint does. Where no
    /// candidates are written, those that remain are.
    RuleOut {
        /// The id of the place or quantity.
        subject: String,
        /// The value.
        value: i32,
    },
    /// Writes the candidates of every blank target: all that are not used up.
    FillIn,
    /// Goes back to a checkpoint. What was done since is not lost: this is a
    /// move like any other, and can be undone.
    Return {
        /// The name of the checkpoint.
        checkpoint: String,
    },
    /// Goes back to the empty board. This can be undone, too.
    Restart,
    /// Several moves that are made, and undone, together.
    Several(Vec<Move>),
}

impl Move {
    /// The move that follows a hint.
    pub fn following(hint: &Hint, sheet: &Sheet) -> Move {
        let made = |concluded: Conclusion| match concluded {
            Conclusion::Is { place, value } => {
                let (target, choice) = target_for(sheet, place, value)?;
                Some(Move::Enter { target: target.id.clone(), choice })
            }
            Conclusion::IsNot { subject, value } => Some(Move::RuleOut { subject, value }),
        };
        Move::Several(hint.concludes().into_iter().filter_map(made).collect())
    }
}

/// The target, and its choice, that give a place a value.
pub(super) fn target_for(sheet: &Sheet, place: usize, value: i32) -> Option<(&Target, i32)> {
    let choice = |target: &Target| match target.holds {
        Holds::Place(own) if own == place => Some(value),
        Holds::Cell(cell) if cell == value => i32::try_from(place + 1).ok(),
        _ => None,
    };
    sheet.targets.iter().find_map(|target| Some((target, choice(target)?)))
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

/// One thing that a move changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A place gets an entry, or becomes blank.
    Entry {
        /// The place of the board.
        place: usize,
        /// Its new entry, if any.
        value: Option<i32>,
    },
    /// A target gets other pencil marks, or none.
    Marks {
        /// The id of the target.
        target: String,
        /// The candidates from now on.
        candidates: Option<BTreeSet<i32>>,
    },
    /// A value of a quantity is ruled out, or possible again.
    Quantity {
        /// The id of the quantity.
        subject: String,
        /// The value.
        value: i32,
        /// Whether it is ruled out from now on.
        out: bool,
    },
}

impl Change {
    /// Makes the change; returns the one that undoes it, or `None` when nothing changes.
    pub(super) fn apply(&self, written: &mut Written) -> Option<Change> {
        match self {
            &Change::Entry { place, value } => {
                let before = written.board.get(place);
                written.board.set(place, value);
                (before != value).then_some(Change::Entry { place, value: before })
            }
            Change::Marks { target, candidates } => {
                let before = match candidates {
                    Some(candidates) => written.marks.insert(target.clone(), candidates.clone()),
                    None => written.marks.remove(target),
                };
                (before != *candidates).then(|| Change::Marks { target: target.clone(), candidates: before })
            }
            Change::Quantity { subject, value, out } => {
                let news = match out {
                    true => written.ruled_out.strike(subject, *value),
                    false => written.ruled_out.restore(subject, *value),
                };
                news.then(|| Change::Quantity { subject: subject.clone(), value: *value, out: !out })
            }
        }
    }

    pub(super) fn check(&self, allowed: &Allowed) -> Result<(), Refused> {
        match self {
            &Change::Entry { place, value } => allowed.check_entry(place, value),
            Change::Marks { target, candidates } => allowed.check_marks(target, candidates.iter().flatten()),
            Change::Quantity { subject, .. } => allowed.check_quantity(subject),
        }
    }

    /// As text: `r1c2=5` enters, `r1c2=` clears, `r1c2:2,3` writes candidates,
    /// `r1c2:` says that nothing stands there, `r1c2!` rubs all candidates out,
    /// `-b4.total:7` rules out and `+b4.total:7` takes that back.
    pub(super) fn write(&self, allowed: &Allowed, text: &mut String) {
        let _ = match self {
            Change::Entry { place, value: Some(value) } => write!(text, "{}={value}", allowed.sheet.places[*place]),
            Change::Entry { place, value: None } => write!(text, "{}=", allowed.sheet.places[*place]),
            Change::Marks { target, candidates: None } => write!(text, "{target}!"),
            Change::Marks { target, candidates: Some(candidates) } => {
                let list: Vec<String> = candidates.iter().map(i32::to_string).collect();
                write!(text, "{target}:{}", list.join(","))
            }
            Change::Quantity { subject, value, out: true } => write!(text, "-{subject}:{value}"),
            Change::Quantity { subject, value, out: false } => write!(text, "+{subject}:{value}"),
        };
    }

    /// Reads what [`Change::write`] writes.
    pub(super) fn read(text: &str, allowed: &Allowed) -> Option<Change> {
        if let Some((id, value)) = text.split_once('=') {
            let value = if value.is_empty() { None } else { Some(value.parse().ok()?) };
            return Some(Change::Entry { place: allowed.place(id)?, value });
        }
        if let Some(target) = text.strip_suffix('!') {
            return Some(Change::Marks { target: target.to_owned(), candidates: None });
        }
        let (id, values) = text.split_once(':')?;
        if let Some((out, subject)) = quantity(id) {
            return Some(Change::Quantity { subject: subject.to_owned(), value: values.parse().ok()?, out });
        }
        let list = values.split(',').filter(|value| !value.is_empty()).map(|value| value.parse().ok());
        Some(Change::Marks { target: id.to_owned(), candidates: Some(list.collect::<Option<_>>()?) })
    }
}

/// The sign and the id of `-b4.total` and `+b4.total`.
pub(super) fn quantity(signed: &str) -> Option<(bool, &str)> {
    signed.strip_prefix('-').map(|id| (true, id)).or_else(|| signed.strip_prefix('+').map(|id| (false, id)))
}

/// A move that was made: what it changed, and what takes it back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Turn {
    pub(super) forth: Vec<Change>,
    pub(super) back: Vec<Change>,
}

impl Turn {
    /// Adds what was done after it.
    pub(super) fn join(&mut self, mut next: Turn) {
        self.forth.append(&mut next.forth);
        next.back.append(&mut self.back);
        self.back = next.back;
    }
}

/// What leads from one position to another.
fn changes(from: &Written, to: &Written) -> Vec<Change> {
    let entries = from.board.iter().zip(to.board.iter()).enumerate().filter(|(_, (before, now))| before != now);
    let mut all: Vec<Change> = entries.map(|(place, (_, value))| Change::Entry { place, value }).collect();
    let gone = from.marks.keys().filter(|id| !to.marks.contains_key(*id)).map(|id| (id, None));
    let written = to.marks.iter().filter(|(id, now)| from.marks.get(*id) != Some(now)).map(|(id, now)| (id, Some(now)));
    let marks = gone.chain(written);
    all.extend(marks.map(|(id, now)| Change::Marks { target: id.clone(), candidates: now.cloned() }));
    for (these, others, out) in [(&from.ruled_out, &to.ruled_out, false), (&to.ruled_out, &from.ruled_out, true)] {
        for (id, values) in these.iter() {
            let news = values.iter().filter(|value| !others.is_struck(id, **value));
            all.extend(news.map(|&value| Change::Quantity { subject: id.to_owned(), value, out }));
        }
    }
    all
}

/// A move being made. However it comes about, what it changes is told once: a hint may rule out hundreds of values.
pub(super) struct Hand<'g> {
    game: &'g Game,
    now: Written,
}

impl<'g> Hand<'g> {
    pub(super) fn new(game: &'g Game) -> Hand<'g> {
        Hand { game, now: game.now.clone() }
    }

    /// What was done; nothing when all is as before.
    pub(super) fn finish(self) -> Option<(Written, Turn)> {
        let Hand { game: Game { now: before, .. }, now } = self;
        let turn = Turn { forth: changes(before, &now), back: changes(&now, before) };
        (!turn.forth.is_empty()).then_some((now, turn))
    }

    pub(super) fn play(&mut self, made: &Move) -> Result<(), Refused> {
        match made {
            Move::Enter { target, choice } => self.enter(target, *choice),
            Move::Clear { target } => {
                let cleared = self.open(target)?.cleared(&self.now.board);
                cleared.into_iter().try_for_each(|place| self.set(place, None))
            }
            Move::Mark { target, candidates } => self.mark(target, candidates.clone()),
            Move::RuleOut { subject, value } => self.rule_out(subject, *value),
            Move::FillIn => {
                let targets = self.game.sheet().targets.iter().filter(|target| !target.given);
                targets.into_iter().try_for_each(|target| {
                    if !target.shown(&self.now.board).is_empty() {
                        return Ok(());
                    }
                    let candidates = self.candidates(target);
                    if candidates.is_empty() { Ok(()) } else { self.mark(&target.id, Some(candidates)) }
                })
            }
            Move::Return { checkpoint } => {
                let saved = self.game.checkpoints.get(checkpoint);
                self.now.clone_from(saved.ok_or_else(|| Refused::Unknown(checkpoint.clone()))?);
                Ok(())
            }
            Move::Restart => {
                self.now = Written::start(self.game.puzzle());
                Ok(())
            }
            Move::Several(moves) => moves.iter().try_for_each(|made| self.play(made)),
        }
    }

    /// A target that the puzzle does not give.
    fn open(&self, id: &str) -> Result<&'g Target, Refused> {
        let target = self.game.allowed.target(id).ok_or_else(|| Refused::Unknown(id.to_owned()))?;
        if target.given { Err(Refused::Given(id.to_owned())) } else { Ok(target) }
    }

    /// The candidates at a blank target: those written, or all, without those
    /// that are used up.
    fn candidates(&self, target: &Target) -> BTreeSet<i32> {
        let written = self.now.marks.get(&target.id);
        let is_left = |choice: &i32| {
            written.is_none_or(|written| written.contains(choice))
                && !self.game.sheet().is_used_up(target, *choice, &self.now.board)
        };
        target.choices.values().filter(is_left).collect()
    }

    fn enter(&mut self, id: &str, choice: i32) -> Result<(), Refused> {
        let target = self.open(id)?;
        let (place, value) = target.fills(choice).ok_or_else(|| Refused::Value(id.to_owned(), choice))?;
        for other in target.cleared(&self.now.board).into_iter().filter(|&other| other != place) {
            self.set(other, None)?;
        }
        self.set(place, Some(value))?;
        if !self.game.settings.automatic {
            return Ok(());
        }
        // Written candidates that the entry uses up are struck, as automatic ones are.
        let sheet = self.game.sheet();
        for (place, value) in sheet.struck_by(place, &self.now.board) {
            if let Some((target, choice)) = target_for(sheet, place, value)
                && let Some(written) = self.now.marks.get(&target.id)
                && written.contains(&choice)
            {
                let left = written.iter().copied().filter(|other| *other != choice).collect();
                self.mark(&target.id, Some(left))?;
            }
        }
        Ok(())
    }

    fn rule_out(&mut self, subject: &str, value: i32) -> Result<(), Refused> {
        if subject.contains('.') {
            self.game.allowed.check_quantity(subject)?;
            self.now.ruled_out.strike(subject, value);
            return Ok(());
        }
        let place = self.game.allowed.place(subject).ok_or_else(|| Refused::Unknown(subject.to_owned()))?;
        let found = target_for(self.game.sheet(), place, value);
        let (target, choice) = found.ok_or_else(|| Refused::Value(subject.to_owned(), value))?;
        let left = match self.now.marks.get(&target.id) {
            Some(written) => written.clone(),
            None => self.candidates(target),
        };
        self.mark(&target.id, Some(left.into_iter().filter(|other| *other != choice).collect()))
    }

    fn set(&mut self, place: usize, value: Option<i32>) -> Result<(), Refused> {
        self.game.allowed.check_entry(place, value)?;
        self.now.board.set(place, value);
        Ok(())
    }

    fn mark(&mut self, target: &str, candidates: Option<BTreeSet<i32>>) -> Result<(), Refused> {
        self.game.allowed.check_marks(target, candidates.iter().flatten())?;
        match candidates {
            Some(candidates) => _ = self.now.marks.insert(target.to_owned(), candidates),
            None => _ = self.now.marks.remove(target),
        }
        Ok(())
    }
}
