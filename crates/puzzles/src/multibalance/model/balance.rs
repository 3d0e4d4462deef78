//! The balance of a row or column.

use super::supports::Supports;
use super::torques::Torques;
use fd::constraints::{AnyOf, Count, Sum};
use fd::{Consistency, Constraint, Event, Model, ModelError, Post, Priority, Store, Var, Wake, Words};

/// `sum of arm * content = 0`, the contents that are not 0 differ, and there
/// are `count` of them.
#[derive(Debug, Clone)]
pub(in super::super) struct Balance {
    /// The content of each cell, at most 63 since sets of numbers are words, and
    /// its arm: the distance from the fulcrum, negative before it.
    pub(super) cells: Vec<(Var, i32)>,
    pub(super) count: Var,
}

/// The values of a content or count as a set: bit `i` stands for `i`.
pub(super) fn set_of(store: &Store, x: Var) -> u64 {
    store.words(x)[0] << store.base(x)
}

impl Balance {
    pub(in super::super) fn new(cells: impl IntoIterator<Item = (Var, i32)>, count: Var) -> Balance {
        Balance { cells: cells.into_iter().collect(), count }
    }

    fn wakes(&self, event: Event) -> Vec<Wake> {
        self.scope().iter().map(|&x| Wake::on(x, event)).collect()
    }
}

impl Constraint for Balance {
    fn name(&self) -> &'static str {
        "balance"
    }

    fn scope(&self) -> Vec<Var> {
        self.cells.iter().map(|&(x, _)| x).chain([self.count]).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let mut numbers: Vec<i32> = self.cells.iter().map(|&(x, _)| value(x)).filter(|&number| number != 0).collect();
        numbers.sort_unstable();
        let torque: i64 = self.cells.iter().map(|&(x, arm)| i64::from(arm) * i64::from(value(x))).sum();
        torque == 0
            && numbers.windows(2).all(|pair| pair[0] != pair[1])
            && i64::from(value(self.count)) == numbers.len() as i64
    }

    /// As long as the work stays within [`Supports::LIMIT`].
    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn post(&self, post: &mut Post<'_>) {
        post.add(Priority::Linear, Torques::new(self), &self.wakes(Event::BOUNDS));
        post.add(Priority::Expensive, Supports::new(self), &self.wakes(Event::ANY));
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let contents: Vec<Var> = self.cells.iter().map(|&(x, _)| x).collect();
        let torque: Sum = self.cells.iter().map(|&(x, arm)| Sum::term(i64::from(arm), x)).sum();
        into.post(torque.equals(0))?;
        for (i, &x) in contents.iter().enumerate() {
            for &y in &contents[..i] {
                into.post(AnyOf::default().or(x.equals(0)).or(x.differs_from(y)))?;
            }
        }
        let empty = into.var(0..=contents.len() as i32)?;
        into.post(Count::new(&contents, 0, empty))?;
        into.post((Sum::from(empty) + self.count).equals(contents.len() as i32))?;
        Ok(true)
    }
}
