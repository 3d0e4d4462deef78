//! Rules about weights as people use them: from plain statements to plain statements.
//!
//! With exact sets the reasoning is stronger, but its premises were totals with a
//! dozen holes, which nobody can say. So a rule runs in a space of its own, on what
//! can be said of each weight in a few words. To steps, chains and tests that is a
//! strength of inference like any other.

use crate::tree::common_divisor;
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Space, Status,
    Store, Var, Wake, Words,
};
use std::collections::HashMap;
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
        post.add(
            Priority::Expensive,
            Reasoner { vars, alone: Space::new(&self.alone), answers: HashMap::new() },
            &wakes,
        );
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        if !self.constraint.decompose(into)? {
            into.post_shared(Arc::clone(&self.constraint))?;
        }
        Ok(true)
    }
}

/// The most answers that are remembered.
const MOST_KNOWN: usize = 10_000;

#[derive(Debug)]
struct Reasoner {
    /// The weights, each with whether it is a total.
    vars: Arc<[(Var, bool)]>,
    /// The constraint by itself.
    alone: Space,
    /// What followed from what was known: to find premises, the same is asked again and again.
    answers: HashMap<Vec<u64>, Result<Vec<u64>, Conflict>>,
}

impl Reasoner {
    /// All that an answer depends on: what can be said of each weight, and of a total what is left besides.
    fn asked(&self, store: &Store) -> Vec<u64> {
        let mut asked = Vec::new();
        for &(x, total) in &*self.vars {
            asked.extend_from_slice(&plain(store, x));
            asked.extend_from_slice(if total { store.words(x) } else { &[] });
        }
        asked
    }

    /// What is left of each weight by what can be said of all of them, one after the other.
    fn look(&mut self, store: &Store) -> Result<Vec<u64>, Conflict> {
        for &(x, _) in &*self.vars {
            self.alone.keep(x, &plain(store, x))?;
        }
        self.alone.wake_all();
        self.alone.propagate()?;
        // What is left of a total, with what was known of it, in plain words.
        for &(x, _) in self.vars.iter().filter(|(_, total)| *total) {
            self.alone.keep(x, store.words(x))?;
        }
        let alone = self.alone.store();
        let mut left = Vec::new();
        for &(x, total) in &*self.vars {
            left.extend_from_slice(&if total { plain(alone, x) } else { alone.words(x).to_vec() });
        }
        Ok(left)
    }

    fn answer(&mut self, asked: Vec<u64>, store: &Store) -> Result<&[u64], Conflict> {
        if !self.answers.contains_key(&asked) {
            self.alone.push();
            let left = self.look(store);
            self.alone.pop();
            if self.answers.len() == MOST_KNOWN {
                self.answers.clear();
            }
            self.answers.insert(asked.clone(), left);
        }
        self.answers.get(&asked).map_or(Err(Conflict), |left| left.as_deref().map_err(|conflict| *conflict))
    }
}

impl Propagator for Reasoner {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let vars = Arc::clone(&self.vars);
        let mut left = self.answer(self.asked(store), store)?;
        for &(x, _) in &*vars {
            let (own, others) = left.split_at(store.words(x).len());
            store.keep(x, own)?;
            left = others;
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
