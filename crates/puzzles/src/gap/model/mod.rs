//! The rules of Gap, posed to the kernel.

mod best;
mod bits;
mod board;
mod ends;
mod filled;
mod paper;

#[cfg(test)]
pub(super) use best::nearly_solved;
pub(super) use best::stencil;
pub(super) use paper::pose as pose_paper;

use super::{Gap, count};
use crate::{Modelled, Posed, Puzzle};
use fd::{Limits, Model, ModelError, Stopped, Var};

impl Modelled for Gap {
    fn pose(&self) -> Result<Posed, ModelError> {
        best::pose(self)
    }

    fn count(&self, limits: Limits<'_>) -> Option<Result<u128, Stopped>> {
        count::count(self, limits).transpose()
    }
}

/// The cells, each 1 when it is filled.
fn cells(gap: &Gap, model: &mut Model) -> Result<Vec<Var>, ModelError> {
    let cells = model.vars(gap.places(), 0..=1)?;
    for (place, &cell) in cells.iter().enumerate() {
        model.name(cell, gap.place_name(place));
    }
    Ok(cells)
}

/// The position of an end of a line, from 0.
fn end(model: &mut Model, line: super::Line, which: &str, most: usize) -> Result<Var, ModelError> {
    let position = model.var(0..=most as i32)?;
    model.name(position, format!("{which} of {line}"));
    Ok(position)
}
