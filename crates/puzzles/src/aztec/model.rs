//! The rules, posed to the kernel.

use super::relation::Made;
use super::{Aztec, RULES};
use crate::{Form, Posed, triangle};
use fd::constraints::{Abs, AllDifferent, AllOf, AnyOf, Division, Modulo, Times};
use fd::{Constraint, Labelling, Model, ModelError, RuleId, Selection, Var};
use std::sync::Arc;

/// The number of the rule with this name.
fn rule(name: &str) -> RuleId {
    RuleId(RULES.iter().position(|rule| rule.name == name).unwrap_or(0) as u32)
}

pub(super) fn pose(puzzle: &Aztec, form: Form) -> Result<Posed, ModelError> {
    let mut model = Model::new();
    let mut cells = Vec::with_capacity(puzzle.givens.len());
    for (cell, given) in puzzle.givens.iter().enumerate() {
        let x = match given {
            Some(value) => model.var(value..=value)?,
            None => model.var(1..=9)?,
        };
        model.name(x, triangle::place_name(cell));
        cells.push(x);
    }
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
    let places = cells.clone();
    let branching = move |_| Box::new(Labelling::default().select(selection).over(&cells)) as _;
    Ok(Posed { model, places, branching: Box::new(branching), restarts: None })
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
