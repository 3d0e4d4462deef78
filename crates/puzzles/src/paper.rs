//! What the paper that presents a kind adds to it: data in Prolog, a model of
//! its own, ways to make puzzles that promise no uniqueness, and answers as it
//! prints them.

use crate::make::{Impossible, Request};
use crate::prolog::Clause;
use crate::{Board, Posed, Puzzle, Reading};
use fd::{Branching, Limits, Luby, Model, ModelError, Random, Solution, Space, Statistics, Stopped};
use std::fmt::Debug;

/// What a paper adds to a kind.
#[derive(Debug, Clone, Copy)]
pub struct Paper {
    /// Reads a clause of the paper's Prolog data; `None` when it is another
    /// kind's, or no puzzle at all.
    pub read_prolog: fn(&Clause) -> Option<Reading>,
    /// The paper's ways of making a puzzle; the first is the usual one.
    pub ways: &'static [Way],
}

/// Which of a puzzle's models is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// Our best one.
    #[default]
    Best,
    /// The one that its paper posts.
    Paper,
}

impl Form {
    /// Its name: `best` or `paper`.
    pub fn name(self) -> &'static str {
        match self {
            Form::Best => "best",
            Form::Paper => "paper",
        }
    }

    /// Whether the puzzle has such a model: there may be no paper about it.
    pub fn is_known(self, puzzle: &dyn Puzzle) -> bool {
        self == Form::Best || puzzle.paper().is_some()
    }

    /// The puzzle in this model, or in our best one if no paper presents it.
    ///
    /// # Errors
    /// When the puzzle is too large for the kernel.
    pub fn pose(self, puzzle: &dyn Puzzle) -> Result<Posed, ModelError> {
        match puzzle.paper().filter(|_| self == Form::Paper) {
            Some(paper) => paper.pose_as_paper(),
            None => puzzle.pose(),
        }
    }
}

/// A puzzle as its paper has it.
pub trait InPaper: Debug {
    /// The rules posed to the kernel as the paper posts them.
    ///
    /// # Errors
    /// When the puzzle is too large for the kernel.
    fn pose_as_paper(&self) -> Result<Posed, ModelError>;

    /// The puzzle as a clause of Prolog data, with its full stop.
    fn write_prolog(&self) -> String;

    /// The puzzle in words, where the paper prints it so.
    fn describe(&self) -> Option<String> {
        None
    }

    /// An answer as the paper prints it, where it prints one in its own way.
    fn print_answer(&self, _board: &Board) -> Option<String> {
        None
    }
}

/// A way to make a puzzle as the paper did: it has a solution, perhaps more
/// than one.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    /// Its name, such as `generate1`.
    pub name: &'static str,
    /// What it does, for people.
    pub says: &'static str,
    /// Whether it can be told how many clues to give: a number, or a range. No
    /// paper's way can be asked for as few as possible.
    pub takes_clues: bool,
    /// Makes one, within limits on all its searches together.
    pub make: fn(&Request, Limits<'_>, &mut Random) -> Result<Loose, LooseError>,
}

/// A puzzle made as the paper did: solvable, perhaps in many ways.
#[derive(Debug)]
pub struct Loose {
    /// The puzzle.
    pub puzzle: Box<dyn Puzzle>,
    /// One of its solutions.
    pub solution: Board,
    /// How many puzzles were tried, this one included.
    pub tries: u64,
    /// What the searches did, together.
    pub statistics: Statistics,
}

/// Searches for solutions of puzzles, one after the other: some have one.
#[derive(Debug)]
pub(crate) struct Trials<'a> {
    /// For all searches together.
    pub(crate) limits: Limits<'a>,
    /// The nodes to spend on one puzzle.
    pub(crate) patience: u64,
    pub(crate) statistics: Statistics,
}

impl<'a> Trials<'a> {
    pub(crate) fn new(limits: Limits<'a>, patience: u64) -> Trials<'a> {
        Trials { limits, patience, statistics: Statistics::default() }
    }

    /// A solution; `None` when there is none, or when it takes too long to tell.
    pub(crate) fn first(
        &mut self,
        model: &Model,
        branching: impl Branching,
        restarts: Option<Luby>,
    ) -> Result<Option<Solution>, Stopped> {
        let limits = self.limits.less(&self.statistics).nodes(self.patience);
        let (found, spent) = fd::first(&mut Space::new(model), branching, limits, restarts);
        self.statistics = self.statistics.plus(spent);
        match found {
            // The limit of one puzzle, not of all.
            Err(Stopped::Nodes) if spent.nodes > self.patience => Ok(None),
            found => found,
        }
    }
}

/// Why a puzzle was not made as the paper did.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LooseError {
    /// There is no such puzzle.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// A limit was reached first.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It is too large for the kernel.
    #[error(transparent)]
    Model(#[from] ModelError),
}
