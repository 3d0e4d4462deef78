//! The puzzle as Prolog data: `multibalance(Rows, Digits)`.
//!
//! The paper prints no term. This one has a list of rows, with `'^'` for a
//! fulcrum and a variable for any other cell.

use super::{GridReader, MOST_DIGITS, MultiBalance, model};
use crate::prolog::{Clause, Term, TermShape};
use crate::{Board, Fault, InPaper, Paper, Posed, Puzzle, ReadError};
use fd::ModelError;

pub(super) fn read(clause: &Clause) -> Option<Result<MultiBalance, ReadError>> {
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
        grid.add(&cells?).map_err(|complaint| at(row, complaint))?;
    }
    let digits = digits.integer("the number of digits", 1..=MOST_DIGITS as i32)?;
    grid.finish(digits).map_err(|complaint| at(rows, complaint))
}

fn at(term: &Term, (fault, message): (Fault, String)) -> ReadError {
    ReadError::at(fault, term.line, term.column, message)
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
        model::pose_paper(self)
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
