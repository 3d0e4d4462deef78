//! Making: random fillings of the triangle, with every sum that could be given.

mod filling;
#[cfg(test)]
mod tests;

use super::{Given, MOST_SIZE, Sum, Triangle, Trid, model};
use crate::{
    ClueOption, Clued, Clues, Draft, Impossible, Maker, MakerOption, Making, Puzzle, Request, Stencil, Takes, triangle,
};
use fd::{Limits, ModelError, Random, Stopped};
use filling::Fillings;

/// What can be asked for.
pub(super) const MAKING: Making = Making {
    size: 6,
    clues: Some(ClueOption {
        name: "clues",
        says: "How many small triangles have their sum given [default: min]",
        default: Clues::Min,
    }),
    options: &[
        MakerOption {
            name: DOWN,
            says: "Whether triangles that point down may have a sum, too [default: no]",
            takes: Takes::YesNo,
        },
        MakerOption {
            name: GIVENS,
            says: "How many vertices have their number given, beside the sums [default: 0]",
            takes: Takes::Number { least: 0, most: (MOST_SIZE * (MOST_SIZE + 1) / 2) as u32 },
        },
    ],
    offered: &[5, 6, 7, 8, 10],
    tested: &[(1, 1), (5, 150), (6, 100), (7, 40), (8, 10)],
};

const DOWN: &str = "down";
pub(super) const GIVENS: &str = "givens";

/// Makes drafts of one request.
#[derive(Debug)]
struct TridMaker {
    size: usize,
    /// The number of vertices that are given.
    givens: usize,
    /// Those that may have a sum.
    triangles: Vec<Triangle>,
    /// Built for the first draft.
    fillings: Option<Fillings>,
}

pub(super) fn maker(wanted: &Request) -> Result<Box<dyn Maker>, Impossible> {
    let size = wanted.size;
    let triangles = check(wanted)?;
    let givens = check_givens(wanted)?;
    check_least(wanted, givens)?;
    Ok(Box::new(TridMaker { size, givens, triangles, fillings: None }))
}

/// The triangles that may have a sum, if there are such puzzles.
pub(super) fn check(wanted: &Request) -> Result<Vec<Triangle>, Impossible> {
    let size = wanted.size;
    if !(1..=MOST_SIZE).contains(&size) {
        return Err(Impossible(format!("the side of a triangle is from 1 to {MOST_SIZE}, not {size}")));
    }
    if matches!(size, 2 | 4) {
        let reason = format!("with the numbers 1 to {size}, some straight line always has one of them twice");
        return Err(Impossible(format!("a triangle of side {size} cannot be filled: {reason}")));
    }
    let triangles = triangles(size, wanted.option(DOWN) == Some(1));
    if let Some(Clues::Between(least, _)) = wanted.clues
        && least > triangles.len()
    {
        let count = triangles.len();
        return Err(Impossible(format!("a triangle of side {size} has only {count} small triangles for sums")));
    }
    Ok(triangles)
}

/// The number of vertices to be given.
fn check_givens(wanted: &Request) -> Result<usize, Impossible> {
    let size = wanted.size;
    let givens = wanted.option(GIVENS).unwrap_or(0) as usize;
    let vertices = triangle::places(size);
    if givens > vertices {
        return Err(Impossible(format!("a triangle of side {size} has only {vertices} vertices to give")));
    }
    if size == 3 && givens < 2 {
        let reason = "every sum in a triangle of side 3 is 6, which tells nothing";
        return Err(Impossible(format!("{reason}: at least 2 vertices must be given")));
    }
    Ok(givens)
}

/// Refuses too few sums.
///
/// Two numbers that are in the same triangles with sums, and at no given
/// vertex, can be exchanged everywhere. So at most one number is in no such
/// triangle, and for each triangle at most one is in that one alone; all others
/// are in two or more. K sums and G given vertices therefore tell at most
/// 2K + G + 1 numbers apart. (With side 5 that allows 2 sums, but going through
/// all fillings shows that 3 are needed; with side 6 it is exact.)
fn check_least(wanted: &Request, givens: usize) -> Result<(), Impossible> {
    let Some(Clues::Between(_, most)) = wanted.clues else { return Ok(()) };
    let size = wanted.size;
    let needed = match (size, givens) {
        (3, _) => 0,
        (5, 0) => 3,
        _ => (size - 1).saturating_sub(givens).div_ceil(2),
    };
    if most >= needed {
        return Ok(());
    }
    let reason = format!("with fewer than {needed} sums it always has several solutions, or none");
    Err(Impossible(format!("no triangle of side {size} is unique with {most}: {reason}")))
}

/// The small triangles in a triangle of this side, in the order of a puzzle's sums.
pub(super) fn triangles(size: usize, with_down: bool) -> Vec<Triangle> {
    let below = |row: usize| (0..=2 * row).map(move |i| Triangle { row, pos: i / 2, down: i % 2 == 1 });
    (0..size.saturating_sub(1)).flat_map(below).filter(|triangle| with_down || !triangle.down).collect()
}

/// The sums, in their order. Given vertices stay: makers choose them.
impl Clued for Trid {
    fn clues(&self) -> usize {
        self.sums.len()
    }

    fn with_clues(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let sums = self.sums.iter().zip(kept).filter(|&(_, &kept)| kept).map(|(&sum, _)| sum).collect();
        Box::new(Trid { size: self.size, sums, givens: self.givens.clone() })
    }

    /// Here given vertices are clues, too.
    fn stencil(&self) -> Result<Stencil, ModelError> {
        model::stencil(self.size)
    }
}

impl Maker for TridMaker {
    /// Each draft has its own stencil: the search is guided by its solution, and
    /// a given vertex is part of the model.
    fn draft(&mut self, random: &mut Random, limits: Limits<'_>) -> Result<Option<Draft>, Stopped> {
        let fillings = match &mut self.fillings {
            Some(fillings) => fillings,
            none => none.insert(Fillings::new(self.size, limits)?),
        };
        let Some(solution) = fillings.draw(random, limits)? else { return Ok(None) };
        let value = |vertex: usize| solution.get(vertex).unwrap_or(0);
        let sum = |&triangle: &Triangle| Sum { triangle, sum: triangle.vertices().map(value).iter().sum() };
        let sums: Vec<Sum> = self.triangles.iter().map(sum).collect();
        let clues = sums.iter().map(|sum| sum.sum).collect();
        let mut vertices: Vec<usize> = (0..solution.len()).collect();
        random.shuffle(&mut vertices);
        let givens = vertices.iter().take(self.givens).map(|&vertex| Given { vertex, value: value(vertex) });
        let puzzle = Trid::new(self.size, sums, givens.collect());
        limits.check()?;
        let Ok(stencil) = model::stencil_near(&puzzle, &self.triangles, &solution) else { return Ok(None) };
        Ok(Some(Draft { puzzle: Box::new(puzzle), solution, clues, stencil: Some(stencil) }))
    }

    /// Up to side 10 nearly every question can be answered. Beyond that, many
    /// cannot at any reasonable cost, and the few that could are not worth
    /// waiting for all others.
    fn patience(&self) -> u64 {
        match self.size {
            ..=10 => 100_000,
            11..=30 => 3_000,
            size => (3_000_000 / (size * size) as u64).max(100),
        }
    }
}
