//! What a filled cell says of the cells around it.

use fd::constraints::Clause;
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// `cell = 1 -> every neighbour = 0`
///
/// It reasons from the cell to its neighbours only: the same between each
/// neighbour and the cell is said by the neighbour's own constraint.
#[derive(Debug, Clone)]
pub(super) struct Around {
    pub(super) cell: Var,
    pub(super) neighbours: Vec<Var>,
}

impl Constraint for Around {
    fn name(&self) -> &'static str {
        "gap_around"
    }

    fn scope(&self) -> Vec<Var> {
        std::iter::once(self.cell).chain(self.neighbours.iter().copied()).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        value(self.cell) != 1 || self.neighbours.iter().all(|&x| value(x) == 0)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Check
    }

    fn post(&self, post: &mut Post<'_>) {
        post.add(Priority::Unit, self.clone(), &[Wake::on(self.cell, Event::FIXED)]);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        for &x in &self.neighbours {
            into.post(Clause::new([self.cell.is_not(1), x.is(0)]))?;
        }
        Ok(true)
    }
}

/// Empties the neighbours once the cell is filled.
impl Propagator for Around {
    fn propagate(&mut self, store: &mut Store, _changed: Changed<'_>) -> Result<Status, Conflict> {
        match store.value(self.cell) {
            None => return Ok(Status::Fixpoint),
            Some(1) => self.neighbours.iter().try_for_each(|&x| store.fix(x, 0))?,
            Some(_) => {}
        }
        Ok(Status::Entailed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn around_keeps_its_promises() {
        fd::harness::verify("gap_around", 200, |random| {
            let mut model = Model::new();
            let count = 1 + random.below(8) as usize;
            let vars: Vec<Var> = (0..=count).map(|_| random.var(&mut model, 0, 1)).collect();
            model.post(Around { cell: vars[0], neighbours: vars[1..].to_vec() }).unwrap();
            model
        });
    }
}
