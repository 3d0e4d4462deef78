//! A row or column that holds nothing, seen from the line and from its cells.

use fd::constraints::Clause;
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// `count = 0 <-> every content = 0`
#[derive(Debug, Clone)]
pub(super) struct Vacant {
    pub(super) contents: Vec<Var>,
    pub(super) count: Var,
}

impl Constraint for Vacant {
    fn name(&self) -> &'static str {
        "multibalance_vacant"
    }

    fn scope(&self) -> Vec<Var> {
        self.contents.iter().copied().chain([self.count]).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        (value(self.count) == 0) == self.contents.iter().all(|&content| value(content) == 0)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.scope().into_iter().map(|x| Wake::on(x, Event::ANY)).collect();
        post.add(Priority::Linear, Seen(self.clone()), &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let some = self.contents.iter().map(|content| content.is_not(0));
        into.post(Clause::new(some.chain([self.count.is(0)])))?;
        for content in &self.contents {
            into.post(Clause::new([self.count.is_not(0), content.is(0)]))?;
        }
        Ok(true)
    }
}

#[derive(Debug)]
struct Seen(Vacant);

impl Propagator for Seen {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Vacant { contents, count } = &self.0;
        if contents.iter().any(|&content| !store.contains(content, 0)) {
            store.remove(*count, 0)?;
            return Ok(Status::Entailed);
        }
        if store.value(*count) == Some(0) {
            contents.iter().try_for_each(|&content| store.fix(content, 0))?;
            return Ok(Status::Entailed);
        }
        let mut open = contents.iter().copied().filter(|&content| !store.is_fixed(content));
        match (open.next(), open.next()) {
            (None, _) => store.fix(*count, 0)?,
            (Some(last), None) if !store.contains(*count, 0) => store.remove(last, 0)?,
            _ => return Ok(Status::Fixpoint),
        }
        Ok(Status::Fixpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vacant_keeps_its_promises() {
        fd::harness::verify("multibalance_vacant", 300, |random| {
            let mut model = Model::new();
            let cells = 1 + random.below(5) as usize;
            let contents = (0..cells).map(|_| random.var(&mut model, 0, 3)).collect();
            let count = random.var(&mut model, 0, 3);
            model.post(Vacant { contents, count }).unwrap();
            model
        });
    }
}
