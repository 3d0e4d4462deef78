//! Small random puzzles.

use super::MultiBalance;
use fd::Random;

/// Half of them are random fulcrums, which hardly ever balance anything; the
/// others have a solution.
pub(super) fn sample(random: &mut Random) -> MultiBalance {
    if random.chance(1, 2) {
        return balanced(random);
    }
    let (height, width) = (3 + random.below(3) as usize, 3 + random.below(3) as usize);
    let fulcrums = (0..height * width).map(|_| random.chance(1, 5)).collect();
    MultiBalance { width, fulcrums, digits: 2 + random.below(4) as usize }
}

/// 1 and 4 stand in one row, 3 and 2 in another, 1 and 3 in one column, 4 and 2
/// in another, with the fulcrums that this needs; turned, moved, and sometimes
/// with one more.
fn balanced(random: &mut Random) -> MultiBalance {
    let below = |random: &mut Random, n: usize| random.below(n as u32) as usize;
    let (top, left) = (below(random, 2), below(random, 2));
    let (height, width) = (top + 13 + below(random, 2), left + 6 + below(random, 2));
    let mut fulcrums = vec![false; height * width];
    for (row, column) in [(0, 4), (12, 2), (9, 0), (4, 5)] {
        fulcrums[(top + row) * width + left + column] = true;
    }
    if random.chance(1, 2) {
        fulcrums[below(random, height * width)] = true;
    }
    let puzzle = MultiBalance { width, fulcrums, digits: 4 };
    random.pick(&puzzle.twins()).cloned().unwrap_or(puzzle)
}
