//! One hard puzzle for many threads.
//!
//! A search of ten thousand nodes shows whether a puzzle is hard at all. A
//! hard one is split into at least 64 subtrees (Régin, Rezgui, Malapert:
//! Embarrassingly Parallel Search, 2013). They cut at one depth; here the
//! subtree with the most room in its domains is cut next, since trees of
//! two-sided decisions are lopsided: cut at one depth, one subtree of `gen13_2`
//! kept a thread busy when all others were done.
//!
//! Each subtree is searched in a space of its own that starts with the conflicts
//! seen so far, and what is found is taken in the order of the subtrees. So one
//! thread, many threads and many machines give the same answer.
//!
//! A verdict that relies on restarts (Weight, Trid) is not split: some subtrees
//! are better never searched to their end.

use super::Options;
use crate::pool::{Event, Pool};
use fd::{Limits, Search, Solution, Space, Statistics, Stopped, Subtree, Weights, split};
use puzzles::Posed;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SendError, SyncSender};

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
pub(super) const PROBE: u64 = 10_000;
/// The least number of subtrees: many more than there are threads, since some
/// take far longer than others.
const SUBTREES: usize = 64;
/// The most, however many parts there are.
const MOST_SUBTREES: usize = 4096;
/// How many propagators run between two looks at the flag.
const SLICE: u64 = 20_000;

/// Which solutions of a subtree are told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// Two, if it has them; it is searched no further.
    Two,
    /// All, one by one.
    All,
    /// None: they are just counted.
    Number,
}

/// The end of a search.
#[derive(Default)]
pub(super) struct Searched {
    pub(super) count: u128,
    pub(super) statistics: Statistics,
    pub(super) stopped: Option<Stopped>,
}

/// What the search of a subtree reports.
enum Report {
    Found(Solution),
    Ended(Searched),
}

impl Sharing {
    /// Whether a part does not get what the probe has found: only the first
    /// does, so that it is counted once.
    pub(super) fn is_elsewhere(self) -> bool {
        self.part.is_some_and(|(number, _)| number > 0)
    }
}

/// Splits what the probe has not finished, and searches all of it.
pub(super) fn search_subtrees(
    posed: &Posed,
    mut space: Space,
    options: &Options<'_>,
    sharing: Sharing,
    told: Told,
    visit: &mut dyn FnMut(Solution) -> ControlFlow<()>,
) -> Searched {
    let wanted = sharing.part.map_or(SUBTREES, |(_, of)| of.get().saturating_mul(4).clamp(SUBTREES, MOST_SUBTREES));
    let subtrees = match split(&mut space, || posed.branching(options.seed), wanted, options.limits) {
        Ok(subtrees) => subtrees,
        Err(stopped) => return Searched { stopped: Some(stopped), ..Searched::default() },
    };
    let mine = |number: &usize| sharing.part.is_none_or(|(part, of)| *number % of == part);
    let subtrees: Vec<Subtree> =
        (0..).zip(subtrees).filter(|(number, _)| mine(number)).map(|(_, subtree)| subtree).collect();
    let stop = AtomicBool::new(false);
    let job = Job { posed, seed: options.seed, limits: options.limits, weights: space.weights(), told, stop: &stop };
    let mut all = Searched::default();
    let taken = Pool::new(sharing.threads, Some(subtrees.len()), &stop).run(
        subtrees.iter(),
        || (),
        |(), subtree, sender| job.search(subtree, &sender),
        |event| {
            Ok(match event {
                Event::Said(Report::Found(solution)) => visit(solution),
                Event::Said(Report::Ended(one)) => {
                    all.count += one.count;
                    all.statistics = all.statistics.plus(one.statistics);
                    all.stopped = all.stopped.or(one.stopped);
                    ControlFlow::Continue(())
                }
                Event::Waiting | Event::Quiet => ControlFlow::Continue(()),
            })
        },
    );
    // Without a thread nothing was searched, and nothing is proved.
    all.stopped = all.stopped.or(taken.err().map(|_| Stopped::Cancelled));
    all
}

/// What the searches of all subtrees share.
struct Job<'a> {
    posed: &'a Posed,
    seed: u64,
    /// The deadline and the flag hold for all subtrees together.
    limits: Limits<'a>,
    /// What the probe has learned from its conflicts.
    weights: &'a Weights,
    told: Told,
    stop: &'a AtomicBool,
}

impl Job<'_> {
    /// Searches a subtree, in a space of its own: what was searched before does
    /// not matter.
    fn search(&self, subtree: &Subtree, sender: &SyncSender<Report>) -> Result<(), SendError<Report>> {
        let mut space = Space::new(&self.posed.model);
        space.set_weights(self.weights);
        space.push();
        if subtree.path.iter().any(|&literal| space.assume(literal).is_err()) {
            return Ok(());
        }
        let slice = self.limits.work(SLICE);
        let mut search = Search::new(&mut space, self.posed.branching(self.seed), slice);
        let mut count = 0;
        let stopped = loop {
            match search.advance() {
                Ok(false) => break None,
                Ok(true) => {
                    count += 1;
                    if self.told != Told::Number {
                        sender.send(Report::Found(search.solution()))?;
                    }
                    if self.told == Told::Two && count == 2 {
                        break None;
                    }
                }
                Err(Stopped::Work) if !self.stop.load(Ordering::Relaxed) => search.resume(slice),
                Err(stopped) => break Some(stopped),
            }
        };
        sender.send(Report::Ended(Searched { count, statistics: search.statistics(), stopped }))
    }
}
