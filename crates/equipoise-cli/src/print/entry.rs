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
use equipoise::studio::{self, Advice, Band, Position, Rung};
use serde_json::Value;

/// How much work grading a puzzle, and finding a hint, may take. Counted in runs of
/// propagators, so that a book is the same on every machine; about a tenth of a second.
const MOST_GRADING: u64 = 200_000;
const MOST_HINTING: u64 = 2_000_000;

/// Prepares puzzles for a book.
pub(super) struct Editor<'a> {
    pub(super) arguments: &'a PrintArguments,
    pub(super) interrupt: &'a Interrupt,
    pub(super) book: &'a Book,
}

impl Editor<'_> {
    /// What is printed about a puzzle, the status, and a remark for people.
    pub(super) fn entry(&self, name: &str, document: Document) -> Result<(Entry, Exit, Option<String>), Failure> {
        let clock = Stopwatch::start();
        let limits = limits(None, &clock, self.interrupt);
        let mut entry = Entry::new(name, document);
        if let Some(base) = &self.arguments.links {
            let code =
                studio::encode(&*entry.document.puzzle, None).map_err(|error| Failure::usage(error.to_string()))?;
            entry.link = Some(studio::link(base, &code));
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
        entry.band = stated(&entry.document).or_else(|| graded(puzzle, limits)).map(|band| band.name().to_owned());
        if self.arguments.hints {
            entry.hint = hint(puzzle, limits);
        }
        Ok((entry, exit, note))
    }
}

/// The difficulty that the puzzle's file states.
fn stated(document: &Document) -> Option<Band> {
    let name = document.about.get("grade")?.get("band").and_then(Value::as_str)?;
    Band::ALL.into_iter().find(|band| band.name() == name)
}

fn graded(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Option<Band> {
    let grade = studio::grade(puzzle, limits.work(MOST_GRADING)).ok().flatten();
    grade.map(|grade| grade.band)
}

/// The first step from the empty board, in words.
fn hint(puzzle: &dyn Puzzle, limits: Limits<'_>) -> Option<String> {
    let hint = studio::hint(puzzle, &Position::start(puzzle), limits.work(MOST_HINTING)).ok()?.ok()?;
    let rung = if let Advice::Reveal { .. } = hint.advice { Rung::Result } else { Rung::Deduction };
    hint.told(rung).pop()
}
