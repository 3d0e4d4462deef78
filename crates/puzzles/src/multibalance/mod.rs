//! Multi-Balance: numbers on a grid, so that every used row and column is in
//! balance on its one fulcrum.
#![doc = include_str!("rules.md")]

mod draw;
mod formats;
mod make;
mod model;
mod paper;
mod play;
mod reason;
mod rules;
mod techniques;
#[cfg(test)]
mod tests;

use crate::{Board, Builtin, Fault, InPaper, Kind, Location, Puzzle, ReadError, Rule, counted, grid};
use fd::Random;

/// The most rows, and the most columns, of a grid.
pub(crate) const MOST_SIDE: usize = 100;

/// The most numbers to place: with "no number" they are the bits of a word.
pub(crate) const MOST_DIGITS: usize = 63;

static FREE_CELL: Rule = Rule { name: "free_cell", says: "A number does not stand on a fulcrum." };
static ONE_PER_CELL: Rule = Rule { name: "one_per_cell", says: "A cell holds one number at most." };
static ALONE: Rule = Rule { name: "alone", says: "No row or column has exactly one number." };
static ONE_FULCRUM: Rule = Rule { name: "one_fulcrum", says: "A row or column with numbers has exactly one fulcrum." };
static ONE_WAY: Rule = Rule { name: "one_way", says: "A fulcrum carries its row or its column, not both." };
static BALANCE: Rule = Rule { name: "balance", says: "The torques on the two sides of a fulcrum are equal." };

/// The kind of puzzle that [`MultiBalance`] is.
pub(crate) static KIND: Kind = Kind {
    name: "multibalance",
    aliases: &[],
    title: "Multi-Balance",
    rules_text: include_str!("rules.md"),
    rules: &[&FREE_CELL, &ONE_PER_CELL, &ALONE, &ONE_FULCRUM, &ONE_WAY, &BALANCE],
    implied: reason::IMPLIED,
    techniques: techniques::TECHNIQUES,
    builtin: &[Builtin { name: "seed-1", text: &|| include_str!("builtin/seed-1.json") }],
    size_says: "How many numbers are placed: 1 to N",
    size_in_words: |digits| counted(digits, "number"),
    solved_says: "In balance.",
    making: make::MAKING,
    sketch: &play::empty,
    read_json: &|fields| Ok(Box::new(formats::read_json(fields)?)),
    read_text: &|lines| Ok(Box::new(formats::read_text(lines)?)),
    maker: &|wanted| Ok(Box::new(make::MultiBalanceMaker::new(wanted)?)),
    sample: &|random| Box::new(sample(random)),
    paper: Some(paper::PAPER),
    page: None,
};

/// A Multi-Balance puzzle.
///
/// A cell is known by its number, counted row by row from 0. The places of a
/// [`Board`] are the numbers from 1, and the value of each is its cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MultiBalance {
    width: usize,
    /// Whether each cell holds a fulcrum.
    fulcrums: Vec<bool>,
    digits: usize,
}

/// The id of a number, by its place: `n5`.
fn number_id(place: usize) -> String {
    format!("n{}", place + 1)
}

/// A row or a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Line {
    is_row: bool,
    /// Its number among the rows or columns, from 0.
    index: usize,
    /// Its first cell, from the left or from the top.
    first: usize,
    /// From each cell to the next.
    step: usize,
    length: usize,
}

impl Line {
    /// For people, counted from 1: `row 3`.
    fn name(self) -> String {
        format!("{} {}", if self.is_row { "row" } else { "column" }, self.index + 1)
    }

    fn cells(self) -> impl Iterator<Item = usize> + Clone {
        (0..self.length).map(move |i| self.first + i * self.step)
    }
}

impl MultiBalance {
    /// The number of rows.
    pub(crate) fn height(&self) -> usize {
        self.fulcrums.len() / self.width
    }

    /// Whether a cell holds a fulcrum.
    pub(crate) fn is_fulcrum(&self, cell: usize) -> bool {
        self.fulcrums.get(cell).copied().unwrap_or(false)
    }

    /// The cells of each row, as fulcrum or not.
    fn rows(&self) -> impl Iterator<Item = &[bool]> {
        self.fulcrums.chunks(self.width)
    }

    /// All rows, then all columns.
    fn lines(&self) -> impl Iterator<Item = Line> + use<> {
        let (width, height) = (self.width, self.height());
        let row = move |index| Line { is_row: true, index, first: index * width, step: 1, length: width };
        let column = move |index| Line { is_row: false, index, first: index, step: width, length: height };
        (0..height).map(row).chain((0..width).map(column))
    }

    /// The cell that a board puts a number on, if it lies on the grid.
    fn cell_of(&self, board: &Board, place: usize) -> Option<usize> {
        board.get(place).and_then(|cell| usize::try_from(cell).ok()).filter(|&cell| cell < self.fulcrums.len())
    }
}

/// A grid while its rows are read.
#[derive(Debug, Default)]
struct GridReader {
    width: usize,
    fulcrums: Vec<bool>,
}

impl GridReader {
    /// Adds a row, read at this place: `true` is a fulcrum.
    fn add(&mut self, row: &[bool], place: Location) -> Result<(), ReadError> {
        let refused = |fault, message| Err(ReadError { fault, place, message });
        if row.len() > MOST_SIDE || self.fulcrums.len() == self.width * MOST_SIDE && self.width > 0 {
            return refused(Fault::Limit, format!("a grid has at most {MOST_SIDE} rows of {MOST_SIDE} cells"));
        }
        if self.fulcrums.is_empty() {
            self.width = row.len();
        }
        if row.is_empty() {
            return refused(Fault::Shape, "a row has at least one cell".to_owned());
        }
        if row.len() != self.width {
            let (width, found) = (self.width, row.len());
            return refused(Fault::Shape, format!("expected {width} cells as in the first row, found {found}"));
        }
        self.fulcrums.extend(row);
        Ok(())
    }

    /// The puzzle with this grid, on which `digits` numbers are to be placed.
    fn finish(self, digits: i32, place: Location) -> Result<MultiBalance, ReadError> {
        let GridReader { width, fulcrums } = self;
        if fulcrums.is_empty() {
            let message = "a grid has at least one row".to_owned();
            return Err(ReadError { fault: Fault::Shape, place, message });
        }
        let digits = usize::try_from(digits).unwrap_or(0).min(MOST_DIGITS);
        Ok(MultiBalance { width, fulcrums, digits })
    }
}

impl Puzzle for MultiBalance {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn size(&self) -> usize {
        self.digits
    }

    fn places(&self) -> usize {
        self.digits
    }

    fn place_name(&self, place: usize) -> String {
        format!("number {}", place + 1)
    }

    fn canonical(&self) -> Box<dyn Puzzle> {
        Box::new(self.least_image())
    }

    fn paper(&self) -> Option<&dyn InPaper> {
        Some(self)
    }
}

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
    random.pick(&puzzle.images()).cloned().unwrap_or(puzzle)
}

impl MultiBalance {
    /// The puzzle mirrored left to right.
    fn mirrored(&self) -> MultiBalance {
        let fulcrums = self.rows().flat_map(|row| row.iter().rev().copied()).collect();
        MultiBalance { width: self.width, fulcrums, digits: self.digits }
    }

    /// The puzzle with its rows as columns.
    fn transposed(&self) -> MultiBalance {
        let columns = (0..self.width).flat_map(|column| self.rows().map(move |row| row[column]));
        MultiBalance { width: self.height(), fulcrums: columns.collect(), digits: self.digits }
    }

    /// The puzzle turned and mirrored in all eight ways.
    pub(super) fn images(&self) -> [MultiBalance; 8] {
        grid::images(self, MultiBalance::mirrored, MultiBalance::transposed)
    }

    /// The equivalent puzzle that stands for all: it has no more columns than rows, and its
    /// fulcrums come as late in reading order as they can.
    fn least_image(&self) -> MultiBalance {
        let by_fulcrums = |a: &MultiBalance, b: &MultiBalance| (a.width, &a.fulcrums).cmp(&(b.width, &b.fulcrums));
        self.images().into_iter().min_by(by_fulcrums).unwrap_or_else(|| self.clone())
    }
}
