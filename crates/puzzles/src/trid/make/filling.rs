//! Random fillings of the empty triangle.

use super::super::Trid;
use crate::{Board, Modelled, triangle};
use fd::{Choice, Labelling, Limits, Random, Search, Selection, Solution, Space, Stopped, Var};

/// Up to this side, all fillings are known up to the names of the numbers, and
/// all are equally likely to be drawn.
const MOST_LISTED: usize = 6;

/// The search for a filling restarts after this many nodes per vertex.
const NODES_PER_VERTEX: u64 = 4;

/// Draws fillings of one size.
#[derive(Debug)]
pub(super) enum Fillings {
    /// All that have 1, 2, ... in the last row. Renaming the numbers in all
    /// ways makes every filling exactly once.
    Listed(Vec<Vec<i32>>),
    /// Too many to list: one is searched for.
    Searched {
        /// The empty triangle.
        space: Box<Space>,
        vertices: Vec<Var>,
    },
}

impl Fillings {
    /// All fillings of a side; none if the kernel has no room for it.
    pub(super) fn new(size: usize, limits: Limits<'_>) -> Result<Fillings, Stopped> {
        let Ok(posed) = Trid::new(size, Vec::new(), Vec::new()).pose() else { return Ok(Fillings::Listed(Vec::new())) };
        let mut space = Space::new(&posed.model);
        if size > MOST_LISTED {
            return Ok(Fillings::Searched { space: Box::new(space), vertices: posed.places });
        }
        space.push();
        let last_row = &posed.places[triangle::places(size) - size..];
        if !last_row.iter().zip(1..).all(|(x, value)| space.assume(x.is(value)).is_ok()) {
            return Ok(Fillings::Listed(Vec::new()));
        }
        let all = Search::new(&mut space, posed.branching(0), limits).all()?;
        let values = |solution: &Solution| posed.places.iter().map(|&x| solution[x]).collect();
        Ok(Fillings::Listed(all.iter().map(values).collect()))
    }

    /// A random filling; `None` when this try took too long, or there is none.
    pub(super) fn draw(&mut self, random: &mut Random, limits: Limits<'_>) -> Result<Option<Board>, Stopped> {
        match self {
            Fillings::Listed(all) => Ok(random.pick(all).map(|filling| rename(filling, random))),
            Fillings::Searched { space, vertices } => search(space, vertices, random, limits),
        }
    }
}

/// The filling with its numbers renamed at random.
fn rename(filling: &[i32], random: &mut Random) -> Board {
    let mut names: Vec<i32> = (1..=filling.iter().copied().max().unwrap_or(0)).collect();
    random.shuffle(&mut names);
    Board::full(filling.iter().map(|&value| names[value as usize - 1]))
}

/// Fills a random vertex of those with the fewest numbers left, with a random
/// number. No vertex, direction or number is favoured. That seldom meets a
/// conflict, and restarting is better than insisting.
fn search(
    space: &mut Space,
    vertices: &[Var],
    random: &mut Random,
    limits: Limits<'_>,
) -> Result<Option<Board>, Stopped> {
    let mut order = vertices.to_vec();
    random.shuffle(&mut order);
    let labelling = Labelling::default().select(Selection::FirstFail).split(Choice::Random);
    let labelling = labelling.over(&order).seed(random.bits());
    let limits = limits.nodes(NODES_PER_VERTEX * vertices.len() as u64);
    match fd::first(space, labelling, limits, None).0 {
        Ok(solution) => Ok(solution.map(|solution| Board::full(vertices.iter().map(|&x| solution[x])))),
        Err(Stopped::Nodes) => Ok(None),
        Err(stopped) => Err(stopped),
    }
}
