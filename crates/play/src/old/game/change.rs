//! What a move changes, as data and as text.

use super::{Allowed, Refused};
use std::fmt::Write as _;
use studio::Position;

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
    /// A value is struck or restored.
    Note {
        /// The id of a place or a quantity.
        subject: String,
        /// The value.
        value: i32,
        /// Whether it is struck from now on.
        struck: bool,
    },
}

impl Change {
    /// Makes the change; returns the one that undoes it, or `None` when nothing changes.
    pub fn apply(&self, position: &mut Position) -> Option<Change> {
        match self {
            &Change::Entry { place, value } => {
                let before = position.board.get(place);
                position.board.set(place, value);
                (before != value).then_some(Change::Entry { place, value: before })
            }
            Change::Note { subject, value, struck } => {
                let news = match struck {
                    true => position.notes.strike(subject, *value),
                    false => position.notes.restore(subject, *value),
                };
                news.then(|| Change::Note { subject: subject.clone(), value: *value, struck: !struck })
            }
        }
    }

    pub(super) fn check(&self, allowed: &Allowed) -> Result<(), Refused> {
        match self {
            &Change::Entry { place, value } => allowed.check_entry(place, value),
            Change::Note { subject, value, .. } => allowed.check_note(subject, *value),
        }
    }
}

/// Changes as text: `r1c2=5` enters, `r1c2=` clears, `-b4.total:7` strikes and
/// `+b4.total:7` restores.
pub(super) fn write(changes: &[Change], allowed: &Allowed) -> String {
    let mut text = String::new();
    for change in changes {
        if !text.is_empty() {
            text.push(' ');
        }
        let _ = match change {
            Change::Entry { place, value: Some(value) } => write!(text, "{}={value}", allowed.sheet.places[*place]),
            Change::Entry { place, value: None } => write!(text, "{}=", allowed.sheet.places[*place]),
            Change::Note { subject, value, struck: true } => write!(text, "-{subject}:{value}"),
            Change::Note { subject, value, struck: false } => write!(text, "+{subject}:{value}"),
        };
    }
    text
}

/// Reads what [`write`] writes; the error is the text that is not a change.
pub(super) fn read<'t>(text: &'t str, allowed: &Allowed) -> Result<Vec<Change>, &'t str> {
    text.split(' ').map(|part| read_one(part, allowed).ok_or(part)).collect()
}

fn read_one(part: &str, allowed: &Allowed) -> Option<Change> {
    if let Some((id, value)) = part.split_once('=') {
        let place = allowed.place(id)?;
        let value = if value.is_empty() { None } else { Some(value.parse().ok()?) };
        return Some(Change::Entry { place, value });
    }
    let (sign, mark) = part.split_at_checked(1)?;
    let (subject, value) = mark.split_once(':')?;
    let struck = match sign {
        "-" => true,
        "+" => false,
        _ => return None,
    };
    Some(Change::Note { subject: subject.to_owned(), value: value.parse().ok()?, struck })
}
