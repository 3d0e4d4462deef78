//! The rules, posed to the kernel.

mod board;
pub(super) mod relation;
mod whole;

use super::{Aztec, count};
use crate::{Modelled, Posed, Strategy, triangle};
use fd::{Labelling, Limits, Model, ModelError, Name, Selection, Stopped, Var};
use whole::Whole;

impl Modelled for Aztec {
    fn pose(&self) -> Result<Posed, ModelError> {
        let mut model = Model::new();
        let cells = variables(self, &mut model)?;
        model.post(Whole::new(self, &cells))?;
        Ok(posed(model, cells, Selection::DomWDeg))
    }

    fn count(&self, limits: Limits<'_>) -> Option<Result<u128, Stopped>> {
        Some(count::count(self, limits))
    }
}

/// A variable for each cell.
pub(super) fn variables(puzzle: &Aztec, model: &mut Model) -> Result<Vec<Var>, ModelError> {
    let cells = puzzle.givens.iter().enumerate().map(|(cell, given)| {
        let x = match given {
            Some(value) => model.var(value..=value)?,
            None => model.var(1..=9)?,
        };
        model.name(x, Name::Made([cell, 0], |[cell, _]| triangle::place_name(cell)));
        Ok(x)
    });
    cells.collect()
}

pub(super) fn posed(model: Model, places: Vec<Var>, selection: Selection) -> Posed {
    let strategy = Strategy::Labelling(Labelling::default().select(selection), places.clone());
    Posed { model, places, strategy, restarts: None }
}
