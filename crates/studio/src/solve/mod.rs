//! Solving: first solution, verdict, all solutions, exact count.
//!
//! A puzzle may write down a first solution (an empty Trid of any side) or count
//! without a search (Gap, Aztec Math). That is used unless a labelling or the
//! paper's model was asked for.

mod shape;
mod shared;

pub use shape::{Allowance, Found, ShapeSolver, ValueOrder};
pub use shared::Sharing;

use crate::Trace;
use crate::task::Meter;
use fd::{Branching, Labelling, Limits, Luby, ModelError, Search, Space, Statistics, Stopped};
use puzzles::{Board, Form, Posed, Puzzle};
use shared::{Told, search_subtrees};
use std::collections::BTreeSet;
use std::num::NonZero;
use std::ops::ControlFlow;

/// How to solve.
#[derive(Debug, Clone, Default)]
pub struct Options<'a> {
    /// Which model of the puzzle.
    pub form: Form,
    /// A labelling instead of the puzzle's own way of searching.
    pub labelling: Option<Labelling>,
    /// The seed of what is random in the search.
    pub seed: u64,
    /// What the search may use up.
    pub limits: Limits<'a>,
    /// Reports every node of the search.
    pub trace: Option<Trace<'a>>,
    /// How a verdict, a count or a list of all solutions is shared out among
    /// threads if the puzzle is hard; without it, each is one search. A
    /// labelling, the paper's model and a trace ask for one search anyway.
    pub sharing: Option<Sharing>,
}

impl Options<'_> {
    /// Whether this is one of several parts, and another one answers where the
    /// search is not shared out.
    fn is_elsewhere(&self) -> bool {
        self.sharing.is_some_and(Sharing::is_elsewhere)
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> NonZero<usize> {
        self.sharing.map_or(NonZero::<usize>::MIN, |sharing| sharing.threads)
    }

    /// How the search is shared out, if it may be. A browser has no threads.
    fn sharing(&self) -> Option<Sharing> {
        let one_search = self.labelling.is_some() || self.form != Form::Best || self.trace.is_some();
        self.sharing.filter(|_| !one_search && !cfg!(target_family = "wasm"))
    }

    /// The limits of the first search: one that may be shared out only finds out
    /// whether the puzzle is hard.
    fn probe(&self, sharing: Option<Sharing>) -> Limits<'_> {
        sharing.map_or(self.limits, |_| self.limits.nodes(shared::PROBE))
    }

    /// How a posed puzzle is searched.
    pub(crate) fn branching(&self, posed: &Posed) -> Box<dyn Branching> {
        match &self.labelling {
            Some(labelling) => Box::new(labelling.over(&posed.places).seed(self.seed)),
            None => posed.branching(self.seed),
        }
    }
}

/// An answer, and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<T> {
    /// The answer.
    pub result: T,
    /// What the search did.
    pub statistics: Statistics,
}

/// How many solutions a puzzle has, as far as it matters.
pub type Verdict = fd::Verdict<Board>;

/// A number of solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// Exactly this many.
    Exact(u128),
    /// At least this many: a limit came first.
    AtLeast(u128, Stopped),
}

/// A puzzle posed and ready to be searched.
struct Prepared<'a> {
    posed: Posed,
    space: Space,
    branching: Box<dyn Branching + 'a>,
    restarts: Option<Luby>,
}

impl<'a> Prepared<'a> {
    fn new(puzzle: &'a dyn Puzzle, options: &Options<'a>) -> Result<Prepared<'a>, ModelError> {
        let posed = options.form.pose(puzzle)?;
        let space = Space::new(&posed.model);
        let branching: Box<dyn Branching + 'a> = options.branching(&posed);
        // A labelling that was asked for is followed exactly.
        let restarts = posed.restarts.filter(|_| options.labelling.is_none());
        let branching = match options.trace {
            Some(trace) => trace.of(puzzle, &posed, branching),
            None => branching,
        };
        Ok(Prepared { posed, space, branching, restarts })
    }
}

/// Looks for a solution; `Ok(None)` is a proof that there is none. Where the
/// puzzle can write one down (unless a labelling or the paper's model was
/// asked for), there is no search.
///
/// # Errors
/// When the puzzle is too large for the kernel.
pub fn first(puzzle: &dyn Puzzle, options: &Options<'_>) -> Result<Answer<Result<Option<Board>, Stopped>>, ModelError> {
    if options.labelling.is_none()
        && options.form == Form::Best
        && let Some(board) = puzzle.construct()
    {
        return Ok(Answer { result: Ok(Some(board)), statistics: Statistics::default() });
    }
    let Prepared { posed, mut space, branching, restarts } = Prepared::new(puzzle, options)?;
    let (result, statistics) = fd::first(&mut space, branching, options.limits, restarts);
    let result = result.map(|found| found.map(|solution| posed.board(&solution)));
    Ok(Answer { result, statistics })
}

/// Looks for a second solution.
///
/// # Errors
/// When the puzzle is too large for the kernel.
pub fn verdict(puzzle: &dyn Puzzle, options: &Options<'_>) -> Result<Answer<Verdict>, ModelError> {
    let Prepared { posed, mut space, branching, restarts } = Prepared::new(puzzle, options)?;
    // Where restarts help, some subtrees are better never searched to their end.
    let sharing = options.sharing().filter(|_| restarts.is_none());
    if sharing.is_none() && options.is_elsewhere() {
        return Ok(Answer { result: Verdict::None, statistics: Statistics::default() });
    }
    let mut search = Search::new(&mut space, branching, options.probe(sharing)).restarting(restarts);
    let probed = search.verdict();
    let statistics = search.statistics();
    let mut found = match sharing {
        Some(Sharing { part: Some(_), .. }) => Vec::new(),
        _ => search.found().to_vec(),
    };
    drop(search);
    let (Some(sharing), fd::Verdict::Unknown(_, Stopped::Nodes)) = (sharing, &probed) else {
        let verdict = if options.is_elsewhere() { fd::Verdict::None } else { probed };
        return Ok(Answer { result: verdict.map(|solution| posed.board(&solution)), statistics });
    };
    let rest = search_subtrees(&posed, space, options, sharing, Told::Two, &mut |solution| {
        if !found.contains(&solution) {
            found.push(solution);
        }
        if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let result = Verdict::of(found.iter().map(|solution| posed.board(solution)), rest.stopped);
    Ok(Answer { result, statistics: statistics.plus(rest.statistics) })
}

/// Looks for a second solution, in slices: the verdict is never unknown.
///
/// # Errors
/// When the puzzle is too large for the kernel.
pub async fn prove(puzzle: &dyn Puzzle, meter: &Meter) -> Result<Answer<Verdict>, ModelError> {
    let Prepared { posed, mut space, branching, restarts } = Prepared::new(puzzle, &Options::default())?;
    let mut search = Search::new(&mut space, branching, Limits::none()).restarting(restarts);
    let stopped = Allowance::unlimited(meter).find(&mut search, 2).await.err();
    let result = Verdict::of(search.found().iter().map(|solution| posed.board(solution)), stopped);
    Ok(Answer { result, statistics: search.statistics() })
}

/// Visits every solution once, until `visit` breaks. The result is the limit
/// that stopped the search, if one did.
///
/// # Errors
/// When the puzzle is too large for the kernel.
pub fn each(
    puzzle: &dyn Puzzle,
    options: &Options<'_>,
    mut visit: impl FnMut(Board) -> ControlFlow<()>,
) -> Result<Answer<Option<Stopped>>, ModelError> {
    let Prepared { posed, mut space, branching, .. } = Prepared::new(puzzle, options)?;
    let sharing = options.sharing();
    let mut search = Search::new(&mut space, branching, options.probe(sharing));
    let mut seen = BTreeSet::new();
    let probed = loop {
        match search.next_solution() {
            Ok(Some(solution)) if visit(posed.board(&solution)).is_continue() => {
                if sharing.is_some() {
                    seen.insert(solution.values().to_vec());
                }
            }
            Ok(_) => break None,
            Err(stopped) => break Some(stopped),
        }
    };
    let statistics = search.statistics();
    drop(search);
    let (Some(sharing), Some(Stopped::Nodes)) = (sharing, probed) else {
        return Ok(Answer { result: probed, statistics });
    };
    let rest = search_subtrees(&posed, space, options, sharing, Told::All, &mut |solution| {
        if seen.contains(solution.values()) { ControlFlow::Continue(()) } else { visit(posed.board(&solution)) }
    });
    Ok(Answer { result: rest.stopped, statistics: statistics.plus(rest.statistics) })
}

/// Counts the solutions: by the puzzle's own counting where it has one (unless
/// a labelling or the paper's model was asked for), else by visiting them all.
///
/// # Errors
/// When the puzzle is too large for the kernel.
pub fn count(puzzle: &dyn Puzzle, options: &Options<'_>) -> Result<Answer<Count>, ModelError> {
    if options.labelling.is_none()
        && options.form == Form::Best
        && let Some(count) = puzzle.count(options.limits)
    {
        let count = count.map(|count| if options.is_elsewhere() { 0 } else { count });
        let result = count.map_or_else(|stopped| Count::AtLeast(0, stopped), Count::Exact);
        return Ok(Answer { result, statistics: Statistics::default() });
    }
    let Prepared { posed, mut space, branching, .. } = Prepared::new(puzzle, options)?;
    let sharing = options.sharing();
    let mut search = Search::new(&mut space, branching, options.probe(sharing));
    let mut stopped = search.count().err();
    let mut statistics = search.statistics();
    drop(search);
    let mut found = u128::from(statistics.solutions);
    if let (Some(sharing), Some(Stopped::Nodes)) = (sharing, stopped) {
        let ignored = &mut |_| ControlFlow::Continue(());
        let rest = search_subtrees(&posed, space, options, sharing, Told::Number, ignored);
        (found, stopped, statistics) = (rest.count, rest.stopped, statistics.plus(rest.statistics));
    } else if sharing.is_some_and(Sharing::is_elsewhere) {
        found = 0;
    }
    let result = stopped.map_or(Count::Exact(found), |stopped| Count::AtLeast(found, stopped));
    Ok(Answer { result, statistics })
}
