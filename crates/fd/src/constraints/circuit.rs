//! A round trip.

use super::{AllDifferent, Clause, Element, Sum};
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// Going from each `i` to `x[i]` leads through all and back; `x` counts from 0, or from
/// [`Circuit::counting_from`].
///
/// Paths do not close before they have all, and every place can be reached from
/// every other.
///
/// Caseau, Laburthe: Solving small TSPs with constraints (ICLP 1997).
#[derive(Debug, Clone)]
pub struct Circuit {
    vars: Vec<Var>,
    first: i32,
}

impl Circuit {
    /// The next place after each.
    pub fn new(next: &[Var]) -> Circuit {
        Circuit { vars: next.to_vec(), first: 0 }
    }

    /// The same, with this index for the first.
    #[must_use]
    pub fn counting_from(self, first: i32) -> Circuit {
        Circuit { first, ..self }
    }

    fn last(&self) -> i32 {
        self.first.saturating_add(self.vars.len() as i32 - 1)
    }
}

impl Constraint for Circuit {
    fn name(&self) -> &'static str {
        "circuit"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let mut at = 0;
        for step in 1..=self.vars.len() {
            let next = i64::from(value(self.vars[at])) - i64::from(self.first);
            at = match usize::try_from(next) {
                Ok(next) if next < self.vars.len() => next,
                _ => return false,
            };
            if at == 0 {
                return step == self.vars.len();
            }
        }
        self.vars.is_empty()
    }

    fn consistency(&self) -> Consistency {
        Consistency::Check
    }

    fn post(&self, post: &mut Post<'_>) {
        let n = self.vars.len();
        if n == 0 {
            return;
        }
        AllDifferent::new(&self.vars).post(post);
        let on = |event: Event| self.vars.iter().map(|&x| Wake::on(x, event)).collect::<Vec<_>>();
        let paths = Paths { circuit: self.clone(), starts: vec![false; n].into() };
        post.add(Priority::Linear, paths, &on(Event::FIXED));
        let reach = Reach { circuit: self.clone(), found: vec![0; n].into(), low: vec![0; n].into(), path: Vec::new() };
        post.add(Priority::Last, reach, &on(Event::ANY));
    }

    /// The number of each place on the way from the first.
    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        let n = self.vars.len() as i32;
        if n == 0 {
            return Ok(true);
        }
        into.post(AllDifferent::new(&self.vars))?;
        let mut order = vec![into.var([0])?];
        order.extend(into.vars(self.vars.len() - 1, 1..=(n - 1).max(1))?);
        for (i, &x) in self.vars.iter().enumerate() {
            into.post(Clause::new([x.at_least(self.first)]))?;
            into.post(Clause::new([x.at_most(self.last())]))?;
            let next = into.var(0..=n - 1)?;
            into.post(Element::new(&order, x, next).counting_from(self.first))?;
            let home = into.boolean()?;
            // Back at the first place after all, and one further at the others.
            into.post((Sum::from(order[i]) + 1 - n * home).equals(next))?;
        }
        Ok(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let n = self.vars.len();
        if n == 0 {
            return Some("true".to_owned());
        }
        // From the first place, n - 1 steps never come back, and the last does.
        let names: Vec<String> = self.vars.iter().map(|&x| name(x)).collect();
        let (first, last) = (self.first, self.last());
        let lookup = |at: &str| format!("array1d({first}..{last}, [{}])[{at}]", names.join(", "));
        let mut at = first.to_string();
        let mut parts: Vec<String> = names.iter().map(|x| format!("{x} in {first}..{last}")).collect();
        for step in 1..=n {
            at = lookup(&at);
            parts.push(format!("{at} {} {first}", if step == n { "=" } else { "!=" }));
        }
        Some(parts.join(" /\\ "))
    }
}

/// Follows the paths of fixed variables, and keeps each from closing too early.
#[derive(Debug)]
struct Paths {
    circuit: Circuit,
    /// The places that no fixed variable leads to.
    starts: Box<[bool]>,
}

impl Propagator for Paths {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Paths { circuit: Circuit { vars, first }, starts } = self;
        let n = vars.len();
        let next = |store: &Store, i: usize| store.value(vars[i]).map(|value| (value - *first) as usize);
        starts.fill(true);
        for (&x, i) in vars.iter().zip(*first..) {
            store.confine(x, *first, *first + n as i32 - 1)?;
            if n > 1 {
                store.remove(x, i)?;
            }
        }
        let mut fixed = 0usize;
        for i in 0..n {
            if let Some(there) = next(store, i) {
                starts[there] = false;
                fixed += 1;
            }
        }
        for start in 0..n {
            if !starts[start] {
                continue;
            }
            let (mut end, mut length) = (start, 1);
            while let Some(there) = next(store, end) {
                (end, length) = (there, length + 1);
                if length > n {
                    return Err(Conflict);
                }
            }
            // Two that lead to one place are told apart by their values, elsewhere.
            fixed = fixed.saturating_sub(length - 1);
            if length < n {
                store.remove(vars[end], *first + start as i32)?;
            }
        }
        // What is fixed and on no path from a start is a circle: it must be the whole.
        if fixed != 0 && (fixed != n || !is_round(|i| next(store, i), n)) {
            return Err(Conflict);
        }
        Ok(Status::Again)
    }
}

/// Whether `n` steps from 0 lead back there, and fewer do not.
fn is_round(next: impl Fn(usize) -> Option<usize>, n: usize) -> bool {
    let mut at = 0;
    for step in 1..=n {
        match next(at) {
            Some(0) => return step == n,
            Some(there) => at = there,
            None => return false,
        }
    }
    false
}

/// Looks whether every place can be reached from every other: whether the graph of what is left is strongly connected.
///
/// Tarjan: Depth-first search and linear graph algorithms (1972).
#[derive(Debug)]
struct Reach {
    circuit: Circuit,
    /// In which order places were found, from 1; 0 for those that were not.
    found: Box<[u32]>,
    /// The earliest place that can be reached from each.
    low: Box<[u32]>,
    /// The way from the first place: each with the value that is looked at next.
    path: Vec<(usize, i32)>,
}

impl Propagator for Reach {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let Reach { circuit: Circuit { vars, first }, found, low, path } = self;
        let last = *first + vars.len() as i32 - 1;
        found.fill(0);
        (found[0], low[0]) = (1, 1);
        let mut count = 1;
        path.clear();
        path.push((0, *first));
        while let Some(&mut (place, ref mut next)) = path.last_mut() {
            match store.next_from(vars[place], *next).filter(|&value| value <= last) {
                Some(value) => {
                    *next = value + 1;
                    let there = (value - *first) as usize;
                    if found[there] == 0 {
                        count += 1;
                        (found[there], low[there]) = (count, count);
                        path.push((there, *first));
                    } else {
                        low[place] = low[place].min(found[there]);
                    }
                }
                None => {
                    path.pop();
                    let Some(&(above, _)) = path.last() else { break };
                    // From here there is no way back to the first.
                    if low[place] == found[place] {
                        return Err(Conflict);
                    }
                    low[above] = low[above].min(low[place]);
                }
            }
        }
        if count as usize == vars.len() { Ok(Status::Fixpoint) } else { Err(Conflict) }
    }
}
