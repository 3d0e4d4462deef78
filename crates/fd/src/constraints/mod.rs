//! The constraints, one relation per file.

mod all_different;
mod clause;

pub use all_different::{AllDifferent, Strength};
pub use clause::Clause;
