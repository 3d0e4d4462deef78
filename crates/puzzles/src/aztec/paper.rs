//! What the paper about Aztec Math has: Prolog data, a model, and printed answers, and ways of making.
//!
//! Prolog: the paper's list of rows, `aztec([[9],[A,B],[C,8,D]]).`, and its
//! answers, `A = 2,`.
//!
//! The list may stand alone, in `aztec(...)`, or be bound to a variable first
//! (`Board = [...]`). A blank is `_`, a variable, or any atom.
//!
//! Making as the paper does: random digits, and trial.

use super::make::check;
use super::model::posed;
use super::{Aztec, MOST_ROWS};
use crate::prolog::{Clause, Term, TermShape};
use crate::{
    Board, Fault, InPaper, Loose, LooseError, Modelled, Paper, Posed, Puzzle, ReadError, Request, Way, triangle,
};
use fd::constraints::{Abs, AllDifferent, AllOf, AnyOf, Arithmetic};
use fd::{Limits, Model, ModelError, Random, Selection, Space, Statistics, Stopped, Var, Verdict};

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
pub(super) const PAPER: Paper =
    Paper { read_prolog: |clause| Some(read(clause)?.map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>)), ways: WAYS };

impl InPaper for Aztec {
    fn pose_as_paper(&self) -> Result<Posed, ModelError> {
        let mut model = Model::new();
        let cells = triangle::variables(&self.givens, 9, &mut model)?;
        for row in self.cells_by_row() {
            model.post(AllDifferent::new(&cells[row]))?;
        }
        for (cell, &top) in cells.iter().enumerate() {
            if let Some(below) = self.below(cell) {
                post_five_ways(&mut model, top, below.map(|cell| cells[cell]))?;
            }
        }
        Ok(posed(model, cells, Selection::Leftmost))
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
            let value = board.get(cell).map_or("_".to_owned(), |value| value.to_string());
            Some(format!("{} = {value}", name?))
        });
        let answers: Vec<String> = answers.collect();
        Some(if answers.is_empty() { "true.\n".to_owned() } else { format!("{}.\n", answers.join(",\n")) })
    }
}

pub(super) const WAYS: &[Way] = &[Way {
    name: "trial",
    says: "random digits in a fifth of the cells, tried until one has exactly one solution",
    takes_clues: false,
    make: by_trial,
}];

/// Each cell is given with chance 1 in 5, any digit, until the pyramid has
/// exactly one solution.
///
/// (The paper's text draws from 1 to 9, its listing from 0 to 9; a 0 only costs
/// a try, as no such pyramid has a solution. It lists all solutions of each
/// try; here the second one ends it.)
fn by_trial(wanted: &Request, limits: Limits<'_>, random: &mut Random) -> Result<Loose, LooseError> {
    check(wanted)?;
    let rows = wanted.size;
    let places = triangle::places(rows);
    let posed = Aztec::new(rows, Board::blank(places)).pose()?;
    let mut space = Space::new(&posed.model);
    let mut statistics = Statistics::default();
    for tries in 1.. {
        let givens: Board = (0..places).map(|_| random.chance(1, 5).then(|| 1 + random.below(9) as i32)).collect();
        space.push();
        let facts = posed.places.iter().zip(givens.iter()).filter_map(|(x, given)| Some(x.is(given?)));
        let stated = facts.into_iter().all(|fact| space.assume(fact).is_ok());
        let (verdict, spent) = fd::verdict(&mut space, posed.branching(0), limits.less(&statistics), posed.restarts);
        space.pop();
        statistics = statistics.plus(spent);
        match verdict {
            Verdict::Unknown(_, stopped) => return Err(stopped.into()),
            Verdict::Unique(solution) if stated => {
                let puzzle = Box::new(Aztec::new(rows, givens));
                return Ok(Loose { puzzle, solution: posed.board(&solution), tries, statistics });
            }
            _ => {}
        }
    }
    Err(Stopped::Nodes.into())
}

/// The paper's disjunction: a sum, or a difference, or a product, or either quotient.
fn post_five_ways(model: &mut Model, top: Var, [a, b]: [Var; 2]) -> Result<(), ModelError> {
    let difference = model.var(-8..=8)?;
    model.post((a - b).equals(difference))?;
    let zero = model.var(0..=0)?;
    let quotient = |more: Var, less: Var| {
        AllOf::default()
            .and((more - less).at_least(1))
            .and(Arithmetic::modulo(more, less, zero))
            .and(Arithmetic::division(more, less, top))
    };
    let ways = AnyOf::default()
        .or((a + b).equals(top))
        .or(Abs::new(difference, top))
        .or(Arithmetic::times(a, b, top))
        .or(quotient(a, b))
        .or(quotient(b, a));
    model.post(ways)
}
