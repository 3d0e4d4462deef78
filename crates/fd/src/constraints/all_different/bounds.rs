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
/// fixed variable is in no other domain. So fixed variables take no part. Values
/// are counted without theirs, and an interval of open variables is a Hall
/// interval when it has as many values that are not taken.
///
/// Greatest values are raised as the least ones of the negated variables.
///
/// Bounds change little from run to run, so the orders in which variables stood by their
/// bounds are kept, and are put right instead of made anew.
#[derive(Debug)]
pub(super) struct ByBounds {
    vars: Box<[Var]>,
    /// The numbers of the variables that matter, by increasing least value of those that are open; behind them, the
    /// fixed variables that no open one can meet.
    ///
    /// The order is not trailed: going back only moves the border.
    rising: Box<[u32]>,
    /// The same by increasing greatest value.
    ending: Box<[u32]>,
    /// The number of variables that matter.
    active: Trailed,
    /// The values of the fixed variables that matter, each with the number of its variable; then in order.
    taken: Vec<(i32, u32)>,
    /// The greatest value of each open variable, and none of the fixed ones.
    greatest: Vec<Option<i32>>,
    /// For each open variable, where its bounds stand among `borders`: the
    /// least value, and one more than the greatest.
    ranks: Vec<(u32, u32)>,
    /// The open variables by increasing least value, each as the value in
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
    /// Whether there is a Hall interval.
    filled: bool,
}

impl ByBounds {
    pub(super) fn new(vars: &[Var], post: &mut Post<'_>) -> ByBounds {
        let n = vars.len();
        ByBounds {
            vars: vars.into(),
            rising: (0..n as u32).collect(),
            ending: (0..n as u32).collect(),
            active: post.trailed(n as u64),
            taken: Vec::with_capacity(n),
            greatest: vec![None; n],
            ranks: vec![(0, 0); n],
            by_min: Vec::with_capacity(n),
            by_max: Vec::with_capacity(n),
            hall: Hall::default(),
        }
    }

    /// Sorts out which variables are open and which values are taken, and puts bounds in order.
    fn look(&mut self, store: &mut Store) {
        let ByBounds { vars, rising, ending, taken, greatest, by_min, by_max, .. } = self;
        let active = store.get(self.active) as usize;
        taken.clear();
        by_min.clear();
        by_max.clear();
        for &i in &rising[..active] {
            let (min, max) = store.bounds(vars[i as usize]);
            greatest[i as usize] = (min < max).then_some(max);
            if min < max {
                by_min.push(key(min, i));
            } else {
                taken.push((min, i));
            }
        }
        by_max.extend(ending[..active].iter().filter_map(|&i| greatest[i as usize].map(|max| key(max, i))));
        sort(by_min);
        sort(by_max);
        // What no open variable can meet goes to the end.
        let ends = by_min.first().zip(by_max.last()).map(|(&min, &max)| bound(min)..=bound(max));
        let is_met = |value: &i32| ends.as_ref().is_some_and(|ends| ends.contains(value));
        taken.sort_unstable_by_key(|(value, _)| (!is_met(value), *value));
        for (order, keys) in [(rising, by_min), (ending, by_max)] {
            let numbers = keys.iter().map(|&key| key as u32).chain(taken.iter().map(|&(_, i)| i));
            order.iter_mut().zip(numbers).for_each(|(place, i)| *place = i);
        }
        taken.truncate(taken.iter().take_while(|(value, _)| is_met(value)).count());
        let meeting = self.by_min.len() + self.taken.len();
        if meeting < active {
            store.set(self.active, meeting as u64);
        }
    }

    /// Ranks the bounds of the open variables, counting only values that are not taken.
    fn rank(&mut self) {
        for keys in [&mut self.by_min, &mut self.by_max] {
            let mut below = 0;
            for key in keys {
                while self.taken.get(below).is_some_and(|&(value, _)| value < bound(*key)) {
                    below += 1;
                }
                *key -= (below as u64) << 32;
            }
        }
        let borders = &mut self.hall.borders;
        borders.clear();
        let mut mins = self.by_min.iter().peekable();
        for end in self.by_max.iter().map(|max| max + (1 << 32)) {
            while let Some(&min) = mins.next_if(|&&min| min >> 32 <= end >> 32) {
                self.ranks[min as u32 as usize].0 = rank(borders, min);
            }
            self.ranks[end as u32 as usize].1 = rank(borders, end);
        }
        if let Some(&last) = borders.last() {
            borders.push(last + 2);
        }
    }

    /// The value that stands at this place among those that are not taken.
    fn value(taken: &[(i32, u32)], place: i64) -> i32 {
        taken.iter().fold(place as i32, |value, &(taken, _)| value + i32::from(taken <= value))
    }
}

/// Sorts what is nearly in order.
fn sort(keys: &mut [u64]) {
    if keys.len() > MOST_INSERTED {
        return keys.sort_unstable();
    }
    for i in 1..keys.len() {
        let key = keys[i];
        let mut place = i;
        while place > 0 && keys[place - 1] > key {
            keys[place] = keys[place - 1];
            place -= 1;
        }
        keys[place] = key;
    }
}

/// Beyond it, what is far out of order would take too long to put right.
const MOST_INSERTED: usize = 64;

/// A bound and whose it is. Bounds are made positive, so that they sort as parts of a word.
fn key(value: i32, i: u32) -> u64 {
    u64::from(value as u32 ^ 1 << 31) << 32 | u64::from(i)
}

fn bound(key: u64) -> i32 {
    (key >> 32) as u32 as i32 ^ i32::MIN
}

/// The place of a bound among the borders, of which it is the last.
fn rank(borders: &mut Vec<i64>, key: u64) -> u32 {
    let value = i64::from(bound(key));
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
        let active = &self.rising[..store.get(self.active) as usize];
        if is_roomy(active.iter().map(|&i| store.size(self.vars[i as usize])).filter(|&size| size > 1)) {
            return Ok(Status::Fixpoint);
        }
        self.look(store);
        if self.by_min.len() < 2 {
            return Ok(Status::Entailed);
        }
        self.rank();
        let ByBounds { vars, taken, ranks, by_min, by_max, hall, .. } = self;
        // Raising a bound over a hole in the domain may make another Hall interval.
        let mut holes = false;
        hall.reset();
        for &key in by_max.iter() {
            let i = key as u32 as usize;
            let (low, high) = ranks[i];
            if let Some(place) = hall.insert(low, high)? {
                let min = ByBounds::value(taken, place);
                store.at_least(vars[i], min)?;
                holes |= store.min(vars[i]) != min;
            }
        }
        if !hall.filled {
            return Ok(Status::Fixpoint);
        }
        hall.negate();
        hall.reset();
        let last = hall.borders.len() as u32 - 1;
        for &key in by_min.iter().rev() {
            let i = key as u32 as usize;
            let (low, high) = ranks[i];
            if let Some(place) = hall.insert(last - high, last - low)? {
                let max = ByBounds::value(taken, -place);
                store.at_most(vars[i], max)?;
                holes |= store.max(vars[i]) != max;
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
            self.filled = true;
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
