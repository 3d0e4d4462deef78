//! Rules about weights as people use them: from plain statements to plain statements.
//!
//! With exact sets the reasoning is stronger, but its premises were totals with a
//! dozen holes, which nobody can say. So a rule runs in a space of its own, on what
//! can be said of each weight in a few words. To steps, chains and tests that is a
//! strength of inference like any other.

use super::equation::common_divisor;
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Space, Status,
    Store, Var, Wake,
};
use std::sync::Arc;

/// Up to this many values are said one by one.
const MOST_VALUES: u32 = 4;

/// The same as another constraint, but of each weight it knows only what can be said in a
/// few words: a few values, bounds, a multiple, odd. What it concludes of a total it
/// concludes in such words, too; from a weight it strikes single values, as from a list.
#[derive(Debug, Clone)]
pub(super) struct Plainly {
    constraint: Arc<dyn Constraint>,
    totals: Vec<Var>,
    /// A model with nothing but the constraint.
    alone: Arc<Model>,
}

impl Plainly {
    pub(super) fn new(
        constraint: impl Constraint + 'static,
        totals: impl IntoIterator<Item = Var>,
        model: &Model,
    ) -> Result<Plainly, ModelError> {
        let constraint: Arc<dyn Constraint> = Arc::new(constraint);
        let mut alone = Model::like(model);
        alone.post_shared(Arc::clone(&constraint))?;
        Ok(Plainly { constraint, totals: totals.into_iter().collect(), alone: Arc::new(alone) })
    }
}

impl Constraint for Plainly {
    fn name(&self) -> &'static str {
        "plainly"
    }

    fn scope(&self) -> Vec<Var> {
        self.constraint.scope()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.constraint.holds(value)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.scope().into_iter().map(|x| Wake::on(x, Event::ANY)).collect();
        let vars = self.scope().into_iter().map(|x| (x, self.totals.contains(&x))).collect();
        post.add(Priority::Expensive, Reasoner { vars, alone: Space::new(&self.alone) }, &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        if !self.constraint.decompose(into)? {
            into.post_shared(Arc::clone(&self.constraint))?;
        }
        Ok(true)
    }
}

#[derive(Debug)]
struct Reasoner {
    /// The weights, each with whether it is a total.
    vars: Vec<(Var, bool)>,
    /// The constraint by itself.
    alone: Space,
}

impl Reasoner {
    /// What is left of each weight by what can be said of all of them.
    fn look(&mut self, store: &Store) -> Result<Vec<Vec<u64>>, Conflict> {
        for &(x, _) in &self.vars {
            self.alone.restrict(x, &plain(store, x))?;
        }
        self.alone.wake_all();
        self.alone.propagate()?;
        // What is left of a total, with what was known of it, in plain words.
        for &(x, _) in self.vars.iter().filter(|(_, total)| *total) {
            self.alone.restrict(x, store.words(x))?;
        }
        let alone = self.alone.store();
        Ok(self.vars.iter().map(|&(x, total)| if total { plain(alone, x) } else { alone.words(x).to_vec() }).collect())
    }
}

impl Propagator for Reasoner {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        self.alone.push();
        let left = self.look(store);
        self.alone.pop();
        for (&(x, _), left) in self.vars.iter().zip(left?) {
            store.keep(x, &left)?;
        }
        Ok(Status::Again)
    }
}

/// The values that are left, and more, as far as it takes to say them in a few words.
fn plain(store: &Store, x: Var) -> Vec<u64> {
    let words = store.words(x);
    if store.size(x) <= MOST_VALUES {
        return words.to_vec();
    }
    let divisor = common_divisor(store, x);
    let odd = divisor == 1 && store.values(x).all(|value| value % 2 == 1);
    let (step, rest) = if odd { (2, 1) } else { (divisor, 0) };
    let (base, (least, most)) = (store.base(x), store.bounds(x));
    let mut plain = vec![0; words.len()];
    for value in (least..=most).filter(|value| value % step == rest) {
        let bit = (value - base) as usize;
        plain[bit / 64] |= 1 << (bit % 64);
    }
    plain
}
