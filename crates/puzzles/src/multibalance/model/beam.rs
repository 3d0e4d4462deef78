//! The rows and columns that numbers can stand on.

use super::super::{Line, MultiBalance};

/// A row or column with exactly one fulcrum, which is not at an end: no other
/// can hold a number.
#[derive(Debug)]
pub(in super::super) struct Beam {
    /// `row 3`
    pub(in super::super) name: String,
    pub(in super::super) is_row: bool,
    /// The cell of its fulcrum.
    pub(in super::super) fulcrum: usize,
    /// The cells that may hold a number, each with its arm: the distance to
    /// the fulcrum, negative before it.
    pub(in super::super) arms: Vec<(usize, i32)>,
}

impl Beam {
    fn new(puzzle: &MultiBalance, line: Line) -> Option<Beam> {
        let positions = || (0..).zip(line.cells());
        let mut fulcrums = positions().filter(|&(_, cell)| puzzle.is_fulcrum(cell));
        let (Some((middle, fulcrum)), None) = (fulcrums.next(), fulcrums.next()) else { return None };
        let arms = positions().map(|(i, cell): (i32, usize)| (cell, i - middle)).filter(|&(_, arm)| arm != 0).collect();
        Some(Beam { name: line.name(), is_row: line.is_row, fulcrum, arms }).filter(Beam::has_two_sides)
    }

    fn has_two_sides(&self) -> bool {
        let on_side = |sign: i32| self.arms.iter().any(|&(_, arm)| arm.signum() == sign);
        on_side(-1) && on_side(1)
    }
}

/// All beams, rows first, with the cells that lie on two of them.
pub(in super::super) fn beams(puzzle: &MultiBalance) -> Vec<Beam> {
    let mut beams: Vec<Beam> = puzzle.lines().filter_map(|line| Beam::new(puzzle, line)).collect();
    keep_crossings(&mut beams, puzzle.fulcrums.len());
    beams
}

/// The beams that keep cells on both sides of their fulcrums when everything
/// unusable is removed, up to the fixpoint.
pub(in super::super) fn useful_beams(puzzle: &MultiBalance) -> Vec<Beam> {
    let mut beams = beams(puzzle);
    loop {
        let before = beams.len();
        beams.retain(Beam::has_two_sides);
        if beams.len() == before {
            return beams;
        }
        keep_crossings(&mut beams, puzzle.fulcrums.len());
    }
}

fn keep_crossings(beams: &mut [Beam], cells: usize) {
    let mut beams_on = vec![0; cells];
    for &(cell, _) in beams.iter().flat_map(|beam| &beam.arms) {
        beams_on[cell] += 1;
    }
    for beam in beams {
        beam.arms.retain(|&(cell, _)| beams_on[cell] == 2);
    }
}

/// The cells of all beams, in order.
pub(in super::super) fn cells(beams: &[Beam]) -> Vec<usize> {
    let rows = beams.iter().filter(|beam| beam.is_row);
    rows.flat_map(|beam| &beam.arms).map(|&(cell, _)| cell).collect()
}

/// The pairs of beams that cross at the fulcrum of both.
pub(in super::super) fn crossings(beams: &[Beam]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let rows = beams.iter().take_while(|beam| beam.is_row).count();
    (0..rows).filter_map(move |row| {
        let column = (rows..beams.len()).find(|&column| beams[column].fulcrum == beams[row].fulcrum)?;
        Some((row, column))
    })
}
