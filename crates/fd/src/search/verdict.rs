//! A first solution, or a verdict, with restarts if wanted.
//!
//! A verdict goes on after the first solution within the same run; the no-good
//! that excludes it is posted only when that run is cut off.

use super::{Branching, Limits, Search, Solution, Stopped};
use crate::{Space, Statistics};

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
    pub fn conflicts(self, run: u64, is_proof: bool) -> u64 {
        let unit = if is_proof { self.proof } else { self.unit }.max(1);
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
    let mut search = Search::new(space, branching, limits).restarting(restarts);
    (search.next_solution(), search.statistics())
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
    let mut search = Search::new(space, branching, limits).restarting(restarts);
    (search.verdict(), search.statistics())
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
