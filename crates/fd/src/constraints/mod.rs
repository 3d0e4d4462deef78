//! The constraints: a relation that takes a page has a file of its own, small
//! ones of one sort share theirs.

mod all_different;
mod all_of;
mod any_of;
mod arithmetic;
mod clause;
mod compact_table;
mod count;
mod in_set;
mod interval;
mod linear;
mod negated;
mod reified;
mod table;
mod ternary;
mod tuples;

pub use all_different::{AllDifferent, Strength};
pub use all_of::AllOf;
pub use any_of::AnyOf;
pub use arithmetic::{Abs, Arithmetic};
pub use clause::Clause;
pub use count::{Count, HowOften};
pub use in_set::InSet;
pub use linear::{Linear, Sum};
pub use negated::Negated;
pub use reified::Reified;
pub use table::Table;
pub use ternary::{Ternary, Triples};
pub use tuples::Tuples;

use crate::{Changed, Conflict, Constraint, Propagator, Status, Store, Var};
use std::sync::Arc;

/// The variables of a constraint, each once, in order.
fn variables(part: &dyn Constraint) -> Vec<Var> {
    let mut vars = part.scope();
    vars.sort_unstable();
    vars.dedup();
    vars
}

/// Whether one of several parts is true, where each is true, false or open.
fn any_true(parts: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut verdict = Some(false);
    for part in parts {
        match part {
            Some(true) => return Some(true),
            Some(false) => {}
            None => verdict = None,
        }
    }
    verdict
}

/// The parts in MiniZinc, joined by a connective; `none` if there are none.
fn joined(parts: &[Arc<dyn Constraint>], connective: &str, none: &str, name: &dyn Fn(Var) -> String) -> Option<String> {
    let parts = parts.iter().map(|part| Some(format!("({})", part.minizinc(name)?)));
    let parts = parts.collect::<Option<Vec<String>>>()?;
    Some(if parts.is_empty() { none.to_owned() } else { parts.join(connective) })
}

/// A relation that nothing satisfies.
#[derive(Debug)]
struct Never;

impl Propagator for Never {
    fn propagate(&mut self, _: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        Err(Conflict)
    }
}
