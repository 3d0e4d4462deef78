//! The rules, posed to the kernel.

mod board;
pub(super) mod relation;
mod whole;

use super::{Aztec, count};
use crate::{Modelled, Posed, Strategy, triangle};
use fd::constraints::{Abs, AllDifferent, AllOf, AnyOf, Arithmetic};
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

/// The rules as the paper posts them.
pub(super) fn pose_paper(puzzle: &Aztec) -> Result<Posed, ModelError> {
    let mut model = Model::new();
    let cells = variables(puzzle, &mut model)?;
    for row in puzzle.cells_by_row() {
        model.post(AllDifferent::new(&cells[row]))?;
    }
    for triple in triples(puzzle, &cells) {
        post_five_ways(&mut model, triple)?;
    }
    Ok(posed(model, cells, Selection::Leftmost))
}

/// Each cell that stands on two, with these.
fn triples(puzzle: &Aztec, cells: &[Var]) -> Vec<[Var; 3]> {
    let below = |cell: usize| puzzle.below(cell).map(|[left, right]| [cells[cell], cells[left], cells[right]]);
    (0..cells.len()).filter_map(below).collect()
}

/// A variable for each cell.
fn variables(puzzle: &Aztec, model: &mut Model) -> Result<Vec<Var>, ModelError> {
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

fn posed(model: Model, places: Vec<Var>, selection: Selection) -> Posed {
    let strategy = Strategy::Labelling(Labelling::default().select(selection), places.clone());
    Posed { model, places, strategy, restarts: None }
}

/// The paper's disjunction: a sum, or a difference, or a product, or either quotient.
fn post_five_ways(model: &mut Model, [top, a, b]: [Var; 3]) -> Result<(), ModelError> {
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
