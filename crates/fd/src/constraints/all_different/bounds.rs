//! Intervals that some of the variables fill.

use super::is_roomy;
use crate::{Changed, Conflict, Post, Propagator, Status, Store, Trailed, Var};

/// Keeps the bounds of the other variables out of Hall intervals: intervals
/// with as many values as there are variables that lie within.
///
/// López-Ortiz, Quimper, Tromp, van Beek: A fast and simple algorithm for
/// bounds consistency of the alldifferent constraint (IJCAI 2003).
///
/// It relies on [`ByValue`](super::value::ByValue) having run: the value of a
/// fixed variable is in no other domain.
///
/// Greatest values are raised as the least ones of the negated variables.
#[derive(Debug)]
pub(super) struct ByBounds {
    /// The variables that matter first; see [`ByBounds::retire`].
    vars: Box<[Var]>,
    /// The number of variables that matter.
    active: Trailed,
    /// For each active variable, where its bounds stand among `borders`: the
    /// least value, and one more than the greatest.
    ranks: Vec<(u32, u32)>,
    /// The active variables by increasing least value, each as the value in
    /// the upper and the variable in the lower half of a word.
    by_min: Vec<u64>,
    /// The same by increasing greatest value.
    by_max: Vec<u64>,
    hall: Hall,
}

/// The borders of the intervals, and what lies between them.
#[derive(Debug, Default)]
struct Hall {
    /// All bounds of the variables in increasing order, with one more at each end.
    borders: Vec<i64>,
    /// The critical capacity pointers of the paper: where a value is left.
    tree: Vec<u32>,
    /// The Hall interval pointers of the paper: the end of the interval that a
    /// border lies in.
    interval: Vec<u32>,
    /// How many values more than variables there are.
    spare: Vec<i64>,
    /// Whether a variable that is not fixed completed a Hall interval.
    filled: bool,
}

impl ByBounds {
    pub(super) fn new(vars: &[Var], post: &mut Post<'_>) -> ByBounds {
        let active = post.trailed(vars.len() as u64);
        ByBounds {
            vars: vars.into(),
            active,
            ranks: Vec::new(),
            by_min: Vec::new(),
            by_max: Vec::new(),
            hall: Hall::default(),
        }
    }

    /// Moves to the end the fixed variables that no open one can meet, and
    /// returns the number of the others and whether two of them are open.
    fn retire(&mut self, store: &mut Store) -> (usize, bool) {
        let before = store.get(self.active) as usize;
        let (mut min, mut max, mut open) = (i32::MAX, i32::MIN, 0);
        for &x in &self.vars[..before] {
            if !store.is_fixed(x) {
                min = min.min(store.min(x));
                max = max.max(store.max(x));
                open += 1;
            }
        }
        let mut active = before;
        for i in (0..before).rev() {
            let x = self.vars[i];
            if store.is_fixed(x) && !(min..=max).contains(&store.min(x)) {
                active -= 1;
                self.vars.swap(i, active);
            }
        }
        if active != before {
            store.set(self.active, active as u64);
        }
        (active, open > 1)
    }

    /// Sorts the bounds of the active variables and ranks them.
    fn sort(&mut self, store: &Store, active: usize) {
        // Bounds are made positive, so that they sort as parts of a word.
        let key = |value: i32, i: usize| u64::from(value as u32 ^ 1 << 31) << 32 | i as u64;
        self.by_min.clear();
        self.by_max.clear();
        for (i, &x) in self.vars[..active].iter().enumerate() {
            self.by_min.push(key(store.min(x), i));
            self.by_max.push(key(store.max(x) + 1, i));
        }
        self.by_min.sort_unstable();
        self.by_max.sort_unstable();
        self.ranks.resize(active, (0, 0));
        let borders = &mut self.hall.borders;
        borders.clear();
        let (mut mins, mut ends) = (self.by_min.iter().peekable(), self.by_max.iter());
        for &end in &mut ends {
            while let Some(&min) = mins.next_if(|&&min| min >> 32 <= end >> 32) {
                self.ranks[min as u32 as usize].0 = rank(borders, min);
            }
            self.ranks[end as u32 as usize].1 = rank(borders, end);
        }
        if let Some(&last) = borders.last() {
            borders.push(last + 2);
        }
    }
}

/// The place of a bound among the borders, of which it is the last.
fn rank(borders: &mut Vec<i64>, key: u64) -> u32 {
    let value = i64::from((key >> 32) as u32 as i32 ^ i32::MIN);
    if borders.is_empty() {
        borders.push(value - 2);
    }
    if borders.last() != Some(&value) {
        borders.push(value);
    }
    borders.len() as u32 - 1
}

impl Propagator for ByBounds {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let active = &self.vars[..store.get(self.active) as usize];
        if is_roomy(active.iter().map(|&x| store.size(x)).filter(|&size| size > 1)) {
            return Ok(Status::Fixpoint);
        }
        let (active, worthwhile) = self.retire(store);
        if !worthwhile {
            // The values of the fixed ones have been removed already.
            return Ok(Status::Entailed);
        }
        self.sort(store, active);
        let ByBounds { vars, ranks, by_min, by_max, hall, .. } = self;
        // Raising a bound over a hole in the domain may make another Hall interval.
        let mut holes = false;
        hall.reset();
        for &key in by_max.iter() {
            let i = key as u32 as usize;
            let (low, high) = ranks[i];
            if let Some(min) = hall.insert(low, high)? {
                store.at_least(vars[i], min as i32)?;
                holes |= i64::from(store.min(vars[i])) != min;
            }
        }
        if !hall.filled {
            // Every Hall interval is full of fixed variables, whose values are
            // in no other domain. (Whichever else there were would be complete
            // with the last of its open variables.)
            return Ok(Status::Fixpoint);
        }
        hall.negate();
        hall.reset();
        let last = hall.borders.len() as u32 - 1;
        for &key in by_min.iter().rev() {
            let i = key as u32 as usize;
            let (low, high) = ranks[i];
            if let Some(min) = hall.insert(last - high, last - low)? {
                store.at_most(vars[i], -min as i32)?;
                holes |= i64::from(store.max(vars[i])) != -min;
            }
        }
        Ok(if holes { Status::Again } else { Status::Fixpoint })
    }
}

impl Hall {
    /// The borders of the negated variables.
    fn negate(&mut self) {
        self.borders.reverse();
        for border in &mut self.borders {
            // What was the least value becomes one more than the greatest.
            *border = 1 - *border;
        }
    }

    /// No variable is in yet.
    fn reset(&mut self) {
        let last = self.borders.len() as u32 - 1;
        self.tree.clear();
        self.tree.extend((0..=last).map(|i| i.saturating_sub(1)));
        self.interval.clear();
        self.interval.extend_from_slice(&self.tree);
        self.filled = false;
        self.spare.clear();
        self.spare.push(0);
        self.spare.extend(self.borders.windows(2).map(|pair| pair[1] - pair[0]));
    }

    /// Puts in a variable with these bounds, whose greatest value is not less
    /// than that of any before; returns its new least value if it has one.
    fn insert(&mut self, low: u32, high: u32) -> Result<Option<i64>, Conflict> {
        let (low, high) = (low as usize, high as usize);
        let mut z = top(&self.tree, low + 1);
        let below = self.tree[z];
        self.spare[z] -= 1;
        if self.spare[z] == 0 {
            self.tree[z] = z as u32 + 1;
            z = top(&self.tree, z + 1);
            self.tree[z] = below;
        }
        shortcut(&mut self.tree, low + 1, z, z);
        let room = self.borders[z] - self.borders[high];
        if self.spare[z] < room {
            return Err(Conflict);
        }
        let mut raised = None;
        if self.interval[low] as usize > low {
            let end = top(&self.interval, self.interval[low] as usize);
            shortcut(&mut self.interval, low, end, end);
            raised = Some(self.borders[end]);
        }
        if self.spare[z] == room {
            // From `below` to `high` every value is needed: a Hall interval.
            self.filled |= self.borders[high] - self.borders[low] > 1;
            let start = (below as usize).saturating_sub(1);
            let old = self.interval[high] as usize;
            shortcut(&mut self.interval, old, start, high);
            self.interval[high] = start as u32;
        }
        Ok(raised)
    }
}

/// Where the pointers that lead upwards from `i` end.
#[inline]
fn top(pointers: &[u32], mut i: usize) -> usize {
    while pointers[i] as usize > i {
        i = pointers[i] as usize;
    }
    i
}

/// Makes every pointer on the way from `from` to `to` point to `target`.
#[inline]
fn shortcut(pointers: &mut [u32], from: usize, to: usize, target: usize) {
    let mut i = from;
    while i != to {
        let next = pointers[i] as usize;
        pointers[i] = target as u32;
        i = next;
    }
}
