//! The rules without sums, with a variable for every sum.

use super::super::model::{self, post_lines, post_vertices};
use super::super::{Triangle, Trid};
use super::total::Total;
use super::triangles;
use crate::{Board, Stencil, Strategy};
use fd::constraints::Strength;
use fd::{Model, ModelError};

/// The rules and the given vertices of a puzzle whose solution is known,
/// without its sums.
pub(super) fn stencil(puzzle: &Trid, triangles: &[Triangle], solution: &Board) -> Result<Stencil, ModelError> {
    let mut stencil = bare(puzzle, triangles)?;
    let places = stencil.posed.places.clone();
    stencil.posed.strategy = Strategy::NearSolution(places, solution.iter().flatten().collect());
    stencil.posed.restarts = None;
    Ok(stencil)
}

/// The rules alone: the vertices and all sums are clues.
pub(super) fn without_givens(size: usize) -> Result<Stencil, ModelError> {
    let puzzle = Trid::new(size, Vec::new(), Vec::new());
    let Stencil { posed, clues: totals, .. } = bare(&puzzle, &triangles(size, true))?;
    let clues = posed.places.iter().chain(&totals).copied().collect();
    Ok(Stencil { posed, clues, ties: Vec::new() })
}

/// The rules with every sum unknown.
///
/// A side holds every number, so matching them pays there; on the shorter
/// lines it does not (see [`Modelled::pose`](crate::Modelled::pose)).
fn bare(puzzle: &Trid, triangles: &[Triangle]) -> Result<Stencil, ModelError> {
    let mut model = Model::new();
    let places = post_vertices(puzzle, &mut model)?;
    let strength = |length: usize| if length == puzzle.size { Strength::Domain } else { Strength::Value };
    post_lines(puzzle, &places, strength, &mut model)?;
    let most = puzzle.size as i32;
    let mut totals = Vec::with_capacity(triangles.len());
    let ties = (model.constraints().len()..).take(triangles.len()).collect();
    for triangle in triangles {
        let corners = triangle.vertices().map(|vertex| places[vertex]);
        // With the numbers 1 and 2 there is no total at all.
        let total = model.var(6..=(3 * most - 3).max(6))?;
        model.post(Total { corners, total, most })?;
        totals.push(total);
    }
    Ok(Stencil { posed: model::searched(model, places), clues: totals, ties })
}
