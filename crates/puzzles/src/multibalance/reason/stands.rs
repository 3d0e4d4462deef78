//! Where a number stands, seen from the number and from the cells.

use fd::constraints::Clause;
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// `place = cell <-> content of the cell = number`, for every cell; `place` is
/// one of the cells.
#[derive(Debug, Clone)]
pub(super) struct Stands {
    pub(super) number: i32,
    pub(super) place: Var,
    /// The cells, each with its content.
    pub(super) contents: Vec<(i32, Var)>,
}

impl Constraint for Stands {
    fn name(&self) -> &'static str {
        "multibalance_stands"
    }

    fn scope(&self) -> Vec<Var> {
        self.contents.iter().map(|&(_, content)| content).chain([self.place]).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let place = value(self.place);
        self.contents.iter().any(|&(cell, _)| cell == place)
            && self.contents.iter().all(|&(cell, content)| (cell == place) == (value(content) == self.number))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.scope().into_iter().map(|x| Wake::on(x, Event::ANY)).collect();
        post.add(Priority::Linear, Channel(self.clone()), &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        into.post(Clause::new(self.contents.iter().map(|&(cell, _)| self.place.is(cell))))?;
        for &(cell, content) in &self.contents {
            into.post(Clause::new([self.place.is_not(cell), content.is(self.number)]))?;
            into.post(Clause::new([self.place.is(cell), content.is_not(self.number)]))?;
        }
        Ok(true)
    }
}

#[derive(Debug)]
struct Channel(Stands);

impl Propagator for Channel {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Stands { number, place, contents } = &self.0;
        let possible: Vec<i32> =
            contents.iter().filter(|(_, content)| store.contains(*content, *number)).map(|&(cell, _)| cell).collect();
        let gone: Vec<i32> = store.values(*place).filter(|cell| !possible.contains(cell)).collect();
        gone.into_iter().try_for_each(|cell| store.remove(*place, cell))?;
        for &(cell, content) in contents {
            if !store.contains(*place, cell) {
                store.remove(content, *number)?;
            } else if store.is_fixed(*place) {
                store.fix(content, *number)?;
            } else if store.value(content) == Some(*number) {
                store.fix(*place, cell)?;
                return Ok(Status::Again);
            }
        }
        Ok(if store.is_fixed(*place) { Status::Entailed } else { Status::Fixpoint })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stands_keeps_its_promises() {
        fd::harness::verify("multibalance_stands", 300, |random| {
            let mut model = Model::new();
            let cells = 1 + random.below(5) as i32;
            let place = random.var(&mut model, 0, 5);
            let contents = (0..cells).map(|cell| (cell, random.var(&mut model, 0, 3))).collect();
            model.post(Stands { number: 1 + random.below(3) as i32, place, contents }).unwrap();
            model
        });
    }
}
