//! A bar in balance, as people reason about it: from plain statements to plain statements.

use super::super::balance::Balance;
use super::equation::common_divisor;
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Space, Status,
    Store, Var, Wake,
};
use std::sync::Arc;

/// Up to this many values are said one by one.
const MOST_VALUES: u32 = 4;

/// Up to this many exceptions are kept in mind, where values are crossed off one by one.
const MOST_EXCEPTIONS: u32 = 3;

/// The same as [`Balance`], but of each weight it knows only what can be said in a few
/// words: a few values, bounds, a multiple, odd. What it concludes of a total it
/// concludes in such words, too; from a weight it strikes single values, as from a list.
#[derive(Debug, Clone)]
pub(super) struct Plainly {
    balance: Balance,
    /// A model with nothing but the balance.
    alone: Arc<Model>,
}

impl Plainly {
    pub(super) fn new(balance: Balance, model: &Model) -> Result<Plainly, ModelError> {
        let mut alone = Model::like(model);
        alone.post(balance.clone())?;
        Ok(Plainly { balance, alone: Arc::new(alone) })
    }
}

impl Constraint for Plainly {
    fn name(&self) -> &'static str {
        "plainly balanced"
    }

    fn scope(&self) -> Vec<Var> {
        self.balance.scope()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.balance.holds(value)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.scope().into_iter().map(|x| Wake::on(x, Event::ANY)).collect();
        let things = self.balance.things.iter().map(|thing| (thing.weight, thing.leaf));
        let vars = things.chain([(self.balance.total, false)]).collect();
        post.add(Priority::Expensive, Reasoner { vars, alone: Space::new(&self.alone) }, &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        self.balance.decompose(into)
    }
}

#[derive(Debug)]
struct Reasoner {
    /// The weights on the bar, each with whether it is a leaf, and the total.
    vars: Vec<(Var, bool)>,
    /// The balance by itself.
    alone: Space,
}

impl Reasoner {
    /// What is left of each weight by what can be said of all of them.
    fn look(&mut self, store: &Store) -> Result<Vec<Vec<u64>>, Conflict> {
        for &(x, leaf) in &self.vars {
            self.alone.restrict(x, &plain(store, x, leaf))?;
        }
        self.alone.wake_all();
        self.alone.propagate()?;
        Ok(self.vars.iter().map(|&(x, _)| self.alone.store().words(x).to_vec()).collect())
    }

    /// Totals in plain words of what is left of them.
    fn round(&mut self, store: &Store, left: &mut [Vec<u64>]) -> Result<(), Conflict> {
        for (&(x, leaf), left) in self.vars.iter().zip(left).filter(|((_, leaf), _)| !leaf) {
            let known: Vec<u64> = store.words(x).iter().zip(&*left).map(|(word, left)| word & left).collect();
            self.alone.restrict(x, &known)?;
            *left = plain(self.alone.store(), x, leaf);
        }
        Ok(())
    }
}

impl Propagator for Reasoner {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        self.alone.push();
        let left = self.look(store).and_then(|mut left| self.round(store, &mut left).map(|()| left));
        self.alone.pop();
        for (&(x, _), left) in self.vars.iter().zip(left?) {
            store.keep(x, &left)?;
        }
        Ok(Status::Fixpoint)
    }
}

/// The values that are left, and more, as far as it takes to say them in a few words.
fn plain(store: &Store, x: Var, leaf: bool) -> Vec<u64> {
    let words = store.words(x);
    if store.size(x) <= MOST_VALUES {
        return words.to_vec();
    }
    let (base, (least, most)) = (store.base(x), store.bounds(x));
    let mut step = common_divisor(store, x);
    let odd = step % 2 == 1 && store.values(x).all(|value| value % 2 == 1);
    let remainder = i32::from(odd && step == 1);
    if remainder == 1 {
        step = 2;
    }
    let mut plain = vec![0; words.len()];
    let regular = (least..=most).filter(|value| value % step == remainder);
    for bit in regular.map(|value| (value - base) as usize) {
        plain[bit / 64] |= 1 << (bit % 64);
    }
    let exceptions: u32 = plain.iter().zip(words).map(|(plain, word)| (plain & !word).count_ones()).sum();
    if leaf && exceptions <= MOST_EXCEPTIONS { words.to_vec() } else { plain }
}
