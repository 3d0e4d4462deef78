//! The constraints: a relation that takes a page has a file of its own, small
//! ones of one sort share theirs.

mod all_different;
mod any_literal;
mod arithmetic;
mod clause;
mod compact_table;
mod connectives;
mod count;
mod element;
mod extremum;
mod in_set;
mod interval;
mod linear;
mod parity;
mod reified;
mod table;

pub use all_different::{AllDifferent, Strength};
pub use any_literal::AnyLiteral;
pub use arithmetic::{Abs, Arithmetic};
pub use clause::Clause;
pub use connectives::{AllOf, AnyOf, Negated};
pub use count::{Count, HowOften};
pub use element::Element;
pub use extremum::Extremum;
pub use in_set::InSet;
pub use linear::{Bound, Linear, Sum};
pub use parity::Parity;
pub use reified::Reified;
pub use table::{Table, Tuples};
