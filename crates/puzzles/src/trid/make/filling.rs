//! Random fillings of the empty triangle.

use super::super::Trid;
use crate::{Board, Modelled, triangle};
use fd::{Choice, Labelling, Limits, ModelError, Random, Search, Selection, Solution, Space, Var};

/// Up to this side, all fillings are known up to the names of the numbers, and
/// each is drawn as often as another.
const MOST_LISTED: usize = 6;

/// The search for a filling begins anew after so many nodes per vertex.
const NODES_PER_VERTEX: u64 = 4;

/// Draws fillings of one size.
#[derive(Debug)]
pub(super) enum Fillings {
    /// All that have 1, 2, ... in the last row. Giving the numbers other names,
    /// in all ways, makes each filling of all exactly once.
    Listed(Vec<Vec<i32>>),
    /// Too many to list: one is searched for.
    Searched {
        /// The empty triangle.
        space: Box<Space>,
        vertices: Vec<Var>,
    },
}

impl Fillings {
    pub(super) fn new(size: usize) -> Result<Fillings, ModelError> {
        let posed = Trid::new(size, Vec::new(), Vec::new()).pose()?;
        let mut space = Space::new(&posed.model);
        if size > MOST_LISTED {
            return Ok(Fillings::Searched { space: Box::new(space), vertices: posed.places });
        }
        space.push();
        let last_row = &posed.places[triangle::places(size) - size..];
        if !last_row.iter().zip(1..).all(|(x, value)| space.assume(x.is(value)).is_ok()) {
            return Ok(Fillings::Listed(Vec::new()));
        }
        let all = Search::new(&mut space, posed.branching(0), Limits::none()).all().unwrap_or_default();
        let values = |solution: &Solution| posed.places.iter().map(|&x| solution[x]).collect();
        Ok(Fillings::Listed(all.iter().map(values).collect()))
    }

    /// A random filling; `None` when this try took too long, or there is none.
    pub(super) fn draw(&mut self, random: &mut Random) -> Option<Board> {
        match self {
            Fillings::Listed(all) => {
                let filling = random.pick(all)?;
                let mut names: Vec<i32> = (1..=filling.iter().copied().max()?).collect();
                random.shuffle(&mut names);
                Some(Board::full(filling.iter().map(|&value| names[value as usize - 1])))
            }
            Fillings::Searched { space, vertices } => search(space, vertices, random),
        }
    }
}

/// Fills the vertex with the fewest numbers left, any of those, with any
/// number. No vertex, direction or number is favoured. That seldom meets a
/// conflict, and beginning anew is better than insisting.
fn search(space: &mut Space, vertices: &[Var], random: &mut Random) -> Option<Board> {
    let mut order = vertices.to_vec();
    random.shuffle(&mut order);
    let labelling = Labelling::default().select(Selection::FirstFail).split(Choice::Random);
    let labelling = labelling.over(&order).seed(random.bits());
    let limits = Limits::none().nodes(NODES_PER_VERTEX * vertices.len() as u64);
    let solution = fd::first(space, labelling, limits, None).0.ok()??;
    Some(Board::full(vertices.iter().map(|&x| solution[x])))
}
