//! Weight, Gap, Aztec Math, Trid and Multi-Balance, and kinds made from pages of rules:
//! their data, formats, rules, models and drawings, behind one contract.

mod aztec;
mod bits;
mod board;
mod contract;
mod document;
mod error;
mod formula;
mod gap;
mod grid;
pub mod json;
mod make;
pub mod markdown;
mod mobile;
mod multibalance;
mod notes;
mod numbers;
mod paper;
pub mod prolog;
mod reasoning;
mod registry;
mod rows;
mod rulefile;
mod sheet;
mod sketch;
mod strategy;
mod technique;
mod tree;
mod triangle;
mod trid;
mod view;
mod weight;

pub use board::Board;
pub use contract::{
    Builtin, Checked, Clued, Drawn, Formats, Kind, Lines, Modelled, Posed, Possible, Puzzle, Reading, Reasoned, Rule,
    RulePage, Violation,
};
pub use document::{
    Document, Entry, Format, board_from_text, builtin, builtin_names, decode, example, puzzle_fields, read,
    whole_fields,
};
pub use error::{Fault, Location, ReadError};
pub use formula::{Certified, Formula, Linear, Literal, TooLarge};
pub use make::{ClueOption, Clues, Draft, Impossible, Maker, MakerOption, Making, Request, Stencil, Takes};
pub use notes::Notes;
pub use paper::{Form, InPaper, Loose, LooseError, Paper, Way};
pub use reasoning::{Assumption, Instance, Reasoning, Room, Sort, Subject, Telling, Values, Verb, Word};
pub use registry::{Kinds, Taken, add, replace};
pub use rows::counted;
pub use rulefile::{Mistake, load};
pub use sheet::{
    Choice, Choices, Gesture, Holds, Near, Part, Playable, Quota, ReadOut, Sheet, State, Structure, Target,
};
pub use sketch::{Edit, EditError, Grouping, Incomplete, Missing, Settable, Sketch};
pub use strategy::{First, Strategy, ValueFirst};
pub use technique::{Deduced, Left, Technique};
pub use view::{Pencilled, View};

/// Every kind, as a slice: `KINDS.iter()`, `for kind in KINDS`.
pub const KINDS: Kinds = Kinds;

/// The kind with this name, or with this other name.
pub fn kind(name: &str) -> Option<&'static Kind> {
    let has_name = |kind: &&'static Kind| kind.name == name || kind.aliases.contains(&name);
    // Those of pages of rules take a while to read.
    registry::FOLDERS.iter().copied().find(has_name).or_else(|| KINDS.iter().copied().find(has_name))
}
