//! Gap as the paper's Prolog data: `puzzle(Number, Columns, Rows).`
//!
//! The lists have a clue or `_` for each line. The number only tells the
//! puzzles of a file apart, so it is written as 1.

use super::make::loose;
use super::model::pose_paper;
use super::{Gap, MOST_SIZE, clue_range};
use crate::prolog::{Clause, Term};
use crate::{Fault, InPaper, Paper, Posed, Puzzle, ReadError};
use fd::ModelError;

pub(super) fn read(clause: &Clause) -> Option<Result<Gap, ReadError>> {
    let Clause { head: None, goals } = clause else { return None };
    let [fact] = goals.as_slice() else { return None };
    let [number, columns, rows] = fact.arguments::<3>("puzzle")?;
    Some(read_arguments(number, columns, rows))
}

fn read_arguments(number: &Term, columns: &Term, rows: &Term) -> Result<Gap, ReadError> {
    number.integer("the number of the puzzle", 0..=i32::MAX)?;
    let size = columns.items("a list of the columns' clues")?.len();
    if size > MOST_SIZE {
        let message = format!("a board of side {size} is too large; the limit is {MOST_SIZE}");
        return Err(ReadError::at(Fault::Limit, columns.line, columns.column, message));
    }
    let rows_found = rows.items("a list of the rows' clues")?.len();
    if size == 0 {
        return Err(columns.error("expected a clue or `_` for each column, found an empty list"));
    }
    if rows_found != size {
        return Err(rows.error(format!("expected {size} clues, as many as columns have, found {rows_found}")));
    }
    Ok(Gap { columns: read_clues(columns, size)?, rows: read_clues(rows, size)? })
}

fn read_clues(list: &Term, size: usize) -> Result<Vec<Option<usize>>, ReadError> {
    list.items("a list of clues")?
        .iter()
        .map(|term| {
            if term.is_blank() {
                return Ok(None);
            }
            Ok(Some(term.integer("`_` or a clue", clue_range(size))? as usize))
        })
        .collect()
}

/// What the paper adds.
pub(super) const PAPER: Paper =
    Paper { read_prolog: |clause| Some(read(clause)?.map(|gap| Box::new(gap) as Box<dyn Puzzle>)), ways: loose::WAYS };

impl InPaper for Gap {
    fn pose_as_paper(&self) -> Result<Posed, ModelError> {
        pose_paper(self)
    }

    fn write_prolog(&self) -> String {
        let list = |clues: &[Option<usize>]| {
            let signs: Vec<String> =
                clues.iter().map(|clue| clue.map_or("_".to_owned(), |clue| clue.to_string())).collect();
            format!("[{}]", signs.join(","))
        };
        format!("puzzle(1,\n  {},\n  {}\n).\n", list(&self.columns), list(&self.rows))
    }
}
