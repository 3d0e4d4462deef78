//! All that may stand on a line.

use super::balance::{Balance, set_of};
use crate::bits::members;
use fd::{Changed, Conflict, Propagator, Status, Store, Var, Words};

/// Keeps just those values that are part of a solution of the balance, by
/// trying all of them, where they are not too many.
#[derive(Debug)]
pub(super) struct Supports {
    cells: Box<[(Var, i32)]>,
    count: Var,
    /// The cells that are not fixed, those with few values first.
    open: Vec<Open>,
    /// The possible counts, and those found in a solution.
    counts: u64,
    counts_found: u64,
    /// How many values have not been found in a solution.
    missing: u32,
    /// For each remainder by the last arm, the values of the cell before the
    /// last whose torque has that remainder.
    remainders: Vec<u64>,
    /// For each count of numbers, in how many ways cells can have that many.
    ways: Vec<u64>,
}

/// A cell that is not fixed.
#[derive(Debug, Clone, Copy)]
struct Open {
    var: Var,
    arm: i32,
    /// Its values, and those found in a solution.
    values: u64,
    found: u64,
    /// What is being tried.
    value: u32,
    /// The least and the greatest torque of this cell and those after it.
    least: i32,
    most: i32,
    /// How many of them must have a number.
    full: u32,
}

/// What has been tried so far.
#[derive(Debug, Clone, Copy)]
struct Tried {
    torque: i32,
    /// The set of numbers; 0 is never in it.
    numbers: u64,
    count: u32,
    /// How many numbers may follow.
    left: u32,
}

impl Tried {
    fn and(self, value: u32, arm: i32) -> Tried {
        let more = u32::from(value > 0);
        Tried {
            torque: self.torque + arm * value as i32,
            numbers: self.numbers | (1 << value & !1),
            count: self.count + more,
            left: self.left.saturating_sub(more),
        }
    }
}

impl Supports {
    /// The most ways to fill a line that are tried at one go. Four times as
    /// many would save a seventh of the nodes, and cost more than that.
    pub(super) const LIMIT: u64 = 1000;

    pub(super) fn new(balance: &Balance) -> Supports {
        Supports {
            cells: balance.cells.clone().into(),
            count: balance.count,
            open: Vec::new(),
            counts: 0,
            counts_found: 0,
            missing: 0,
            remainders: Vec::new(),
            ways: Vec::new(),
        }
    }
}

impl Propagator for Supports {
    fn propagate(&mut self, store: &mut Store, _: Changed<'_>) -> Result<Status, Conflict> {
        let fixed = self.list(store)?;
        if self.work(fixed.left) > Self::LIMIT {
            return Ok(Status::Fixpoint);
        }
        self.prepare();
        if self.search(0, fixed) {
            return Ok(Status::Fixpoint);
        }
        let found = self.open.iter().map(|open| (open.var, open.found)).chain([(self.count, self.counts_found)]);
        for (x, set) in found {
            store.keep(x, &[set >> store.base(x)])?;
        }
        Ok(Status::Fixpoint)
    }
}

/// Laying out.
impl Supports {
    /// Lists the open cells; what the fixed ones hold is returned.
    fn list(&mut self, store: &Store) -> Result<Tried, Conflict> {
        self.open.clear();
        let mut fixed = Tried { torque: 0, numbers: 0, count: 0, left: 0 };
        for &(var, arm) in &self.cells {
            let values = set_of(store, var);
            if !values.is_power_of_two() {
                self.open.push(Open { var, arm, values, found: 0, value: 0, least: 0, most: 0, full: 0 });
            } else if fixed.numbers & values != 0 {
                return Err(Conflict);
            } else {
                fixed = fixed.and(values.trailing_zeros(), arm);
            }
        }
        self.open.sort_by_key(|open| open.values.count_ones());
        self.counts = set_of(store, self.count);
        self.counts_found = 0;
        let most = store.max(self.count) as u32;
        fixed.left = most.checked_sub(fixed.count).ok_or(Conflict)?.min(self.open.len() as u32);
        Ok(fixed)
    }

    /// The number of ways to fill all open cells but the last with fewer than
    /// `left` numbers: the last number follows from the others.
    fn work(&mut self, left: u32) -> u64 {
        let fewer = left.max(1) as usize;
        self.ways.clear();
        self.ways.resize(fewer, 0);
        self.ways[0] = 1;
        for open in self.open.iter().rev().skip(1) {
            let (empty, numbers) = (open.values & 1, u64::from((open.values & !1).count_ones()));
            for i in (0..fewer).rev() {
                let with_number = if i > 0 { self.ways[i - 1].saturating_mul(numbers) } else { 0 };
                self.ways[i] = (self.ways[i] * empty).saturating_add(with_number);
            }
        }
        self.ways.iter().fold(0, |sum, &ways| sum.saturating_add(ways))
    }

    /// Works out what the search looks up.
    fn prepare(&mut self) {
        let (mut least, mut most, mut full) = (0, 0, 0);
        self.missing = self.counts.count_ones();
        for open in self.open.iter_mut().rev() {
            let low = open.arm * open.values.trailing_zeros() as i32;
            let high = open.arm * (63 - open.values.leading_zeros() as i32);
            least += low.min(high);
            most += low.max(high);
            full += u32::from(open.values & 1 == 0);
            (open.least, open.most, open.full) = (least, most, full);
            self.missing += open.values.count_ones();
        }
        let [.., before, last] = self.open.as_slice() else { return };
        let divisor = last.arm.abs();
        self.remainders.clear();
        self.remainders.resize(divisor as usize, 0);
        for value in members(before.values) {
            self.remainders[(before.arm * value as i32).rem_euclid(divisor) as usize] |= 1 << value;
        }
    }
}

/// Searching. Each of these says whether every value has been found by now.
impl Supports {
    /// Tries the cells from `depth` on.
    fn search(&mut self, depth: usize, tried: Tried) -> bool {
        let Some(&Open { arm, values, full, .. }) = self.open.get(depth) else {
            return tried.torque == 0 && self.record(tried.count);
        };
        if full > tried.left {
            return false;
        }
        if tried.left <= 1 {
            return self.finish_with_one(depth, tried);
        }
        if depth + 2 == self.open.len() {
            return self.finish_with_two(depth, tried);
        }
        let Open { least, most, .. } = self.open[depth + 1];
        for value in members(values & !tried.numbers).map(|value| value as u32) {
            let tried = tried.and(value, arm);
            if tried.torque + least <= 0 && tried.torque + most >= 0 {
                self.open[depth].value = value;
                if self.search(depth + 1, tried) {
                    return true;
                }
            }
        }
        false
    }

    /// The number in a cell that makes up for a torque.
    fn counterweight(cell: &Open, tried: Tried) -> Option<u32> {
        if tried.torque % cell.arm != 0 {
            return None;
        }
        let value = u32::try_from(-tried.torque / cell.arm).ok().filter(|&value| value < 64)?;
        ((cell.values & !tried.numbers) >> value & 1 == 1).then_some(value)
    }

    /// At most one number may follow: all cells from `depth` on are empty, or
    /// all but one.
    fn finish_with_one(&mut self, depth: usize, tried: Tried) -> bool {
        for open in &mut self.open[depth..] {
            open.value = 0;
        }
        let full = self.open[depth].full;
        if tried.torque == 0 {
            return full == 0 && self.record(tried.count);
        }
        if tried.left == 0 {
            return false;
        }
        for i in depth..self.open.len() {
            let cell = self.open[i];
            if full != u32::from(cell.values & 1 == 0) {
                continue;
            }
            if let Some(value) = Self::counterweight(&cell, tried) {
                self.open[i].value = value;
                if self.record(tried.count + 1) {
                    return true;
                }
                self.open[i].value = 0;
            }
        }
        false
    }

    /// Two cells are left: only those values of the first are tried whose
    /// torque the arm of the second can make up for.
    fn finish_with_two(&mut self, depth: usize, tried: Tried) -> bool {
        let [first, second] = [self.open[depth], self.open[depth + 1]];
        let remainder = (-tried.torque).rem_euclid(second.arm.abs());
        let candidates = first.values & !tried.numbers & self.remainders[remainder as usize];
        for value in members(candidates).map(|value| value as u32) {
            let tried = tried.and(value, first.arm);
            if let Some(other) = Self::counterweight(&second, tried) {
                self.open[depth].value = value;
                self.open[depth + 1].value = other;
                if self.record(tried.count + u32::from(other > 0)) {
                    return true;
                }
            }
        }
        false
    }

    /// A solution, unless its count is not allowed.
    fn record(&mut self, count: u32) -> bool {
        if self.counts >> count & 1 == 0 {
            return false;
        }
        self.missing -= u32::from(self.counts_found >> count & 1 == 0);
        self.counts_found |= 1 << count;
        for open in &mut self.open {
            self.missing -= u32::from(open.found >> open.value & 1 == 0);
            open.found |= 1 << open.value;
        }
        self.missing == 0
    }
}
