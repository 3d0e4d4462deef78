//! Trid: a triangle of vertices whose straight lines hold different numbers,
//! with the sums of some of its small triangles.

mod canonical;
mod check;
mod corners;
mod draw;
mod fill;
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
mod words;

use crate::json::{Fields, Node};
use crate::make::{Impossible, Loose, LooseError, LooseRequest, Maker, Making, Request};
use crate::prolog::Clause;
use crate::{Board, Form, Kind, Lines, Posed, Puzzle, ReadError, Reasoning, Rule, View, Violation, triangle};
use fd::{ModelError, Random};
use scene::Scene;
use serde_json::{Map, Value};

/// The longest side that is supported.
pub(crate) const MOST_SIZE: usize = 500;

/// The greatest sum that is read. Three vertices never reach it, but a sum
/// that they cannot make is a puzzle without a solution, not an error.
const MOST_SUM: i32 = 9999;

/// The kind of puzzle.
#[derive(Debug)]
pub(crate) struct TridKind;

/// A triangle of vertices, with the sums and the numbers that are given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trid {
    /// The vertices on a side; the numbers go from 1 to this.
    size: usize,
    /// In the order of their triangles; a triangle may have several.
    sums: Vec<Sum>,
    /// In the order of their vertices; a vertex may have several.
    givens: Vec<Given>,
}

/// A number inside a small triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Sum {
    triangle: Triangle,
    sum: i32,
}

/// A number at a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Given {
    vertex: usize,
    value: i32,
}

/// A small triangle, in the order in which a reader meets them.
///
/// An upward one, `/\`, has the vertex (row, pos) on top; a downward one, `\/`,
/// has the vertices (row, pos) and (row, pos + 1) on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Triangle {
    row: usize,
    pos: usize,
    down: bool,
}

impl Triangle {
    /// Its vertices, row by row.
    fn vertices(self) -> [usize; 3] {
        let Triangle { row, pos, down } = self;
        let top = triangle::place(row, pos);
        let below = triangle::place(row + 1, pos);
        if down { [top, top + 1, below + 1] } else { [top, below, below + 1] }
    }

    /// The small triangle with these vertices, if they make one.
    fn of(mut vertices: [usize; 3]) -> Option<Triangle> {
        vertices.sort_unstable();
        let (row, pos) = triangle::row_and_pos(vertices[0]);
        let candidates = [false, true].map(|down| Triangle { row, pos, down });
        candidates.into_iter().find(|triangle| triangle.vertices() == vertices && (!triangle.down || pos < row))
    }
}

impl Trid {
    fn new(size: usize, mut sums: Vec<Sum>, mut givens: Vec<Given>) -> Trid {
        sums.sort_by_key(|sum| sum.triangle);
        givens.sort_by_key(|given| given.vertex);
        Trid { size, sums, givens }
    }

    /// The vertices of every straight line: `-`, then `\`, then `/`.
    fn lines(&self) -> impl Iterator<Item = Vec<usize>> {
        let size = self.size;
        let rows = (0..size).map(|row| (0..=row).map(|pos| triangle::place(row, pos)).collect());
        let falling = (0..size).map(move |first| (first..size).map(|row| triangle::place(row, row - first)).collect());
        let rising = (0..size).map(move |pos| (pos..size).map(|row| triangle::place(row, pos)).collect());
        rows.chain(falling).chain(rising)
    }
}

/// The rules, by their [`fd::RuleId`].
const RULES: &[Rule] = &[
    Rule { name: "number", says: "Every vertex holds a number from 1 to the length of the side." },
    Rule { name: "line", says: "The numbers on a straight line, in all three directions, differ." },
    Rule { name: "sum", says: "A number inside a small triangle is the sum of its three vertices." },
    Rule { name: "given", says: "The given vertices keep their numbers." },
];

impl Kind for TridKind {
    fn name(&self) -> &'static str {
        "trid"
    }

    fn title(&self) -> &'static str {
        "Trid"
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

    fn builtin(&self) -> &'static [(&'static str, &'static str)] {
        &[("seed-5", include_str!("builtin/seed-5.json")), ("seed-10", include_str!("builtin/seed-10.json"))]
    }

    fn size_says(&self) -> &'static str {
        "The vertices on a side"
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

impl Puzzle for Trid {
    fn kind(&self) -> &'static dyn Kind {
        &TridKind
    }

    fn size(&self) -> usize {
        self.size
    }

    fn size_in_words(&self) -> String {
        format!("side {}", self.size)
    }

    fn places(&self) -> usize {
        triangle::places(self.size)
    }

    fn place_name(&self, place: usize) -> String {
        triangle::place_name(place)
    }

    fn givens(&self) -> Board {
        let mut board = Board::blank(self.places());
        for given in &self.givens {
            board.set(given.vertex, Some(given.value));
        }
        board
    }

    /// The sums, in their order. Given vertices are no clues in this sense:
    /// they stay.
    fn clues(&self) -> usize {
        self.sums.len()
    }

    fn with_clues(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let sums = self.sums.iter().zip(kept).filter(|&(_, &kept)| kept).map(|(&sum, _)| sum).collect();
        Box::new(Trid { size: self.size, sums, givens: self.givens.clone() })
    }

    fn canonical(&self) -> Box<dyn Puzzle> {
        Box::new(canonical::canonical(self))
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

    fn construct(&self) -> Option<Board> {
        (self.sums.is_empty() && self.givens.is_empty()).then(|| fill::fill(self.size))?
    }

    fn draw(&self, view: &View<'_>) -> Scene {
        draw::draw(self, view)
    }

    fn describe(&self) -> Option<String> {
        Some(words::describe(self))
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
        Some(words::print_answer(self, board))
    }
}
