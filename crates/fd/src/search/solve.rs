//! Answers: a first solution, or a verdict, with restarts if wanted.

use super::limits::Budget;
use super::{Branching, Limits, Outcome, Search, Solution, Stopped};
use crate::constraints::Clause;
use crate::{Space, Statistics};

/// Restarts after 1, 1, 2, 1, 1, 2, 4, ... times `unit` conflicts.
///
/// Luby, Sinclair, Zuckerman: Optimal speedup of Las Vegas algorithms
/// (Information Processing Letters 47, 1993).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Luby {
    /// The number of conflicts that the sequence is multiplied by.
    pub unit: u64,
}

impl Luby {
    /// The conflicts allowed to the run with this number, from 1.
    fn conflicts(self, run: u64) -> u64 {
        let mut run = run;
        loop {
            // A run numbered 2^k - 1 gets 2^(k-1); the others repeat the
            // sequence from its start.
            let bits = u64::BITS - run.leading_zeros();
            if run.count_ones() == bits {
                return self.unit.saturating_mul(1 << (bits - 1));
            }
            run -= (1 << (bits - 1)) - 1;
        }
    }
}

/// How many solutions there are, as far as it matters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// There is none: the whole tree was searched.
    None,
    /// There is this one and no other: the whole tree was searched.
    Unique(Solution),
    /// There are at least these two.
    Several(Solution, Solution),
    /// A limit came first; perhaps a solution was found before.
    Unknown(Option<Solution>, Stopped),
}

/// Looks for a solution; `None` is a proof that there is none.
///
/// With restarts the search begins anew when a run has met its number of
/// conflicts; only a run that was not cut off proves anything.
///
/// # Errors
/// The limit that stopped the search, beside the statistics.
pub fn first<B: Branching>(
    space: &mut Space,
    mut branching: B,
    limits: Limits<'_>,
    restarts: Option<Luby>,
) -> (Result<Option<Solution>, Stopped>, Statistics) {
    let mut effort = Effort { budget: Budget::new(limits), statistics: Statistics::default(), runs: 0 };
    let result = effort.first(space, &mut branching, restarts);
    (result, effort.statistics())
}

/// Looks for a second solution.
///
/// The search goes on after the first. When restarts cut it off, the first is
/// excluded by a no-good before the search begins anew, so that a run that was
/// not cut off proves the same.
pub fn verdict<B: Branching>(
    space: &mut Space,
    mut branching: B,
    limits: Limits<'_>,
    restarts: Option<Luby>,
) -> (Verdict, Statistics) {
    let mut effort = Effort { budget: Budget::new(limits), statistics: Statistics::default(), runs: 0 };
    let verdict = if restarts.is_some() {
        effort.verdict_restarting(space, &mut branching, restarts)
    } else {
        effort.verdict(space, &mut branching)
    };
    (verdict, effort.statistics())
}

/// What several runs use up together.
struct Effort<'a> {
    budget: Budget<'a>,
    statistics: Statistics,
    /// Runs so far: the restart sequence goes on over both halves of a verdict.
    runs: u64,
}

impl<'a> Effort<'a> {
    fn statistics(&self) -> Statistics {
        let restarts = self.runs.saturating_sub(1);
        Statistics { time: self.budget.elapsed(), restarts, ..self.statistics }
    }

    /// The next run.
    fn run<'s, B: Branching>(
        &mut self,
        space: &'s mut Space,
        branching: &'s mut B,
        restarts: Option<Luby>,
    ) -> Search<'s, &'s mut B>
    where
        'a: 's,
    {
        self.runs += 1;
        let conflicts = restarts.map(|luby| luby.conflicts(self.runs));
        Search::with_budget(space, branching, self.budget, conflicts)
    }

    /// Adds what a run has used up.
    fn add(&mut self, statistics: Statistics) {
        self.statistics = self.statistics.plus(statistics);
        self.budget.earlier_nodes = self.statistics.nodes;
    }

    fn first(
        &mut self,
        space: &mut Space,
        branching: &mut impl Branching,
        restarts: Option<Luby>,
    ) -> Result<Option<Solution>, Stopped> {
        loop {
            let mut run = self.run(space, branching, restarts);
            let outcome = run.dive();
            let solution = (outcome == Outcome::Solution).then(|| run.solution());
            let statistics = run.statistics();
            drop(run);
            self.add(statistics);
            match outcome {
                Outcome::Solution | Outcome::Exhausted => return Ok(solution),
                Outcome::Stopped(stopped) => return Err(stopped),
                Outcome::Restart => {}
            }
        }
    }

    fn verdict(&mut self, space: &mut Space, branching: &mut impl Branching) -> Verdict {
        self.runs = 1;
        let mut search = Search::with_budget(space, branching, self.budget, None);
        let verdict = match search.next() {
            None => Verdict::None,
            Some(Err(stopped)) => Verdict::Unknown(None, stopped),
            Some(Ok(first)) => match search.next() {
                None => Verdict::Unique(first),
                Some(Err(stopped)) => Verdict::Unknown(Some(first), stopped),
                Some(Ok(second)) => Verdict::Several(first, second),
            },
        };
        self.statistics = search.statistics();
        verdict
    }

    fn verdict_restarting(
        &mut self,
        space: &mut Space,
        branching: &mut impl Branching,
        restarts: Option<Luby>,
    ) -> Verdict {
        let first = loop {
            let mut run = self.run(space, branching, restarts);
            let outcome = run.dive();
            let first = (outcome == Outcome::Solution).then(|| run.solution());
            // A second solution is often near the first: the run goes on as
            // far as its conflicts allow.
            let outcome = if first.is_some() { run.dive() } else { outcome };
            let second = (outcome == Outcome::Solution).then(|| run.solution());
            let statistics = run.statistics();
            drop(run);
            self.add(statistics);
            match (outcome, first, second) {
                (_, Some(first), Some(second)) => return Verdict::Several(first, second),
                (Outcome::Stopped(stopped), first, _) => return Verdict::Unknown(first, stopped),
                // The run was not cut off: it has seen everything.
                (Outcome::Exhausted, Some(first), _) => return Verdict::Unique(first),
                (Outcome::Exhausted, None, _) => return Verdict::None,
                (_, Some(first), None) => break first,
                (_, None, _) => {}
            }
        };
        let another = Clause::new(space.vars().map(|x| x.is_not(first[x])));
        let second = space.with(&another, |space| self.first(space, branching, restarts));
        match second {
            Ok(None) => Verdict::Unique(first),
            Ok(Some(second)) => Verdict::Several(first, second),
            Err(stopped) => Verdict::Unknown(Some(first), stopped),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_of_luby() {
        let luby = Luby { unit: 1 };
        let runs: Vec<u64> = (1..=15).map(|run| luby.conflicts(run)).collect();
        assert_eq!(runs, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
