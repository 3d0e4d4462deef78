//! What to play next: what somebody solves easily becomes harder, what was hard becomes easier.

use crate::message::Recipe;
use crate::offers::Offer;
use crate::{Record, Solve};
use puzzles::Kind;

/// So many of the latest count.
const LATEST: usize = 2;
/// Who takes help so often finds a puzzle hard.
const MUCH_HELP: u32 = 3;
/// Or takes this many times as long as usual.
const SLOW: u64 = 3;

/// What to play next, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suggestion {
    /// What to make.
    pub offer: &'static Offer,
    /// Why this.
    pub reason: Reason,
}

/// Why something is suggested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The last ones were solved without help, and not slowly.
    Easy,
    /// The last one took much help, or long.
    Hard,
    /// Neither: another one like the last.
    Fitting,
}

impl Reason {
    /// The reason as people say it.
    pub fn says(self) -> &'static str {
        match self {
            Reason::Easy => "You solved the last ones without help: this is a little harder.",
            Reason::Hard => "The last one was hard: this is a little easier.",
            Reason::Fitting => "Like the last one.",
        }
    }
}

/// What to play next of a kind, by what was solved of it; `None` when nothing was.
pub fn suggestion(record: &Record, kind: &Kind) -> Option<Suggestion> {
    let latest: Vec<&Solve> =
        record.latest().into_iter().filter(|solve| solve.kind == kind.name).take(LATEST).collect();
    let last = latest.first()?;
    let recipe = Recipe { kind: last.kind.clone(), size: last.size, difficulty: last.difficulty };
    let usual = record.times(kind.name, last.difficulty).map_or(u64::MAX, |times| times.median);
    let is_hard = |solve: &Solve| solve.help >= MUCH_HELP || solve.seconds > usual.saturating_mul(SLOW);
    let is_easy = |solve: &&Solve| solve.help == 0 && !is_hard(solve) && solve.difficulty >= last.difficulty;
    let changed = if is_hard(last) {
        recipe.easier().map(|offer| (offer, Reason::Hard))
    } else if latest.len() == LATEST && latest.iter().all(is_easy) {
        recipe.harder().map(|offer| (offer, Reason::Easy))
    } else {
        None
    };
    let (offer, reason) = changed.or_else(|| Some((recipe.nearest()?, Reason::Fitting)))?;
    Some(Suggestion { offer, reason })
}

#[cfg(test)]
mod tests {
    use super::*;
    use studio::Difficulty;

    fn record(kind: &Kind, all: &[(Difficulty, u64, u32)]) -> Record {
        let mut record = Record::default();
        for (number, &(difficulty, seconds, help)) in (0..).zip(all) {
            let on = "2026-11-16".parse().expect("a day");
            let solve = Solve {
                kind: kind.name.to_owned(),
                size: kind.making.offered[0],
                difficulty: Some(difficulty),
                day: None,
                on,
                at: number,
                seconds,
                help,
                code: None,
                replay: None,
            };
            record.add(&format!("{number:x}"), solve);
        }
        record
    }

    #[test]
    fn what_is_solved_easily_becomes_harder_and_back() {
        for kind in puzzles::KINDS {
            assert_eq!(suggestion(&Record::default(), kind), None);
            let easy = (Difficulty::Gentle, 60, 0);
            let once = suggestion(&record(kind, &[easy]), kind).expect("something");
            assert_eq!(once.reason, Reason::Fitting, "{}", kind.name);
            let twice = suggestion(&record(kind, &[easy, easy]), kind).expect("something");
            if twice.reason == Reason::Easy {
                assert!(twice.offer.difficulty > Some(Difficulty::Gentle) || twice.offer.size > kind.making.offered[0]);
            }
            let helped = suggestion(&record(kind, &[easy, (Difficulty::Easy, 60, 5)]), kind).expect("something");
            assert!(helped.offer.difficulty <= Some(Difficulty::Easy), "{}", kind.name);
            let slow = suggestion(&record(kind, &[easy, easy, (Difficulty::Gentle, 600, 0)]), kind).expect("something");
            assert_ne!(slow.reason, Reason::Easy, "{}", kind.name);
        }
    }
}
