//! The whole board as one object.
//!
//! A conflict is blamed on the line where it was found ([`Store::blame`]), so that
//! weighted degrees point at that line rather than at every cell.

use super::bits::Bits;
use super::ends::{Ends, Pairs};
use fd::{Changed, Conflict, Post, Propagator, Status, Store, Trailed, Var, Words};
use std::collections::VecDeque;

/// Runs all lines to their fixpoint on bitsets of its own, and only then tells
/// the variables: most conflicts are found before.
#[derive(Debug)]
pub(super) struct Squares<const W: usize> {
    size: usize,
    cells: Box<[Var]>,
    ends: Box<[Ends]>,
    /// The positions of each line that may be filled. A cell is in both of its
    /// lines or in neither.
    possible: Box<[[Trailed; W]]>,
    /// For a line without a known clue, a position known to be filled, plus 1.
    filled: Box<[Trailed]>,
    /// Lines to look at.
    queue: VecDeque<u32>,
    queued: Box<[bool]>,
    /// Cells found to be empty, and lines that lost cells, in this run.
    emptied: Vec<u32>,
    touched: Vec<u32>,
    was_touched: Box<[bool]>,
}

impl<const W: usize> Propagator for Squares<W> {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        let result = self.run(store, changed);
        for &line in &self.queue {
            self.queued[line as usize] = false;
        }
        for &line in &self.touched {
            self.was_touched[line as usize] = false;
        }
        self.queue.clear();
        self.touched.clear();
        self.emptied.clear();
        result.map(|()| Status::Fixpoint)
    }
}

impl<const W: usize> Squares<W> {
    /// The propagator for these cells and ends (rows, then columns), with
    /// nothing known yet. Its positions are the places of the cells, then the
    /// lines.
    pub(super) fn new(post: &mut Post<'_>, cells: &[Var], ends: &[Ends]) -> Squares<W> {
        let size = ends.len() / 2;
        let all = Bits::<W>::below(size);
        Squares {
            size,
            cells: cells.into(),
            ends: ends.into(),
            possible: ends.iter().map(|_| all.0.map(|word| post.trailed(word))).collect(),
            filled: ends.iter().map(|_| post.trailed(0)).collect(),
            queue: VecDeque::new(),
            queued: vec![false; ends.len()].into(),
            emptied: Vec::new(),
            touched: Vec::new(),
            was_touched: vec![false; ends.len()].into(),
        }
    }

    fn run(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<(), Conflict> {
        match changed {
            Changed::All => {
                for position in 0..self.cells.len() + self.ends.len() {
                    self.hear(store, position)?;
                }
            }
            Changed::Only(news) => {
                for &position in news {
                    self.hear(store, position as usize)?;
                }
            }
        }
        while let Some(line) = self.queue.pop_front() {
            self.queued[line as usize] = false;
            self.look(store, line as usize)?;
        }
        self.tell(store)
    }

    #[inline]
    fn possible(&self, store: &Store, line: usize) -> Bits<W> {
        let mut bits = Bits::NONE;
        for i in 0..W {
            bits.0[i] = store.get(self.possible[line][i]);
        }
        bits
    }

    /// Something happened to a cell or to the ends of a line.
    fn hear(&mut self, store: &mut Store, position: usize) -> Result<(), Conflict> {
        match self.cells.get(position) {
            None => self.enqueue(position - self.cells.len()),
            Some(&cell) => match store.value(cell) {
                Some(0) => self.empty(store, position / self.size, position % self.size),
                Some(_) => self.fill(store, position / self.size, position % self.size)?,
                None => {}
            },
        }
        Ok(())
    }

    fn enqueue(&mut self, line: usize) {
        if !self.queued[line] {
            self.queued[line] = true;
            self.queue.push_back(line as u32);
        }
    }

    /// Notes that a line has lost positions in this run.
    #[inline]
    fn touch(&mut self, line: usize) {
        if !self.was_touched[line] {
            self.was_touched[line] = true;
            self.touched.push(line as u32);
        }
    }

    /// Removes a position from a line alone, which must then be looked at; says
    /// whether it was in.
    #[inline]
    fn drop(&mut self, store: &mut Store, line: usize, position: usize) -> bool {
        let cell = self.possible[line][position / 64];
        let old = store.get(cell);
        let new = old & !(1 << (position % 64));
        if new == old {
            return false;
        }
        store.set(cell, new);
        self.touch(line);
        self.enqueue(line);
        true
    }

    /// A cell is empty.
    fn empty(&mut self, store: &mut Store, row: usize, column: usize) {
        if self.drop(store, row, column) {
            self.drop(store, self.size + column, row);
            self.emptied.push((row * self.size + column) as u32);
        }
    }

    /// Removes these of its possible positions from a line, and from the lines
    /// across. Those must then be looked at; the line itself is left as its
    /// caller wants it.
    #[inline]
    fn narrow(&mut self, store: &mut Store, line: usize, gone: Bits<W>) {
        if gone.is_empty() {
            return;
        }
        self.touch(line);
        for i in 0..W {
            if gone.0[i] != 0 {
                let cell = self.possible[line][i];
                store.set(cell, store.get(cell) & !gone.0[i]);
            }
        }
        let size = self.size;
        for position in gone.iter() {
            if line < size {
                self.drop(store, size + position, line);
                self.emptied.push((line * size + position) as u32);
            } else {
                self.drop(store, position, line - size);
                self.emptied.push((position * size + line - size) as u32);
            }
        }
    }

    /// A cell is filled: so those around it are empty, and its lines know one
    /// of their ends.
    fn fill(&mut self, store: &mut Store, row: usize, column: usize) -> Result<(), Conflict> {
        let size = self.size;
        store.fix(self.cells[row * size + column], 1)?;
        for (line, position) in [(row, column), (size + column, row)] {
            let possible = self.possible(store, line);
            if !possible.contains(position) {
                return Err(store.blame(self.ends[line].positions()));
            }
            let with = self.company(store, line, position);
            self.narrow(store, line, possible & !with);
            // The line is nearly decided now: a conflict is best found soon.
            if !self.queued[line] {
                self.queued[line] = true;
                self.queue.push_front(line as u32);
            }
        }
        let beside = Bits::around(column) & !Bits::one(column);
        for (r, near) in [(row.wrapping_sub(1), Bits::around(column)), (row, beside), (row + 1, Bits::around(column))] {
            if r < size {
                let near = self.possible(store, r) & near;
                if !near.is_empty() {
                    self.narrow(store, r, near);
                    self.enqueue(r);
                }
            }
        }
        Ok(())
    }

    /// How far apart the ends of a line are, where that is known.
    #[inline]
    fn step(&self, store: &Store, line: usize) -> Option<usize> {
        match self.ends[line] {
            Ends::Spaced { step, .. } => Some(step),
            Ends::Free { .. } => None,
            Ends::Measured { gap, .. } => store.value(gap).map(|gap| gap as usize + 1),
        }
    }

    /// A position of a line that is known to be filled.
    #[inline]
    fn known(&self, store: &Store, line: usize) -> Option<usize> {
        (store.get(self.filled[line]) as usize).checked_sub(1)
    }

    /// Where else a line may be filled when it is filled at this position.
    fn company(&self, store: &mut Store, line: usize, position: usize) -> Bits<W> {
        let one = Bits::one(position);
        if let Some(step) = self.step(store, line) {
            return one | one.up(step) | one.down(step);
        }
        match self.known(store, line) {
            None => {
                store.set(self.filled[line], position as u64 + 1);
                !Bits::NONE
            }
            Some(known) if known == position => !Bits::NONE,
            Some(known) => one | Bits::one(known),
        }
    }

    /// Draws the conclusions of one line.
    fn look(&mut self, store: &mut Store, line: usize) -> Result<(), Conflict> {
        let possible = self.possible(store, line);
        let (left, forced) = match self.step(store, line) {
            Some(step) => {
                let starts = self.starts(store, line, step);
                let (Some(low), Some(high)) = (starts.first(), starts.last()) else {
                    return Err(store.blame(self.ends[line].positions()));
                };
                let forced = if low == high {
                    Bits::one(low) | Bits::one(low + step)
                } else if high == low + step && starts.count() == 2 {
                    // Two starts a step apart share the cell between them.
                    Bits::one(high)
                } else {
                    Bits::NONE
                };
                (starts | starts.up(step), forced)
            }
            None => {
                let mut pairs = self.pairs(store, line);
                if !pairs.tighten() {
                    return Err(store.blame(self.ends[line].positions()));
                }
                (pairs.firsts | pairs.lasts, pairs.forced())
            }
        };
        self.narrow(store, line, possible & !left);
        for position in forced.iter() {
            let (row, column) = if line < self.size { (line, position) } else { (position, line - self.size) };
            if !store.is_fixed(self.cells[row * self.size + column]) {
                self.fill(store, row, column)?;
            }
        }
        Ok(())
    }

    /// Where a line whose ends are this far apart may begin.
    #[inline]
    fn starts(&self, store: &Store, line: usize, step: usize) -> Bits<W> {
        let possible = self.possible(store, line);
        match self.ends[line] {
            Ends::Spaced { first, .. } => values(store, first) & possible & possible.down(step),
            Ends::Free { first, last } | Ends::Measured { first, last, .. } => {
                let starts = values(store, first) & possible & (values(store, last) & possible).down(step);
                // A cell may have been filled before the gap was known.
                match self.known(store, line).map(Bits::one) {
                    None => starts,
                    Some(known) => starts & (known | known.down(step)),
                }
            }
        }
    }

    /// What the ends of a line may be.
    #[inline]
    fn pairs(&self, store: &Store, line: usize) -> Pairs<W> {
        let possible = self.possible(store, line);
        let filled = self.known(store, line);
        match self.ends[line] {
            Ends::Spaced { first, step } => {
                let firsts = values(store, first) & possible & possible.down(step);
                Pairs { firsts, lasts: firsts.up(step), filled }
            }
            Ends::Free { first, last } => {
                Pairs { firsts: values(store, first) & possible, lasts: values(store, last) & possible, filled }
            }
            Ends::Measured { first, last, gap } => {
                let (firsts, lasts) = (values(store, first) & possible, values(store, last) & possible);
                let mut pairs = Pairs { firsts, lasts, filled };
                let gaps = values(store, gap);
                // In most lines all gaps are left, and then they say nothing.
                if gaps.count() as usize + 2 < self.size {
                    pairs.measure(gaps);
                }
                pairs
            }
        }
    }

    /// Tells the variables what was found.
    fn tell(&mut self, store: &mut Store) -> Result<(), Conflict> {
        for &cell in &self.emptied {
            store.fix(self.cells[cell as usize], 0)?;
        }
        for &line in &self.touched {
            let line = line as usize;
            let mut pairs = self.pairs(store, line);
            match self.ends[line] {
                Ends::Spaced { first, .. } => keep(store, first, pairs.firsts)?,
                Ends::Free { first, last } => {
                    pairs.tighten();
                    keep(store, first, pairs.firsts)?;
                    keep(store, last, pairs.lasts)?;
                }
                Ends::Measured { first, last, gap } => {
                    pairs.tighten();
                    keep(store, first, pairs.firsts)?;
                    keep(store, last, pairs.lasts)?;
                    if let (Some(first), Some(last)) = (store.value(first), store.value(last)) {
                        store.fix(gap, last - first - 1)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The values of a position.
#[inline]
fn values<const W: usize>(store: &Store, x: Var) -> Bits<W> {
    let bits = Bits::of(store.words(x));
    // Positions count from 0 in every puzzle; the shift is for other models.
    match store.base(x) {
        0 => bits,
        base => bits.up(base as usize),
    }
}

/// Restricts a position to these values.
#[inline]
fn keep<const W: usize>(store: &mut Store, x: Var, values: Bits<W>) -> Result<(), Conflict> {
    store.keep(x, &values.down(store.base(x) as usize).0)
}
