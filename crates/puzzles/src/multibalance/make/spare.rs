//! Fulcrums that carry nothing.

use super::super::MultiBalance;
use crate::Board;
use fd::Random;

/// Which rows and columns of a grid a board has numbers on.
#[derive(Debug)]
struct Used {
    rows: Vec<bool>,
    columns: Vec<bool>,
}

impl Used {
    fn by(board: &Board, puzzle: &MultiBalance) -> Used {
        let mut used = Used { rows: vec![false; puzzle.height()], columns: vec![false; puzzle.width] };
        for cell in (0..board.len()).filter_map(|place| puzzle.cell_of(board, place)) {
            used.rows[cell / puzzle.width] = true;
            used.columns[cell % puzzle.width] = true;
        }
        used
    }
}

/// The cells without a fulcrum whose row and column are both unused by a
/// solution: one more fulcrum there does not affect it.
fn free_cells(puzzle: &MultiBalance, solution: &Board) -> Vec<usize> {
    let used = Used::by(solution, puzzle);
    let unused = |&cell: &usize| !used.rows[cell / puzzle.width] && !used.columns[cell % puzzle.width];
    (0..puzzle.fulcrums.len()).filter(|&cell| !puzzle.fulcrums[cell]).filter(unused).collect()
}

/// Adds spare fulcrums and returns their cells.
pub(super) fn add(puzzle: &mut MultiBalance, solution: &Board, count: usize, random: &mut Random) -> Vec<usize> {
    let mut cells = free_cells(puzzle, solution);
    random.shuffle(&mut cells);
    cells.truncate(count);
    for &cell in &cells {
        puzzle.fulcrums[cell] = true;
    }
    cells
}

/// Moves one of the spare fulcrums to a line that another solution uses, which
/// then has one too many for it; `false` when that cannot be done.
pub(super) fn move_against(
    other: &Board,
    puzzle: &mut MultiBalance,
    solution: &Board,
    spares: &mut [usize],
    random: &mut Random,
) -> bool {
    let used = Used::by(other, puzzle);
    let mut cells = free_cells(puzzle, solution);
    cells.retain(|&cell| used.rows[cell / puzzle.width] || used.columns[cell % puzzle.width]);
    let Some(&to) = random.pick(&cells) else { return false };
    let Some(from) = spares.get_mut(random.below(spares.len() as u32) as usize) else { return false };
    puzzle.fulcrums[*from] = false;
    puzzle.fulcrums[to] = true;
    *from = to;
    true
}
