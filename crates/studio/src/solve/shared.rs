//! One hard puzzle for many threads.
//!
//! A search of ten thousand nodes shows whether a puzzle is hard at all. A
//! hard one is split into subtrees, which are searched apart, each in a space of
//! its own that starts with the conflicts seen so far. What is found does not
//! depend on the number of threads: it is taken in the order of the subtrees.

use super::in_order::in_order;
use super::{Answer, Count, Options, Prepared, Verdict};
use fd::{Engine, Limits, Search, Solution, Space, Statistics, Stopped, Subtree, split};
use puzzles::{Board, Posed};
use std::collections::BTreeSet;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a hard puzzle is shared out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sharing {
    /// The number of threads.
    pub threads: NonZero<usize>,
    /// Search only one of several parts, elsewhere than the others: its number
    /// from 0, and how many there are.
    pub part: Option<(usize, NonZero<usize>)>,
}

/// The nodes after which a puzzle is called hard.
const PROBE: u64 = 10_000;
/// The least number of subtrees: many more than there are threads, since some
/// take far longer than others.
const SUBTREES: usize = 64;
/// The most, however many parts there are.
const MOST_SUBTREES: usize = 4096;
/// How many propagators run between two looks at the flag.
const SLICE: u64 = 20_000;

/// A hard puzzle, split.
struct Split<'a> {
    posed: &'a Posed,
    seed: u64,
    /// The deadline and the flag hold for all subtrees together.
    limits: Limits<'a>,
    /// The conflicts that the probe has seen.
    failures: Vec<u32>,
    subtrees: Vec<Subtree>,
}

/// What the search of a subtree reports.
enum Report {
    Found(Solution),
    Ended(Searched),
}

/// The end of a search.
#[derive(Default)]
struct Searched {
    count: u128,
    statistics: Statistics,
    stopped: Option<Stopped>,
}

/// What is wanted of each subtree.
#[derive(Clone, Copy)]
enum Wanted {
    /// Two solutions, if it has them.
    Two,
    /// All, one by one.
    All,
    /// Just how many there are.
    Number,
}

impl Sharing {
    /// Whether a part does not get what the probe has found: only the first
    /// does, so that it is counted once.
    pub(super) fn is_elsewhere(self) -> bool {
        self.part.is_some_and(|(number, _)| number > 0)
    }
}

pub(super) fn verdict(prepared: Prepared<'_>, options: &Options<'_>, sharing: Sharing) -> Answer<Verdict> {
    let Prepared { posed, mut space, branching, .. } = prepared;
    let mut engine = Engine::new(&mut space, branching, 2, None);
    let probed = engine.verdict(options.limits.within(PROBE));
    let statistics = engine.statistics();
    let mut found = if sharing.part.is_none() { engine.found().to_vec() } else { Vec::new() };
    drop(engine);
    if !matches!(probed, fd::Verdict::Unknown(_, Stopped::Nodes)) {
        let result = if sharing.is_elsewhere() { Verdict::None } else { Verdict::of(probed, &posed) };
        return Answer { result, statistics };
    }
    let rest = Split::searched(&posed, space, options, sharing, Wanted::Two, &mut |solution| {
        if !found.contains(&solution) {
            found.push(solution);
        }
        if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let result = match (found.as_slice(), rest.stopped) {
        ([one, two, ..], _) => Verdict::Several(posed.board(one), posed.board(two)),
        (found, Some(stopped)) => Verdict::Unknown(found.first().map(|one| posed.board(one)), stopped),
        ([only], None) => Verdict::Unique(posed.board(only)),
        ([], None) => Verdict::None,
    };
    Answer { result, statistics: statistics.plus(rest.statistics) }
}

/// Visits all solutions; those that the probe finds come first.
pub(super) fn each(
    prepared: Prepared<'_>,
    options: &Options<'_>,
    sharing: Sharing,
    visit: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Answer<Option<Stopped>> {
    let Prepared { posed, mut space, branching, .. } = prepared;
    let mut search = Search::new(&mut space, branching, options.limits.within(PROBE));
    let mut seen = BTreeSet::new();
    let probed = loop {
        match search.next_solution() {
            Ok(Some(solution)) if visit(posed.board(&solution)).is_continue() => {
                seen.insert(solution.values().to_vec());
            }
            Ok(_) => break None,
            Err(stopped) => break Some(stopped),
        }
    };
    let statistics = search.statistics();
    drop(search);
    if probed != Some(Stopped::Nodes) {
        return Answer { result: probed, statistics };
    }
    let rest = Split::searched(&posed, space, options, sharing, Wanted::All, &mut |solution| {
        if seen.contains(solution.values()) { ControlFlow::Continue(()) } else { visit(posed.board(&solution)) }
    });
    Answer { result: rest.stopped, statistics: statistics.plus(rest.statistics) }
}

pub(super) fn count(prepared: Prepared<'_>, options: &Options<'_>, sharing: Sharing) -> Answer<Count> {
    let Prepared { posed, mut space, branching, .. } = prepared;
    let mut search = Search::new(&mut space, branching, options.limits.within(PROBE));
    let probed = search.count();
    let statistics = search.statistics();
    drop(search);
    if probed != Err(Stopped::Nodes) {
        let found = if sharing.is_elsewhere() { 0 } else { u128::from(statistics.solutions) };
        let result = probed.map_or_else(|stopped| Count::AtLeast(found, stopped), |_| Count::Exact(found));
        return Answer { result, statistics };
    }
    let rest = Split::searched(&posed, space, options, sharing, Wanted::Number, &mut |_| ControlFlow::Continue(()));
    let result = rest.stopped.map_or(Count::Exact(rest.count), |stopped| Count::AtLeast(rest.count, stopped));
    Answer { result, statistics: statistics.plus(rest.statistics) }
}

impl<'a> Split<'a> {
    /// Splits what the probe has not finished.
    fn new(posed: &'a Posed, mut space: Space, options: &Options<'a>, sharing: Sharing) -> Result<Split<'a>, Stopped> {
        let (seed, limits) = (options.seed, options.limits);
        let wanted = sharing.part.map_or(SUBTREES, |(_, of)| of.get().saturating_mul(4).clamp(SUBTREES, MOST_SUBTREES));
        let subtrees = split(&mut space, || posed.branching(seed), wanted, limits)?;
        let mine = |number: &usize| sharing.part.is_none_or(|(part, of)| *number % of == part);
        let subtrees = (0..).zip(subtrees).filter(|(number, _)| mine(number)).map(|(_, subtree)| subtree).collect();
        Ok(Split { posed, seed, limits, failures: space.failures().to_vec(), subtrees })
    }

    /// Splits what the probe has not finished, and searches all of it.
    fn searched(
        posed: &'a Posed,
        space: Space,
        options: &Options<'a>,
        sharing: Sharing,
        wanted: Wanted,
        visit: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Searched {
        let split = match Split::new(posed, space, options, sharing) {
            Ok(split) => split,
            Err(stopped) => return Searched { stopped: Some(stopped), ..Searched::default() },
        };
        let work = |number: usize, stop: &AtomicBool, tell: &mut dyn FnMut(Report) -> ControlFlow<()>| {
            split.search(&split.subtrees[number], wanted, stop, tell);
        };
        let mut all = Searched::default();
        in_order(split.subtrees.len(), sharing.threads, work, &mut |report| match report {
            Report::Found(solution) => visit(solution),
            Report::Ended(one) => {
                all.count += one.count;
                all.statistics = all.statistics.plus(one.statistics);
                all.stopped = all.stopped.or(one.stopped);
                ControlFlow::Continue(())
            }
        });
        all
    }

    /// Searches a subtree, in a space of its own: what was searched before does
    /// not matter.
    fn search(
        &self,
        subtree: &Subtree,
        wanted: Wanted,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Report) -> ControlFlow<()>,
    ) {
        let mut space = Space::new(&self.posed.model);
        space.recall_failures(&self.failures);
        space.push();
        let open = subtree.path().iter().all(|&literal| space.assume(literal).is_ok());
        if !open {
            return;
        }
        let slice = self.limits.work(SLICE);
        let is_over = |stopped: Stopped| stopped != Stopped::Work || stop.load(Ordering::Relaxed);
        let branching = self.posed.branching(self.seed);
        let (count, statistics, stopped) = if let Wanted::Two = wanted {
            let mut engine = Engine::new(&mut space, branching, 2, None);
            let stopped = loop {
                match engine.run(slice) {
                    Ok(_) => break None,
                    Err(stopped) if is_over(stopped) => break Some(stopped),
                    Err(_) => {}
                }
            };
            let found = engine.found();
            if found.iter().any(|solution| tell(Report::Found(solution.clone())).is_break()) {
                return;
            }
            (found.len() as u128, engine.statistics(), stopped)
        } else {
            let mut search = Search::new(&mut space, branching, slice);
            let mut count = 0;
            let stopped = loop {
                match search.advance() {
                    Ok(false) => break None,
                    Ok(true) => {
                        count += 1;
                        if let Wanted::All = wanted
                            && tell(Report::Found(search.solution())).is_break()
                        {
                            return;
                        }
                    }
                    Err(stopped) if is_over(stopped) => break Some(stopped),
                    Err(_) => search.resume(slice),
                }
            };
            (count, search.statistics(), stopped)
        };
        let _ = tell(Report::Ended(Searched { count, statistics, stopped }));
    }
}
