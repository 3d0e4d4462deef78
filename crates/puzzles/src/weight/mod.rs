//! Weight: a tree of bars in balance.
//!
//! The places of the board are the leaves in reading order.

mod balance;
mod canonical;
mod check;
mod draw;
mod formula;
mod json;
mod layout;
mod line;
mod make;
mod model;
mod prolog;
mod reason;
mod sheet;
mod supports;
mod text;
mod tree;

#[cfg(test)]
mod tests;

pub(crate) use tree::Weight;

use crate::json::{Fields, Node};
use crate::prolog::Clause;
use crate::{
    Board, Form, Impossible, Kind, Lines, Loose, LooseError, LooseRequest, Maker, Making, Posed, Puzzle, ReadError,
    Reasoning, Request, Rule, View, Violation,
};
use fd::{ModelError, Random};
use scene::Scene;
use serde_json::{Map, Value};

/// The kind of [`Weight`].
#[derive(Debug)]
pub(crate) struct WeightKind;

/// Indices into [`RULES`].
const VALUES: usize = 0;
const BALANCE: usize = 1;
const GIVENS: usize = 2;

const RULES: &[Rule] = &[
    Rule { name: "values", says: "The N weights are the numbers 1 to N, each once." },
    Rule { name: "balance", says: "On every bar, weight times distance adds up to the same on both sides." },
    Rule { name: "givens", says: "A given weight stays as it is." },
];

impl Kind for WeightKind {
    fn name(&self) -> &'static str {
        "weight"
    }

    fn title(&self) -> &'static str {
        "Weight"
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
        "How many weights hang from the tree"
    }

    fn builtin(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("seed-5", include_str!("builtin/seed-5.json")),
            ("seed-6", include_str!("builtin/seed-6.json")),
            ("seed-8", include_str!("builtin/seed-8.json")),
            ("seed-17", include_str!("builtin/seed-17.json")),
            ("seed-20", include_str!("builtin/seed-20.json")),
        ]
    }

    fn making(&self) -> Making {
        make::MAKING
    }

    fn maker(&self, wanted: &Request) -> Result<Box<dyn Maker>, Impossible> {
        Ok(Box::new(make::WeightMaker::new(wanted)?))
    }

    fn make_loosely(&self, request: &LooseRequest<'_, '_>, random: &mut Random) -> Result<Loose, LooseError> {
        make::make_loosely(request, random)
    }
}

impl Weight {
    /// The name of a bar for people, with the leaves below it.
    pub(crate) fn bar_name(&self, bar: usize) -> String {
        let leaves = &self.bars()[bar].leaves;
        format!("bar {} (w{} to w{})", tree::bar_id(bar), leaves.start + 1, leaves.end)
    }
}

impl Puzzle for Weight {
    fn kind(&self) -> &'static dyn Kind {
        &WeightKind
    }

    fn size(&self) -> usize {
        self.leaves()
    }

    fn size_in_words(&self) -> String {
        format!("{} weights", self.leaves())
    }

    fn places(&self) -> usize {
        self.leaves()
    }

    fn place_name(&self, place: usize) -> String {
        format!("w{}", place + 1)
    }

    fn givens(&self) -> Board {
        self.given().iter().copied().collect()
    }

    /// The given weights, in reading order.
    fn clues(&self) -> usize {
        self.given().iter().flatten().count()
    }

    fn with_clues(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        Box::new(self.with_givens(kept))
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
        json::write_board(board)
    }
}
