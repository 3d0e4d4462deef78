//! Prolog: the paper's list of rows, `aztec([[9],[A,B],[C,8,D]]).`, and its
//! answers, `A = 2,`.
//!
//! The list may stand alone, in `aztec(...)`, or be bound to a variable first
//! (`Board = [...]`). A blank is `_`, a variable, or any atom.

use super::make::loose;
use super::{Aztec, MOST_ROWS, model};
use crate::prolog::{Clause, Term, TermShape};
use crate::{Board, Fault, InPaper, Paper, Posed, Puzzle, ReadError};
use fd::ModelError;
use std::fmt::Write as _;

pub(super) fn read(clause: &Clause) -> Option<Result<Aztec, ReadError>> {
    Some(read_rows(rows_of(clause)?))
}

/// The list of rows in a clause that could be a pyramid.
fn rows_of(clause: &Clause) -> Option<&Term> {
    let called = clause.goals.iter().find_map(|goal| goal.arguments::<1>("aztec"));
    let list = match (called, clause.goals.as_slice()) {
        (Some([argument]), _) => argument,
        (None, [goal]) => goal.arguments::<2>("=").map_or(goal, |[_, right]| right),
        _ => return None,
    };
    let list = clause.resolve(list)?;
    let TermShape::List(rows) = &list.shape else { return None };
    let is_row = |row: &Term| matches!(&row.shape, TermShape::List(_));
    (called.is_some() || !rows.is_empty() && rows.iter().all(is_row)).then_some(list)
}

fn read_rows(list: &Term) -> Result<Aztec, ReadError> {
    let rows = list.items("a list of rows")?;
    if rows.is_empty() {
        return Err(list.error("expected at least one row, found none"));
    }
    if rows.len() > MOST_ROWS {
        let message =
            format!("expected at most {MOST_ROWS} rows, as the numbers of a row differ; found {}", rows.len());
        return Err(ReadError { fault: Fault::Limit, ..list.error(message) });
    }
    let mut values = Vec::new();
    let mut names: Vec<Option<String>> = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let cells = row.items("a row, a list of cells")?;
        if cells.len() != i + 1 {
            return Err(row.error(format!("row {} must have {} cells, found {}", i + 1, i + 1, cells.len())));
        }
        for cell in cells {
            if cell.is_blank() {
                let name = name_of(cell);
                if name.is_some() && names.contains(&name) {
                    return Err(cell.error(format!("the variable {cell} stands for two cells; each needs its own")));
                }
                values.push(None);
                names.push(name);
            } else {
                values.push(Some(cell.integer("a digit, or a variable for a blank", 1..=9)?));
                names.push(None);
            }
        }
    }
    Ok(Aztec { names, ..Aztec::new(rows.len(), values.into_iter().collect()) })
}

/// The variable that names a blank; `_` and atoms name nothing.
fn name_of(cell: &Term) -> Option<String> {
    match &cell.shape {
        TermShape::Variable(name) if name != "_" => Some(name.clone()),
        _ => None,
    }
}

/// The name of each blank: as the puzzle was read, or else as the paper names
/// them, A, B, C and so on.
fn names(puzzle: &Aztec) -> Vec<Option<String>> {
    if puzzle.names.iter().any(Option::is_some) {
        return puzzle.names.clone();
    }
    let mut letters = ["", "1"].iter().flat_map(|end| ('A'..='Z').map(move |letter| format!("{letter}{end}")));
    puzzle.givens.iter().map(|given| if given.is_none() { letters.next() } else { None }).collect()
}

/// What the paper adds.
pub(super) const PAPER: Paper = Paper {
    read_prolog: |clause| Some(read(clause)?.map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>)),
    ways: loose::WAYS,
};

impl InPaper for Aztec {
    fn pose_as_paper(&self) -> Result<Posed, ModelError> {
        model::pose_paper(self)
    }

    fn write_prolog(&self) -> String {
        let names = names(self);
        let rows = self.cells_by_row().map(|cells| {
            let cells = cells.map(|cell| match (self.givens.get(cell), &names[cell]) {
                (Some(value), _) => value.to_string(),
                (None, Some(name)) => name.clone(),
                (None, None) => "_".to_owned(),
            });
            format!("[{}]", cells.collect::<Vec<_>>().join(","))
        });
        format!("aztec([{}]).\n", rows.collect::<Vec<_>>().join(","))
    }

    /// The blank cells by name, as Prolog's prompt shows an answer.
    fn print_answer(&self, board: &Board) -> Option<String> {
        let answers = names(self).into_iter().enumerate().filter_map(|(cell, name)| {
            let mut answer = name?;
            match board.get(cell) {
                Some(value) => write!(answer, " = {value}").ok()?,
                None => answer.push_str(" = _"),
            }
            Some(answer)
        });
        let answers: Vec<String> = answers.collect();
        Some(if answers.is_empty() { "true.\n".to_owned() } else { format!("{}.\n", answers.join(",\n")) })
    }
}
