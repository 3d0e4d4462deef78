//! A value for each variable, no value twice.

use super::rows::Rows;
use crate::Conflict;

const NOBODY: u32 = u32::MAX;

/// A matching of variables, by position, to values, as bits of the [`Rows`].
///
/// It is kept from run to run and not trailed: what was a matching before
/// still is one when values come back, and pairs that became impossible are
/// found and replaced when their variables are looked at again.
#[derive(Debug)]
pub(super) struct Matching {
    /// The value of each variable. It counts only while its owner agrees.
    partner: Box<[u32]>,
    /// The variable of each value.
    owner: Box<[u32]>,
    /// The values that no variable looked at has.
    pub(super) free: Box<[u64]>,
    /// In the search for a path: values not reached yet.
    unseen: Box<[u64]>,
    /// The variable from which each value was reached.
    reached_from: Box<[u32]>,
    queue: Vec<u32>,
    unmatched: Vec<u32>,
}

impl Matching {
    pub(super) fn new(variables: usize, width: usize) -> Matching {
        let nobody = |n: usize| vec![NOBODY; n].into_boxed_slice();
        Matching {
            partner: vec![0; variables].into(),
            owner: nobody(width * 64),
            free: vec![0; width].into(),
            unseen: vec![0; width].into(),
            reached_from: nobody(width * 64),
            queue: Vec::with_capacity(variables),
            unmatched: Vec::with_capacity(variables),
        }
    }

    /// The value of a variable.
    #[inline]
    pub(super) fn partner(&self, variable: u32) -> u32 {
        self.partner[variable as usize]
    }

    /// The variable of a value.
    #[inline]
    pub(super) fn owner(&self, value: u32) -> u32 {
        self.owner[value as usize]
    }

    /// Matches all of `variables`, or finds that this is impossible.
    pub(super) fn complete<const SMALL: bool>(&mut self, rows: &Rows, variables: &[u32]) -> Result<(), Conflict> {
        self.free.fill(u64::MAX);
        self.unmatched.clear();
        for &x in variables {
            let value = self.partner(x);
            if self.owner(value) == x && rows.contains::<SMALL>(x as usize, value) {
                self.free[value as usize / 64] &= !(1 << (value % 64));
            } else {
                self.unmatched.push(x);
            }
        }
        while let Some(x) = self.unmatched.pop() {
            self.augment::<SMALL>(rows, x)?;
        }
        Ok(())
    }

    /// Finds a value for one more variable along a shortest augmenting path.
    fn augment<const SMALL: bool>(&mut self, rows: &Rows, start: u32) -> Result<(), Conflict> {
        if let Some(value) = rows.common::<SMALL>(start as usize, &self.free) {
            self.free[value as usize / 64] &= !(1 << (value % 64));
            self.pair(start, value);
            return Ok(());
        }
        self.unseen.fill(u64::MAX);
        self.queue.clear();
        self.queue.push(start);
        let mut next = 0;
        while let Some(&x) = self.queue.get(next) {
            next += 1;
            // None of these values is free: that was asked when x was reached.
            let (words, first) = rows.row::<SMALL>(x as usize);
            for (j, word) in words.iter().enumerate() {
                let unseen = &mut self.unseen[first + j];
                let mut new = word & *unseen;
                *unseen &= !new;
                while new != 0 {
                    let value = (first + j) as u32 * 64 + new.trailing_zeros();
                    new &= new - 1;
                    self.reached_from[value as usize] = x;
                    let y = self.owner(value);
                    if let Some(end) = rows.common::<SMALL>(y as usize, &self.free) {
                        self.free[end as usize / 64] &= !(1 << (end % 64));
                        self.flip(start, y, end);
                        return Ok(());
                    }
                    self.queue.push(y);
                }
            }
        }
        Err(Conflict)
    }

    /// Gives `value` to `x`, what `x` had to the variable from which that was
    /// reached, and so on up to `start`, which had nothing.
    fn flip(&mut self, start: u32, mut x: u32, mut value: u32) {
        while x != start {
            let given_up = self.partner(x);
            self.pair(x, value);
            x = self.reached_from[given_up as usize];
            value = given_up;
        }
        self.pair(x, value);
    }

    fn pair(&mut self, variable: u32, value: u32) {
        self.partner[variable as usize] = value;
        self.owner[value as usize] = variable;
    }
}
