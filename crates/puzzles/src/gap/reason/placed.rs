//! A line, or two neighbouring lines, by all the ways to fill them.

use crate::bits::members;
use fd::constraints::{Clause, Count};
use fd::{
    Changed, Conflict, Consistency, Constraint, Event, Model, ModelError, Post, Priority, Propagator, Status, Store,
    Var, Wake,
};

/// The longest line: its cells are the bits of a word.
pub(super) const MOST_CELLS: usize = 64;

/// A line's cells from its start, and its clue.
#[derive(Debug, Clone)]
pub(super) struct PlacedLine {
    pub(super) cells: Vec<Var>,
    pub(super) clue: Option<usize>,
}

/// One line, or two neighbouring lines of the same length: each has two filled
/// cells, as far apart as its clue says, and no two filled cells touch.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub(super) lines: Vec<PlacedLine>,
}

impl Constraint for Placed {
    fn name(&self) -> &'static str {
        "gap_placed"
    }

    fn scope(&self) -> Vec<Var> {
        self.lines.iter().flat_map(|line| line.cells.iter().copied()).collect()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        let filled = |line: &PlacedLine| -> Vec<usize> {
            (0..line.cells.len()).filter(|&i| value(line.cells[i]) == 1).collect()
        };
        let right = |line: &PlacedLine| match filled(line)[..] {
            [first, last] => last - first > 1 && line.clue.is_none_or(|clue| last - first - 1 == clue),
            _ => false,
        };
        let apart = |pair: &[PlacedLine]| {
            let (one, other) = (filled(&pair[0]), filled(&pair[1]));
            one.iter().all(|a| other.iter().all(|b| a.abs_diff(*b) > 1))
        };
        self.lines.iter().all(right) && self.lines.windows(2).all(apart)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn post(&self, post: &mut Post<'_>) {
        let wakes: Vec<Wake> = self.scope().into_iter().map(|x| Wake::on(x, Event::FIXED)).collect();
        let priority = if self.lines.len() == 1 { Priority::Linear } else { Priority::Expensive };
        post.add(priority, self.clone(), &wakes);
    }

    fn decompose(&self, into: &mut Model) -> Result<bool, ModelError> {
        for PlacedLine { cells, clue } in &self.lines {
            into.post(Count::new(cells, 1, 2))?;
            for (i, one) in cells.iter().enumerate() {
                for (j, other) in cells.iter().enumerate().skip(i + 1) {
                    if j == i + 1 || clue.is_some_and(|clue| j - i - 1 != clue) {
                        into.post(Clause::new([one.is(0), other.is(0)]))?;
                    }
                }
            }
        }
        for pair in self.lines.windows(2) {
            for (i, one) in pair[0].cells.iter().enumerate() {
                for other in pair[1].cells.iter().take(i + 2).skip(i.saturating_sub(1)) {
                    into.post(Clause::new([one.is(0), other.is(0)]))?;
                }
            }
        }
        Ok(true)
    }
}

/// What is known of a line: bit `i` stands for its cell `i`.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// The cells that may be filled.
    can: u64,
    /// Those that are.
    must: u64,
    clue: Option<usize>,
}

impl Known {
    fn read(line: &PlacedLine, store: &Store) -> Known {
        let (mut can, mut must) = (0, 0);
        for (i, &x) in line.cells.iter().enumerate() {
            let value = store.value(x);
            can |= u64::from(value != Some(0)) << i;
            must |= u64::from(value == Some(1)) << i;
        }
        Known { can, must, clue: line.clue }
    }

    /// The cells that may be filled together with this one, as far as the line's clue goes.
    fn partners(self, cell: usize) -> u64 {
        let cell = 1u64 << cell;
        match self.clue {
            // No gap is 0: the cells would touch.
            Some(0) => 0,
            Some(clue) => {
                let away = clue as u32 + 1;
                cell.checked_shl(away).unwrap_or(0) | cell.checked_shr(away).unwrap_or(0)
            }
            None => !touching(cell),
        }
    }

    /// The ways to fill the line, each as its two cells.
    fn ways(self) -> impl Iterator<Item = u64> {
        let beyond = |first: usize| u64::MAX.checked_shl(first as u32 + 1).unwrap_or(0);
        members(self.can)
            .flat_map(move |first| {
                members(self.can & self.partners(first) & beyond(first)).map(move |last| 1 << first | 1 << last)
            })
            .filter(move |way| self.must & !way == 0)
    }

    /// Whether the line can be filled without these cells. This is asked for each way to
    /// fill another line, so nothing is enumerated.
    fn fits_without(self, taken: u64) -> bool {
        let can = self.can & !taken;
        let lowest = |set: u64| set.trailing_zeros() as usize;
        if self.must & !can != 0 {
            return false;
        }
        match (self.must.count_ones(), self.clue) {
            (0, Some(0)) => false,
            (0, Some(clue)) => can & can.checked_shr(clue as u32 + 1).unwrap_or(0) != 0,
            (0, None) => can != 0 && can & !touching(1 << lowest(can)) != 0,
            (1, _) => can & self.partners(lowest(self.must)) != 0,
            (2, _) => self.must & self.partners(lowest(self.must)) != 0,
            _ => false,
        }
    }
}

/// Some cells of a line and those beside them.
fn touching(cells: u64) -> u64 {
    cells | cells << 1 | cells >> 1
}

/// The cells that are filled in some way, and those filled in all, of the
/// ways that leave room for the other line.
fn outline(line: Known, other: Option<Known>) -> Option<(u64, u64)> {
    let open = |way: &u64| other.is_none_or(|other| other.fits_without(touching(*way)));
    let (mut some, mut all) = (0, u64::MAX);
    for way in line.ways().filter(open) {
        some |= way;
        all &= way;
        // Other ways would add nothing.
        if some == line.can && all == line.must {
            break;
        }
    }
    (some != 0).then_some((some, all))
}

/// Leaves of a line what occurs in some way to fill it.
fn narrow(line: &PlacedLine, known: Known, beside: Option<Known>, store: &mut Store) -> Result<(), Conflict> {
    let (some, all) = outline(known, beside).ok_or(Conflict)?;
    for cell in members(all & !known.must | known.can & !some) {
        store.fix(line.cells[cell], (all >> cell & 1) as i32)?;
    }
    Ok(())
}

/// Keeps what occurs in some way to fill the lines.
impl Propagator for Placed {
    fn propagate(&mut self, store: &mut Store, _changed: Changed<'_>) -> Result<Status, Conflict> {
        let (one, other) = match self.lines.as_slice() {
            [one, other] => (one, Some(other)),
            [one, ..] => (one, None),
            [] => return Ok(Status::Entailed),
        };
        let known = Known::read(one, store);
        let beside = other.map(|other| Known::read(other, store));
        narrow(one, known, beside, store)?;
        if let (Some(other), Some(beside)) = (other, beside) {
            narrow(other, beside, Some(known), store)?;
        }
        Ok(Status::Fixpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fd::Random;

    fn random_line(random: &mut Random, model: &mut Model, length: usize) -> PlacedLine {
        // Mostly open cells: most lines with many known ones cannot be filled.
        let cells = (0..length)
            .map(|_| if random.chance(3, 4) { model.var(0..=1).unwrap() } else { random.var(model, 0, 1) })
            .collect();
        let clue = random.chance(1, 2).then(|| random.below(length as u32 - 1) as usize);
        PlacedLine { cells, clue }
    }

    #[test]
    fn lines_keep_their_promises() {
        fd::harness::verify("gap_placed", 200, |random| {
            let mut model = Model::new();
            let length = 3 + random.below(8) as usize;
            let line = random_line(random, &mut model, length);
            model.post(Placed { lines: vec![line] }).unwrap();
            model
        });
    }

    #[test]
    fn pairs_keep_their_promises() {
        fd::harness::verify("gap_placed", 100, |random| {
            let mut model = Model::new();
            let length = 5 + random.below(4) as usize;
            let lines = [0, 1].map(|_| random_line(random, &mut model, length));
            model.post(Placed { lines: lines.to_vec() }).unwrap();
            model
        });
    }
}
