//! Kinds of puzzles that are made from a page of rules.
//!
//! A file is parsed once ([`syntax`] is what it says). A puzzle is a
//! [`Setting`] (the board, where clues can be) and its clues. The checker
//! walks the file's own expressions; everything else stands on the conditions
//! that [`ground`] makes of them. docs/rule-files.md describes the language.

mod board;
mod cage;
mod check;
mod collection;
mod compared;
mod condition;
mod evaluate;
mod expressions;
mod formats;
mod formula;
mod ground;
mod groups;
mod instances;
mod kind;
mod layout;
mod lower;
mod make;
mod mistake;
mod model;
mod parser;
mod picture;
mod play;
mod pointing;
mod reason;
mod relation;
mod scope;
mod sections;
mod setting;
mod sketch;
mod statements;
mod steady;
mod symmetry;
mod syntax;
mod techniques;
#[cfg(test)]
mod tests;
mod together;
mod tokens;

pub(crate) use collection::collection;
pub use kind::load;
pub use mistake::Mistake;

use crate::{Board, Kind, Puzzle, Rule, RulePage};
use setting::Setting;
use std::fmt::{self, Debug};
use std::sync::{Arc, OnceLock};
use syntax::{ClueLine, Each, Expr, Family, Relation, RuleFile};

/// A kind that a file describes.
pub(crate) struct FileKind {
    file: RuleFile,
    /// The rule of each line of the file, and that such a line holds every value.
    rules: Vec<[&'static Rule; 2]>,
    /// The rule of each clue line of the file.
    clues: Vec<&'static Rule>,
    /// That a cell holds one of its values.
    value: &'static Rule,
    page: RulePage,
    /// The puzzle that the file shows.
    example: OnceLock<FilePuzzle>,
    kind: OnceLock<&'static Kind>,
}

impl Debug for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FileKind").field(&self.file.name).finish()
    }
}

/// A clue that is given: which of its marks, and the number that belongs to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Given {
    mark: usize,
    number: i32,
}

/// A puzzle of a kind that a file describes.
#[derive(Debug, Clone)]
struct FilePuzzle {
    kind: &'static FileKind,
    setting: Arc<Setting>,
    /// For each clue line of the file, what is given at each of its places.
    clues: Vec<Vec<Option<Given>>>,
}

impl FileKind {
    fn kind(&'static self) -> &'static Kind {
        self.kind.get_or_init(|| kind::of(self))
    }

    /// The clue line that gives what cells hold, if there is one.
    fn given_line(&self) -> Option<usize> {
        self.file.clues.iter().position(ClueLine::is_given)
    }

    /// The first clue line that stands on blocked cells, if there is one.
    fn black_line(&self) -> Option<usize> {
        let is_black = |clue: &ClueLine| matches!(&clue.each[..], [Each { family: Family::Blocked, only: None, .. }]);
        self.file.clues.iter().position(is_black)
    }
}

impl ClueLine {
    /// Whether its clues can be left out one by one: a board must allow one number at most at
    /// each place. Those of other lines are given or not with the board.
    fn is_loose(&self) -> bool {
        fn is_equation(expr: &Expr) -> bool {
            match expr {
                Expr::Compare(_, rest) => matches!(rest[..], [(Relation::Equal, Expr::Clue)]),
                Expr::And(parts) => parts.iter().any(is_equation),
                _ => false,
            }
        }
        !self.always && self.meanings.iter().all(|meaning| !meaning.number || is_equation(&meaning.demand.holds))
    }

    /// Whether it says no more than what a cell holds: `cell = clue`.
    fn is_given(&self) -> bool {
        let ([each], [meaning]) = (&self.each[..], &self.meanings[..]) else { return false };
        let Expr::Compare(first, rest) = &meaning.demand.holds else { return false };
        let (Expr::Held(cell), [(Relation::Equal, Expr::Clue)]) = (&**first, &rest[..]) else { return false };
        let is_cell = matches!(**cell, Expr::Slot(slot) if slot == each.slot);
        is_cell && matches!(each.family, Family::Cells) && each.only.is_none() && !self.always
    }
}

impl FilePuzzle {
    fn file(&self) -> &'static RuleFile {
        &self.kind.file
    }

    /// The smallest puzzle of a kind whose boards have parts: they are each one whole.
    fn single(kind: &'static FileKind) -> FilePuzzle {
        let size = make::possible_sizes(&kind.file).first().map(|&size| size as i64);
        let layout = kind.file.numbers(&[size]).and_then(|numbers| kind.file.open_board(numbers));
        let setting = layout.and_then(|mut layout| {
            let parts = vec![Some(0); layout.positions()];
            if kind.file.board.regions.is_some() {
                layout.regions.clone_from(&parts);
            }
            if kind.file.board.has_cages {
                layout.cages = parts;
            }
            Setting::new(&kind.file, layout)
        });
        FilePuzzle::bare(kind, Arc::new(setting.unwrap_or_else(|_| Setting::nothing(&kind.file))))
    }

    /// A puzzle without clues.
    fn bare(kind: &'static FileKind, setting: Arc<Setting>) -> FilePuzzle {
        let clues = setting.slots.iter().map(|slots| vec![None; slots.len()]).collect();
        FilePuzzle { kind, setting, clues }
    }

    /// The clues that could be left out: the line and the place of each.
    fn loose(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let lines = self.clues.iter().enumerate().filter(|&(line, _)| self.file().clues[line].is_loose());
        lines.flat_map(|(line, clues)| (0..clues.len()).map(move |at| (line, at)))
    }

    /// The clues that are given.
    fn given(&self) -> impl Iterator<Item = (usize, usize, Given)> + '_ {
        let lines = self.clues.iter().enumerate();
        lines
            .flat_map(|(line, clues)| clues.iter().enumerate().filter_map(move |(at, clue)| Some((line, at, (*clue)?))))
    }

    /// What a number that a place holds is called.
    fn value_text(&self, value: i32) -> String {
        let named = self.file().values.named.iter().find(|named| named.value == value);
        named.map_or_else(|| value.to_string(), |named| named.sign.clone())
    }
}

impl Puzzle for FilePuzzle {
    fn kind(&self) -> &'static Kind {
        self.kind.kind()
    }

    fn size(&self) -> usize {
        self.setting.layout.numbers[0] as usize
    }

    fn places(&self) -> usize {
        self.setting.values.len()
    }

    fn place_name(&self, place: usize) -> String {
        let layout = &self.setting.layout;
        layout.cells.get(place).map_or_else(String::new, |&cell| layout.name(cell))
    }

    fn givens(&self) -> Board {
        let given = self.kind.given_line().map(|line| &self.clues[line]);
        (0..self.places()).map(|place| given.and_then(|given| Some(given[place]?.number))).collect()
    }

    fn canonical(&self) -> Box<dyn Puzzle> {
        Box::new(self.least_image())
    }
}
