//! Tuples of allowed values.

use super::Tuples;
use super::compact_table::CompactTable;
use crate::{Consistency, Constraint, Event, Model, ModelError, Post, Priority, Store, Var, Wake};
use std::sync::Arc;

/// `(x1, ..., xn)` is one of the tuples.
#[derive(Debug, Clone)]
pub struct Table {
    vars: Vec<Var>,
    tuples: Arc<Tuples>,
}

impl Table {
    /// These variables together take one of the tuples.
    pub fn new(vars: &[Var], tuples: &Arc<Tuples>) -> Table {
        // A variable that stands twice is asked for once, of the tuples that
        // give it one value.
        let mut distinct: Vec<Var> = Vec::new();
        let place: Vec<usize> = vars
            .iter()
            .map(|&x| {
                distinct.iter().position(|&y| x == y).unwrap_or_else(|| {
                    distinct.push(x);
                    distinct.len() - 1
                })
            })
            .collect();
        if distinct.len() == vars.len() || vars.len() != tuples.arity || tuples.ragged.is_some() {
            return Table { vars: vars.to_vec(), tuples: Arc::clone(tuples) };
        }
        let tuples = Arc::new(tuples.merged(&place, distinct.len()));
        Table { vars: distinct, tuples }
    }

    /// The tuples of word `w` that the domains allow.
    fn allowed(&self, store: &Store, w: usize) -> u64 {
        let last = self.tuples.count - w * 64;
        let mut allowed = if last < 64 { (1 << last) - 1 } else { u64::MAX };
        for (&x, column) in self.vars.iter().zip(&self.tuples.columns) {
            if allowed == 0 {
                break;
            }
            let slots = store.values(x).filter_map(|value| column.slot(value));
            allowed &= slots.fold(0, |union, slot| union | column.supports(slot)[w]);
        }
        allowed
    }
}

impl Constraint for Table {
    fn name(&self) -> &'static str {
        "table"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.tuples.contains(|position| value(self.vars[position]))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn check(&self, _model: &Model) -> Result<(), ModelError> {
        let malformed = |problem| Err(ModelError::Malformed { constraint: "table", problem });
        let (tuples, vars) = (&self.tuples, self.vars.len());
        if let Some((i, length)) = tuples.ragged {
            let first = tuples.arity;
            return malformed(format!("tuple {} has length {length}, but the first has length {first}", i + 1));
        }
        if tuples.count > 0 && tuples.arity != vars {
            return malformed(format!("tuples of length {} for {vars} variables", tuples.arity));
        }
        Ok(())
    }

    fn post(&self, post: &mut Post<'_>) {
        let columns = self.vars.iter().zip(&self.tuples.columns);
        let wakes: Vec<Wake> = columns.enumerate().map(|(i, (&x, _))| Wake::telling(x, Event::ANY, i)).collect();
        // The set begins with what the domains at the root allow, so that from
        // then on only what goes from them matters.
        let allowed = (0..self.tuples.words()).map(|w| self.allowed(post.store(), w)).collect();
        let propagator = CompactTable::new(&self.vars, &self.tuples, allowed, post);
        post.add(Priority::Expensive, propagator, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let allowed: u64 = (0..self.tuples.words()).map(|w| u64::from(self.allowed(store, w).count_ones())).sum();
        if allowed == 0 {
            return Some(false);
        }
        let all = self.vars.iter().fold(1, |product: u64, &x| product.saturating_mul(u64::from(store.size(x))));
        (allowed == all).then_some(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        if self.tuples.count == 0 {
            return Some("false".to_owned());
        }
        let rows = self.tuples.rows().map(|row| {
            let equalities = self.vars.iter().zip(row).map(|(&x, value)| format!("{} = {value}", name(x)));
            let all = equalities.collect::<Vec<_>>().join(" /\\ ");
            if all.is_empty() { "true".to_owned() } else { format!("({all})") }
        });
        Some(rows.collect::<Vec<_>>().join(" \\/ "))
    }
}
