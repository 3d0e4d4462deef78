//! Boards whose parts are all that a puzzle tells: another solution is ruled out by
//! changing cages or regions.

use super::parts::{Parts, is_connected, members};
use crate::rulefile::FilePuzzle;
use crate::rulefile::board::Pieces;
use crate::rulefile::layout::Layout;
use crate::{Board, Checked};
use fd::Random;

/// How many changes are tried.
const MOST_CHANGES: usize = 60;
/// The most cells of a cage that another cell joins.
const MOST_IN_CAGE: usize = 5;

impl FilePuzzle {
    /// The board changed so that `other` is no solution any more, without clues.
    pub(super) fn repaired(&self, solution: &Board, other: &Board, random: &mut Random) -> Option<FilePuzzle> {
        let board = &self.file().board;
        let place_of = &self.setting.layout.place_of;
        let differs = |cell: &usize| place_of[*cell].is_some_and(|place| solution.get(place) != other.get(place));
        let mut cells: Vec<usize> = self.setting.layout.cells.iter().copied().filter(differs).collect();
        for attempt in 0..MOST_CHANGES {
            random.shuffle(&mut cells);
            let &cell = cells.first()?;
            let mut pieces = self.pieces();
            let changed = match &mut pieces {
                Pieces { cages: Some(cages), .. } if board.has_cages => {
                    self.change_cage(cages, cell, solution, attempt, random)
                }
                Pieces { regions: Some(regions), .. } => self.move_over(regions, cell, random, |_, _| true),
                _ => return None,
            };
            if !changed {
                continue;
            }
            let Some(bare) = FilePuzzle::on_board(self.kind, self.unblocked(), pieces) else { continue };
            let Some(clued) = bare.with_all_clues(solution, random) else { continue };
            if !clued.violations(other).is_empty() && clued.violations(solution).is_empty() {
                return Some(bare);
            }
        }
        None
    }

    /// An open board of the same size.
    pub(in crate::rulefile) fn unblocked(&self) -> Layout {
        let layout = &self.setting.layout;
        Layout::open(layout.numbers.clone(), layout.rows, layout.columns, layout.is_triangle)
    }

    /// Moves a cell to another cage, or cuts its cage in two: rather in parts of several cells.
    fn change_cage(
        &self,
        cages: &mut Parts,
        cell: usize,
        solution: &Board,
        attempt: usize,
        random: &mut Random,
    ) -> bool {
        let fits = self.fitting(solution);
        if random.chance(1, 3) {
            return self.move_over(cages, cell, random, |cage, cell| cage.len() < MOST_IN_CAGE && fits(cage, cell));
        }
        let layout = &self.setting.layout;
        let cage = members(cages, cages[cell]);
        let least = if attempt < MOST_CHANGES / 2 { 2 } else { 1 };
        if cages[cell].is_none() || cage.len() < 2 * least {
            return false;
        }
        // A part that grows from the cell.
        let size = least + random.below((cage.len() - 2 * least + 1) as u32) as usize;
        let mut part = vec![cell];
        while part.len() < size {
            let near = part.iter().flat_map(|&cell| layout.beside(cell));
            let near: Vec<usize> = near.filter(|near| cage.contains(near) && !part.contains(near)).collect();
            let Some(&near) = random.pick(&near) else { return false };
            part.push(near);
        }
        let rest: Vec<usize> = cage.iter().copied().filter(|cell| !part.contains(cell)).collect();
        let number = cages.iter().flatten().max().map_or(1, |most| most + 1);
        part.iter().for_each(|&cell| cages[cell] = Some(number));
        is_connected(layout, &rest)
    }

    /// Moves a cell to a part beside it that it fits, if both parts stay connected.
    fn move_over(
        &self,
        parts: &mut Parts,
        cell: usize,
        random: &mut Random,
        fits: impl Fn(&[usize], usize) -> bool,
    ) -> bool {
        let own = parts[cell];
        let near = self.setting.layout.beside(cell).into_iter().map(|near| parts[near]);
        let near: Vec<Option<i32>> = near.filter(|&part| part.is_some() && part != own).collect();
        let Some(&to) = random.pick(&near) else { return false };
        if !fits(&members(parts, to), cell) {
            return false;
        }
        parts[cell] = to;
        is_connected(&self.setting.layout, &members(parts, own))
    }
}
