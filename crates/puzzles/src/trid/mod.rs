//! Trid: a triangle of vertices whose straight lines hold different numbers,
//! with the sums of some of its small triangles.

mod canonical;
mod check;
mod corners;
mod draw;
mod fill;
mod formula;
mod json;
mod make;
mod model;
mod prolog;
mod reason;
mod sample;
mod sheet;
mod sketch;
#[cfg(test)]
mod tests;
mod text;
mod words;

use crate::{Board, InPaper, Kind, Puzzle, Rule, triangle};

/// The longest side that is supported.
pub(crate) const MOST_SIZE: usize = 500;

/// The greatest sum that is read. Three vertices never reach it, but a sum
/// that they cannot make is a puzzle without a solution, not an error.
const MOST_SUM: i32 = 9999;

/// A triangle of vertices, with the sums and the numbers that are given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trid {
    /// The vertices on a side; the numbers go from 1 to this.
    size: usize,
    /// In the order of their triangles; a triangle may have several.
    sums: Vec<Sum>,
    /// In the order of their vertices; a vertex may have several.
    givens: Vec<Given>,
}

/// A number inside a small triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Sum {
    triangle: Triangle,
    sum: i32,
}

/// A number at a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Given {
    vertex: usize,
    value: i32,
}

/// A small triangle, in the order in which a reader meets them.
///
/// An upward one, `/\`, has the vertex (row, pos) on top; a downward one, `\/`,
/// has the vertices (row, pos) and (row, pos + 1) on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Triangle {
    row: usize,
    pos: usize,
    down: bool,
}

impl Triangle {
    /// Its vertices, row by row.
    fn vertices(self) -> [usize; 3] {
        let Triangle { row, pos, down } = self;
        let top = triangle::place(row, pos);
        let below = triangle::place(row + 1, pos);
        if down { [top, top + 1, below + 1] } else { [top, below, below + 1] }
    }

    /// The small triangle with these vertices, if they make one.
    fn of(mut vertices: [usize; 3]) -> Option<Triangle> {
        vertices.sort_unstable();
        let (row, pos) = triangle::row_and_pos(vertices[0]);
        let candidates = [false, true].map(|down| Triangle { row, pos, down });
        candidates.into_iter().find(|triangle| triangle.vertices() == vertices && (!triangle.down || pos < row))
    }
}

impl Trid {
    fn new(size: usize, mut sums: Vec<Sum>, mut givens: Vec<Given>) -> Trid {
        sums.sort_by_key(|sum| sum.triangle);
        givens.sort_by_key(|given| given.vertex);
        Trid { size, sums, givens }
    }

    /// The vertices of every straight line: `-`, then `\`, then `/`.
    fn lines(&self) -> impl Iterator<Item = Vec<usize>> {
        let size = self.size;
        let rows = (0..size).map(|row| (0..=row).map(|pos| triangle::place(row, pos)).collect());
        let falling = (0..size).map(move |first| (first..size).map(|row| triangle::place(row, row - first)).collect());
        let rising = (0..size).map(move |pos| (pos..size).map(|row| triangle::place(row, pos)).collect());
        rows.chain(falling).chain(rising)
    }
}

static NUMBER: Rule = Rule { name: "number", says: "Every vertex holds a number from 1 to the length of the side." };
static LINE: Rule = Rule { name: "line", says: "The numbers on a straight line, in all three directions, differ." };
static SUM: Rule = Rule { name: "sum", says: "A number inside a small triangle is the sum of its three vertices." };
static GIVEN: Rule = Rule { name: "given", says: "The given vertices keep their numbers." };

/// The kind of puzzle that [`Trid`] is.
pub(crate) static KIND: Kind = Kind {
    name: "trid",
    title: "Trid",
    rules_text: include_str!("rules.md"),
    rules: &[&NUMBER, &LINE, &SUM, &GIVEN],
    implied: reason::IMPLIED,
    builtin: &[("seed-5", include_str!("builtin/seed-5.json")), ("seed-10", include_str!("builtin/seed-10.json"))],
    size_says: "The vertices on a side",
    making: make::MAKING,
    sketch: sketch::empty,
    read_json: |fields| Ok(Box::new(json::read(fields)?)),
    read_text: |lines| Ok(Box::new(text::read(lines)?)),
    maker: make::maker,
    sample: sample::sample,
    paper: Some(prolog::PAPER),
};

impl Puzzle for Trid {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn size(&self) -> usize {
        self.size
    }

    fn size_in_words(&self) -> String {
        format!("side {}", self.size)
    }

    fn places(&self) -> usize {
        triangle::places(self.size)
    }

    fn place_name(&self, place: usize) -> String {
        triangle::place_name(place)
    }

    fn givens(&self) -> Board {
        let mut board = Board::blank(self.places());
        for given in &self.givens {
            board.set(given.vertex, Some(given.value));
        }
        board
    }

    fn paper(&self) -> Option<&dyn InPaper> {
        Some(self)
    }
}
