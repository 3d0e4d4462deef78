//! Gap: two filled cells in every line, none of them touching.

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
mod symmetry;
mod text;

#[cfg(test)]
mod tests;

use crate::json::{Fields, Node};
use crate::prolog::Clause;
use crate::{
    Board, Form, Impossible, Kind, Lines, Loose, LooseError, LooseRequest, Maker, Making, Posed, Puzzle, ReadError,
    Reasoning, Request, Rule, View, Violation,
};
use fd::{ModelError, Random};
use scene::Scene;
use serde_json::{Map, Value};

/// The largest side of a board that is read.
pub(crate) const MOST_SIZE: usize = 500;

/// A Gap puzzle: the clues around a square board.
///
/// A clue is the number of empty cells between the two filled ones of its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Gap {
    /// The clues above the columns.
    columns: Vec<Option<usize>>,
    /// The clues left of the rows; as many as there are columns.
    rows: Vec<Option<usize>>,
}

/// A row or a column of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Row(usize),
    Column(usize),
}

impl Gap {
    fn without_clues(size: usize) -> Gap {
        Gap { columns: vec![None; size], rows: vec![None; size] }
    }

    /// All rows, then all columns.
    fn lines(&self) -> impl Iterator<Item = Line> + use<> {
        let size = self.size();
        (0..size).map(Line::Row).chain((0..size).map(Line::Column))
    }

    fn clue(&self, line: Line) -> Option<usize> {
        match line {
            Line::Row(r) => self.rows[r],
            Line::Column(c) => self.columns[c],
        }
    }

    /// The clues of all lines, in the order of [`Gap::lines`].
    fn all_clues(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        self.rows.iter().chain(&self.columns).copied()
    }

    fn all_clues_mut(&mut self) -> impl Iterator<Item = &mut Option<usize>> {
        self.rows.iter_mut().chain(&mut self.columns)
    }

    /// The places of a line, from its start.
    fn cells(&self, line: Line) -> impl ExactSizeIterator<Item = usize> + use<> {
        let size = self.size();
        let (first, step) = match line {
            Line::Row(r) => (r * size, 1),
            Line::Column(c) => (c, size),
        };
        (0..size).map(move |i| first + i * step)
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Line::Row(r) => write!(f, "row {}", r + 1),
            Line::Column(c) => write!(f, "column {}", c + 1),
        }
    }
}

/// The clues that can be meant on a board of this size: the line must have
/// room for two filled cells beside the gap. A gap of 0 is no gap (the cells
/// would touch), but it is a number that somebody may write down.
fn clue_range(size: usize) -> std::ops::RangeInclusive<i32> {
    0..=size as i32 - 2
}

/// The kind of puzzle that [`Gap`] is.
#[derive(Debug)]
pub(crate) struct GapKind;

/// The rules in the order of their [`fd::RuleId`].
const RULES: &[Rule] = &[
    Rule { name: "two", says: "Exactly two cells of every row and of every column are filled." },
    Rule { name: "touch", says: "Filled cells never touch, not even at a corner." },
    Rule { name: "gap", says: "A clue is the number of empty cells between the two filled cells of its line." },
];

impl Kind for GapKind {
    fn name(&self) -> &'static str {
        "gap"
    }

    fn title(&self) -> &'static str {
        "Gap"
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
        prolog::read(clause).map(|read| read.map(|gap| Box::new(gap) as Box<dyn Puzzle>))
    }

    fn size_says(&self) -> &'static str {
        "The side of the board"
    }

    fn builtin(&self) -> &'static [(&'static str, &'static str)] {
        &[("seed-1", include_str!("builtin/seed-1.json")), ("seed-2", include_str!("builtin/seed-2.json"))]
    }

    fn making(&self) -> Making {
        make::MAKING
    }

    fn maker(&self, wanted: &Request) -> Result<Box<dyn Maker>, Impossible> {
        Ok(Box::new(make::GapMaker::new(wanted)?))
    }

    fn make_loosely(&self, request: &LooseRequest<'_, '_>, random: &mut Random) -> Result<Loose, LooseError> {
        make::make_loosely(request, random)
    }
}

impl Puzzle for Gap {
    fn kind(&self) -> &'static dyn Kind {
        &GapKind
    }

    fn size(&self) -> usize {
        self.rows.len()
    }

    fn size_in_words(&self) -> String {
        format!("{0} by {0}", self.rows.len())
    }

    fn places(&self) -> usize {
        self.size() * self.size()
    }

    fn place_name(&self, place: usize) -> String {
        format!("r{}c{}", place / self.size() + 1, place % self.size() + 1)
    }

    /// The clues of the rows that have one, then those of the columns.
    fn clues(&self) -> usize {
        self.all_clues().flatten().count()
    }

    fn with_clues(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let mut gap = self.clone();
        let given = gap.all_clues_mut().filter(|clue| clue.is_some());
        for (clue, _) in given.zip(kept).filter(|(_, kept)| !**kept) {
            *clue = None;
        }
        Box::new(gap)
    }

    fn canonical(&self) -> Box<dyn Puzzle> {
        Box::new(symmetry::canonical(self))
    }

    fn violations(&self, board: &Board) -> Vec<Violation> {
        check::violations(self, board)
    }

    fn pose(&self, form: Form) -> Result<Posed, ModelError> {
        match form {
            Form::Paper => model::pose_paper(self),
            Form::Best => model::pose_best(self),
        }
    }

    fn reason(&self) -> Result<Option<Reasoning>, ModelError> {
        reason::reason(self).map(Some)
    }

    fn count(&self) -> Option<u128> {
        count::count(self)
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
}
