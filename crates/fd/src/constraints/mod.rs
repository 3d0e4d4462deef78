//! The constraints, one relation per file.

mod all_different;
mod clause;
mod compact_table;
mod table;
mod ternary;
mod triples;
mod tuples;

pub use all_different::AllDifferent;
pub use clause::Clause;
pub use table::Table;
pub use ternary::Ternary;
pub use triples::Triples;
pub use tuples::Tuples;
