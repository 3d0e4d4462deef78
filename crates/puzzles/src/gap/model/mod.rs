//! The rules of Gap, posed to the kernel.

mod best;
mod bits;
mod board;
mod ends;
mod filled;
mod paper;

#[cfg(test)]
pub(super) use best::nearly_solved;
pub(super) use best::{pose as pose_best, stencil};
pub(super) use paper::pose as pose_paper;

use super::Gap;
use crate::Puzzle;
use fd::{Model, ModelError, RuleId, Var};

/// The rules by their place in [`RULES`](super::RULES).
const TWO: RuleId = RuleId(0);
const TOUCH: RuleId = RuleId(1);
const GAP: RuleId = RuleId(2);

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
