//! The rules without sums, with a variable for every sum.

use super::super::model::{post_lines, post_vertices};
use super::super::{Triangle, Trid};
use super::total::Total;
use crate::{Board, Posed, Stencil, Strategy};
use fd::constraints::Strength;
use fd::{Model, ModelError};

/// The rules and the given vertices of a puzzle whose solution is known,
/// without its sums.
///
/// A side holds every number, so matching them pays there; on the shorter
/// lines it does not (see [`Modelled::pose`](crate::Modelled::pose)).
pub(super) fn stencil(puzzle: &Trid, triangles: &[Triangle], solution: &Board) -> Result<Stencil, ModelError> {
    let mut model = Model::new();
    let places = post_vertices(puzzle, &mut model)?;
    let strength = |length: usize| if length == puzzle.size { Strength::Domain } else { Strength::Value };
    post_lines(puzzle, &places, strength, &mut model)?;
    let most = puzzle.size as i32;
    let mut clues = Vec::with_capacity(triangles.len());
    let ties = (model.constraints().len()..).take(triangles.len()).collect();
    for triangle in triangles {
        let corners = triangle.vertices().map(|vertex| places[vertex]);
        let total = model.var(6..=3 * most - 3)?;
        model.post(Total::new(corners, total, most))?;
        clues.push(total);
    }
    let strategy = Strategy::Near(places.clone(), solution.iter().flatten().collect());
    let posed = Posed { model, places, strategy, restarts: None };
    Ok(Stencil { posed, clues, ties })
}
