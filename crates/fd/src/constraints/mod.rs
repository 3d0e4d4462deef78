//! The constraints, one relation per file.

mod all_different;
mod clause;
mod compact_table;
mod count;
mod global_cardinality;
mod table;
mod ternary;
mod times;
mod triples;
mod tuples;

pub use all_different::AllDifferent;
pub use clause::Clause;
pub use count::Count;
pub use global_cardinality::GlobalCardinality;
pub use table::Table;
pub use ternary::Ternary;
pub use times::Times;
pub use triples::Triples;
pub use tuples::Tuples;
