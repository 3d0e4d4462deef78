//! Trid: a triangle of vertices whose straight lines hold different numbers,
//! with the sums of some of its small triangles.

mod corners;
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
mod total;

use crate::{Board, Builtin, InPaper, Kind, Puzzle, Rule, triangle};
use fd::Random;

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
    aliases: &[],
    title: "Trid",
    rules_text: include_str!("rules.md"),
    rules: &[&NUMBER, &LINE, &SUM, &GIVEN],
    implied: reason::IMPLIED,
    techniques: techniques::TECHNIQUES,
    builtin: &[
        Builtin { name: "seed-5", text: &|| include_str!("builtin/seed-5.json") },
        Builtin { name: "seed-10", text: &|| include_str!("builtin/seed-10.json") },
    ],
    size_says: "The vertices on a side",
    size_in_words: |side| format!("side {side}"),
    solved_says: "Every sum is right.",
    making: make::MAKING,
    sketch: &play::empty,
    read_json: &|fields| Ok(Box::new(formats::read_json(fields)?)),
    read_text: &|lines| Ok(Box::new(formats::read_text(lines)?)),
    maker: &make::maker,
    sample: &sample,
    paper: Some(paper::PAPER),
    page: None,
};

impl Puzzle for Trid {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn size(&self) -> usize {
        self.size
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

    fn canonical(&self) -> Box<dyn Puzzle> {
        Box::new(least_image(self))
    }

    fn paper(&self) -> Option<&dyn InPaper> {
        Some(self)
    }
}

/// Sides up to 5 with a few sums and given vertices, which need not fit each
/// other.
pub(super) fn sample(random: &mut Random) -> Box<dyn Puzzle> {
    let size = random.pick(&[1, 2, 3, 3, 4, 5, 5, 5]).copied().unwrap_or(1);
    let sums_of = (3 * size as u32).saturating_sub(8).max(1);
    let (mut sums, mut givens) = (Vec::new(), Vec::new());
    for row in 0..size {
        for pos in 0..=row {
            for (down, one_in) in [(false, 4), (true, 8)] {
                let exists = row + 1 < size && (!down || pos < row);
                if exists && random.chance(1, one_in) {
                    let sum = 6 + random.below(sums_of) as i32;
                    sums.push(Sum { triangle: Triangle { row, pos, down }, sum });
                }
            }
            if random.chance(1, 8) {
                givens.push(Given { vertex: triangle::place(row, pos), value: 1 + random.below(size as u32) as i32 });
            }
        }
    }
    Box::new(Trid::new(size, sums, givens))
}

/// The orders of a vertex's distances from the three sides: as they are, turned
/// twice, and the same mirrored.
const SYMMETRIES: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

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
