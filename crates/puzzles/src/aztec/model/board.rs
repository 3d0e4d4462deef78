//! The propagator of a whole pyramid.

use super::relation::{Digits, digits, keep, supported};
use crate::aztec::MOST_ROWS;
use fd::{Changed, Conflict, Propagator, Status, Store, Var};
use std::ops::Range;

/// A cell for each bit; there are at most 45.
type Cells = u64;
const MOST_CELLS: usize = MOST_ROWS * (MOST_ROWS + 1) / 2;

/// Runs all rules to their fixpoint on digits of its own, and only then tells
/// the variables: most conflicts are found before.
///
/// Cheap work comes first: the digit of a fixed cell leaves its row, then cells
/// are checked against the two below. When nothing is left to do, rows that can
/// hold no more digits than they have cells are searched for a digit with only
/// one place.
#[derive(Debug)]
pub(super) struct Pyramid {
    vars: Box<[Var]>,
    rows: Box<[Range<usize>]>,
    triples: Box<[[usize; 3]]>,
    /// For each cell, its row, the others there, and the triples it is part of
    /// (a triple goes by its cell above).
    row_of: [u8; MOST_CELLS],
    beside: [Cells; MOST_CELLS],
    triples_of: [Cells; MOST_CELLS],
    digits: [Digits; MOST_CELLS],
    changed: Cells,
    /// What to look at: cells that have just been fixed, triples, and rows.
    fixed: Cells,
    stale: Cells,
    crowded: u16,
}

/// Where the conflict is.
enum Culprit {
    Row(usize),
    Triple(usize),
}

impl Pyramid {
    /// For these cells, at most 45.
    pub(super) fn new(vars: &[Var], rows: &[Range<usize>], triples: &[[usize; 3]]) -> Pyramid {
        let mut row_of = [0; MOST_CELLS];
        let mut beside = [0; MOST_CELLS];
        for (row, cells) in rows.iter().enumerate() {
            for cell in cells.clone() {
                row_of[cell] = row as u8;
                beside[cell] = cells.clone().filter(|&other| other != cell).map(|other| 1 << other).sum();
            }
        }
        let mut triples_of = [0; MOST_CELLS];
        for (triple, cells) in triples.iter().enumerate() {
            cells.iter().for_each(|&cell| triples_of[cell] |= 1 << triple);
        }
        Pyramid {
            vars: vars.into(),
            rows: rows.into(),
            triples: triples.into(),
            row_of,
            beside,
            triples_of,
            digits: [0; MOST_CELLS],
            changed: 0,
            fixed: 0,
            stale: 0,
            crowded: 0,
        }
    }

    /// Reads the domains, and notes what to look at.
    fn load(&mut self, store: &Store, news: Changed<'_>) {
        for (own, &x) in self.digits.iter_mut().zip(&self.vars) {
            *own = digits(store, x);
        }
        (self.changed, self.fixed, self.stale, self.crowded) = (0, 0, 0, 0);
        match news {
            Changed::All => (0..self.vars.len()).for_each(|cell| self.note(cell)),
            Changed::Only(cells) => cells.iter().for_each(|&cell| self.note(cell as usize)),
        }
        self.changed = 0;
    }

    /// Notes what a change of a cell affects.
    #[inline(always)]
    fn note(&mut self, cell: usize) {
        self.changed |= 1 << cell;
        self.stale |= self.triples_of[cell];
        self.crowded |= 1 << self.row_of[cell];
        if self.digits[cell].is_power_of_two() {
            self.fixed |= 1 << cell;
        }
    }

    /// Restricts a cell to these digits, in the propagator's own copy.
    #[inline(always)]
    fn narrow(&mut self, cell: usize, left: Digits) {
        if left != self.digits[cell] {
            self.digits[cell] = left;
            self.note(cell);
        }
    }

    fn run(&mut self) -> Result<(), Culprit> {
        loop {
            if let Some(cell) = next(&mut self.fixed) {
                self.clear_row(cell)?;
            } else if let Some(triple) = next(&mut self.stale) {
                self.look_at_triple(triple)?;
            } else if self.crowded != 0 {
                let row = self.crowded.trailing_zeros() as usize;
                self.crowded &= self.crowded - 1;
                self.look_at_row(row)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Takes the digit of a fixed cell out of the rest of its row.
    #[inline(always)]
    fn clear_row(&mut self, fixed: usize) -> Result<(), Culprit> {
        let digit = self.digits[fixed];
        let mut others = self.beside[fixed];
        while let Some(cell) = next(&mut others) {
            let left = self.digits[cell] & !digit;
            if left == 0 {
                return Err(Culprit::Row(self.row_of[cell].into()));
            }
            self.narrow(cell, left);
        }
        Ok(())
    }

    #[inline(always)]
    fn look_at_triple(&mut self, triple: usize) -> Result<(), Culprit> {
        let [top, left, right] = self.triples[triple];
        let kept = supported([self.digits[top], self.digits[left], self.digits[right]]);
        if kept[0] == 0 {
            return Err(Culprit::Triple(triple));
        }
        self.narrow(top, kept[0]);
        self.narrow(left, kept[1]);
        self.narrow(right, kept[2]);
        // All that is left is supported.
        self.stale &= !(1 << triple);
        Ok(())
    }

    /// Where a row has as many digits to choose from as it has cells, each
    /// digit is used.
    fn look_at_row(&mut self, row: usize) -> Result<(), Culprit> {
        let cells = self.rows[row].clone();
        let (mut once, mut twice) = (0, 0);
        for &set in &self.digits[cells.clone()] {
            twice |= once & set;
            once |= set;
        }
        let digits = once.count_ones() as usize;
        if digits < cells.len() {
            return Err(Culprit::Row(row));
        }
        let mut single = once & !twice;
        if digits > cells.len() || single == 0 {
            return Ok(());
        }
        for cell in cells {
            let here = self.digits[cell] & single;
            if here != 0 {
                if !here.is_power_of_two() {
                    return Err(Culprit::Row(row));
                }
                single &= !here;
                self.narrow(cell, here);
            }
        }
        Ok(())
    }
}

/// Takes the first bit out of a set.
#[inline(always)]
fn next(set: &mut Cells) -> Option<usize> {
    let first = (*set != 0).then(|| set.trailing_zeros() as usize);
    *set &= set.wrapping_sub(1);
    first
}

impl Propagator for Pyramid {
    fn propagate(&mut self, store: &mut Store, news: Changed<'_>) -> Result<Status, Conflict> {
        self.load(store, news);
        match self.run() {
            Err(Culprit::Row(row)) => Err(store.blame(self.rows[row].clone().map(|cell| self.vars[cell]))),
            Err(Culprit::Triple(triple)) => Err(store.blame(self.triples[triple].map(|cell| self.vars[cell]))),
            Ok(()) => {
                while let Some(cell) = next(&mut self.changed) {
                    keep(store, self.vars[cell], self.digits[cell])?;
                }
                Ok(Status::Fixpoint)
            }
        }
    }
}
