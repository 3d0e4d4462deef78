//! Pairwise different values.

use crate::{Changed, Conflict, Consistency, Constraint, Event, Post, Priority, Propagator, Status, Store, Var, Wake};

/// `x != y` for any two of the variables.
#[derive(Debug, Clone)]
pub struct AllDifferent {
    vars: Vec<Var>,
}

impl AllDifferent {
    /// These variables take different values.
    pub fn new(vars: &[Var]) -> AllDifferent {
        AllDifferent { vars: vars.to_vec() }
    }
}

impl Constraint for AllDifferent {
    fn name(&self) -> &'static str {
        "all_different"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let mut values: Vec<i32> = self.vars.iter().map(|&x| value(x)).collect();
        values.sort_unstable();
        values.windows(2).all(|pair| pair[0] != pair[1])
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.vars.iter().enumerate().map(|(i, &x)| Wake::telling(x, Event::FIXED, i)).collect();
        post.add(Priority::Linear, ByValue { vars: self.vars.clone().into() }, &wakes);
    }
}

/// Removes the value of each variable that becomes fixed from all others.
#[derive(Debug)]
struct ByValue {
    vars: Box<[Var]>,
}

impl Propagator for ByValue {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        match changed {
            Changed::All => {
                for i in 0..self.vars.len() {
                    self.spread(store, i)?;
                }
            }
            Changed::Only(positions) => {
                for &i in positions {
                    self.spread(store, i as usize)?;
                }
            }
        }
        Ok(Status::Again)
    }
}

impl ByValue {
    fn spread(&self, store: &mut Store, i: usize) -> Result<(), Conflict> {
        if let Some(value) = store.value(self.vars[i]) {
            for (j, &x) in self.vars.iter().enumerate() {
                if j != i {
                    store.remove(x, value)?;
                }
            }
        }
        Ok(())
    }
}
