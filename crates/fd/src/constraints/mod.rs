//! The constraints, one relation per file.

mod all_different;
mod clause;
mod interval;
mod linear;
mod window;

pub use all_different::AllDifferent;
pub use clause::Clause;
pub use linear::{Linear, Sum};
