//! Aztec Math: a pyramid of digits, each made from the two below it.

mod check;
mod count;
mod draw;
mod formula;
mod json;
mod make;
mod model;
mod prolog;
mod reason;
mod sheet;
#[cfg(test)]
mod tests;
mod text;

use crate::json::{Fields, Node};
use crate::make::{Impossible, Loose, LooseError, LooseRequest, Maker, Making, Request};
use crate::prolog::Clause;
use crate::{Board, Form, Kind, Lines, Posed, Puzzle, ReadError, Reasoning, Rule, View, Violation, triangle};
use fd::{ModelError, Random};
use scene::Scene;
use serde_json::{Map, Value};

/// The most rows: the numbers of a row differ, and there are nine.
pub(crate) const MOST_ROWS: usize = 9;

/// The kind of puzzle.
#[derive(Debug)]
pub(crate) struct AztecKind;

/// A pyramid with some of its cells given.
///
/// Cell `c` of row `r` stands on the cells `c` and `c + 1` of row `r + 1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Aztec {
    rows: usize,
    givens: Board,
    /// The variables that Prolog data names the blank cells by; no part of the
    /// puzzle, but answers are printed with them.
    names: Vec<Option<String>>,
}

impl Aztec {
    fn new(rows: usize, givens: Board) -> Aztec {
        let names = vec![None; givens.len()];
        Aztec { rows, givens, names }
    }

    /// The two cells that a cell stands on.
    fn below(&self, cell: usize) -> Option<[usize; 2]> {
        let (row, pos) = triangle::row_and_pos(cell);
        let left = triangle::place(row + 1, pos);
        (row + 1 < self.rows).then_some([left, left + 1])
    }

    /// The cells of each row.
    fn cells_by_row(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        (0..self.rows).map(|row| triangle::place(row, 0)..triangle::place(row + 1, 0))
    }
}

/// The rules, by their [`fd::RuleId`].
const RULES: &[Rule] = &[
    Rule { name: "number", says: "Every cell holds a number from 1 to 9." },
    Rule { name: "row", says: "No number stands twice in a row." },
    Rule {
        name: "made",
        says: "Each cell is the sum, the difference, the product or the exact quotient of the two cells below it.",
    },
    Rule { name: "given", says: "The given cells keep their numbers." },
];

impl Kind for AztecKind {
    fn name(&self) -> &'static str {
        "aztec"
    }

    fn title(&self) -> &'static str {
        "Aztec Math"
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
        let puzzle = prolog::read(clause)?;
        Some(puzzle.map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>))
    }

    fn size_says(&self) -> &'static str {
        "How many rows the pyramid has"
    }

    fn builtin(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("seed-3a", include_str!("builtin/seed-3a.json")),
            ("seed-3b", include_str!("builtin/seed-3b.json")),
            ("seed-6a", include_str!("builtin/seed-6a.json")),
            ("seed-6b", include_str!("builtin/seed-6b.json")),
        ]
    }

    fn making(&self) -> Making {
        make::MAKING
    }

    fn maker(&self, wanted: &Request) -> Result<Box<dyn Maker>, Impossible> {
        make::maker(wanted)
    }

    fn make_loosely(&self, request: &LooseRequest<'_, '_>, random: &mut Random) -> Result<Loose, LooseError> {
        make::make_loosely(request, random)
    }
}

impl Puzzle for Aztec {
    fn kind(&self) -> &'static dyn Kind {
        &AztecKind
    }

    fn size(&self) -> usize {
        self.rows
    }

    fn size_in_words(&self) -> String {
        format!("{} rows", self.rows)
    }

    fn places(&self) -> usize {
        self.givens.len()
    }

    fn place_name(&self, place: usize) -> String {
        triangle::place_name(place)
    }

    fn givens(&self) -> Board {
        self.givens.clone()
    }

    /// The given cells are its clues, row by row.
    fn clues(&self) -> usize {
        self.givens.iter().flatten().count()
    }

    fn with_clues(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let mut kept = kept.iter();
        let givens = self.givens.iter().map(|given| given.filter(|_| kept.next() == Some(&true)));
        Box::new(Aztec::new(self.rows, givens.collect()))
    }

    /// The lesser one of the pyramid and its mirror image.
    fn canonical(&self) -> Box<dyn Puzzle> {
        let mirrored = self.cells_by_row().flat_map(Iterator::rev).map(|cell| self.givens.get(cell)).collect();
        Box::new(Aztec::new(self.rows, self.givens.clone().min(mirrored)))
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

    fn count(&self) -> Option<u128> {
        Some(count::count(self))
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
        triangle::write_board(board)
    }

    fn print_answer(&self, board: &Board) -> Option<String> {
        Some(prolog::print_answer(self, board))
    }
}
