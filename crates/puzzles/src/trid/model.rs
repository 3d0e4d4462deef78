//! The rules, posed to the kernel.

use super::corners::Corners;
use super::{Sum, Trid, fill};
use crate::{Board, Modelled, Posed, Puzzle, Strategy, triangle};
use fd::constraints::{AllDifferent, Clause, Strength};
use fd::{Luby, Model, ModelError, Var};

/// The conflicts before the first restart.
const CONFLICTS: u64 = 100;

impl Modelled for Trid {
    /// A line only removes the numbers that are taken, a sum sees every number
    /// it forbids, and the search turns to where it met conflicts before.
    fn pose(&self) -> Result<Posed, ModelError> {
        let mut model = Model::new();
        let places = post_vertices(self, &mut model)?;
        post_lines(self, &places, |_| Strength::Value, &mut model)?;
        for &Sum { triangle, sum } in &self.sums {
            let corners = triangle.vertices().map(|vertex| places[vertex]);
            model.post(Corners { corners, sum, most: self.size as i32 })?;
        }
        Ok(searched(model, places))
    }

    fn construct(&self) -> Option<Board> {
        (self.sums.is_empty() && self.givens.is_empty()).then(|| fill::fill(self.size))?
    }
}

/// A model of these vertices, with how to search it.
pub(super) fn searched(model: Model, places: Vec<Var>) -> Posed {
    let strategy = Strategy::FirstFail(places.clone());
    Posed { model, places, strategy, restarts: Some(Luby::of(CONFLICTS)) }
}

/// A variable for each vertex; one that is given has its number alone.
pub(super) fn post_vertices(puzzle: &Trid, model: &mut Model) -> Result<Vec<Var>, ModelError> {
    let givens = puzzle.givens();
    let vertices = triangle::variables(&givens, puzzle.size as i32, model)?;
    // A vertex that is given twice, differently, cannot be both.
    for given in puzzle.givens.iter().filter(|given| givens.get(given.vertex) != Some(given.value)) {
        model.post(Clause::new([vertices[given.vertex].is(given.value)]))?;
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
        model.post(AllDifferent::new(&line).strength(strength))?;
    }
    Ok(())
}
