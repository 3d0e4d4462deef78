//! Where the boards of experiments come from: built in, made from a seed, or
//! out of a collection of published ones.

use fd::{Limits, Random, Stopped};
use puzzles::{Clues, Document, Kind, Puzzle, Request, Way};
use std::sync::Arc;
use studio::{MakeError, Workshop};

/// The seed of every board that is made for a built-in experiment.
pub(crate) const SEED: u64 = 2020;

/// How many drafts, or makes, are tried before giving up on a board.
const TRIES: u64 = 50;

/// Finds a published puzzle by its name in a collection, such as
/// `multibalance/friedman_81`; without a collection, none.
pub type Collection<'a> = &'a dyn Fn(&str) -> Option<Document>;

/// A puzzle, shared by many trials.
pub type SharedPuzzle = Arc<dyn Puzzle>;

/// The problem of a FlatZinc file, shared by many trials.
#[cfg(feature = "flatzinc")]
pub type SharedProblem = Arc<fzn::Problem>;

/// A puzzle that a paper prints.
pub(crate) fn builtin(name: &str) -> Option<SharedPuzzle> {
    puzzles::builtin(name).map(|document| Arc::from(document.puzzle))
}

/// A paper's way of making such puzzles.
pub(crate) fn way(kind: &str, name: &str) -> Option<&'static Way> {
    puzzles::kind(kind)?.paper.as_ref()?.ways.iter().find(|way| way.name == name)
}

/// A board with this many clues of a random solution, chosen at random: it has
/// a solution, and usually many.
pub(crate) fn draft(
    kind: &Kind,
    wanted: &Request,
    clues: usize,
    seed: u64,
    limits: Limits<'_>,
) -> Result<Option<SharedPuzzle>, Stopped> {
    let Ok(mut maker) = (kind.maker)(wanted) else { return Ok(None) };
    let mut random = Random::new(seed);
    for _ in 0..TRIES {
        let Some(draft) = maker.draft(&mut random, limits)? else { continue };
        let count = draft.puzzle.clues();
        let mut order: Vec<usize> = (0..count).collect();
        random.shuffle(&mut order);
        let mut kept = vec![false; count];
        order.iter().take(clues).for_each(|&clue| kept[clue] = true);
        return Ok(Some(Arc::from(draft.puzzle.with_clues(&kept))));
    }
    Ok(None)
}

/// A puzzle made in the paper's usual way: it has a solution, and usually many.
pub(crate) fn loose(kind: &Kind, wanted: &Request, seed: u64) -> Option<SharedPuzzle> {
    let way = kind.paper.as_ref()?.ways.first()?;
    let made = (way.make)(wanted, Limits::none(), &mut Random::new(seed)).ok()?;
    Some(Arc::from(made.puzzle))
}

/// A puzzle with one solution and as few clues as possible.
pub(crate) fn unique(
    kind: &'static Kind,
    wanted: &Request,
    seed: u64,
    limits: Limits<'_>,
) -> Result<Option<SharedPuzzle>, Stopped> {
    let Ok(mut shop) = Workshop::new(kind, wanted.clone()) else { return Ok(None) };
    for index in 0..TRIES {
        match shop.make(seed, index, limits) {
            Ok(made) => return Ok(Some(Arc::from(made.puzzle))),
            Err(MakeError::Stopped(stopped)) => return Err(stopped),
            Err(_) => {}
        }
    }
    Ok(None)
}

/// A request for a puzzle of this size with this many clues.
pub(crate) fn with_clues(size: usize, clues: usize) -> Request {
    Request { clues: Some(Clues::Between(clues, clues)), ..Request::of_size(size) }
}
