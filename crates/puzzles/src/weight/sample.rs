//! Small random puzzles.

use super::tree::{Hangs, Thing, Weight};
use fd::Random;

/// The most leaves and bars below the top one, together.
const MOST_THINGS: usize = 6;

/// A tree of two or three levels that need not balance, with a weight given
/// now and then.
pub(super) fn sample(random: &mut Random) -> Weight {
    loop {
        let mut bars = Vec::new();
        let mut leaves = 0;
        grow(&mut bars, &mut leaves, 0, random);
        if bars.iter().map(Vec::len).sum::<usize>() <= MOST_THINGS {
            let (tree, leaves) = Weight::listed(&|bar| bars[bar].clone());
            let most = leaves.len().min(2) as u32;
            let given = leaves.iter().map(|_| random.chance(1, 12).then(|| 1 + random.below(most) as i32)).collect();
            return tree.giving(given);
        }
    }
}

/// Adds a bar with two or three things on it, some of which are bars; says
/// which it is.
fn grow(bars: &mut Vec<Vec<Thing>>, leaves: &mut usize, depth: u32, random: &mut Random) -> usize {
    let mut distances: Vec<i32> = (-4..=4).collect();
    random.shuffle(&mut distances);
    let bar = bars.len();
    bars.push(Vec::new());
    for at in distances.into_iter().take(2 + random.below(2) as usize) {
        let hangs = if depth < 2 && random.chance(1, 3) {
            Hangs::Bar(grow(bars, leaves, depth + 1, random))
        } else {
            *leaves += 1;
            Hangs::Leaf(*leaves - 1)
        };
        bars[bar].push(Thing { at, hangs });
    }
    bar
}
