//! The rules, posed to the kernel.

mod board;
pub(super) mod relation;
mod whole;

use super::{Aztec, RULES};
use crate::{Form, Posed, triangle};
use fd::constraints::{Abs, AllDifferent, AllOf, AnyOf, Division, Modulo, Times};
use fd::{Constraint, Labelling, Model, ModelError, RuleId, Selection, Var};
use relation::Made;
use std::sync::Arc;
use whole::Whole;

/// The number of the rule with this name.
fn rule(name: &str) -> RuleId {
    RuleId(RULES.iter().position(|rule| rule.name == name).unwrap_or(0) as u32)
}

/// The rules of a puzzle in one constraint: several times as fast to search,
/// but without a word on which rule removes what.
pub(super) fn pose_whole(puzzle: &Aztec) -> Result<Posed, ModelError> {
    let mut model = Model::new();
    let cells = variables(puzzle, &mut model)?;
    model.post(Whole::new(puzzle, &cells))?;
    Ok(posed(model, cells, Selection::DomWDeg))
}

pub(super) fn pose(puzzle: &Aztec, form: Form) -> Result<Posed, ModelError> {
    let mut model = Model::new();
    let cells = variables(puzzle, &mut model)?;
    for row in puzzle.cells_by_row() {
        model.post_for(rule("row"), Arc::new(AllDifferent::new(&cells[row])))?;
    }
    for cell in 0..cells.len() {
        if let Some([left, right]) = puzzle.below(cell) {
            let triple = [cells[cell], cells[left], cells[right]];
            let made = match form {
                Form::Paper => in_five_ways(&mut model, triple)?,
                Form::Best => Arc::new(Made::new(triple)),
            };
            model.post_for(rule("made"), made)?;
        }
    }
    let selection = match form {
        Form::Paper => Selection::Leftmost,
        Form::Best => Selection::DomWDeg,
    };
    Ok(posed(model, cells, selection))
}

/// A variable for each cell.
fn variables(puzzle: &Aztec, model: &mut Model) -> Result<Vec<Var>, ModelError> {
    let cells = puzzle.givens.iter().enumerate().map(|(cell, given)| {
        let x = match given {
            Some(value) => model.var(value..=value)?,
            None => model.var(1..=9)?,
        };
        model.name(x, triangle::place_name(cell));
        Ok(x)
    });
    cells.collect()
}

fn posed(model: Model, cells: Vec<Var>, selection: Selection) -> Posed {
    let places = cells.clone();
    let branching = move |_| Box::new(Labelling::default().select(selection).over(&cells)) as _;
    Posed { model, places, branching: Box::new(branching), restarts: None }
}

/// The paper's disjunction: a sum, or a difference, or a product, or either quotient.
fn in_five_ways(model: &mut Model, [top, a, b]: [Var; 3]) -> Result<Arc<dyn Constraint>, ModelError> {
    let difference = model.var(-8..=8)?;
    model.post_for(rule("made"), Arc::new((a - b).equals(difference)))?;
    let zero = model.var(0..=0)?;
    let quotient = |more: Var, less: Var| {
        AllOf::default()
            .and((more - less).at_least(1))
            .and(Modulo::new(more, less, zero))
            .and(Division::new(more, less, top))
    };
    let ways = AnyOf::default()
        .or((a + b).equals(top))
        .or(Abs::new(difference, top))
        .or(Times::new(a, b, top))
        .or(quotient(a, b))
        .or(quotient(b, a));
    Ok(Arc::new(ways))
}
