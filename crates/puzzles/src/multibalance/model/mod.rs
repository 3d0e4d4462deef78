//! The rules posed to the kernel.

mod balance;
pub(super) mod beam;
mod placement;
mod supports;
mod torques;

#[cfg(test)]
mod tests;

pub(super) use balance::Balance;

use super::MultiBalance;
use crate::{Modelled, Posed, Puzzle, Strategy, grid};
use beam::Beam;
use fd::constraints::{Clause, Sum};
use fd::{Labelling, Model, ModelError, Name, Selection, Var};
use placement::Placement;

impl Modelled for MultiBalance {
    /// What decides is how many numbers stand on each row and column. A used one
    /// has at least two, and all of them together have each number once. With many
    /// lines in use nearly each of them has a pair, and few pairs balance; with few
    /// lines in use the cells are nearly all filled. Both are soon settled, given
    /// the count, by trying all that may stand on a line.
    fn pose(&self) -> Result<Posed, ModelError> {
        let beams = beam::useful_beams(self);
        let cells = beam::cells(&beams);
        if cells.len() < self.digits {
            return impossible(self);
        }
        let mut model = Model::new();
        let places = add_places(self, &mut model, &cells)?;
        let contents = add_contents(self, &mut model, &cells)?;
        model.post(Placement::new(&places, &cells, &contents))?;
        let counts: Vec<Var> =
            beams.iter().map(|beam| add_count(self, &mut model, beam)).collect::<Result<_, ModelError>>()?;
        for (beam, &count) in beams.iter().zip(&counts) {
            let content_of = |cell| cells.binary_search(cell).map(|i| contents[i]);
            let arms = beam.arms.iter().filter_map(|(cell, arm)| Some((content_of(cell).ok()?, *arm)));
            model.post(Balance::new(arms, count))?;
        }
        for rows in [true, false] {
            let counts = beams.iter().zip(&counts).filter(|(beam, _)| beam.is_row == rows).map(|(_, count)| count);
            let all_numbers = counts.sum::<Sum>().equals(self.digits as i32);
            model.post(all_numbers)?;
        }
        for (row, column) in beam::crossings(&beams) {
            model.post(Clause::new([counts[row].is(0), counts[column].is(0)]))?;
        }
        let labelled = [contents, places.clone(), counts].concat();
        Ok(posed(model, places, Labelling::default().select(Selection::FirstFail), labelled))
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

/// A variable for each cell, with the number on it, or 0.
fn add_contents(puzzle: &MultiBalance, model: &mut Model, cells: &[usize]) -> Result<Vec<Var>, ModelError> {
    let contents = model.vars(cells.len(), 0..=puzzle.digits as i32)?;
    for (&cell, &content) in cells.iter().zip(&contents) {
        model.name(content, Name::Made([cell, puzzle.width], |[cell, width]| grid::cell_name(cell, width)));
    }
    Ok(contents)
}

/// How many numbers stand on a beam: it is unused, or there are at least two.
fn add_count(puzzle: &MultiBalance, model: &mut Model, beam: &Beam) -> Result<Var, ModelError> {
    let most = beam.arms.len().min(puzzle.digits) as i32;
    let counts: Vec<i32> = (0..=most).filter(|&count| count != 1).collect();
    let count = model.var(counts.as_slice())?;
    model.name(count, format!("numbers on {}", beam.name));
    Ok(count)
}
