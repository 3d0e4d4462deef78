//! The constraints, one relation per file.

mod abs;
mod all_different;
mod all_of;
mod any_of;
mod arithmetic;
mod clause;
mod compact_table;
mod count;
mod division;
mod global_cardinality;
mod how_often;
mod implied;
mod in_set;
mod interval;
mod linear;
mod modulo;
mod negated;
mod quotient;
mod reified;
mod table;
mod ternary;
mod times;
mod triples;
mod tuples;
mod watches;
mod window;

pub use abs::Abs;
pub use all_different::{AllDifferent, Strength};
pub use all_of::AllOf;
pub use any_of::AnyOf;
pub use arithmetic::Arithmetic;
pub use clause::Clause;
pub use count::Count;
pub use global_cardinality::GlobalCardinality;
pub use how_often::HowOften;
pub use implied::Implied;
pub use in_set::InSet;
pub use linear::{Linear, Sum};
pub use negated::Negated;
pub use reified::Reified;
pub use table::Table;
pub use ternary::Ternary;
pub use triples::Triples;
pub use tuples::Tuples;

use crate::{Constraint, Var};

/// The variables of a constraint, each once, in order.
fn variables(part: &dyn Constraint) -> Vec<Var> {
    let mut vars = part.scope();
    vars.sort_unstable();
    vars.dedup();
    vars
}
