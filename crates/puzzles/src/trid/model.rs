//! The rules, posed to the kernel.

use super::corners::Corners;
use super::make::triangles;
use super::total::Total;
use super::{Sum, Triangle, Trid};
use crate::{Board, Modelled, Posed, Puzzle, Stencil, Strategy, triangle};
use fd::constraints::{AllDifferent, Clause, Strength};
use fd::{Luby, Model, ModelError, Var};

/// The conflicts before the first restart.
const CONFLICTS: u64 = 100;

/// The same where each run begins afresh.
const CONFLICTS_AFRESH: u64 = 400;

impl Modelled for Trid {
    /// A line only removes the numbers that are taken, a sum sees every number
    /// it forbids, and the search turns to where it met conflicts before. With sums, some
    /// runs are lucky and others are not, so that each begins afresh.
    fn pose(&self) -> Result<Posed, ModelError> {
        let posed = self.pose_for_paper()?;
        if self.sums.is_empty() {
            return Ok(posed);
        }
        let strategy = Strategy::FirstFailAfresh(posed.places.clone());
        Ok(Posed { strategy, restarts: Some(Luby::of(CONFLICTS_AFRESH)), ..posed })
    }

    fn construct(&self) -> Option<Board> {
        (self.sums.is_empty() && self.givens.is_empty()).then(|| fill(self.size))?
    }
}

impl Trid {
    /// As it is posed when puzzles are made as the paper does: what a seed names must not change.
    pub(super) fn pose_for_paper(&self) -> Result<Posed, ModelError> {
        let mut model = Model::new();
        let places = post_vertices(self, &mut model)?;
        post_lines(self, &places, |_| Strength::Value, &mut model)?;
        for &Sum { triangle, sum } in &self.sums {
            let corners = triangle.vertices().map(|vertex| places[vertex]);
            model.post(Corners { corners, sum, most: self.size as i32 })?;
        }
        Ok(searched(model, places))
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

/// The rules and the given vertices of a puzzle whose solution is known,
/// without its sums.
pub(super) fn stencil_near(puzzle: &Trid, triangles: &[Triangle], solution: &Board) -> Result<Stencil, ModelError> {
    let mut stencil = bare(puzzle, triangles)?;
    let places = stencil.posed.places.clone();
    stencil.posed.strategy = Strategy::NearSolution(places, solution.iter().flatten().collect());
    stencil.posed.restarts = None;
    Ok(stencil)
}

/// The rules alone: the vertices and all sums are clues.
pub(super) fn stencil(size: usize) -> Result<Stencil, ModelError> {
    let puzzle = Trid::new(size, Vec::new(), Vec::new());
    let Stencil { posed, clues: totals, .. } = bare(&puzzle, &triangles(size, true))?;
    let clues = posed.places.iter().chain(&totals).copied().collect();
    Ok(Stencil { posed, clues, ties: Vec::new() })
}

/// The rules with every sum unknown.
///
/// A side holds every number, so matching them pays there; on the shorter
/// lines it does not (see [`Modelled::pose`]).
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
    Ok(Stencil { posed: searched(model, places), clues: totals, ties })
}

/// Numbers for a triangle of this side that differ on every straight line;
/// `None` for the sides 2 and 4, which have none.
///
/// With an odd side N, row + pos modulo N works: along a row or a `/` line it
/// goes in steps of one, along a `\` line in steps of two, and two has an
/// inverse modulo N. With an even side, the same modulo N - 1 repeats a number
/// only on the three lines of length N, whose ends, the corners, have 0. That
/// leaves one number, N - 1, unused. Let one corner keep 0, another take N - 1,
/// and the third, on top, take 2: the 2 must then be removed from the two cells
/// on the sides below that have it. On the left side this is (2, 0), which can
/// take 0, since no 0 is left on that side, and none is on its other lines when
/// N > 5. On the right side it is (1, 1), which can take N - 1.
fn fill(size: usize) -> Option<Board> {
    if matches!(size, 2 | 4) {
        return None;
    }
    let modulus = if size.is_multiple_of(2) { size - 1 } else { size };
    let values = (0..size).flat_map(|row| (0..=row).map(move |pos| ((row + pos) % modulus + 1) as i32));
    let mut board = Board::full(values);
    if size.is_multiple_of(2) {
        let unused = Some(size as i32);
        board.set(triangle::place(0, 0), Some(3));
        board.set(triangle::place(2, 0), Some(1));
        board.set(triangle::place(1, 1), unused);
        board.set(triangle::place(size - 1, 0), unused);
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checked;

    #[test]
    fn every_side_is_filled() {
        for size in (1..=60).chain([99, 100, 499, 500]) {
            let puzzle = Trid::new(size, Vec::new(), Vec::new());
            match fill(size) {
                Some(board) => assert_eq!(puzzle.violations(&board), [], "side {size}"),
                None => assert!(size == 2 || size == 4),
            }
        }
    }
}
