//! The rules without sums, with a variable for every sum.

use super::super::model::{self, post_lines, post_vertices};
use super::super::{Triangle, Trid};
use super::total::Total;
use super::triangles;
use crate::{Board, Posed, Stencil, Strategy};
use fd::constraints::Strength;
use fd::{Model, ModelError, Var};

/// The rules and the given vertices of a puzzle whose solution is known,
/// without its sums.
pub(super) fn stencil(puzzle: &Trid, triangles: &[Triangle], solution: &Board) -> Result<Stencil, ModelError> {
    let Bare { model, places, totals, ties } = Bare::new(puzzle, triangles)?;
    let strategy = Strategy::NearSolution(places.clone(), solution.iter().flatten().collect());
    let posed = Posed { model, places, strategy, restarts: None };
    Ok(Stencil { posed, clues: totals, ties })
}

/// The rules alone: the vertices and all sums are clues.
pub(super) fn without_givens(size: usize) -> Result<Stencil, ModelError> {
    let puzzle = Trid::new(size, Vec::new(), Vec::new());
    let Bare { model, places, totals, .. } = Bare::new(&puzzle, &triangles(size, true))?;
    let clues = places.iter().chain(&totals).copied().collect();
    Ok(Stencil { posed: model::searched(model, places), clues, ties: Vec::new() })
}

/// A model with every sum unknown.
struct Bare {
    model: Model,
    places: Vec<Var>,
    totals: Vec<Var>,
    /// The constraint of each total.
    ties: Vec<usize>,
}

impl Bare {
    /// A side holds every number, so matching them pays there; on the shorter
    /// lines it does not (see [`Modelled::pose`](crate::Modelled::pose)).
    fn new(puzzle: &Trid, triangles: &[Triangle]) -> Result<Bare, ModelError> {
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
            model.post(Total::new(corners, total, most))?;
            totals.push(total);
        }
        Ok(Bare { model, places, totals, ties })
    }
}
