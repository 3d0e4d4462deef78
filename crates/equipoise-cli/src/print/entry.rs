//! What a book prints about a puzzle: its difficulty, solution, hint and link.

use crate::args::PrintArguments;
use crate::clock::{Stopwatch, limits};
use crate::escape::visible;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::show::solution;
use ::print::{Book, Entry};
use equipoise::fd::Limits;
use equipoise::puzzles::{Document, Puzzle};
use equipoise::studio::{self, Advice, Difficulty, HintLevel, Position};
use serde_json::Value;

/// How much work grading a puzzle, and finding a hint, may take. Counted in runs of
/// propagators, so that a book is the same on every machine; about a tenth of a second.
const MOST_GRADING: u64 = 100_000;
const MOST_HINTING: u64 = 2_000_000;

/// Prepares puzzles for a book.
pub(super) struct Editor<'a> {
    pub(super) arguments: &'a PrintArguments,
    pub(super) interrupt: &'a Interrupt,
    pub(super) book: &'a Book,
}

impl Editor<'_> {
    /// Finds out what is printed about a puzzle.
    pub(super) fn prepare(&self, name: &str, document: Document) -> Result<Prepared, Failure> {
        let clock = Stopwatch::start();
        let limits = limits(None, &clock, self.interrupt);
        let mut entry = Entry::new(name, document);
        if let Some(base) = &self.arguments.links {
            let code =
                play::old::encode(&*entry.document.puzzle, None).map_err(|error| Failure::usage(error.to_string()))?;
            entry.link = Some(play::old::link(base, &code));
        }
        // A puzzle that no page can hold is not worth a search.
        self.book.fits(&entry).map_err(|misfit| Failure::usage(misfit.to_string()))?;
        let (mut exit, mut note) = (Exit::Fine, None);
        if !self.arguments.no_solutions {
            let (board, doubt) = solution(&entry.document, limits)?;
            entry.solution = Some(board);
            if let Some(doubt) = doubt {
                exit = doubt.exit;
                note = Some(format!("{}: the book has one of several solutions", visible(name)));
            }
        }
        let puzzle = &*entry.document.puzzle;
        let band = stated(&entry.document).or_else(|| graded(puzzle, limits));
        entry.band = band.map(|band| band.name().to_owned());
        if self.arguments.hints {
            entry.hint = hint(puzzle, limits);
        }
        Ok(Prepared { entry, band, exit, note })
    }
}

/// A puzzle as it will be printed.
pub(super) struct Prepared {
    pub(super) entry: Entry,
    /// Its difficulty, if it was found.
    pub(super) band: Option<Difficulty>,
    pub(super) exit: Exit,
    /// A remark for people.
    pub(super) note: Option<String>,
}

impl Prepared {
    /// Where it stands among others that are sorted by difficulty: the easiest
    /// first, what was not graded last.
    pub(super) fn rank(&self) -> (bool, Option<Difficulty>) {
        (self.band.is_none(), self.band)
    }
}

/// The difficulty that the puzzle's file states.
fn stated(document: &Document) -> Option<Difficulty> {
    let name = document.about.get("grade")?.get("band").and_then(Value::as_str)?;
    Difficulty::ALL.into_iter().find(|band| band.name() == name)
}

fn graded(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Option<Difficulty> {
    let grade = studio::grade(puzzle, limits.work(MOST_GRADING)).ok().flatten();
    grade.map(|grade| grade.difficulty)
}

/// The first step from the empty board, in words.
fn hint(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Option<String> {
    let hint = studio::hint(puzzle, &Position::start(puzzle), limits.work(MOST_HINTING)).ok()?.ok()?;
    let rung = if let Advice::Reveal { .. } = hint.advice { HintLevel::Result } else { HintLevel::Deduction };
    hint.told(rung).pop()
}
