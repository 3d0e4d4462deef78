//! Weight, Gap, Aztec Math, Trid and Multi-Balance: their data, formats,
//! rules, models and drawings, behind one contract.

mod aztec;
mod board;
mod contract;
mod document;
mod error;
mod formula;
mod gap;
pub mod json;
mod make;
mod multibalance;
mod notes;
pub mod prolog;
mod reasoning;
mod registry;
mod sheet;
mod triangle;
mod trid;
mod view;
mod weight;

pub use board::Board;
pub use contract::{Form, Kind, Lines, Posed, Puzzle, Rule, Violation};
pub use document::{Document, Entry, Format, builtin, builtin_names, decode, read};
pub use error::{Fault, Place, ReadError};
pub use formula::{Certified, Formula, Linear, Literal, TooLarge};
pub use make::{
    ClueOption, Clues, Draft, Impossible, Loose, LooseError, LooseRequest, Maker, MakerOption, Making, Request,
    Stencil, Takes, Way,
};
pub use notes::Notes;
pub use reasoning::{Instance, Reasoning, Subject, Values, Word};
pub use registry::{KINDS, kind};
pub use sheet::{
    Choice, Choices, Gesture, Holds, Near, Part, Playable, Quota, ReadOut, Sheet, State, Structure, Target,
};
pub use view::View;
