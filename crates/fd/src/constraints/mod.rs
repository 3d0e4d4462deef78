//! The constraints, one relation per file.

mod abs;
mod all_different;
mod clause;
mod division;
mod function;
mod in_set;
mod interval;
mod linear;
mod modulo;
mod quotient;
mod times;
mod window;

pub use abs::Abs;
pub use all_different::AllDifferent;
pub use clause::Clause;
pub use division::Division;
pub use in_set::InSet;
pub use linear::{Linear, Sum};
pub use modulo::Modulo;
pub use quotient::Quotient;
pub use times::Times;
