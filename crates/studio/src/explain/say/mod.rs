//! What steps say: sentences about the rules and places of a puzzle.

mod besides;
pub(crate) mod names;
mod relations;
mod sentences;
pub(crate) mod sets;
mod story;
mod told;

pub(crate) use sentences::sentence;
pub use told::{Passage, Told};
