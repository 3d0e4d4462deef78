//! Latin squares: a sixth kind, as small as a kind can be. It is there to show
//! that a folder and its name in the registry are enough.

mod check;
mod draw;
mod formats;
mod formula;
mod make;
mod model;
mod reason;
mod sheet;
mod sketch;

use crate::{Board, Kind, Puzzle, Rule, Technique, grid};

/// The largest side of a square that is read.
const MOST_SIDE: usize = 25;

static NUMBER: Rule = Rule { name: "number", says: "Every cell holds a number from 1 to the side of the square." };
static ROW: Rule = Rule { name: "row", says: "The numbers of a row differ." };
static COLUMN: Rule = Rule { name: "column", says: "The numbers of a column differ." };
static GIVEN: Rule = Rule { name: "given", says: "The given cells keep their numbers." };

static TECHNIQUES: &[Technique] = &[
    Technique {
        name: "only cell for a number",
        says: "Every line holds every number: if only one cell can have it, it does.",
        fits: |deduced| deduced.is_by(&reason::FULL),
    },
    Technique {
        name: "numbers of a line",
        says: "The numbers of a line differ: if a few cells share as many values, the others have none of them.",
        fits: |deduced| deduced.is_by(&ROW) || deduced.is_by(&COLUMN),
    },
];

pub(crate) static KIND: Kind = Kind {
    name: "latin",
    aliases: &[],
    title: "Latin square",
    rules_text: include_str!("rules.md"),
    rules: &[&NUMBER, &ROW, &COLUMN, &GIVEN],
    implied: reason::IMPLIED,
    techniques: TECHNIQUES,
    builtin: &[("tiny", include_str!("tiny.json"))],
    size_says: "The side of the square",
    size_in_words: |side| format!("{side} by {side}"),
    solved_says: "All in order.",
    making: make::MAKING,
    sketch: &sketch::empty,
    read_json: &|fields| Ok(Box::new(formats::read_json(fields)?)),
    read_text: &|lines| Ok(Box::new(formats::read_text(lines)?)),
    maker: &make::maker,
    sample: &make::sample,
    paper: None,
    page: None,
};

/// A square with some of its cells given; cells are numbered row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Latin {
    side: usize,
    givens: Board,
}

impl Latin {
    /// The cells of every row, then of every column, with the line's name and
    /// the rule that it follows.
    fn lines(&self) -> impl Iterator<Item = (String, &'static Rule, Vec<usize>)> {
        let side = self.side;
        let row = move |row| (format!("row {}", row + 1), &ROW, (0..side).map(|c| row * side + c).collect());
        let column =
            move |column| (format!("column {}", column + 1), &COLUMN, (0..side).map(|r| r * side + column).collect());
        (0..side).map(row).chain((0..side).map(column))
    }
}

impl Puzzle for Latin {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn size(&self) -> usize {
        self.side
    }

    fn places(&self) -> usize {
        self.side * self.side
    }

    fn place_name(&self, place: usize) -> String {
        grid::cell_name(place, self.side)
    }

    fn givens(&self) -> Board {
        self.givens.clone()
    }

    /// The least of the eight ways to turn and mirror it.
    fn canonical(&self) -> Box<dyn Puzzle> {
        let side = self.side;
        let moved = |board: &Board, from: fn(usize, usize, usize) -> usize| {
            (0..board.len()).map(|place| board.get(from(side, place / side, place % side))).collect()
        };
        let mirrored = |board: &Board| moved(board, |side, row, column| row * side + side - 1 - column);
        let transposed = |board: &Board| moved(board, |side, row, column| column * side + row);
        let givens = grid::images(&self.givens, mirrored, transposed).into_iter().min();
        Box::new(Latin { side, givens: givens.unwrap_or_else(|| self.givens.clone()) })
    }
}
