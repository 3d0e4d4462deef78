//! Lessons: for each kind a course, from how to play to its hardest technique.
//!
//! A lesson shows one technique on one position, asks for it on two more, and ends with a whole
//! puzzle. Its positions are in `lessons.txt`, which
//! `cargo run --release -p equipoise-play --example lessons` finds among made puzzles; `tests/lessons.rs`
//! proves that the easiest step of each is made by the technique of its lesson.

mod find;
mod page;
mod practice;
mod progress;
mod slate;
mod study;

pub use find::{Found, find, last_puzzle};
pub(crate) use find::{MOST_FOR_LAST, MOST_WORK, last_workshops, position, tries};
pub use page::page;
pub use practice::{Practice, Reply, Said};
pub use progress::Progress;
pub use slate::{Slate, Thought};
pub use study::{Stage, Study, StudyAction, StudyEffect};

use crate::game::{Allowed, Written};
use crate::{CodeError, decode, encode};
use puzzles::{Kind, Puzzle};
use std::sync::{Arc, LazyLock};
use studio::Position;

/// The positions of a lesson: one to look at, and two to practise on.
pub const POSITIONS: usize = 3;

/// A lesson of a course.
#[derive(Debug, Clone)]
pub struct Lesson {
    /// The kind of puzzle.
    pub kind: &'static Kind,
    /// Its number in the course, from 1.
    pub number: usize,
    /// What it teaches: `how to play`, or a technique.
    pub name: &'static str,
    /// What one does, in a sentence.
    pub says: &'static str,
    /// The technique, by its number in the list of the kind; none in the first lesson.
    pub technique: Option<usize>,
}

/// A position to look at or to practise on.
#[derive(Debug, Clone)]
pub struct Placed {
    /// The puzzle.
    pub puzzle: Arc<dyn Puzzle>,
    /// What is known.
    pub position: Position,
}

/// The name of the first lesson.
pub const HOW_TO_PLAY: &str = "how to play";

static LINES: LazyLock<Vec<[&str; 3]>> = LazyLock::new(|| {
    let words = |line: &'static str| <[&str; 3]>::try_from(line.split('\t').collect::<Vec<_>>()).ok();
    include_str!("../lessons.txt").lines().filter_map(words).collect()
});

/// The lessons about a kind, from how to play to its hardest technique.
pub fn course(kind: &'static Kind) -> Vec<Lesson> {
    // Techniques that many kinds share have no lessons.
    let techniques = kind.techniques.iter().enumerate().filter(|_| kind.page.is_none());
    let techniques = techniques.map(|(number, technique)| (technique.name, technique.says, Some(number)));
    let first = (HOW_TO_PLAY, "Every puzzle has one solution, and one step at a time leads to it.", None);
    let lesson = |(index, (name, says, technique)): (usize, (&'static str, &'static str, Option<usize>))| Lesson {
        kind,
        number: index + 1,
        name,
        says,
        technique,
    };
    std::iter::once(first).chain(techniques).enumerate().map(lesson).collect()
}

/// The lesson of a course with this name.
pub fn lesson(kind: &'static Kind, name: &str) -> Option<Lesson> {
    course(kind).into_iter().find(|lesson| lesson.name == name)
}

impl Lesson {
    fn codes(&self) -> impl Iterator<Item = &'static str> {
        let own = LINES.iter().filter(|[kind, lesson, _]| *kind == self.kind.name && *lesson == self.name);
        own.map(|[_, _, code]| *code)
    }

    /// Whether it has positions. Otherwise there is nothing to see.
    pub fn has_positions(&self) -> bool {
        self.codes().next().is_some()
    }

    /// Its positions. To read them takes a while.
    pub fn positions(&self) -> Vec<Placed> {
        self.codes().filter_map(|code| Placed::from_code(code).ok()).collect()
    }
}

impl Placed {
    /// Reads what [`Placed::code`] writes.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_code(code: &str) -> Result<Placed, CodeError> {
        let decoded = decode(code)?;
        let sheet = decoded.puzzle.sheet();
        let written = decoded.position.unwrap_or_else(|| Written::start(&*decoded.puzzle));
        Ok(Placed { position: written.known(&sheet), puzzle: decoded.puzzle })
    }

    /// Its code, which opens in the players as well.
    ///
    /// # Errors
    /// When the puzzle is too large for a code.
    pub fn code(&self) -> Result<String, CodeError> {
        encode(&*self.puzzle, Some(&self.written()))
    }

    /// The same as somebody has written it: entries, and what is left where something is ruled out.
    pub fn written(&self) -> Written {
        let written = Written::from_struck(self.position.clone(), &Allowed::on(&*self.puzzle));
        written.unwrap_or_else(|_| Written::start(&*self.puzzle))
    }
}
