//! What every puzzle offers: the contract between the puzzles and the rest.
//!
//! A [`Kind`] is data. A [`Puzzle`] is a small core and a trait for each file
//! of the kind's folder: [`Formats`], [`Checked`], [`Modelled`], [`Reasoned`],
//! [`Clued`], [`Drawn`], [`Playable`], [`Settable`] and [`Certified`]. What only
//! some kinds have, because a paper presents them, is a [`Paper`].

use crate::json::{Fields, Node};
use crate::make::{Impossible, Maker, Making, Request, Stencil};
use crate::paper::{InPaper, Paper};
use crate::{Board, Certified, Playable, ReadError, Reasoning, Settable, Sketch, Strategy, Technique, View};
use fd::{Branching, Limits, Luby, Model, ModelError, Random, Stopped, Var};
use scene::Scene;
use serde_json::{Map, Value};
use std::fmt::{self, Debug};

/// A kind of puzzle: what can be done without a particular puzzle.
#[derive(Clone, Copy)]
pub struct Kind {
    /// The name in files and on the command line, such as `multibalance`.
    pub name: &'static str,
    /// Other names under which people know it; commands take them, too.
    pub aliases: &'static [&'static str],
    /// The display name, such as `Multi-Balance`.
    pub title: &'static str,
    /// The rules, for people, in Markdown.
    pub rules_text: &'static str,
    /// The rules.
    pub rules: &'static [&'static Rule],
    /// More rules for people: they follow from the puzzle's own, and save a
    /// detour in reasoning.
    pub implied: &'static [&'static Rule],
    /// How people solve such puzzles, from the easiest technique to the hardest.
    pub techniques: &'static [Technique],
    /// Puzzles that are built in.
    pub builtin: &'static [Builtin],
    /// What a puzzle's size is: leaves, side, rows or digits.
    pub size_says: &'static str,
    /// A size in words, such as `17 weights` or `side 5`.
    pub size_in_words: fn(usize) -> String,
    /// What is said of a board that is solved, such as `In balance.`
    pub solved_says: &'static str,
    /// What its makers can be asked for.
    pub making: Making,
    /// An empty sketch of a size, to set a puzzle in, or why there is none.
    pub sketch: &'static (dyn Fn(usize) -> Possible<Box<dyn Sketch>> + Sync),
    /// Reads the kind's own fields of a JSON object (not `puzzle`, `solution`
    /// and the fields that are carried along).
    pub read_json: &'static (dyn Fn(&mut Fields<'_>) -> Reading + Sync),
    /// Reads the text format, after the line that names the kind.
    pub read_text: &'static (dyn Fn(Lines<'_>) -> Reading + Sync),
    /// A maker of such puzzles, or why there is no such puzzle.
    pub maker: &'static (dyn Fn(&Request) -> Possible<Box<dyn Maker>> + Sync),
    /// A random puzzle that is small enough to try every board. It may have
    /// no solution, one, or several. Tests of all kinds use it.
    pub sample: &'static (dyn Fn(&mut Random) -> Box<dyn Puzzle> + Sync),
    /// What the paper that presents the kind adds, if there is one.
    pub paper: Option<Paper>,
    /// The page of rules that it is made from; `None` for a kind with code of its own.
    pub page: Option<RulePage>,
}

/// A puzzle that is built in.
#[derive(Clone, Copy)]
pub struct Builtin {
    /// Its name, such as `seed-17`.
    pub name: &'static str,
    /// Its file.
    pub text: &'static (dyn Fn() -> &'static str + Sync),
}

/// The page of rules that a kind is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RulePage {
    /// The page itself.
    pub text: &'static str,
    /// A short name for what it says: pages with the same rules have the same. Remarks,
    /// blank lines, indents and the example do not count.
    pub hash: &'static str,
    /// Whether it belongs to the collection that is built in, rather than to a user.
    pub is_builtin: bool,
}

impl Kind {
    /// The names of its built-in puzzles, such as `weight/seed-17`.
    pub fn builtin_names(&self) -> impl Iterator<Item = String> {
        self.builtin.iter().map(|puzzle| format!("{}/{}", self.name, puzzle.name))
    }

    /// The hash of its rules, where its name does not say all: for kinds from users'
    /// own files, which may change.
    pub fn rules_hash(&self) -> Option<&'static str> {
        self.page.filter(|page| !page.is_builtin).map(|page| page.hash)
    }
}

impl Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kind").field(&self.name).finish()
    }
}

/// Something of a kind, or why there is none.
pub type Possible<T> = Result<T, Impossible>;

/// A puzzle that was read, or what is wrong with its file.
pub type Reading = Result<Box<dyn Puzzle>, ReadError>;

/// The lines of a text that are left to read, with the number of the first.
#[derive(Debug, Clone, Copy)]
pub struct Lines<'a> {
    /// The text. Comment lines (`%`) were emptied, line ends are `\n`.
    pub text: &'a str,
    /// The number of its first line in the file, from 1.
    pub first: usize,
}

/// A rule of a puzzle, in words.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// A short name for programs, such as `balance`.
    pub name: &'static str,
    /// What it says, for people.
    pub says: &'static str,
}

/// A rule that a board breaks, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The rule, one of [`Kind::rules`].
    pub rule: &'static Rule,
    /// The places that break it together.
    pub places: Vec<usize>,
    /// What is wrong, in a sentence.
    pub message: String,
}

/// A puzzle posed to the kernel.
#[derive(Debug)]
pub struct Posed {
    /// Its variables and constraints.
    pub model: Model,
    /// The variable of each place of the board.
    pub places: Vec<Var>,
    /// How to search it, unless told otherwise.
    pub strategy: Strategy,
    /// When to restart while searching for a verdict or a first solution.
    pub restarts: Option<Luby>,
}

impl Posed {
    /// How to search it, unless told otherwise; the seed names one run.
    pub fn branching(&self, seed: u64) -> Box<dyn Branching> {
        self.strategy.branching(seed)
    }

    /// The board that a solution of the model fills in.
    pub fn board(&self, solution: &fd::Solution) -> Board {
        Board::full(self.places.iter().map(|&x| solution[x]))
    }
}

/// One puzzle.
pub trait Puzzle:
    Formats + Checked + Modelled + Reasoned + Clued + Drawn + Playable + Settable + Certified + Debug + Send + Sync
{
    /// Its kind.
    fn kind(&self) -> &'static Kind;

    /// What `--size` means: leaves, side, rows or digits.
    fn size(&self) -> usize;

    /// The size in words, such as `17 weights` or `side 5`.
    fn size_in_words(&self) -> String {
        (self.kind().size_in_words)(self.size())
    }

    /// The number of places on its board.
    fn places(&self) -> usize;

    /// The name of a place for people and programs, such as `r2c3`.
    fn place_name(&self, place: usize) -> String;

    /// What the puzzle itself fills in.
    fn givens(&self) -> Board {
        Board::blank(self.places())
    }

    /// The same puzzle for all that are equivalent: the images of a puzzle under rotation,
    /// reflection and any other symmetry of the rules.
    fn canonical(&self) -> Box<dyn Puzzle>;

    /// What the paper adds to the puzzle; `Some` for all puzzles of a kind
    /// that has a [`Kind::paper`].
    fn paper(&self) -> Option<&dyn InPaper> {
        None
    }
}

/// Puzzles and their boards in files ([`Kind::read_json`] and
/// [`Kind::read_text`] read puzzles).
pub trait Formats {
    /// The puzzle's own fields of its JSON object.
    fn write_json(&self) -> Map<String, Value>;

    /// A board in JSON, full or half-filled.
    ///
    /// # Errors
    /// What is wrong, with its path.
    fn read_board(&self, node: Node<'_>) -> Result<Board, ReadError>;

    /// A board as JSON, full or half-filled.
    fn write_board(&self, board: &Board) -> Value;

    /// The puzzle in the text format, without the line that names the kind.
    fn write_text(&self) -> String;

    /// A board as text, full or half-filled: rows of values, `.` for a blank.
    ///
    /// # Errors
    /// What is wrong, with its line and column.
    fn read_board_text(&self, lines: Lines<'_>) -> Result<Board, ReadError>;

    /// What [`Formats::read_board_text`] reads.
    fn write_board_text(&self, board: &Board) -> String;
}

/// The rules, checked without the kernel.
pub trait Checked {
    /// Every rule that the board breaks, blank places aside. It shares no code
    /// with the model. A full board without violations is a solution.
    fn violations(&self, board: &Board) -> Vec<Violation>;
}

/// The rules, posed to the kernel.
pub trait Modelled {
    /// The rules, in our best model.
    ///
    /// # Errors
    /// When the puzzle is too large for the kernel.
    fn pose(&self) -> Result<Posed, ModelError>;

    /// The exact number of solutions, where it can be computed without a
    /// search, or the limit that was reached first. It is used unless a labelling
    /// or the paper's model is asked for; so is [`Modelled::construct`].
    fn count(&self, limits: Limits<'_>) -> Option<Result<u128, Stopped>> {
        let _ = limits;
        None
    }

    /// A solution that can be written down without a search, where one is known.
    fn construct(&self) -> Option<Board> {
        None
    }
}

/// The rules as a person reasons with them.
pub trait Reasoned {
    /// The rules, one by one.
    ///
    /// # Errors
    /// When the puzzle is too large to be explained.
    fn reason(&self) -> Result<Reasoning, ModelError>;
}

/// A puzzle whose clues can be left out.
pub trait Clued {
    /// The number of its clues: of what could be left out.
    fn clues(&self) -> usize;

    /// The puzzle with only the clues that `kept` selects, in the puzzle's own
    /// order.
    fn with_clues(&self, kept: &[bool]) -> Box<dyn Puzzle>;

    /// The rules without clues, posed, with a variable for every clue that
    /// could be set: those of [`Sketch::clue_ids`], in that order.
    ///
    /// # Errors
    /// When the puzzle is too large for the kernel.
    fn stencil(&self) -> Result<Stencil, ModelError>;
}

/// A puzzle that can be drawn.
pub trait Drawn {
    /// The puzzle as the view shows it. The marks of a place carry its id as
    /// their target, and so do those of clues.
    fn draw(&self, view: &View<'_>) -> Scene;
}
