//! Small random puzzles.

use super::Gap;
use super::make::any_board;
use crate::Puzzle;
use fd::Random;

/// Half of them have random clues, which hardly ever fit each other; the
/// others have some of the gaps of a board.
pub(super) fn sample(random: &mut Random) -> Box<dyn Puzzle> {
    let size = 8 + random.below(2) as usize;
    if random.chance(1, 2) {
        let most = size as u32 - 2;
        let mut clues =
            || (0..size).map(|_| random.chance(1, 5).then(|| 1 + random.below(most) as usize)).collect::<Vec<_>>();
        return Box::new(Gap { columns: clues(), rows: clues() });
    }
    let board = any_board(size, random);
    let keep = 1 + random.below(4);
    let kept: Vec<bool> = (0..board.clues()).map(|_| random.chance(keep, 12)).collect();
    board.with_clues(&kept)
}
