//! The rules of the whole board as one constraint.

use super::board::Squares;
use super::ends::Ends;
use fd::constraints::{Clause, Count};
use fd::{Consistency, Constraint, Event, Model, ModelError, Post, Priority, Var, Wake};

/// Every row and column has exactly two filled cells, at its ends, and filled
/// cells do not touch.
#[derive(Debug, Clone)]
pub(super) struct Filled {
    /// The cells, row by row.
    pub(super) cells: Vec<Var>,
    /// The ends of the rows, then those of the columns.
    pub(super) ends: Vec<Ends>,
}

impl Filled {
    fn size(&self) -> usize {
        self.ends.len() / 2
    }
}

impl Constraint for Filled {
    fn name(&self) -> &'static str {
        "gap_board"
    }

    fn scope(&self) -> Vec<Var> {
        self.cells.iter().copied().chain(self.ends.iter().flat_map(|ends| ends.vars())).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let size = self.size();
        let filled = |r: usize, c: usize| value(self.cells[r * size + c]) == 1;
        let (rows, columns) = self.ends.split_at(size);
        let right_ends = |ends: &Ends, filled: &dyn Fn(usize) -> bool| {
            let (first, last) = ends.values(value);
            let found: Vec<i32> = (0..size).filter(|&i| filled(i)).map(|i| i as i32).collect();
            found == [first, last] && last - first >= 2 && ends.measures(value)
        };
        let apart = |r: usize, c: usize| {
            let below = r + 1 < size && (c.saturating_sub(1)..(c + 2).min(size)).any(|other| filled(r + 1, other));
            !filled(r, c) || !below
        };
        (0..size).all(|i| {
            right_ends(&rows[i], &|c| filled(i, c))
                && right_ends(&columns[i], &|r| filled(r, i))
                && (0..size).all(|c| apart(i, c))
        })
    }

    fn consistency(&self) -> Consistency {
        Consistency::Check
    }

    fn post(&self, post: &mut Post<'_>) {
        match self.size() {
            0..=64 => self.post_with::<1>(post),
            65..=128 => self.post_with::<2>(post),
            129..=192 => self.post_with::<3>(post),
            193..=256 => self.post_with::<4>(post),
            _ => self.post_with::<8>(post),
        }
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        self.post_counts(into)?;
        self.post_distances(into)?;
        Ok(true)
    }
}

impl Filled {
    fn post_with<const W: usize>(&self, post: &mut Post<'_>) {
        let cells = self.cells.iter().enumerate().map(|(i, &cell)| Wake::telling(cell, Event::FIXED, i));
        let ends = self.ends.iter().enumerate().flat_map(|(line, ends)| {
            ends.vars().map(move |end| Wake::telling(end, Event::ANY, self.cells.len() + line))
        });
        let wakes: Vec<Wake> = cells.chain(ends).collect();
        let board = Squares::<W>::new(post, &self.cells, &self.ends);
        post.add(Priority::Linear, board, &wakes);
    }
}

/// In the kernel's own terms.
impl Filled {
    fn post_counts(&self, into: &mut Model) -> Result<(), ModelError> {
        let size = self.size();
        for (line, ends) in self.ends.iter().enumerate() {
            let (start, step) = if line < size { (line * size, 1) } else { (line - size, size) };
            let cells: Vec<Var> = (0..size).map(|i| self.cells[start + i * step]).collect();
            into.post(Count::new(&cells, 1, 2))?;
            let filled = |end: Var, position: usize, cell: Var| Clause::new([end.is_not(position as i32), cell.is(1)]);
            match *ends {
                Ends::Spaced { first, step } => {
                    for (position, pair) in cells.iter().zip(&cells[step..]).enumerate() {
                        into.post(filled(first, position, *pair.0))?;
                        into.post(filled(first, position, *pair.1))?;
                    }
                }
                Ends::Free { first, last } | Ends::Measured { first, last, .. } => {
                    into.post((last - first).at_least(2))?;
                    if let Ends::Measured { gap, .. } = *ends {
                        into.post((last - first - gap).equals(1))?;
                    }
                    for (position, &cell) in cells.iter().enumerate() {
                        into.post(filled(first, position, cell))?;
                        into.post(filled(last, position, cell))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn post_distances(&self, into: &mut Model) -> Result<(), ModelError> {
        let size = self.size();
        for (place, &cell) in self.cells.iter().enumerate() {
            let (row, column) = (place / size, place % size);
            // Those to the right and below: the others are seen from there.
            for (r, c) in
                [(row, column + 1), (row + 1, column.wrapping_sub(1)), (row + 1, column), (row + 1, column + 1)]
            {
                if r < size && c < size {
                    into.post(Clause::new([cell.is(0), self.cells[r * size + c].is(0)]))?;
                }
            }
        }
        Ok(())
    }
}
