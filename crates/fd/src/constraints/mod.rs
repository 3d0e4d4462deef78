//! The constraints, one relation per file.

mod all_different;
mod clause;
mod compact_table;
mod table;
mod tuples;

pub use all_different::AllDifferent;
pub use clause::Clause;
pub use table::Table;
pub use tuples::Tuples;
