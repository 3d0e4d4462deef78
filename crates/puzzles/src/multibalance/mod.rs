//! Multi-Balance: numbers on a grid, so that every used row and column is in
//! balance on its one fulcrum.
#![doc = include_str!("rules.md")]

mod check;
mod draw;
mod formula;
mod json;
mod make;
mod model;
mod prolog;
mod reason;
mod sheet;
mod symmetry;
mod text;

#[cfg(test)]
mod tests;

use crate::json::{Fields, Node};
use crate::prolog::Clause;
use crate::{
    Board, Fault, Form, Impossible, Kind, Lines, Loose, LooseError, LooseRequest, Maker, Making, Posed, Puzzle,
    ReadError, Reasoning, Request, Rule, View, Violation,
};
use fd::{ModelError, Random};
use scene::Scene;
use serde_json::{Map, Value};

/// The most rows, and the most columns, of a grid.
pub(crate) const MOST_SIDE: usize = 100;

/// The most numbers to place: with "no number" they are the bits of a word.
pub(crate) const MOST_DIGITS: usize = 63;

/// The rules, in the order of their [`fd::RuleId`]s.
const RULES: &[Rule] = &[
    Rule { name: "free_cell", says: "A number does not stand on a fulcrum." },
    Rule { name: "one_per_cell", says: "A cell holds one number at most." },
    Rule { name: "alone", says: "No row or column has exactly one number." },
    Rule { name: "one_fulcrum", says: "A row or column with numbers has exactly one fulcrum." },
    Rule { name: "one_way", says: "A fulcrum carries its row or its column, not both." },
    Rule { name: "balance", says: "The torques on the two sides of a fulcrum are equal." },
];

/// The kind of puzzle that Multi-Balance is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MultiBalanceKind;

impl Kind for MultiBalanceKind {
    fn name(&self) -> &'static str {
        "multibalance"
    }

    fn title(&self) -> &'static str {
        "Multi-Balance"
    }

    fn rules_text(&self) -> &'static str {
        include_str!("rules.md")
    }

    fn rules(&self) -> &'static [Rule] {
        RULES
    }

    fn implied(&self) -> &'static [Rule] {
        reason::IMPLIED
    }

    fn read_json(&self, fields: &mut Fields<'_>) -> Result<Box<dyn Puzzle>, ReadError> {
        Ok(Box::new(json::read(fields)?))
    }

    fn read_text(&self, text: Lines<'_>) -> Result<Box<dyn Puzzle>, ReadError> {
        Ok(Box::new(text::read(text)?))
    }

    fn read_prolog(&self, clause: &Clause) -> Option<Result<Box<dyn Puzzle>, ReadError>> {
        Some(prolog::read(clause)?.map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>))
    }

    fn size_says(&self) -> &'static str {
        "How many numbers are placed: 1 to N"
    }

    fn builtin(&self) -> &'static [(&'static str, &'static str)] {
        &[("seed-1", include_str!("builtin/seed-1.json"))]
    }

    fn making(&self) -> Making {
        make::MAKING
    }

    fn maker(&self, wanted: &Request) -> Result<Box<dyn Maker>, Impossible> {
        Ok(Box::new(make::MultiBalanceMaker::new(wanted)?))
    }

    fn make_loosely(&self, _: &LooseRequest<'_, '_>, _: &mut Random) -> Result<Loose, LooseError> {
        Err(Impossible(
            "the paper has no way to make one: its authors found that such a puzzle meets too specific criteria"
                .to_owned(),
        )
        .into())
    }
}

/// A Multi-Balance puzzle.
///
/// A cell is known by its number, counted row by row from 0. The places of a
/// [`Board`] are the numbers from 1, and the value of each is its cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MultiBalance {
    width: usize,
    /// Whether each cell holds a fulcrum.
    fulcrums: Vec<bool>,
    digits: usize,
}

/// The id of a number, by its place: `n5`.
fn number_id(place: usize) -> String {
    format!("n{}", place + 1)
}

/// A row or a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Line {
    is_row: bool,
    /// Its number among the rows or columns, from 0.
    index: usize,
    /// Its first cell, from the left or from the top.
    first: usize,
    /// From each cell to the next.
    step: usize,
    length: usize,
}

impl Line {
    /// For people, counted from 1: `row 3`.
    fn name(self) -> String {
        format!("{} {}", if self.is_row { "row" } else { "column" }, self.index + 1)
    }

    fn cells(self) -> impl Iterator<Item = usize> + Clone {
        (0..self.length).map(move |i| self.first + i * self.step)
    }
}

impl MultiBalance {
    /// The number of rows.
    pub(crate) fn height(&self) -> usize {
        self.fulcrums.len() / self.width
    }

    /// Whether a cell holds a fulcrum.
    pub(crate) fn is_fulcrum(&self, cell: usize) -> bool {
        self.fulcrums.get(cell).copied().unwrap_or(false)
    }

    /// The cells of each row, as fulcrum or not.
    fn rows(&self) -> impl Iterator<Item = &[bool]> {
        self.fulcrums.chunks(self.width)
    }

    /// All rows, then all columns.
    fn lines(&self) -> impl Iterator<Item = Line> + use<> {
        let (width, height) = (self.width, self.height());
        let row = move |index| Line { is_row: true, index, first: index * width, step: 1, length: width };
        let column = move |index| Line { is_row: false, index, first: index, step: width, length: height };
        (0..height).map(row).chain((0..width).map(column))
    }

    /// The cell that a board puts a number on, if it is one of the grid.
    fn cell_of(&self, board: &Board, place: usize) -> Option<usize> {
        board.get(place).and_then(|cell| usize::try_from(cell).ok()).filter(|&cell| cell < self.fulcrums.len())
    }
}

/// What is wrong with a grid; the reader that found it adds the place.
type Complaint = (Fault, String);

/// A grid while its rows are read.
#[derive(Debug, Default)]
struct Grid {
    width: usize,
    fulcrums: Vec<bool>,
}

impl Grid {
    /// Adds a row: `true` is a fulcrum.
    fn add(&mut self, row: &[bool]) -> Result<(), Complaint> {
        if row.len() > MOST_SIDE || self.fulcrums.len() == self.width * MOST_SIDE && self.width > 0 {
            return Err((Fault::Limit, format!("a grid has at most {MOST_SIDE} rows of {MOST_SIDE} cells")));
        }
        if self.fulcrums.is_empty() {
            self.width = row.len();
        }
        if row.is_empty() {
            return Err((Fault::Shape, "a row has at least one cell".to_owned()));
        }
        if row.len() != self.width {
            let (width, found) = (self.width, row.len());
            return Err((Fault::Shape, format!("expected {width} cells as in the first row, found {found}")));
        }
        self.fulcrums.extend(row);
        Ok(())
    }

    /// The puzzle with this grid, on which `digits` numbers are to be placed.
    fn finish(self, digits: i32) -> Result<MultiBalance, Complaint> {
        let Grid { width, fulcrums } = self;
        if fulcrums.is_empty() {
            return Err((Fault::Shape, "a grid has at least one row".to_owned()));
        }
        let digits = usize::try_from(digits).unwrap_or(0).min(MOST_DIGITS);
        Ok(MultiBalance { width, fulcrums, digits })
    }
}

impl Puzzle for MultiBalance {
    fn kind(&self) -> &'static dyn Kind {
        &MultiBalanceKind
    }

    fn size(&self) -> usize {
        self.digits
    }

    fn size_in_words(&self) -> String {
        format!("{} numbers", self.digits)
    }

    fn places(&self) -> usize {
        self.digits
    }

    fn place_name(&self, place: usize) -> String {
        format!("number {}", place + 1)
    }

    /// There is nothing that could be left out.
    fn clues(&self) -> usize {
        0
    }

    fn with_clues(&self, _: &[bool]) -> Box<dyn Puzzle> {
        Box::new(self.clone())
    }

    fn canonical(&self) -> Box<dyn Puzzle> {
        Box::new(self.canonical_twin())
    }

    fn violations(&self, board: &Board) -> Vec<Violation> {
        check::violations(self, board)
    }

    fn pose(&self, form: Form) -> Result<Posed, ModelError> {
        model::pose(self, form)
    }

    fn reason(&self) -> Result<Option<Reasoning>, ModelError> {
        reason::reason(self).map(Some)
    }

    fn draw(&self, view: &View<'_>) -> Scene {
        draw::draw(self, view)
    }

    fn write_json(&self) -> Map<String, Value> {
        json::write(self)
    }

    fn write_text(&self) -> String {
        text::write(self)
    }

    fn write_prolog(&self) -> String {
        prolog::write(self)
    }

    fn read_board(&self, node: Node<'_>) -> Result<Board, ReadError> {
        json::read_board(self, node)
    }

    fn write_board(&self, board: &Board) -> Value {
        json::write_board(self, board)
    }

    fn print_answer(&self, board: &Board) -> Option<String> {
        let cells = board.iter().map(|cell| cell.map_or("_".to_owned(), |cell| cell.to_string()));
        Some(format!("[{}]", cells.collect::<Vec<_>>().join(",")))
    }
}
