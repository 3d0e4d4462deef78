//! A first solution, or a verdict, with restarts if wanted.
//!
//! A verdict goes on after the first solution within the same run; the no-good
//! that excludes it is posted only when that run is cut off.

use super::depth_first::{DepthFirst, Outcome};
use super::{Branching, Budget, Limits, Solution, Stopped};
use crate::constraints::Clause;
use crate::space::Extent;
use crate::{Space, Statistics};
use std::time::Duration;

/// Restarts after 1, 1, 2, 1, 1, 2, 4, ... times so many conflicts.
///
/// Luby, Sinclair, Zuckerman: Optimal speedup of Las Vegas algorithms
/// (Information Processing Letters 47, 1993).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Luby {
    /// How many while no solution is known.
    pub unit: u64,
    /// How many when one is. A solution may be found by many short runs; to
    /// prove that there is no other takes one that is long enough.
    pub proof: u64,
}

impl Luby {
    /// The same number of conflicts all the time.
    pub fn of(unit: u64) -> Luby {
        Luby { unit, proof: unit }
    }

    /// The conflicts allowed to the run with this number, from 1.
    fn conflicts(self, run: u64, is_proof: bool) -> u64 {
        let unit = if is_proof { self.proof } else { self.unit };
        let mut run = run;
        loop {
            // A run numbered 2^k - 1 gets 2^(k-1); the others repeat the
            // sequence from its start.
            let bits = u64::BITS - run.leading_zeros();
            if run.count_ones() == bits {
                return unit.saturating_mul(1 << (bits - 1));
            }
            run -= (1 << (bits - 1)) - 1;
        }
    }
}

/// How many solutions there are, as far as it matters.
///
/// The kernel gives the values of all variables; [`Verdict::map`] turns them
/// into whatever a solution is to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict<S = Solution> {
    /// There is none: the whole tree was searched.
    None,
    /// There is this one and no other: the whole tree was searched.
    Unique(S),
    /// There are at least these two.
    Several(S, S),
    /// A limit came first; perhaps a solution was found before.
    Unknown(Option<S>, Stopped),
}

impl<S> Verdict<S> {
    /// What follows from the solutions found (two are enough) and from what
    /// stopped the search; without a limit that stopped it, they are all.
    pub fn of(found: impl IntoIterator<Item = S>, stopped: Option<Stopped>) -> Verdict<S> {
        let mut found = found.into_iter();
        match (found.next(), found.next(), stopped) {
            (Some(one), Some(two), _) => Verdict::Several(one, two),
            (one, _, Some(stopped)) => Verdict::Unknown(one, stopped),
            (Some(one), None, None) => Verdict::Unique(one),
            (None, ..) => Verdict::None,
        }
    }

    /// The same verdict about other solutions.
    pub fn map<T>(self, mut to: impl FnMut(S) -> T) -> Verdict<T> {
        match self {
            Verdict::None => Verdict::None,
            Verdict::Unique(only) => Verdict::Unique(to(only)),
            Verdict::Several(one, two) => Verdict::Several(to(one), to(two)),
            Verdict::Unknown(found, stopped) => Verdict::Unknown(found.map(to), stopped),
        }
    }

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

/// Looks for a solution; `None` is a proof that there is none.
///
/// With restarts the search begins again at the root when a run has met its
/// number of conflicts; only a run that was not cut off proves anything.
///
/// # Errors
/// The limit that stopped the search, beside the statistics.
pub fn first<B: Branching>(
    space: &mut Space,
    branching: B,
    limits: Limits<'_>,
    restarts: Option<Luby>,
) -> (Result<Option<Solution>, Stopped>, Statistics) {
    let mut engine = Engine::new(space, branching, 1, restarts);
    let result = engine.run(limits);
    let statistics = engine.statistics();
    (result.map(|_| engine.found.pop()), statistics)
}

/// Looks for a second solution.
///
/// The search goes on after the first. When restarts cut it off, the first is
/// excluded by a no-good before the search begins again, so that a run that was
/// not cut off proves the same.
pub fn verdict<B: Branching>(
    space: &mut Space,
    branching: B,
    limits: Limits<'_>,
    restarts: Option<Luby>,
) -> (Verdict, Statistics) {
    let mut engine = Engine::new(space, branching, 2, restarts);
    let verdict = engine.verdict(limits);
    (verdict, engine.statistics())
}

/// A search for some solutions, perhaps with restarts, that can be stopped and
/// taken up again. ([`first`] and [`verdict`] run one to its end.)
///
/// Each [`Engine::run`] is allowed as much as its limits say, and goes on where
/// the one before stopped: however the work is cut into slices, the nodes and
/// the answer are the same. When the engine is dropped, the space is as it was
/// before.
///
/// ```
/// use fd::{constraints::AllDifferent, Engine, Labelling, Limits, Luby, Model, Space, Verdict};
/// let mut model = Model::new();
/// let x = model.vars(4, 1..=4)?;
/// model.post(AllDifferent::new(&x))?;
/// let mut space = Space::new(&model);
/// let labelling = "random,random_value".parse::<Labelling>()?.over(&x);
/// let mut engine = Engine::new(&mut space, labelling, 2, Some(Luby::of(10)));
/// let verdict = loop {
///     match engine.verdict(Limits::none().work(1)) {
///         Verdict::Unknown(..) => {} // Here other work can be done.
///         verdict => break verdict,
///     }
/// };
/// assert!(matches!(verdict, Verdict::Several(..)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine<'s, B: Branching> {
    tree: DepthFirst<'s, B>,
    restarts: Option<Luby>,
    /// The number of solutions to look for.
    wanted: usize,
    found: Vec<Solution>,
    /// How many of them are excluded by a no-good.
    excluded: usize,
    /// What the space was before any no-good.
    extent: Extent,
    runs: u64,
    time: Duration,
}

impl<'s, B: Branching> Engine<'s, B> {
    /// A search of `space`, below its present level, for this many solutions.
    pub fn new(space: &'s mut Space, branching: B, wanted: usize, restarts: Option<Luby>) -> Engine<'s, B> {
        let extent = space.extent();
        let mut tree = DepthFirst::new(space, branching);
        if let Some(luby) = restarts {
            tree.restart(luby.conflicts(1, false));
        }
        Engine { tree, restarts, wanted, found: Vec::new(), excluded: 0, extent, runs: 1, time: Duration::ZERO }
    }

    /// Searches until it has found as many solutions as were wanted (true), or
    /// has proved that those found are all there are (false).
    ///
    /// # Errors
    /// The limit that stopped it.
    pub fn run(&mut self, limits: Limits<'_>) -> Result<bool, Stopped> {
        let (nodes, work) = self.tree.spent();
        let mut budget = Budget::after(limits, nodes, work);
        let result = self.dive(&mut budget);
        self.time += budget.elapsed();
        result
    }

    /// As [`Engine::run`], with the answer as a verdict. (An engine that looks
    /// for one solution only cannot tell whether it is unique.)
    pub fn verdict(&mut self, limits: Limits<'_>) -> Verdict {
        let stopped = match self.run(limits) {
            Ok(true) => Some(Stopped::Solutions),
            Ok(false) => None,
            Err(stopped) => Some(stopped),
        };
        Verdict::of(self.found.iter().cloned(), stopped)
    }

    /// The solutions found so far, all different.
    pub fn found(&self) -> &[Solution] {
        &self.found
    }

    /// What was done so far, in all runs.
    pub fn statistics(&self) -> Statistics {
        Statistics { time: self.time, restarts: self.runs - 1, ..self.tree.statistics() }
    }

    fn dive(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stopped> {
        while self.found.len() < self.wanted {
            match self.tree.dive(budget) {
                // Another solution is often near: the run goes on as far as its
                // conflicts allow.
                Outcome::Solution => self.found.push(self.tree.solution()),
                // A run that was not cut off has seen everything.
                Outcome::Exhausted => return Ok(false),
                Outcome::Restart => self.restart(),
                Outcome::Stopped(stopped) => return Err(stopped),
            }
        }
        Ok(true)
    }

    fn restart(&mut self) {
        let Some(luby) = self.restarts else { return };
        self.runs += 1;
        self.tree.restart(luby.conflicts(self.runs, !self.found.is_empty()));
        let space = &mut *self.tree.space;
        for solution in &self.found[self.excluded..] {
            let another = Clause::new(space.vars().map(|x| x.is_not(solution[x])));
            space.post_more(&another);
        }
        self.excluded = self.found.len();
    }
}

impl<B: Branching> Drop for Engine<'_, B> {
    fn drop(&mut self) {
        self.tree.end();
        self.tree.space.shrink_to(self.extent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_of_luby() {
        let luby = Luby::of(1);
        let runs: Vec<u64> = (1..=15).map(|run| luby.conflicts(run, false)).collect();
        assert_eq!(runs, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
