//! Sums that differ from a number.

use super::term::Term;
use crate::{Changed, Conflict, Propagator, Status, Store};

/// `sum != rhs`: nothing can be said until at most one variable is open.
///
/// Two open variables are kept in front. They need no trail: a variable that
/// was open is open again when the search goes back.
#[derive(Debug)]
pub(super) struct Different {
    terms: Box<[Term]>,
    rhs: i64,
}

impl Different {
    pub(super) fn new(terms: &[Term], rhs: i64) -> Different {
        Different { terms: terms.into(), rhs }
    }
}

impl Propagator for Different {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let mut open = 0;
        for i in 0..self.terms.len() {
            if !store.is_fixed(self.terms[i].var) {
                self.terms.swap(open, i);
                open += 1;
                if open == 2 {
                    return Ok(Status::Fixpoint);
                }
            }
        }
        let fixed = &self.terms[open..];
        let missing =
            self.rhs - fixed.iter().map(|term| term.coefficient * i64::from(store.min(term.var))).sum::<i64>();
        match self.terms[..open] {
            [last] => {
                if let Some(value) = last.solve(missing) {
                    store.remove(last.var, value)?;
                }
            }
            _ if missing == 0 => return Err(Conflict),
            _ => {}
        }
        Ok(Status::Entailed)
    }
}
