//! Tests of Weight.

mod check;
mod draw;
mod formats;
mod make;
mod model;

use super::{GivenAt, Weight};
use crate::Lines;
use crate::tree::TreeReader;
use fd::Random;

/// A puzzle from its text.
fn puzzle(text: &str) -> Weight {
    super::formats::read_text(Lines { text, first: 1 }).unwrap()
}

/// A random tree with about this many leaves: two to nine things on a bar,
/// mostly at different distances, some weights given.
fn random_tree(random: &mut Random, leaves: u32) -> Weight {
    let mut draft = TreeReader::new();
    hang_random(random, &mut draft, leaves.max(2), leaves.max(2));
    Weight::read(draft.finish()).unwrap()
}

/// Hangs this many leaves from the bar being read and closes it.
fn hang_random(random: &mut Random, draft: &mut TreeReader<GivenAt>, leaves: u32, most: u32) {
    let things = if leaves == 1 { 1 } else { 2 + random.below(leaves.min(9) - 1) };
    // Each thing gets a leaf; the others are dealt out, so that some grow into bars.
    let mut shares = vec![1; things as usize];
    for _ in things..leaves {
        shares[random.below(things) as usize] += 1;
    }
    let mut distances: Vec<i32> = (-9..=9).filter(|&at| at != 0 || random.chance(1, 8)).collect();
    random.shuffle(&mut distances);
    if random.chance(1, 16) {
        distances[1] = distances[0];
    }
    distances.truncate(shares.len());
    distances.sort_unstable();
    for (share, at) in shares.into_iter().zip(distances) {
        if share == 1 && random.chance(29, 30) {
            let given = random.chance(1, 8).then(|| 1 + random.below(most) as i32);
            let place = crate::Location::default();
            draft.leaf(at, given.map(|given| (given, place.clone())), place).unwrap();
        } else {
            draft.open(at, crate::Location::default()).unwrap();
            hang_random(random, draft, share, most);
        }
    }
    draft.close(crate::Location::default()).unwrap();
}
