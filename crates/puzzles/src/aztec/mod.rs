//! Aztec Math: a pyramid of digits, each made from the two below it.

mod count;
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

use crate::{Board, Builtin, InPaper, Kind, Puzzle, Rule, counted, triangle};
use fd::Random;

/// The most rows: the numbers of a row differ, and there are nine.
pub(crate) const MOST_ROWS: usize = 9;

/// A pyramid with some of its cells given.
///
/// Cell `c` of row `r` stands on the cells `c` and `c + 1` of row `r + 1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Aztec {
    rows: usize,
    givens: Board,
    /// The variables that Prolog data names the blank cells by; not part of the
    /// puzzle, but answers are printed with them.
    names: Vec<Option<String>>,
}

impl Aztec {
    fn new(rows: usize, givens: Board) -> Aztec {
        let names = vec![None; givens.len()];
        Aztec { rows, givens, names }
    }

    /// The two cells that a cell stands on.
    fn below(&self, cell: usize) -> Option<[usize; 2]> {
        let (row, pos) = triangle::row_and_pos(cell);
        let left = triangle::place(row + 1, pos);
        (row + 1 < self.rows).then_some([left, left + 1])
    }

    /// The cells of each row.
    fn cells_by_row(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        (0..self.rows).map(|row| triangle::place(row, 0)..triangle::place(row + 1, 0))
    }
}

static NUMBER: Rule = Rule { name: "number", says: "Every cell holds a number from 1 to 9." };
static ROW: Rule = Rule { name: "row", says: "No number stands twice in a row." };
static MADE: Rule = Rule {
    name: "made",
    says: "Each cell is the sum, the difference, the product or the exact quotient of the two cells below it.",
};
static GIVEN: Rule = Rule { name: "given", says: "The given cells keep their numbers." };

/// The kind of puzzle that [`Aztec`] is.
pub(crate) static KIND: Kind = Kind {
    name: "aztec",
    aliases: &[],
    title: "Aztec Math",
    rules_text: include_str!("rules.md"),
    rules: &[&NUMBER, &ROW, &MADE, &GIVEN],
    implied: reason::IMPLIED,
    techniques: techniques::TECHNIQUES,
    builtin: &[
        Builtin { name: "seed-3a", text: &|| include_str!("builtin/seed-3a.json") },
        Builtin { name: "seed-3b", text: &|| include_str!("builtin/seed-3b.json") },
        Builtin { name: "seed-6a", text: &|| include_str!("builtin/seed-6a.json") },
        Builtin { name: "seed-6b", text: &|| include_str!("builtin/seed-6b.json") },
    ],
    size_says: "How many rows the pyramid has",
    size_in_words: |rows| counted(rows, "row"),
    solved_says: "It all adds up.",
    making: make::MAKING,
    sketch: &play::empty,
    read_json: &|fields| Ok(Box::new(formats::read_json(fields)?)),
    read_text: &|lines| Ok(Box::new(formats::read_text(lines)?)),
    maker: &make::maker,
    sample: &sample,
    paper: Some(paper::PAPER),
    page: None,
};

/// Up to four rows, with every third cell given.
fn sample(random: &mut Random) -> Box<dyn Puzzle> {
    let rows = 1 + random.below(4) as usize;
    let cell = |_| random.chance(1, 3).then(|| 1 + random.below(9) as i32);
    Box::new(Aztec::new(rows, (0..triangle::places(rows)).map(cell).collect()))
}

impl Puzzle for Aztec {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn size(&self) -> usize {
        self.rows
    }

    fn places(&self) -> usize {
        self.givens.len()
    }

    fn place_name(&self, place: usize) -> String {
        triangle::place_name(place)
    }

    fn givens(&self) -> Board {
        self.givens.clone()
    }

    /// The lesser of the pyramid and its mirror image.
    fn canonical(&self) -> Box<dyn Puzzle> {
        let mirrored = self.cells_by_row().flat_map(Iterator::rev).map(|cell| self.givens.get(cell)).collect();
        Box::new(Aztec::new(self.rows, self.givens.clone().min(mirrored)))
    }

    fn paper(&self) -> Option<&dyn InPaper> {
        Some(self)
    }
}
