//! What the paper about Multi-Balance has: Prolog data, a model, and printed answers.
//!
//! Prolog: `multibalance(Rows, Digits)`.
//!
//! The paper prints no term. This one has a list of rows, with `'^'` for a
//! fulcrum and a variable for any other cell.
//!
//! The model as the paper describes it.
//!
//! It prints no listing. By its prose there is one variable for each number,
//! the cell it stands on, with only those cells in its domain whose row and
//! column have exactly one fulcrum, not at an edge; and the torques of each
//! row and column are computed from the positions and made equal.

use super::model::beam::{self, Beam};
use super::model::{add_places, impossible, posed};
use super::{GridReader, MOST_DIGITS, MultiBalance};
use crate::prolog::{self, Term, TermShape};
use crate::{Board, InPaper, Paper, Posed, Puzzle, ReadError};
use fd::constraints::{AllDifferent, Clause, Reified, Sum};
use fd::{Labelling, Model, ModelError, Var};
use std::collections::BTreeMap;

pub(super) fn read(clause: &prolog::Clause) -> Option<Result<MultiBalance, ReadError>> {
    let ([goal], None) = (clause.goals.as_slice(), &clause.head) else { return None };
    match &goal.shape {
        TermShape::Compound(name, _) if name == "multibalance" => Some(read_term(goal)),
        _ => None,
    }
}

fn read_term(term: &Term) -> Result<MultiBalance, ReadError> {
    let [rows, digits] = term
        .arguments("multibalance")
        .ok_or_else(|| term.error(format!("expected multibalance(Rows, Digits), found {term}")))?;
    let mut grid = GridReader::default();
    for row in rows.items("the grid, a list of rows")? {
        let cells: Result<Vec<bool>, ReadError> = row.items("a row, a list of cells")?.iter().map(read_cell).collect();
        grid.add(&cells?, row.place())?;
    }
    let digits = digits.integer("the number of digits", 1..=MOST_DIGITS as i32)?;
    grid.finish(digits, rows.place())
}

fn read_cell(term: &Term) -> Result<bool, ReadError> {
    match &term.shape {
        TermShape::Variable(_) => Ok(false),
        TermShape::Compound(name, arguments) if name == "^" && arguments.is_empty() => Ok(true),
        _ => Err(term.error(format!("expected '^' for a fulcrum or _ for another cell, found {term}"))),
    }
}

/// What the paper adds. It has no way to make a puzzle: its authors found the
/// criteria too specific.
pub(super) const PAPER: Paper =
    Paper { read_prolog: |clause| Some(read(clause)?.map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>)), ways: &[] };

impl InPaper for MultiBalance {
    fn pose_as_paper(&self) -> Result<Posed, ModelError> {
        let beams = beam::beams(self);
        let cells = beam::cells(&beams);
        if cells.len() < self.digits {
            return impossible(self);
        }
        if cells.len() * self.digits > MOST_STANDING {
            let problem =
                format!("{} cells for {} numbers are too many for the paper's model", cells.len(), self.digits);
            return Err(ModelError::Malformed { constraint: "linear", problem });
        }
        let mut model = Model::new();
        let places = add_places(self, &mut model, &cells)?;
        model.post(AllDifferent::new(&places))?;
        let standing = standing(&mut model, &places, &cells)?;
        let used: Vec<Var> =
            beams.iter().map(|beam| add_beam(&mut model, &standing, beam)).collect::<Result<_, ModelError>>()?;
        for (row, column) in beam::crossings(&beams) {
            model.post(Clause::new([used[row].is(0), used[column].is(0)]))?;
        }
        let labelled = places.clone();
        Ok(posed(model, places, Labelling::default(), labelled))
    }

    fn write_prolog(&self) -> String {
        let row_term = |row: &[bool]| {
            let cells: Vec<&str> = row.iter().map(|&fulcrum| if fulcrum { "'^'" } else { "_" }).collect();
            format!("[{}]", cells.join(","))
        };
        let rows: Vec<String> = self.rows().map(row_term).collect();
        format!("multibalance([{}], {}).", rows.join(",\n              "), self.digits)
    }

    fn print_answer(&self, board: &Board) -> Option<String> {
        let cells = board.iter().map(|cell| cell.map_or("_".to_owned(), |cell| cell.to_string()));
        Some(format!("[{}]", cells.collect::<Vec<_>>().join(",")))
    }
}

/// The most variables for numbers on cells: about 200 MB.
const MOST_STANDING: usize = 100_000;

/// For each cell, whether each number stands there.
type Standing = BTreeMap<usize, Vec<Var>>;

fn standing(model: &mut Model, places: &[Var], cells: &[usize]) -> Result<Standing, ModelError> {
    let mut standing = Standing::new();
    for &cell in cells {
        let here = model.vars(places.len(), 0..=1)?;
        for (&stands, &place) in here.iter().zip(places) {
            let name = format!("{} on cell {cell}", model.name_of(place));
            model.name(stands, name);
            model.post(Reified::new(stands, place.equals(cell as i32)))?;
        }
        standing.insert(cell, here);
    }
    Ok(standing)
}

/// Balances a beam; the variable says whether it is used.
fn add_beam(model: &mut Model, standing: &Standing, beam: &Beam) -> Result<Var, ModelError> {
    let arms = || beam.arms.iter().filter_map(|(cell, arm)| Some((*arm, standing.get(cell)?)));
    let numbers = || arms().flat_map(|(arm, here)| (1..).zip(here).map(move |number| (arm, number)));
    let torque: Sum = numbers().map(|(arm, (number, &stands))| Sum::term(i64::from(arm) * number, stands)).sum();
    let count: Sum = numbers().map(|(_, (_, stands))| stands).sum();
    model.post(torque.equals(0))?;
    let used = model.boolean()?;
    model.name(used, format!("{} is used", beam.name));
    model.post(Reified::new(used, count.at_least(1)))?;
    Ok(used)
}
