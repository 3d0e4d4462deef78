//! Solving: first solution, verdict, all solutions, exact count.

mod in_order;
mod shared;

pub(crate) use in_order::in_order;
pub use shared::Sharing;

use crate::Trace;
use crate::task::Meter;
use fd::{Branching, Engine, Labelling, Limits, Luby, ModelError, Search, Space, Statistics, Stopped};
use puzzles::{Board, Form, Posed, Puzzle};
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

    /// How the search is shared out, if it may be.
    fn sharing(&self) -> Option<Sharing> {
        self.sharing.filter(|_| self.labelling.is_none() && self.form == Form::Best && self.trace.is_none())
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// None: proved.
    None,
    /// This one and no other: proved.
    Unique(Board),
    /// At least these two.
    Several(Board, Board),
    /// A limit came first; perhaps a solution was found before.
    Unknown(Option<Board>, Stopped),
}

impl Verdict {
    /// In a word: `none`, `unique`, `several` or `unknown`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::None => "none",
            Verdict::Unique(_) => "unique",
            Verdict::Several(..) => "several",
            Verdict::Unknown(..) => "unknown",
        }
    }
}

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
    let prepared = Prepared::new(puzzle, options)?;
    // Where restarts help, some subtrees are better never searched to their end.
    if let Some(sharing) = options.sharing().filter(|_| prepared.restarts.is_none()) {
        return Ok(shared::verdict(prepared, options, sharing));
    }
    if options.is_elsewhere() {
        return Ok(Answer { result: Verdict::None, statistics: Statistics::default() });
    }
    let Prepared { posed, mut space, branching, restarts } = prepared;
    let (verdict, statistics) = fd::verdict(&mut space, branching, options.limits, restarts);
    Ok(Answer { result: Verdict::of(verdict, &posed), statistics })
}

impl Verdict {
    fn of(verdict: fd::Verdict, posed: &Posed) -> Verdict {
        match verdict {
            fd::Verdict::None => Verdict::None,
            fd::Verdict::Unique(solution) => Verdict::Unique(posed.board(&solution)),
            fd::Verdict::Several(one, two) => Verdict::Several(posed.board(&one), posed.board(&two)),
            fd::Verdict::Unknown(found, stopped) => Verdict::Unknown(found.map(|s| posed.board(&s)), stopped),
        }
    }
}

/// Looks for a second solution, in slices: the verdict is never unknown.
///
/// # Errors
/// When the puzzle is too large for the kernel.
pub async fn prove(puzzle: &dyn Puzzle, meter: &Meter) -> Result<Answer<Verdict>, ModelError> {
    let Prepared { posed, mut space, branching, restarts } = Prepared::new(puzzle, &Options::default())?;
    let mut engine = Engine::new(&mut space, branching, 2, restarts);
    loop {
        meter.pause().await;
        let before = engine.statistics().resumptions;
        let verdict = engine.verdict(Limits::none().work(meter.left()));
        meter.spend(engine.statistics().resumptions - before);
        if !matches!(verdict, fd::Verdict::Unknown(..)) {
            return Ok(Answer { result: Verdict::of(verdict, &posed), statistics: engine.statistics() });
        }
    }
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
    let prepared = Prepared::new(puzzle, options)?;
    if let Some(sharing) = options.sharing() {
        return Ok(shared::each(prepared, options, sharing, &mut visit));
    }
    let Prepared { posed, mut space, branching, .. } = prepared;
    let mut search = Search::new(&mut space, branching, options.limits);
    let result = loop {
        match search.next_solution() {
            Ok(Some(solution)) if visit(posed.board(&solution)).is_continue() => {}
            Ok(_) => break None,
            Err(stopped) => break Some(stopped),
        }
    };
    Ok(Answer { result, statistics: search.statistics() })
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
    let prepared = Prepared::new(puzzle, options)?;
    if let Some(sharing) = options.sharing() {
        return Ok(shared::count(prepared, options, sharing));
    }
    let Prepared { mut space, branching, .. } = prepared;
    let mut search = Search::new(&mut space, branching, options.limits);
    let mut found = 0;
    let result = loop {
        match search.advance() {
            Ok(true) => found += 1,
            Ok(false) => break Count::Exact(found),
            Err(stopped) => break Count::AtLeast(found, stopped),
        }
    };
    Ok(Answer { result, statistics: search.statistics() })
}
