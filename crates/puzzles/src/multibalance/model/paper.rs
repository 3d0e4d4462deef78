//! The model as the paper describes it.
//!
//! It prints no listing. By its prose there is one variable for each number,
//! the cell it stands on, with only those cells in its domain whose row and
//! column have exactly one fulcrum, not at an edge; and the torques of each
//! row and column are computed from the positions and made equal.

use super::super::MultiBalance;
use super::beam::{self, Beam};
use super::{add_places, impossible, posed};
use crate::Posed;
use fd::constraints::{AllDifferent, Clause, Reified, Sum};
use fd::{Labelling, Model, ModelError, Var};

/// The most variables for numbers on cells: about 200 MB.
const MOST_STANDING: usize = 100_000;

pub(in super::super) fn pose(puzzle: &MultiBalance) -> Result<Posed, ModelError> {
    let beams = beam::beams(puzzle);
    let cells = beam::cells(&beams);
    if cells.len() < puzzle.digits {
        return impossible(puzzle);
    }
    if cells.len() * puzzle.digits > MOST_STANDING {
        let problem = format!("{} cells for {} numbers are too many for the paper's model", cells.len(), puzzle.digits);
        return Err(ModelError::Malformed { constraint: "linear", problem });
    }
    let mut model = Model::new();
    let places = add_places(puzzle, &mut model, &cells)?;
    model.post(AllDifferent::new(&places))?;
    let standing = Standing::new(&mut model, &places, &cells)?;
    let used: Vec<Var> =
        beams.iter().map(|beam| add_beam(&mut model, &standing, beam)).collect::<Result<_, ModelError>>()?;
    for (row, column) in beam::crossings(&beams) {
        model.post(Clause::new([used[row].is(0), used[column].is(0)]))?;
    }
    let labelled = places.clone();
    Ok(posed(model, places, Labelling::default(), labelled))
}

/// For each cell and number, whether the number stands there.
struct Standing {
    cells: Vec<usize>,
    booleans: Vec<Vec<Var>>,
}

impl Standing {
    fn new(model: &mut Model, places: &[Var], cells: &[usize]) -> Result<Standing, ModelError> {
        let mut booleans = Vec::with_capacity(cells.len());
        for &cell in cells {
            let here = model.vars(places.len(), 0..=1)?;
            for (&stands, &place) in here.iter().zip(places) {
                let name = format!("{} on cell {cell}", model.name_of(place));
                model.name(stands, name);
                model.post(Reified::new(stands, place.equals(cell as i32)))?;
            }
            booleans.push(here);
        }
        Ok(Standing { cells: cells.to_vec(), booleans })
    }

    /// The booleans of the numbers from 1 on a cell.
    fn on(&self, cell: usize) -> &[Var] {
        self.cells.binary_search(&cell).map_or(&[], |i| &self.booleans[i])
    }
}

/// Balances a beam; the variable says whether it is used.
fn add_beam(model: &mut Model, standing: &Standing, beam: &Beam) -> Result<Var, ModelError> {
    let numbers = || beam.arms.iter().flat_map(|&(cell, arm)| (1..).zip(standing.on(cell)).map(move |n| (arm, n)));
    let torque: Sum = numbers().map(|(arm, (number, &stands))| Sum::term(i64::from(arm) * number, stands)).sum();
    let count: Sum = numbers().map(|(_, (_, stands))| stands).sum();
    model.post(torque.equals(0))?;
    let used = model.boolean()?;
    model.name(used, format!("{} is used", beam.name));
    model.post(Reified::new(used, count.at_least(1)))?;
    Ok(used)
}
