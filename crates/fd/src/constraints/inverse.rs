//! Functions that undo each other.

use super::Clause;
use crate::space::as_set;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// `f[i] = j <=> g[j] = i`; both count from 0, or from [`Inverse::counting_from`].
///
/// What is removed on one side goes on the other, so that all values of `f` differ, as do
/// those of `g`, and a value that only one can have is given to it.
#[derive(Debug, Clone)]
pub struct Inverse {
    /// Two arrays, each with its first index.
    sides: [Side; 2],
}

#[derive(Debug, Clone)]
struct Side {
    vars: Vec<Var>,
    first: i32,
}

impl Inverse {
    /// `f` and `g` are inverse to each other.
    pub fn new(f: &[Var], g: &[Var]) -> Inverse {
        Inverse { sides: [f, g].map(|vars| Side { vars: vars.to_vec(), first: 0 }) }
    }

    /// The same, where the first of `f`, and the first of `g`, have these indices.
    #[must_use]
    pub fn counting_from(mut self, f: i32, g: i32) -> Inverse {
        self.sides[0].first = f;
        self.sides[1].first = g;
        self
    }

    fn is_possible(&self) -> bool {
        self.sides[0].vars.len() == self.sides[1].vars.len()
    }
}

impl Constraint for Inverse {
    fn name(&self) -> &'static str {
        "inverse"
    }

    fn scope(&self) -> Vec<Var> {
        self.sides.iter().flat_map(|side| side.vars.iter().copied()).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let [f, g] = &self.sides;
        let undone = |f: &Side, g: &Side| {
            f.vars.iter().zip(f.first..).all(|(&x, i)| {
                let there = usize::try_from(i64::from(value(x)) - i64::from(g.first)).ok();
                there.and_then(|there| g.vars.get(there)).is_some_and(|&y| value(y) == i)
            })
        };
        undone(f, g) && undone(g, f)
    }

    fn consistency(&self) -> Consistency {
        let distinct = as_set(self.scope()).len() == self.scope().len();
        if distinct { Consistency::Forward } else { Consistency::Check }
    }

    fn post(&self, post: &mut Post<'_>) {
        if !self.is_possible() {
            return Clause::new([]).post(post);
        }
        let wakes: Vec<Wake> =
            self.scope().into_iter().enumerate().map(|(i, x)| Wake::telling(x, Event::ANY, i)).collect();
        post.add(Priority::Linear, self.clone(), &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let [f, g] = &self.sides;
        for (side, other) in [(f, g), (g, f)] {
            let last = other.first.saturating_add(other.vars.len() as i32) - 1;
            for (x, i) in side.vars.iter().zip(side.first..) {
                into.post(Clause::new([x.at_least(other.first)]))?;
                into.post(Clause::new([x.at_most(last)]))?;
                for (y, j) in other.vars.iter().zip(other.first..) {
                    into.post(Clause::new([x.is_not(j), y.is(i)]))?;
                }
            }
        }
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let [f, g] = &self.sides;
        let mut parts = vec!["true".to_owned()];
        for (side, other) in [(f, g), (g, f)] {
            let last = other.first.saturating_add(other.vars.len() as i32) - 1;
            for (&x, i) in side.vars.iter().zip(side.first..) {
                parts.push(format!("{} in {}..{last}", name(x), other.first));
                let undone = |(&y, j): (&Var, i32)| format!("({} = {j} -> {} = {i})", name(x), name(y));
                parts.extend(other.vars.iter().zip(other.first..).map(undone));
            }
        }
        Some(parts.join(" /\\ "))
    }
}

impl Propagator for Inverse {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let [f, g] = &self.sides;
        let n = f.vars.len();
        match changed {
            Changed::All => {
                for i in 0..2 * n {
                    pass_on(store, [f, g], i)?;
                }
            }
            Changed::Only(told) => {
                for &i in told {
                    pass_on(store, [f, g], i as usize)?;
                }
            }
        }
        Ok(Status::Again)
    }
}

/// Removes on the other side what a variable cannot be; `i` counts those of both sides.
fn pass_on(store: &mut Store, [f, g]: [&Side; 2], i: usize) -> Result<(), Conflict> {
    let n = f.vars.len();
    let (own, other, i) = if i < n { (f, g, i) } else { (g, f, i - n) };
    let (x, index) = (own.vars[i], own.first + i as i32);
    store.confine(x, other.first, other.first.saturating_add(n as i32) - 1)?;
    for (&y, j) in other.vars.iter().zip(other.first..) {
        if !store.contains(x, j) {
            store.remove(y, index)?;
        }
    }
    if let Some(j) = store.value(x) {
        store.fix(other.vars[(j - other.first) as usize], index)?;
    }
    Ok(())
}
