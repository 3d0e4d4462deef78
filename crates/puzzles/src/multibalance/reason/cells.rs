//! How the cells of a line, its numbers and their places go together.

use fd::constraints::{Clause, Count, Sum};
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake, Words,
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
        post.add(Priority::Linear, self.clone(), &wakes);
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

impl Propagator for Stands {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Stands { number, place, contents } = &*self;
        let mut possible = vec![0; store.words(*place).len()];
        for (cell, _) in contents.iter().filter(|(_, content)| store.contains(*content, *number)) {
            let bit = i64::from(*cell) - i64::from(store.base(*place));
            if let Some(word) = usize::try_from(bit / 64).ok().and_then(|i| possible.get_mut(i)).filter(|_| bit >= 0) {
                *word |= 1 << (bit % 64);
            }
        }
        store.keep(*place, &possible)?;
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
        post.add(Priority::Linear, self.clone(), &wakes);
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

impl Propagator for Vacant {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Vacant { contents, count } = &*self;
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
