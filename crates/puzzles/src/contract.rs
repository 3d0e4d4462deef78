//! What every puzzle offers: the contract between the puzzles and the rest.

use crate::json::{Fields, Node};
use crate::make::{Impossible, Loose, LooseError, LooseRequest, Maker, Making, Request};
use crate::prolog::Clause;
use crate::{Board, Certified, Playable, ReadError, Reasoning, View};
use fd::{Branching, Luby, Model, ModelError, Random, Var};
use scene::Scene;
use serde_json::{Map, Value};
use std::fmt::Debug;

/// A kind of puzzle: what can be done without one at hand.
pub trait Kind: Debug + Sync {
    /// The name in files and on the command line, such as `multibalance`.
    fn name(&self) -> &'static str;

    /// The name for people, such as `Multi-Balance`.
    fn title(&self) -> &'static str;

    /// The rules, for people, in Markdown.
    fn rules_text(&self) -> &'static str;

    /// The rules by name. A constraint's [`fd::RuleId`] is an index into these.
    fn rules(&self) -> &'static [Rule];

    /// Rules for people, beside the puzzle's own: they follow from those, and
    /// save whoever reasons with them a detour.
    fn implied(&self) -> &'static [Rule] {
        &[]
    }

    /// Reads the kind's own fields of a JSON object (not `puzzle`, `solution`
    /// and the fields that are carried along).
    ///
    /// # Errors
    /// What is wrong, with its path.
    fn read_json(&self, fields: &mut Fields<'_>) -> Result<Box<dyn Puzzle>, ReadError>;

    /// Reads the text format, after the line that names the kind.
    ///
    /// # Errors
    /// What is wrong, with its line and column.
    fn read_text(&self, text: Lines<'_>) -> Result<Box<dyn Puzzle>, ReadError>;

    /// Reads a clause of the paper's Prolog data; `None` when it is another
    /// kind's, or none at all.
    fn read_prolog(&self, clause: &Clause) -> Option<Result<Box<dyn Puzzle>, ReadError>>;

    /// The puzzles that the paper prints: a name such as `seed-17`, and the file.
    fn builtin(&self) -> &'static [(&'static str, &'static str)];

    /// What a puzzle's size is: leaves, side, rows or digits.
    fn size_says(&self) -> &'static str;

    /// What its makers can be asked for.
    fn making(&self) -> Making;

    /// A maker of such puzzles.
    ///
    /// # Errors
    /// Why there is no such puzzle.
    fn maker(&self, wanted: &Request) -> Result<Box<dyn Maker>, Impossible>;

    /// Makes a puzzle in one of the paper's ways: it has a solution, perhaps
    /// more than one.
    ///
    /// # Errors
    /// Why there is none, or the limit that came first.
    fn make_loosely(&self, request: &LooseRequest<'_, '_>, random: &mut Random) -> Result<Loose, LooseError>;
}

/// The lines of a text that are left to read, with the number of the first.
#[derive(Debug, Clone, Copy)]
pub struct Lines<'a> {
    /// The text. Comment lines (`%`) were emptied, line ends are `\n`.
    pub text: &'a str,
    /// The number of its first line in the file, from 1.
    pub first: usize,
}

/// A rule of a puzzle, in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// A short name for programs, such as `balance`.
    pub name: &'static str,
    /// What it says, for people.
    pub says: &'static str,
}

/// A rule that a board breaks, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The name of the rule.
    pub rule: &'static str,
    /// The places that break it together.
    pub places: Vec<usize>,
    /// What is wrong, in a sentence.
    pub message: String,
}

/// Which of a puzzle's models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// As the paper posts it.
    Paper,
    /// At our best.
    #[default]
    Best,
}

/// A puzzle posed to the kernel.
pub struct Posed {
    /// Its variables and constraints.
    pub model: Model,
    /// The variable of each place of the board.
    pub places: Vec<Var>,
    /// How to search it, unless told otherwise; a seed names one run.
    pub branching: Box<dyn Fn(u64) -> Box<dyn Branching> + Send + Sync>,
    /// When to begin anew while searching for a verdict or a first solution.
    pub restarts: Option<Luby>,
}

impl Debug for Posed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Posed").field("model", &self.model).field("places", &self.places).finish_non_exhaustive()
    }
}

impl Posed {
    /// The board that a solution of the model fills in.
    pub fn board(&self, solution: &fd::Solution) -> Board {
        Board::full(self.places.iter().map(|&x| solution[x]))
    }
}

/// One puzzle.
pub trait Puzzle: Certified + Debug + Send + Sync + Playable {
    /// Its kind.
    fn kind(&self) -> &'static dyn Kind;

    /// What `--size` means: leaves, side, rows or digits.
    fn size(&self) -> usize;

    /// The same for people, such as `17 weights` or `side 5`.
    fn size_in_words(&self) -> String;

    /// The number of places on its board.
    fn places(&self) -> usize;

    /// The name of a place for people and programs, such as `r2c3`.
    fn place_name(&self, place: usize) -> String;

    /// What the puzzle itself fills in.
    fn givens(&self) -> Board {
        Board::blank(self.places())
    }

    /// The number of clues that it gives: of what could be left out.
    fn clues(&self) -> usize;

    /// The puzzle with only the clues that `kept` says, in the order of its
    /// own.
    fn with_clues(&self, kept: &[bool]) -> Box<dyn Puzzle>;

    /// The same puzzle for all its twins: those that it turns into when it is
    /// turned, mirrored, or whatever else changes nothing for who solves it.
    fn canonical(&self) -> Box<dyn Puzzle>;

    /// Every rule that the board breaks, blank places aside. It shares no code
    /// with the model. A full board without violations is a solution.
    fn violations(&self, board: &Board) -> Vec<Violation>;

    /// The same rules posed to the kernel.
    ///
    /// # Errors
    /// When the puzzle is too large for the kernel.
    fn pose(&self, form: Form) -> Result<Posed, ModelError>;

    /// The same rules as a person reasons with them, one by one; `None` where
    /// nobody has written that down.
    ///
    /// # Errors
    /// When the puzzle is too large for it.
    fn reason(&self) -> Result<Option<Reasoning>, ModelError> {
        Ok(None)
    }

    /// The exact number of solutions, where it can be had without a search.
    fn count(&self) -> Option<u128> {
        None
    }

    /// A solution that can be written down without a search, where one is known.
    fn construct(&self) -> Option<Board> {
        None
    }

    /// The puzzle in words, where the paper prints it so.
    fn describe(&self) -> Option<String> {
        None
    }

    /// The puzzle as it is looked at. The marks of a place carry its id as their
    /// target, and so do those of clues.
    fn draw(&self, view: &View<'_>) -> Scene;

    /// The puzzle's own fields of its JSON object.
    fn write_json(&self) -> Map<String, Value>;

    /// The puzzle in the text format, without the line that names the kind.
    fn write_text(&self) -> String;

    /// The puzzle as a clause of Prolog data, with its full stop.
    fn write_prolog(&self) -> String;

    /// A board in JSON, full or half-filled.
    ///
    /// # Errors
    /// What is wrong, with its path.
    fn read_board(&self, node: Node<'_>) -> Result<Board, ReadError>;

    /// A board as JSON, full or half-filled.
    fn write_board(&self, board: &Board) -> Value;

    /// An answer as the paper prints it, where it prints one in its own way.
    fn print_answer(&self, _board: &Board) -> Option<String> {
        None
    }
}
