//! The rules posed to the kernel.

mod balance;
pub(super) mod beam;
mod best;
mod placement;
mod supports;
mod torques;

#[cfg(test)]
mod tests;

pub(super) use balance::Balance;

use super::MultiBalance;
use crate::{Modelled, Posed, Puzzle, Strategy};
use fd::constraints::Clause;
use fd::{Labelling, Model, ModelError, Var};

impl Modelled for MultiBalance {
    fn pose(&self) -> Result<Posed, ModelError> {
        best::pose(self)
    }
}

/// A variable for each number, with the cell it stands on.
pub(super) fn add_places(puzzle: &MultiBalance, model: &mut Model, cells: &[usize]) -> Result<Vec<Var>, ModelError> {
    let cells: Vec<i32> = cells.iter().map(|&cell| cell as i32).collect();
    let places = model.vars(puzzle.digits, cells.as_slice())?;
    for (place, &x) in places.iter().enumerate() {
        model.name(x, puzzle.place_name(place));
    }
    Ok(places)
}

/// A model without solution, for a grid with too few cells that can be used.
pub(super) fn impossible(puzzle: &MultiBalance) -> Result<Posed, ModelError> {
    let mut model = Model::new();
    let cells: Vec<usize> = (0..puzzle.fulcrums.len()).collect();
    let places = add_places(puzzle, &mut model, &cells)?;
    model.post(Clause::new([]))?;
    Ok(posed(model, places, Labelling::default(), Vec::new()))
}

pub(super) fn posed(model: Model, places: Vec<Var>, labelling: Labelling, labelled: Vec<Var>) -> Posed {
    Posed { model, places, strategy: Strategy::Labelling(labelling, labelled), restarts: None }
}
