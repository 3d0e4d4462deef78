//! Weight: a tree of bars in balance.
//!
//! The places of the board are the leaves in reading order.

mod balance;
mod canonical;
mod check;
mod diophantine;
mod draw;
mod formula;
mod json;
mod layout;
mod make;
mod model;
mod prolog;
mod reason;
mod sample;
mod sheet;
mod sketch;
mod supports;
mod text;
mod tree;

#[cfg(test)]
mod tests;

pub(crate) use tree::Weight;

use crate::{Board, InPaper, Kind, Puzzle, Rule};

static VALUES: Rule = Rule { name: "values", says: "The N weights are the numbers 1 to N, each once." };
static BALANCE: Rule =
    Rule { name: "balance", says: "On every bar, weight times distance adds up to the same on both sides." };
static GIVENS: Rule = Rule { name: "givens", says: "A given weight stays as it is." };

/// The kind of puzzle that [`Weight`] is.
pub(crate) static KIND: Kind = Kind {
    name: "weight",
    title: "Weight",
    rules_text: include_str!("rules.md"),
    rules: &[&VALUES, &BALANCE, &GIVENS],
    implied: reason::IMPLIED,
    builtin: &[
        ("seed-5", include_str!("builtin/seed-5.json")),
        ("seed-6", include_str!("builtin/seed-6.json")),
        ("seed-8", include_str!("builtin/seed-8.json")),
        ("seed-17", include_str!("builtin/seed-17.json")),
        ("seed-20", include_str!("builtin/seed-20.json")),
    ],
    size_says: "How many weights hang from the tree",
    making: make::MAKING,
    sketch: sketch::empty,
    read_json: |fields| Ok(Box::new(json::read(fields)?)),
    read_text: |lines| Ok(Box::new(text::read(lines)?)),
    maker: |wanted| Ok(Box::new(make::WeightMaker::new(wanted)?)),
    sample: |random| Box::new(sample::sample(random)),
    paper: Some(prolog::PAPER),
};

impl Weight {
    /// The name of a bar for people, with the leaves below it.
    pub(crate) fn bar_name(&self, bar: usize) -> String {
        let leaves = &self.bars()[bar].leaves;
        format!("bar {} (w{} to w{})", tree::bar_id(bar), leaves.start + 1, leaves.end)
    }
}

impl Puzzle for Weight {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn size(&self) -> usize {
        self.leaves()
    }

    fn size_in_words(&self) -> String {
        if self.leaves() == 1 { "1 weight".to_owned() } else { format!("{} weights", self.leaves()) }
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

    fn paper(&self) -> Option<&dyn InPaper> {
        Some(self)
    }
}
