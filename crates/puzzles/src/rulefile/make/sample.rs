//! Random puzzles for tests.

use super::pieces::first_pieces;
use super::{possible_sizes, random_solution};
use crate::Puzzle;
use crate::rulefile::{FileKind, FilePuzzle};
use fd::{Limits, Random};

/// The most that all values of a sample's cells together may be, as a power of 2.
const MOST_BITS: f64 = 32.1;

/// A puzzle that is small enough to try every board.
pub(in crate::rulefile) fn sample(kind: &'static FileKind, random: &mut Random) -> Box<dyn Puzzle> {
    let sizes = possible_sizes(&kind.file);
    let small: Vec<FilePuzzle> = sizes.iter().take(4).filter_map(|&size| board(kind, size, random)).collect();
    let bits = |puzzle: &FilePuzzle| {
        puzzle.setting.values.iter().map(|&(least, most)| f64::from(most - least + 1).log2()).sum::<f64>()
    };
    // Where there are clues only, hardly anything is ruled out before a board is full.
    let most = if kind.file.rules.is_empty() { 12.0 } else { MOST_BITS };
    let fits: Vec<&FilePuzzle> = small.iter().filter(|puzzle| bits(puzzle) <= most).collect();
    let Some(bare) = random.pick(&fits).copied().or(small.first()) else { return Box::new(FilePuzzle::single(kind)) };
    let clued = (0..20).find_map(|_| {
        let solution = random_solution(bare, random, Limits::none()).ok().flatten()?;
        let pieces = bare.last_pieces(bare.pieces(), &solution, random)?;
        FilePuzzle::on_board(kind, bare.unblocked(), pieces)?.with_all_clues(&solution, random)
    });
    let Some(mut puzzle) = clued else { return Box::new(bare.clone()) };
    let few = 1 + random.below(3);
    for (line, at) in puzzle.loose().collect::<Vec<_>>() {
        if !random.chance(few, 5) {
            puzzle.clues[line][at] = None;
        } else if random.chance(1, 20) {
            let range = puzzle.clue_range(line, at);
            if let Some(given) = &mut puzzle.clues[line][at] {
                let wide = (range.end() - range.start()).clamp(0, 20) as u32;
                given.number = if given.number == 0 { 0 } else { range.start() + random.below(wide + 1) as i32 };
            }
        }
    }
    Box::new(puzzle)
}

/// A board of a size without clues, as far as it does not depend on a solution.
fn board(kind: &'static FileKind, size: usize, random: &mut Random) -> Option<FilePuzzle> {
    let file = &kind.file;
    let layout = file.numbers(&[Some(size as i64)]).and_then(|numbers| file.open_board(numbers)).ok()?;
    let pieces = (0..20).find_map(|_| first_pieces(file, &layout, random))?;
    FilePuzzle::on_board(kind, layout, pieces)
}
