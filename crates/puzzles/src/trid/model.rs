//! The rules, posed to the kernel.

use super::corners::Corners;
use super::{RULES, Sum, Trid};
use crate::{Form, Posed, Puzzle, triangle};
use fd::constraints::{self, AllDifferent, Clause, Strength};
use fd::{Branching, Constraint, FirstFail, Labelling, Luby, Model, ModelError, RuleId, Selection, Var};
use std::sync::Arc;

/// The conflicts before the first restart.
const CONFLICTS: u64 = 100;

/// The number of the rule with this name.
pub(super) fn rule(name: &str) -> RuleId {
    RuleId(RULES.iter().position(|rule| rule.name == name).unwrap_or(0) as u32)
}

/// The paper matches numbers with the vertices of each line (`all_distinct`).
/// Measured, that saves few nodes and costs much: at our best a line only
/// removes the numbers that are taken, a sum sees every number it forbids, and
/// the search turns to where it met conflicts before.
pub(super) fn pose(puzzle: &Trid, form: Form) -> Result<Posed, ModelError> {
    let mut model = Model::new();
    let vertices = post_vertices(puzzle, &mut model)?;
    let strength = match form {
        Form::Paper => Strength::Domain,
        Form::Best => Strength::Value,
    };
    post_lines(puzzle, &vertices, |_| strength, &mut model)?;
    for Sum { triangle, sum } in &puzzle.sums {
        let corners = triangle.vertices().map(|vertex| vertices[vertex]);
        let equation: Arc<dyn Constraint> = match form {
            Form::Paper => Arc::new(corners.iter().sum::<constraints::Sum>().equals(*sum)),
            Form::Best => Arc::new(Corners::new(corners, *sum, puzzle.size as i32)),
        };
        model.post_for(rule("sum"), equation)?;
    }
    let places = vertices.clone();
    let branching = move |_| -> Box<dyn Branching> {
        match form {
            Form::Paper => Box::new(Labelling::default().select(Selection::Ffc).over(&vertices)),
            Form::Best => Box::new(FirstFail::over(&vertices).weighted()),
        }
    };
    let restarts = (form == Form::Best).then_some(Luby { unit: CONFLICTS });
    Ok(Posed { model, places, branching: Box::new(branching), restarts })
}

/// A variable for each vertex; one that is given has its number alone.
pub(super) fn post_vertices(puzzle: &Trid, model: &mut Model) -> Result<Vec<Var>, ModelError> {
    let givens = puzzle.givens();
    let mut vertices = Vec::with_capacity(givens.len());
    for (vertex, given) in givens.iter().enumerate() {
        let x = match given {
            Some(value) => model.var(value..=value)?,
            None => model.var(1..=puzzle.size as i32)?,
        };
        model.name(x, triangle::place_name(vertex));
        vertices.push(x);
    }
    // A vertex that is given twice, differently, cannot be both.
    for given in puzzle.givens.iter().filter(|given| givens.get(given.vertex) != Some(given.value)) {
        model.post_for(rule("given"), Arc::new(Clause::new([vertices[given.vertex].is(given.value)])))?;
    }
    Ok(vertices)
}

/// The numbers on a line differ; `strength` says how hard to try, by the
/// length of the line.
pub(super) fn post_lines(
    puzzle: &Trid,
    vertices: &[Var],
    strength: impl Fn(usize) -> Strength,
    model: &mut Model,
) -> Result<(), ModelError> {
    for line in puzzle.lines() {
        let line: Vec<Var> = line.into_iter().map(|vertex| vertices[vertex]).collect();
        let strength = strength(line.len());
        model.post_for(rule("line"), Arc::new(AllDifferent::new(&line).strength(strength)))?;
    }
    Ok(())
}
