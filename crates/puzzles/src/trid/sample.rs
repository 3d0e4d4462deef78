//! Small random puzzles.

use super::{Given, Sum, Triangle, Trid};
use crate::{Puzzle, triangle};
use fd::Random;

/// Sides up to 5 with a few sums and given vertices, which need not fit each
/// other.
pub(super) fn sample(random: &mut Random) -> Box<dyn Puzzle> {
    let size = random.pick(&[1, 2, 3, 3, 4, 5, 5, 5]).copied().unwrap_or(1);
    let sums_of = (3 * size as u32).saturating_sub(8).max(1);
    let (mut sums, mut givens) = (Vec::new(), Vec::new());
    for row in 0..size {
        for pos in 0..=row {
            for (down, one_in) in [(false, 4), (true, 8)] {
                let exists = row + 1 < size && (!down || pos < row);
                if exists && random.chance(1, one_in) {
                    let sum = 6 + random.below(sums_of) as i32;
                    sums.push(Sum { triangle: Triangle { row, pos, down }, sum });
                }
            }
            if random.chance(1, 8) {
                givens.push(Given { vertex: triangle::place(row, pos), value: 1 + random.below(size as u32) as i32 });
            }
        }
    }
    Box::new(Trid::new(size, sums, givens))
}
