//! The answers about a sketch, one after the other.

use super::cache::Given;
use super::remark::{Helpful, Remark};
use super::solver::{Fuel, SketchSolver};
use fd::{Solution, Stopped};
use puzzles::{Board, Puzzle};
use std::rc::Rc;
use studio::task::{Meter, Progress, Task};
use studio::{Count, Outcome, ValueOrder, Verdict, explained};

/// What an answer may use up, in runs of propagators, and what the verdict and the
/// grade may: a few seconds at most for all of them together.
const WORK: u64 = 500_000;
const WORK_FOR_VERDICT: u64 = 2_000_000;
/// The most solutions that are counted one by one.
const MOST_COUNTED: usize = 1_000;
/// The most solutions that are compared with one another.
const MOST_COMPARED: usize = 64;
/// How often two solutions farther apart are looked for.
const STRIDES: usize = 6;
/// The number of random searches for solutions to judge clues by.
const SAMPLE: u64 = 24;
/// The most clues that are tried, and the most solutions looked for with each.
const MOST_TRIED: usize = 24;
const MOST_LEFT: usize = 50;

/// A sketch that is a puzzle, ready for questions.
#[derive(Debug)]
pub(super) struct Subject {
    pub(super) puzzle: Box<dyn Puzzle>,
    pub(super) clue_ids: Vec<String>,
    pub(super) given: Given,
    /// The most work for one answer.
    pub(super) most: u64,
    pub(super) meter: Meter,
}

impl Subject {
    pub(super) fn fuel(&self, work: u64) -> Fuel<'_> {
        Fuel::new(&self.meter, work.min(self.most))
    }

    /// Answers one question after the other, the most useful and cheapest
    /// first.
    pub(super) async fn ask(&self, solver: &mut SketchSolver, tell: impl Fn(Remark)) {
        let verdict = solver.verdict(&self.given, &mut self.fuel(WORK_FOR_VERDICT)).await;
        tell(Remark::Verdict(verdict.clone()));
        match verdict {
            Verdict::None => return tell(Remark::Count(Count::Exact(0))),
            Verdict::Unknown(None, _) => return,
            _ => {}
        }
        tell(solver.forced(&self.given, &mut self.fuel(WORK)).await);
        tell(Remark::Count(solver.count(&self.given, &mut self.fuel(WORK)).await));
        if matches!(verdict, Verdict::Several(..)) {
            solver.apart(&self.given, &mut self.fuel(WORK)).await.map(&tell);
        }
        tell(self.needless(solver).await);
        match verdict {
            Verdict::Several(..) => self.helpful(solver).await.map(tell),
            Verdict::Unique(_) => self.graded().await.map(tell),
            _ => None,
        };
    }

    async fn needless(&self, solver: &mut SketchSolver) -> Remark {
        let (mut clues, mut undecided) = (Vec::new(), 0);
        let mut fuel = self.fuel(WORK);
        for clue in 0..self.given.len() {
            if self.given[clue].is_some() {
                match solver.is_needless(&self.given, clue, &mut fuel).await {
                    Ok(true) => clues.push(self.clue_ids[clue].clone()),
                    Ok(false) => {}
                    Err(_) => undecided += 1,
                }
            }
        }
        Remark::Needless { clues, undecided }
    }

    async fn helpful(&self, solver: &mut SketchSolver) -> Option<Remark> {
        // Of some clues a solution says that they cannot be given at all.
        let sketch = self.puzzle.sketch();
        let can_be = |clue: usize, value: i32| sketch.copy().set(&self.clue_ids[clue], Some(value)).is_ok();
        let (clue, value, leaves, tried) = solver.helpful(&self.given, can_be, &mut self.fuel(WORK)).await?;
        Some(Remark::Helpful(Helpful { target: self.clue_ids[clue].clone(), value, leaves, tried }))
    }

    async fn graded(&self) -> Option<Remark> {
        let inner = Meter::new();
        let explained =
            within(&self.meter, WORK_FOR_VERDICT.min(self.most), &inner, explained(&*self.puzzle, &inner)).await?;
        let explanation = explained.ok().filter(|told| matches!(told.outcome, Outcome::Solved(_)))?;
        let steps = explanation.counted();
        let hardest = (0..steps.len()).max_by_key(|&i| (steps[i].level, steps[i].cost, std::cmp::Reverse(i)));
        let grade = explanation.grade();
        Some(Remark::Graded { grade, explanation: Rc::new(explanation), hardest })
    }
}

/// The output of a future that pauses by its own meter; `None` when that takes
/// more than this much work.
async fn within<T>(meter: &Meter, work: u64, inner: &Meter, future: impl Future<Output = T>) -> Option<T> {
    let mut task = Task::new(inner, future);
    loop {
        meter.pause().await;
        let before = inner.spent();
        let progress = task.run(meter.left().min(work.checked_sub(before).filter(|&left| left > 0)?));
        meter.spend(inner.spent() - before);
        match progress {
            Progress::Done(answer) => return Some(answer),
            Progress::Paused(rest) => task = rest,
        }
    }
}

/// The questions.
impl SketchSolver {
    pub(super) async fn verdict(&mut self, given: &Given, fuel: &mut Fuel<'_>) -> Verdict {
        let stopped = match self.cache.list(given) {
            Some(_) => None,
            None if self.cache.solutions(given).len() > 1 => None,
            None => self.find(given, None, 2, ValueOrder::Usual(0), fuel).await.err(),
        };
        let known = self.cache.list(given).unwrap_or_else(|| self.cache.solutions(given));
        Verdict::of(known.iter().map(|solution| self.solver.board(solution)), stopped)
    }

    /// What is the same in all solutions, of which one is known.
    async fn forced(&mut self, given: &Given, fuel: &mut Fuel<'_>) -> Remark {
        let list = self.cache.list(given);
        let known = list.clone().unwrap_or_else(|| self.cache.solutions(given));
        let Some(one) = known.first() else { return Remark::Forced { values: Board::blank(0), undecided: 0 } };
        let shared = Rc::new(given.clone());
        let places = self.solver.places().to_vec();
        let mut values: Vec<Option<i32>> = places.iter().map(|&x| Some(one[x])).collect();
        let narrow = |values: &mut Vec<Option<i32>>, other: &Solution| {
            for (value, &x) in values.iter_mut().zip(&places) {
                *value = value.filter(|&value| value == other[x]);
            }
        };
        known.iter().for_each(|other| narrow(&mut values, other));
        let mut undecided = 0;
        for place in 0..places.len() {
            let Some(value) = values[place] else { continue };
            let x = places[place];
            if list.is_some() || self.cache.follows(given, x.is(value)) {
                continue;
            }
            match self.find(given, Some(x.is_not(value)), 1, ValueOrder::Usual(0), fuel).await {
                Ok(found) if found.is_empty() => self.cache.conclude(Rc::clone(&shared), x.is(value)),
                Ok(found) => found.iter().for_each(|other| narrow(&mut values, other)),
                Err(_) => {
                    values[place] = None;
                    undecided += 1;
                }
            }
        }
        Remark::Forced { values: values.into_iter().collect(), undecided }
    }

    async fn count(&mut self, given: &Given, fuel: &mut Fuel<'_>) -> Count {
        if let Some(list) = self.cache.list(given) {
            return Count::Exact(list.len() as u128);
        }
        match self.find(given, None, MOST_COUNTED, ValueOrder::Usual(0), fuel).await {
            Ok(found) if found.len() < MOST_COUNTED => Count::Exact(found.len() as u128),
            Ok(found) => Count::AtLeast(found.len() as u128, Stopped::Solutions),
            Err(stopped) => Count::AtLeast(self.cache.solutions(given).len() as u128, stopped),
        }
    }

    /// Two solutions that differ much, of those known and some that are looked
    /// for; `None` when there are not two.
    async fn apart(&mut self, given: &Given, fuel: &mut Fuel<'_>) -> Option<Remark> {
        let list = self.cache.list(given);
        let mut known = list.clone().unwrap_or_else(|| self.cache.solutions(given));
        let farthest = list.is_some() && known.len() <= MOST_COMPARED;
        known.truncate(MOST_COMPARED);
        let differ = |one: &Solution, other: &Solution, solver: &SketchSolver| {
            solver.solver.places().iter().filter(|&&x| one[x] != other[x]).count()
        };
        let pairs = (0..known.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
        let (one, other) = pairs.rev().max_by_key(|&(one, other)| differ(&known[one], &known[other], self))?;
        let mut best = (Rc::clone(&known[one]), Rc::clone(&known[other]));
        for _ in 0..if farthest { 0 } else { STRIDES } {
            let Ok(found) = self.find(given, None, 1, ValueOrder::AwayFrom(&best.1), fuel).await else { break };
            let Some(next) = found.into_iter().next() else { break };
            if differ(&best.1, &next, self) <= differ(&best.0, &best.1, self) {
                break;
            }
            best = (best.1, Rc::new(next));
        }
        Some(Remark::Apart { one: self.solver.board(&best.0), other: self.solver.board(&best.1), farthest })
    }

    /// Whether a clue that is given follows from the others. (A solution that
    /// is new without it must break it.)
    pub(super) async fn is_needless(
        &mut self,
        given: &Given,
        clue: usize,
        fuel: &mut Fuel<'_>,
    ) -> Result<bool, Stopped> {
        let Some(value) = given[clue] else { return Ok(false) };
        let mut others = given.clone();
        others[clue] = None;
        let x = self.solver.clues()[clue];
        if self.cache.follows(&others, x.is(value)) {
            return Ok(true);
        }
        if self.cache.solutions(&others).iter().any(|solution| solution[x] != value) {
            return Ok(false);
        }
        let needless = self.find(&others, Some(x.is_not(value)), 1, ValueOrder::Usual(0), fuel).await?.is_empty();
        if needless {
            self.cache.conclude(Rc::new(others), x.is(value));
        }
        Ok(needless)
    }

    /// Of the clues tried, the one that leaves the fewest solutions: the clue,
    /// its value, what it leaves, and how many were tried.
    async fn helpful(
        &mut self,
        given: &Given,
        can_be: impl Fn(usize, i32) -> bool,
        fuel: &mut Fuel<'_>,
    ) -> Option<(usize, i32, Count, usize)> {
        for seed in 0..SAMPLE {
            if self.find(given, None, 1, ValueOrder::AtRandom(seed), fuel).await.is_err() {
                break;
            }
        }
        let mut best = None;
        let mut least = MOST_LEFT;
        let mut tried = 0;
        let promising = self.promising(given).into_iter().filter(|&(clue, value, _)| can_be(clue, value));
        for (clue, value, leaves) in promising.take(MOST_TRIED) {
            let mut more = given.clone();
            more[clue] = Some(value);
            let found = self.find(&more, None, least, ValueOrder::Usual(0), fuel).await;
            tried += 1;
            let leaves = match found {
                Ok(found) if found.len() < least => {
                    least = found.len().max(1);
                    Count::Exact(found.len() as u128)
                }
                Ok(found) if best.is_none() => Count::AtLeast(found.len() as u128, Stopped::Solutions),
                Err(stopped) if best.is_none() => Count::AtLeast(leaves as u128, stopped),
                _ => continue,
            };
            best = Some((clue, value, leaves));
            if least == 1 {
                break;
            }
        }
        best.map(|(clue, value, leaves)| (clue, value, leaves, tried))
    }

    /// The clues that some known solutions have and others do not, with how
    /// many have them, the fewest first.
    fn promising(&self, given: &Given) -> Vec<(usize, i32, usize)> {
        let known = self.cache.solutions(given);
        let mut clues = Vec::new();
        for clue in (0..given.len()).filter(|&clue| given[clue].is_none()) {
            let mut values: Vec<i32> = known.iter().map(|solution| solution[self.solver.clues()[clue]]).collect();
            values.sort_unstable();
            let alike = values.chunk_by(|a, b| a == b).filter(|alike| alike.len() < known.len());
            clues.extend(alike.map(|alike| (clue, alike[0], alike.len())));
        }
        clues.sort_by_key(|&(_, _, leaves)| leaves);
        clues
    }
}
