//! How many variables take a value.

use super::AllOf;
use crate::{
    Changed, Conflict, Consistency, Constraint, Event, Post, Priority, Propagator, Status, Store, Trailed, Var, Wake,
};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// `|{i : xi = value}| = n`, or within a range.
#[derive(Debug, Clone)]
pub struct Count {
    /// In order; one that stands twice counts twice.
    vars: Vec<Var>,
    value: i32,
    times: HowOften,
}

impl Count {
    /// As many of the variables as `times` says take `value`: a variable, a
    /// number, or a range.
    ///
    /// ```
    /// # use fd::{constraints::Count, Model};
    /// # let mut model = Model::new();
    /// # let x = model.vars(5, 1..=3)?;
    /// # let n = model.var(0..=5)?;
    /// model.post(Count::new(&x, 1, n))?;
    /// model.post(Count::new(&x, 2, 3))?;
    /// model.post(Count::new(&x, 3, 0..=1))?;
    /// # Ok::<(), fd::ModelError>(())
    /// ```
    pub fn new(vars: &[Var], value: i32, times: impl Into<HowOften>) -> Count {
        let mut vars = vars.to_vec();
        vars.sort_unstable();
        Count { vars, value, times: times.into() }
    }

    /// Global cardinality: each of the values is taken as often as it says;
    /// other values are free.
    ///
    /// It is a count for each value, which is less than a flow would prune:
    /// counts that contradict each other only together are found when enough
    /// variables are fixed.
    ///
    /// ```
    /// # use fd::{constraints::Count, Model};
    /// # let mut model = Model::new();
    /// # let x = model.vars(5, 1..=3)?;
    /// model.post(Count::of_each(&x, [(1, 2..=3), (2, 0..=1), (3, 2..=2)]))?;
    /// # Ok::<(), fd::ModelError>(())
    /// ```
    pub fn of_each<T: Into<HowOften>>(vars: &[Var], times: impl IntoIterator<Item = (i32, T)>) -> AllOf {
        let count = |(value, times)| -> Arc<dyn Constraint> { Arc::new(Count::new(vars, value, times)) };
        AllOf::new(times.into_iter().map(count))
    }

    /// Whether the number is itself one of the variables counted.
    fn counts_itself(&self) -> bool {
        self.times.var().is_some_and(|n| self.vars.contains(&n))
    }

    /// How many surely take the value, and how many may besides.
    fn bounds(&self, store: &Store) -> (u32, u32) {
        let (mut sure, mut open) = (0, 0);
        for &x in &self.vars {
            if store.contains(x, self.value) {
                *(if store.is_fixed(x) { &mut sure } else { &mut open }) += 1;
            }
        }
        (sure, open)
    }
}

impl Constraint for Count {
    fn name(&self) -> &'static str {
        "count"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.iter().copied().chain(self.times.var()).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let count = self.vars.iter().filter(|&&x| value(x) == self.value).count();
        self.times.allows(count as u32, value)
    }

    fn consistency(&self) -> Consistency {
        let repeats = self.vars.windows(2).any(|pair| pair[0] == pair[1]);
        if repeats || self.counts_itself() { Consistency::Check } else { Consistency::Domain }
    }

    fn takes_intervals(&self) -> bool {
        true
    }

    fn post(&self, post: &mut Post<'_>) {
        let told = self.vars.iter().enumerate().map(|(i, &x)| Wake::telling(x, Event::ANY, i));
        let wakes: Vec<Wake> = told.chain(self.times.var().map(|n| Wake::on(n, Event::BOUNDS))).collect();
        let tally = Counting {
            counts_itself: self.counts_itself(),
            count: self.clone(),
            order: (0..self.vars.len() as u32).collect(),
            place: (0..self.vars.len() as u32).collect(),
            undecided: post.trailed(self.vars.len() as u64),
            sure: post.trailed(0),
        };
        post.add(Priority::Linear, tally, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let (sure, open) = self.bounds(store);
        if !self.times.meets(store, sure, sure + open) {
            return Some(false);
        }
        self.times.covers(store, sure, sure + open).then_some(true)
    }

    fn negation(&self) -> Option<Box<dyn Constraint>> {
        // Only what is left on one side of a range is a range again.
        let times = self.times.complement(self.vars.len() as u32)?;
        Some(Box::new(Count { times, ..self.clone() }))
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let terms: Vec<String> = self.vars.iter().map(|&x| format!("bool2int({} = {})", name(x), self.value)).collect();
        // The sum of nothing has no type in MiniZinc.
        let sum = if terms.is_empty() { "0".to_owned() } else { format!("sum([{}])", terms.join(", ")) };
        Some(self.times.minizinc(&sum, name))
    }
}

/// Keeps a tally of the variables that take the value and of those that may.
#[derive(Debug)]
struct Counting {
    count: Count,
    /// The numbers of the variables, first the undecided: those that may, but
    /// need not, take the value. Only how many these are is trailed.
    order: Box<[u32]>,
    /// Where each variable stands in `order`.
    place: Box<[u32]>,
    undecided: Trailed,
    /// How many take the value.
    sure: Trailed,
    counts_itself: bool,
}

impl Counting {
    /// Looks whether variable `i` has been decided since.
    fn look(&mut self, store: &mut Store, i: u32) {
        let undecided = store.get(self.undecided);
        let place = self.place[i as usize];
        if u64::from(place) >= undecided {
            return;
        }
        let x = self.count.vars[i as usize];
        let may = store.contains(x, self.count.value);
        if may && !store.is_fixed(x) {
            return;
        }
        let last = undecided as usize - 1;
        let other = self.order[last];
        self.order.swap(place as usize, last);
        self.place.swap(i as usize, other as usize);
        store.set(self.undecided, undecided - 1);
        if may {
            store.set(self.sure, store.get(self.sure) + 1);
        }
    }

    fn undecided(&self, store: &Store) -> &[u32] {
        &self.order[..store.get(self.undecided) as usize]
    }
}

impl Propagator for Counting {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        match changed {
            Changed::All => {
                for i in 0..self.order.len() as u32 {
                    self.look(store, i);
                }
            }
            Changed::Only(positions) => {
                for &i in positions {
                    self.look(store, i);
                }
            }
        }
        let (sure, open) = (store.get(self.sure) as u32, store.get(self.undecided) as u32);
        let Count { vars, value, times } = &self.count;
        let (min, max) = times.narrow(store, sure, sure + open)?;
        if sure == max {
            for &i in self.undecided(store) {
                store.remove(vars[i as usize], *value)?;
            }
            return Ok(Status::Entailed);
        }
        if sure + open == min {
            for &i in self.undecided(store) {
                store.fix(vars[i as usize], *value)?;
            }
            return Ok(Status::Entailed);
        }
        if times.covers(store, sure, sure + open) {
            return Ok(Status::Entailed);
        }
        Ok(if self.counts_itself { Status::Again } else { Status::Fixpoint })
    }
}

/// How often: made from a variable, a number or a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HowOften {
    /// As often as the variable says.
    Var(Var),
    /// At least and at most this often.
    Range(i32, i32),
}

impl From<Var> for HowOften {
    fn from(n: Var) -> HowOften {
        HowOften::Var(n)
    }
}

impl From<i32> for HowOften {
    fn from(n: i32) -> HowOften {
        HowOften::Range(n, n)
    }
}

impl From<RangeInclusive<i32>> for HowOften {
    fn from(range: RangeInclusive<i32>) -> HowOften {
        HowOften::Range(*range.start(), *range.end())
    }
}

/// Counts are far below 2^31: each variable of a model stands for one at most
/// a few times.
fn signed(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

impl HowOften {
    /// The variable, if it is one.
    fn var(self) -> Option<Var> {
        match self {
            HowOften::Var(n) => Some(n),
            HowOften::Range(..) => None,
        }
    }

    /// Whether it may be `count`.
    fn allows(self, count: u32, value: &dyn Fn(Var) -> i32) -> bool {
        match self {
            HowOften::Var(n) => value(n) == signed(count),
            HowOften::Range(min, max) => (min..=max).contains(&signed(count)),
        }
    }

    /// Whether it may be some number from `low` to `high`.
    fn meets(self, store: &Store, low: u32, high: u32) -> bool {
        match self {
            HowOften::Var(n) => store.next_from(n, signed(low)).is_some_and(|next| next <= signed(high)),
            HowOften::Range(min, max) => min.max(signed(low)) <= max.min(signed(high)),
        }
    }

    /// Whether it is satisfied by all numbers from `low` to `high`.
    fn covers(self, store: &Store, low: u32, high: u32) -> bool {
        match self {
            HowOften::Var(n) => low == high && store.value(n) == Some(signed(low)),
            HowOften::Range(min, max) => min <= signed(low) && signed(high) <= max,
        }
    }

    /// Makes it a number from `low` to `high`; what it may be then is returned.
    fn narrow(self, store: &mut Store, low: u32, high: u32) -> Result<(u32, u32), Conflict> {
        let (min, max) = match self {
            HowOften::Var(n) => {
                store.at_least(n, signed(low))?;
                store.at_most(n, signed(high))?;
                (store.min(n), store.max(n))
            }
            HowOften::Range(min, max) => (min.max(signed(low)), max.min(signed(high))),
        };
        if min > max { Err(Conflict) } else { Ok((min.unsigned_abs(), max.unsigned_abs())) }
    }

    /// All other numbers from 0 to `all`, if they are a range.
    fn complement(self, all: u32) -> Option<HowOften> {
        let HowOften::Range(min, max) = self else { return None };
        if min > max {
            Some(HowOften::from(0..=signed(all)))
        } else if min <= 0 {
            Some(HowOften::from(max.max(-1).saturating_add(1)..=signed(all)))
        } else {
            (max >= signed(all)).then(|| HowOften::from(0..=min - 1))
        }
    }

    /// That the expression `sum` is as often, in MiniZinc.
    fn minizinc(self, sum: &str, name: &dyn Fn(Var) -> String) -> String {
        match self {
            HowOften::Var(n) => format!("{sum} = {}", name(n)),
            HowOften::Range(min, max) if min == max => format!("{sum} = {min}"),
            HowOften::Range(min, max) => format!("{sum} >= {min} /\\ {sum} <= {max}"),
        }
    }
}
