//! How the cells of a line, its numbers and their places go together.

use fd::constraints::{AllOf, AnyLiteral, Count, InSet, Sum};
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// `place = cell <-> content of the cell = number`, for every cell; `place` is
/// one of the cells.
pub(super) fn stands(number: i32, place: Var, contents: &[(i32, Var)]) -> AllOf {
    let cells = InSet::new(place, contents.iter().map(|&(cell, _)| cell));
    contents.iter().fold(AllOf::default().and(cells), |all, &(cell, content)| {
        all.and(AnyLiteral::new(place.is(cell), [content.is(number)]))
    })
}

/// `count` of the contents are not 0
#[derive(Debug, Clone)]
pub(super) struct Held {
    pub(super) contents: Vec<Var>,
    pub(super) count: Var,
}

impl Constraint for Held {
    fn name(&self) -> &'static str {
        "multibalance_held"
    }

    fn scope(&self) -> Vec<Var> {
        self.contents.iter().copied().chain([self.count]).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let held = self.contents.iter().filter(|&&content| value(content) != 0).count();
        usize::try_from(value(self.count)) == Ok(held)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.scope().into_iter().map(|x| Wake::on(x, Event::ANY)).collect();
        post.add(Priority::Linear, self.clone(), &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let empty = into.var(0..=self.contents.len() as i32)?;
        into.post(Count::new(&self.contents, 0, empty))?;
        into.post((Sum::from(empty) + self.count).equals(self.contents.len() as i32))?;
        Ok(true)
    }
}

impl Propagator for Held {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Held { contents, count } = &*self;
        let open: Vec<Var> = contents.iter().copied().filter(|&x| store.contains(x, 0) && !store.is_fixed(x)).collect();
        let sure = contents.iter().filter(|&&x| !store.contains(x, 0)).count() as i32;
        store.at_least(*count, sure)?;
        store.at_most(*count, sure + open.len() as i32)?;
        if store.max(*count) == sure {
            open.into_iter().try_for_each(|x| store.fix(x, 0))?;
            return Ok(Status::Entailed);
        }
        if store.min(*count) == sure + open.len() as i32 {
            open.into_iter().try_for_each(|x| store.remove(x, 0))?;
            return Ok(Status::Entailed);
        }
        Ok(Status::Fixpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_keeps_its_promises() {
        fd::harness::verify("multibalance_held", 300, |random| {
            let mut model = Model::new();
            let cells = 1 + random.below(5) as usize;
            let contents = (0..cells).map(|_| random.var(&mut model, 0, 3)).collect();
            let count = random.var(&mut model, 0, 5);
            model.post(Held { contents, count }).unwrap();
            model
        });
    }
}
