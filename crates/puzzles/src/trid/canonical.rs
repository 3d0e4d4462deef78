//! The canonical form, which is the same for all twins of a puzzle.

use super::{Given, Sum, Triangle, Trid};
use crate::{Puzzle, Symmetric, triangle};

/// The orders of a vertex's distances from the three sides: as they are, turned
/// twice, and the same mirrored.
const SYMMETRIES: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

impl Symmetric for Trid {
    fn canonical(&self) -> Box<dyn Puzzle> {
        Box::new(least_image(self))
    }
}

/// The least of the puzzle's six images, each clue once.
fn least_image(puzzle: &Trid) -> Trid {
    let images = SYMMETRIES.iter().map(|symmetry| image(puzzle, symmetry));
    let least = images.min_by(|a, b| (&a.sums, &a.givens).cmp(&(&b.sums, &b.givens)));
    least.unwrap_or_else(|| puzzle.clone())
}

fn image(puzzle: &Trid, symmetry: &[usize; 3]) -> Trid {
    let size = puzzle.size;
    let moved = |vertex: usize| {
        let (row, pos) = triangle::row_and_pos(vertex);
        let distances = [size - 1 - row, pos, row - pos];
        let [below, left, _] = symmetry.map(|side| distances[side]);
        triangle::place(size - 1 - below, left)
    };
    // Any symmetry takes a small triangle to one that points the same way.
    let sum = |sum: &Sum| Some(Sum { triangle: Triangle::of(sum.triangle.vertices().map(moved))?, ..*sum });
    let mut sums: Vec<Sum> = puzzle.sums.iter().filter_map(sum).collect();
    let given = |given: &Given| Given { vertex: moved(given.vertex), ..*given };
    let mut givens: Vec<Given> = puzzle.givens.iter().map(given).collect();
    sums.sort_unstable();
    sums.dedup();
    givens.sort_unstable();
    givens.dedup();
    Trid { size, sums, givens }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clued;
    use fd::Random;
    use std::collections::BTreeSet;

    fn random_puzzle(random: &mut Random, size: usize) -> Trid {
        let mut sums = Vec::new();
        let mut givens = Vec::new();
        for vertex in 0..triangle::places(size) {
            let (row, pos) = triangle::row_and_pos(vertex);
            for down in [false, true] {
                if row + 1 < size && (!down || pos < row) && random.chance(1, 3) {
                    sums.push(Sum { triangle: Triangle { row, pos, down }, sum: random.within(6, 8) });
                }
            }
            if random.chance(1, 6) {
                givens.push(Given { vertex, value: random.within(1, 2) });
            }
        }
        Trid::new(size, sums, givens)
    }

    #[test]
    fn twins_are_told_by_their_representative() {
        let mut random = Random::new(5);
        for round in 0..300 {
            let puzzle = random_puzzle(&mut random, 1 + round % 6);
            let images: Vec<Trid> = SYMMETRIES.iter().map(|symmetry| image(&puzzle, symmetry)).collect();
            for twin in &images {
                assert_eq!(least_image(twin), least_image(&puzzle));
                assert_eq!((twin.sums.len(), twin.givens.len()), (puzzle.sums.len(), puzzle.givens.len()));
            }
            assert!(images.contains(&least_image(&puzzle)));
            let other = random_puzzle(&mut random, puzzle.size);
            assert_eq!(least_image(&other) == least_image(&puzzle), images.contains(&other));
        }
    }

    /// The twins of a puzzle have the twins of its solution.
    #[test]
    fn lines_go_to_lines() {
        for size in 1..8 {
            let puzzle = Trid::new(size, Vec::new(), Vec::new());
            let lines: BTreeSet<BTreeSet<usize>> = puzzle.lines().map(BTreeSet::from_iter).collect();
            let mut images = BTreeSet::new();
            for symmetry in &SYMMETRIES {
                // A given with its own vertex as its value shows where that goes.
                let givens = (0..puzzle.places()).map(|vertex| Given { vertex, value: vertex as i32 }).collect();
                let moved = image(&Trid::new(size, Vec::new(), givens), symmetry).givens;
                let at = |value: usize| moved.iter().find(|given| given.value == value as i32).unwrap().vertex;
                let image = puzzle.lines().map(|line| line.into_iter().map(at).collect()).collect();
                assert_eq!(lines, image, "side {size}");
                images.insert(moved.iter().map(|given| given.value).collect::<Vec<_>>());
            }
            assert_eq!(images.len(), if size == 1 { 1 } else { 6 });
        }
    }

    #[test]
    fn a_sum_said_twice_is_said_once() {
        let sum = Sum { triangle: Triangle { row: 0, pos: 0, down: false }, sum: 6 };
        let twice = least_image(&Trid::new(3, vec![sum, sum], Vec::new()));
        assert_eq!(twice, least_image(&Trid::new(3, vec![sum], Vec::new())));
        assert_eq!(twice.clues(), 1);
    }
}
