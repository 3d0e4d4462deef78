//! Making Latin squares.

use super::{Latin, MOST_SIDE};
use crate::{Board, ClueOption, Clued, Clues, Draft, Impossible, Maker, Making, Puzzle, Request, Stencil};
use fd::{Limits, ModelError, Random, Stopped};

pub(super) const MAKING: Making = Making {
    size: 5,
    clues: Some(ClueOption { name: "clues", says: "How many cells are given [default: min]", default: Clues::Min }),
    options: &[],
    offered: &[4, 5, 6],
    tested: &[(1, 2), (2, 10), (3, 20), (4, 20), (5, 10), (6, 5)],
};

#[derive(Debug)]
struct LatinMaker {
    side: usize,
}

pub(super) fn maker(wanted: &Request) -> Result<Box<dyn Maker>, Impossible> {
    let side = wanted.size;
    if !(1..=MOST_SIDE).contains(&side) {
        return Err(Impossible(format!("the side of a square is from 1 to {MOST_SIDE}, not {side}")));
    }
    if let Some(Clues::Between(least, _)) = wanted.clues
        && least > side * side
    {
        return Err(Impossible(format!("a square of side {side} has only {} cells to give", side * side)));
    }
    // Two numbers that are not given at all could be exchanged.
    if let Some(most) = wanted.most_clues().filter(|&most| most + 1 < side) {
        return Err(Impossible(format!("no square of side {side} is unique with {most}: it takes {}", side - 1)));
    }
    Ok(Box::new(LatinMaker { side }))
}

/// A square up to side 4 with some of its cells given, one of them perhaps
/// wrongly.
pub(super) fn sample(random: &mut Random) -> Box<dyn Puzzle> {
    let side = 1 + random.below(4) as usize;
    let full = square(side, random);
    let few = 1 + random.below(3);
    let mut givens: Board = full.iter().map(|value| value.filter(|_| random.chance(few, 5))).collect();
    if random.chance(1, 4) {
        let place = random.below((side * side) as u32) as usize;
        givens.set(place, Some(1 + random.below(side as u32) as i32));
    }
    Box::new(Latin { side, givens })
}

/// The square whose rows are shifted by one, with its rows, its columns and its
/// numbers shuffled. (There are others; making those takes more.)
fn square(side: usize, random: &mut Random) -> Board {
    let mut shuffled = || {
        let mut order: Vec<usize> = (0..side).collect();
        random.shuffle(&mut order);
        order
    };
    let (rows, columns, numbers) = (shuffled(), shuffled(), shuffled());
    let number = |place: usize| numbers[(rows[place / side] + columns[place % side]) % side] as i32 + 1;
    Board::full((0..side * side).map(number))
}

/// The given cells are its clues, row by row.
impl Clued for Latin {
    fn clues(&self) -> usize {
        self.givens.iter().flatten().count()
    }

    fn with_clues(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let mut kept = kept.iter();
        let givens = self.givens.iter().map(|given| given.filter(|_| kept.next() == Some(&true)));
        Box::new(Latin { side: self.side, givens: givens.collect() })
    }

    fn stencil(&self) -> Result<Stencil, ModelError> {
        let posed = self.with_clues(&[]).pose()?;
        Ok(Stencil { clues: posed.places.clone(), posed, ties: Vec::new() })
    }
}

impl Maker for LatinMaker {
    fn draft(&mut self, random: &mut Random, _: Limits<'_>) -> Result<Option<Draft>, Stopped> {
        let solution = square(self.side, random);
        let clues = solution.iter().flatten().collect();
        let puzzle = Box::new(Latin { side: self.side, givens: solution.clone() });
        Ok(Some(Draft { puzzle, solution, clues, stencil: None }))
    }
}
