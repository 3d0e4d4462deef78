//! The constraints, one relation per file.

mod all_different;
mod all_of;
mod any_of;
mod clause;
mod compact_table;
mod count;
mod global_cardinality;
mod implied;
mod negated;
mod reified;
mod table;
mod ternary;
mod times;
mod triples;
mod tuples;

pub use all_different::AllDifferent;
pub use all_of::AllOf;
pub use any_of::AnyOf;
pub use clause::Clause;
pub use count::Count;
pub use global_cardinality::GlobalCardinality;
pub use implied::Implied;
pub use negated::Negated;
pub use reified::Reified;
pub use table::Table;
pub use ternary::Ternary;
pub use times::Times;
pub use triples::Triples;
pub use tuples::Tuples;
