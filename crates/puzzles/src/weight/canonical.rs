//! Twins: trees that differ in the order of the things on a bar, or in which
//! way round a bar hangs.

use super::tree::{Hangs, Thing, Weight};
use crate::{Puzzle, Symmetric};

/// Everything that identifies a thing, as numbers that can be compared.
type Code = Vec<i32>;

/// A bar in one of its two directions: its things in order of distance, each
/// with the code of what hangs there.
struct Told {
    things: Vec<Thing>,
    code: Code,
}

impl Symmetric for Weight {
    fn canonical(&self) -> Box<dyn Puzzle> {
        Box::new(first_told(self))
    }
}

/// The twin whose code comes first.
///
/// From the lowest bars up, each bar is coded in both directions and the lesser
/// code kept: as with rooted trees in general, what hangs from a bar matters to
/// the bar by its code alone (Aho, Hopcroft, Ullman: The Design and Analysis of
/// Computer Algorithms, 1974, section 3.2).
pub(super) fn first_told(puzzle: &Weight) -> Weight {
    let mut told: Vec<Option<Told>> = puzzle.bars().iter().map(|_| None).collect();
    // Bars below come later in reading order: going backwards, their codes are known.
    for (number, bar) in puzzle.bars().iter().enumerate().rev() {
        let code = |hangs: Hangs| match hangs {
            Hangs::Leaf(leaf) => vec![0, puzzle.given()[leaf].unwrap_or(0)],
            Hangs::Bar(bar) => told[bar].as_ref().map_or_else(Vec::new, |told| told.code.clone()),
        };
        let mut codes: Vec<(Thing, Code)> = bar.things.iter().map(|&thing| (thing, code(thing.hangs))).collect();
        let one = tell(&mut codes);
        for (thing, _) in &mut codes {
            thing.at = -thing.at;
        }
        let other = tell(&mut codes);
        told[number] = Some(if other.code < one.code { other } else { one });
    }
    let (tree, leaves) = Weight::listed(&|bar| told[bar].as_ref().map_or_else(Vec::new, |told| told.things.clone()));
    tree.giving(leaves.into_iter().map(|leaf| puzzle.given()[leaf]).collect())
}

fn tell(codes: &mut [(Thing, Code)]) -> Told {
    codes.sort_by(|(one, a), (two, b)| (one.at, a).cmp(&(two.at, b)));
    let mut code = vec![codes.len() as i32];
    for (thing, below) in codes.iter() {
        code.push(thing.at);
        code.extend(below);
    }
    Told { things: codes.iter().map(|&(thing, _)| thing).collect(), code }
}
