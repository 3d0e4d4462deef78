//! The rules of Gap, posed to the kernel.

mod best;
mod bits;
mod board;
mod ends;
mod filled;

#[cfg(test)]
pub(super) use best::nearly_solved;
pub(super) use best::stencil;

use super::{Gap, Line, count};
use crate::{Modelled, Posed, Puzzle};
use fd::{Limits, Model, ModelError, Name, Stopped, Var};

impl Modelled for Gap {
    fn pose(&self) -> Result<Posed, ModelError> {
        best::pose(self)
    }

    fn count(&self, limits: Limits<'_>) -> Option<Result<u128, Stopped>> {
        count::count(self, limits).transpose()
    }
}

/// The cells, each 1 when it is filled.
pub(super) fn cells(gap: &Gap, model: &mut Model) -> Result<Vec<Var>, ModelError> {
    let cells = model.vars(gap.places(), 0..=1)?;
    for (place, &cell) in cells.iter().enumerate() {
        let name = |[place, size]: [usize; 2]| format!("r{}c{}", place / size + 1, place % size + 1);
        model.name(cell, Name::Made([place, gap.size()], name));
    }
    Ok(cells)
}

/// The variables that a line can have, as they are named.
const PARTS: [&str; 3] = ["first", "last", "gap"];
pub(super) const FIRST: usize = 0;
pub(super) const LAST: usize = 1;
const GAP: usize = 2;

/// What a variable of a line is called, such as `first of row 3`.
fn name(part: usize, line: Line) -> Name {
    match line {
        Line::Row(r) => Name::Made([part, r], |[part, r]| format!("{} of {}", PARTS[part], Line::Row(r))),
        Line::Column(c) => Name::Made([part, c], |[part, c]| format!("{} of {}", PARTS[part], Line::Column(c))),
    }
}

/// The position of an end of a line, from 0.
pub(super) fn end(model: &mut Model, line: Line, which: usize, most: usize) -> Result<Var, ModelError> {
    let position = model.var(0..=most as i32)?;
    model.name(position, name(which, line));
    Ok(position)
}
