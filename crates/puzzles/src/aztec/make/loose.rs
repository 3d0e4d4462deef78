//! Making as the paper does: random digits, and trial.

use super::super::Aztec;
use super::check;
use crate::{Board, Loose, LooseError, Modelled, Request, Way, triangle};
use fd::{Limits, Random, Space, Statistics, Stopped, Verdict};

pub(in super::super) const WAYS: &[Way] = &[Way {
    name: "trial",
    says: "random digits in a fifth of the cells, tried until one has exactly one solution",
    takes_clues: false,
    make: by_trial,
}];

/// Each cell is given with chance 1 in 5, any digit, until the pyramid has
/// exactly one solution.
///
/// (The paper's text draws from 1 to 9, its listing from 0 to 9; a 0 only costs
/// a try, as no such pyramid has a solution. It lists all solutions of each
/// try; here the second one ends it.)
fn by_trial(wanted: &Request, limits: Limits<'_>, random: &mut Random) -> Result<Loose, LooseError> {
    check(wanted)?;
    let rows = wanted.size;
    let places = triangle::places(rows);
    let posed = Aztec::new(rows, Board::blank(places)).pose()?;
    let mut space = Space::new(&posed.model);
    let mut statistics = Statistics::default();
    for tries in 1.. {
        let givens: Board = (0..places).map(|_| random.chance(1, 5).then(|| 1 + random.below(9) as i32)).collect();
        space.push();
        let facts = posed.places.iter().zip(givens.iter()).filter_map(|(x, given)| Some(x.is(given?)));
        let stated = facts.into_iter().all(|fact| space.assume(fact).is_ok());
        let (verdict, spent) = fd::verdict(&mut space, posed.branching(0), limits.less(&statistics), posed.restarts);
        space.pop();
        statistics = statistics.plus(spent);
        match verdict {
            Verdict::Unknown(_, stopped) => return Err(stopped.into()),
            Verdict::Unique(solution) if stated => {
                let puzzle = Box::new(Aztec::new(rows, givens));
                return Ok(Loose { puzzle, solution: posed.board(&solution), tries, statistics });
            }
            _ => {}
        }
    }
    Err(Stopped::Nodes.into())
}
