//! Making Gap: random boards with the gaps of all their lines.

mod boards;
mod walk;

#[cfg(test)]
mod tests;

use super::{Gap, MOST_SIZE, model};
use crate::{Board, ClueOption, Clued, Clues, Draft, Impossible, Maker, Making, Puzzle, Request, Stencil, counted};
use boards::Boards;
use fd::{Limits, ModelError, Random, Stopped};
use walk::Walk;

pub(super) const MAKING: Making = Making {
    size: 9,
    clues: Some(ClueOption {
        name: "clues",
        says: "How many rows and columns have their gap given [default: min]",
        default: Clues::Min,
    }),
    options: &[],
    offered: &[9, 10, 11, 12, 15],
    tested: &[(9, 100), (10, 100), (11, 50), (12, 30), (13, 20), (15, 10)],
};

/// Where the fewest clues are requested, the most promising of this many boards
/// is drafted.
const BOARDS_FOR_FEWEST: usize = 200;

/// Makes drafts of one size.
#[derive(Debug)]
pub(super) struct GapMaker {
    size: usize,
    clues: Option<Clues>,
    /// The boards by number, built for the first draft; `None` inside if there
    /// are too many.
    boards: Option<Option<Boards>>,
}

impl GapMaker {
    pub(super) fn new(wanted: &Request) -> Result<GapMaker, Impossible> {
        let size = wanted.size;
        is_there_a_board(size)?;
        if size == 8 {
            return Err(Impossible(
                "the two boards of side 8 share every clue, so no such puzzle is unique".to_owned(),
            ));
        }
        let (fewest, why) = fewest_clues(size);
        if let Some(most) = wanted.most_clues().filter(|&most| most < fewest) {
            let clues = counted(most, "clue");
            return Err(Impossible(format!("no puzzle of side {size} is unique with {clues}: {why}")));
        }
        is_there_room(wanted)?;
        Ok(GapMaker { size, clues: wanted.clues, boards: None })
    }
}

/// The fewest clues of any unique puzzle, as far as proved, and why.
fn fewest_clues(size: usize) -> (usize, &'static str) {
    match size {
        10 => (3, "the fewest is 3, by trying every two lines on all 146510 boards"),
        11 => (4, "the fewest is 4, by trying every three lines on all 31197434 boards"),
        // No board is its own mirror image: the cells of its middle column
        // would be alone in their rows, and those of two middle columns would
        // touch. So clues on rows alone, which the mirror does not change,
        // leave at least two solutions.
        _ => (2, "it takes at least 2, on a row and on a column, or the mirror image of a solution is one too"),
    }
}

pub(super) fn is_there_a_board(size: usize) -> Result<(), Impossible> {
    if size < 8 {
        return Err(Impossible(format!("there is no board of side {size}: the smallest has side 8")));
    }
    if size > MOST_SIZE {
        return Err(Impossible(format!("a board of side {size} is too large; the limit is {MOST_SIZE}")));
    }
    Ok(())
}

pub(super) fn is_there_room(wanted: &Request) -> Result<(), Impossible> {
    let lines = 2 * wanted.size;
    match wanted.clues {
        Some(Clues::Between(least, _)) if least > lines => {
            Err(Impossible(format!("a board of side {} has {lines} lines, too few for {least} clues", wanted.size)))
        }
        _ => Ok(()),
    }
}

/// The clues of the rows that have one, then those of the columns.
impl Clued for Gap {
    fn clues(&self) -> usize {
        self.all_clues().flatten().count()
    }

    fn with_clues(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let mut gap = self.clone();
        let given = gap.all_clues_mut().filter(|clue| clue.is_some());
        for (clue, _) in given.zip(kept).filter(|(_, kept)| !**kept) {
            *clue = None;
        }
        Box::new(gap)
    }

    fn stencil(&self) -> Result<Stencil, ModelError> {
        model::stencil(self.rows.len())
    }
}

impl Maker for GapMaker {
    fn draft(&mut self, random: &mut Random, limits: Limits<'_>) -> Result<Option<Draft>, Stopped> {
        if self.clues == Some(Clues::Fewest) {
            let drafts = (0..BOARDS_FOR_FEWEST).map(|_| self.any(random, limits));
            let drafts = drafts.collect::<Result<Vec<Option<Draft>>, Stopped>>()?;
            return Ok(drafts.into_iter().flatten().max_by_key(promise));
        }
        self.any(random, limits)
    }
}

impl GapMaker {
    /// Any board, all nearly equally likely.
    fn any(&mut self, random: &mut Random, limits: Limits<'_>) -> Result<Option<Draft>, Stopped> {
        let boards = match &self.boards {
            Some(boards) => boards,
            None => self.boards.insert(Boards::of(self.size, limits)?),
        };
        let rows = match boards {
            Some(boards) => boards.draw(random),
            None => Walk::new(self.size, random).draw(random, limits)?,
        };
        Ok(rows.map(|rows| draft(&rows)))
    }
}

/// A puzzle with every gap of a random board; without clues if no board was
/// found.
pub(super) fn any_board(size: usize, random: &mut Random) -> Box<dyn Puzzle> {
    match Walk::new(size, random).draw(random, Limits::none()) {
        Ok(Some(rows)) => draft(&rows).puzzle,
        _ => Box::new(Gap::without_clues(size)),
    }
}

/// How much the best clues of a draft tell: the wider a gap, the fewer places
/// it has in its line.
fn promise(draft: &Draft) -> i32 {
    let mut gaps = draft.clues.clone();
    gaps.sort_unstable_by(|a, b| b.cmp(a));
    gaps.iter().take(gaps.len() / 5).sum()
}

/// The board with these two filled columns in each row, and all its gaps.
fn draft(rows: &[(usize, usize)]) -> Draft {
    let size = rows.len();
    let mut puzzle = Gap::without_clues(size);
    let mut cells = vec![0; size * size];
    let mut first_row = vec![None; size];
    for (row, &(first, last)) in rows.iter().enumerate() {
        puzzle.rows[row] = Some(last - first - 1);
        for column in [first, last] {
            cells[row * size + column] = 1;
            match first_row[column] {
                None => first_row[column] = Some(row),
                Some(first) => puzzle.columns[column] = Some(row - first - 1),
            }
        }
    }
    let clues = puzzle.all_clues().flatten().map(|clue| clue as i32).collect();
    Draft { puzzle: Box::new(puzzle), solution: Board::full(cells), clues, stencil: None }
}
