//! Running plans.

use crate::measure::{Ending, Measurement};
use crate::plan::{Goal, Plan, Task, Trial};
use fd::{Clock, Limits, ModelError, Random, Statistics, Verdict};
#[cfg(feature = "flatzinc")]
use fd::{Labelling, Optimum, Space};
use puzzles::{LooseError, Puzzle};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use studio::{MakeError, Options, Workshop};

/// How to measure, and for how long.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The clock. CPU time is best: other work on the machine does not count.
    pub clock: &'a dyn Clock,
    /// Set to end the run early; what is done until then is kept.
    pub cancel: &'a AtomicBool,
    /// The most time for one run.
    pub time_limit: Duration,
    /// How often each solving is repeated; times are averaged.
    pub repeat: u32,
}

/// Runs every trial; the grid is then full, unless the run was ended early. Before each
/// trial, `progress` is told how many are done, and what is next, such as `size 30, ffc,step,up`.
pub fn run(mut plan: Plan, setting: Setting<'_>, progress: &mut dyn FnMut(usize, &str)) -> (Plan, bool) {
    for (done, trial) in plan.trials.iter().enumerate() {
        let grid = &mut plan.grid;
        progress(done, &format!("{} {}, {}", grid.row_word, grid.rows[trial.row].name, grid.columns[trial.column]));
        let mut last: Option<Measurement> = None;
        for turn in 0..u64::from(setting.repeat.max(1)) {
            // A search that timed out would do so again: that is noted without
            // waiting for it. A maker has another seed each time.
            let again = last.filter(|run| run.outcome == Ending::TimedOut && trial.task.is_repeated());
            let Some(run) = again.or_else(|| measure(trial, turn, setting)) else {
                return (plan, false);
            };
            grid.add(trial.row, trial.column, run);
            last = Some(run);
        }
    }
    (plan, true)
}

/// One run; `None` when it was cancelled.
fn measure(trial: &Trial, turn: u64, setting: Setting<'_>) -> Option<Measurement> {
    let Setting { clock, cancel, time_limit, .. } = setting;
    let start = clock.now();
    let limits = Limits::none().time(time_limit, clock).cancel(cancel);
    let (outcome, statistics, tries) = match &trial.task {
        Task::Solve { puzzle, goal, form, labelling } => {
            let (form, labelling) = (*form, *labelling);
            let options = Options { form, labelling, seed: trial.seed, limits, ..Options::default() };
            match form.is_known(&**puzzle).then(|| solve(&**puzzle, *goal, &options)) {
                Some(Ok((ending, statistics))) => (ending, Some(statistics), None),
                Some(Err(_)) | None => (Ending::Impossible, None, None),
            }
        }
        #[cfg(feature = "flatzinc")]
        Task::Search { problem, goal, labelling } => {
            let (ending, statistics) = search(problem, *goal, *labelling, trial.seed, limits);
            (ending, Some(statistics), None)
        }
        Task::MakeLoosely { way, wanted } => {
            let mut random = Random::numbered(trial.seed, turn);
            match (way.make)(wanted, limits, &mut random) {
                Ok(loose) => (Ending::Solved, Some(loose.statistics), Some(loose.tries)),
                Err(LooseError::Stopped(_)) => (Ending::TimedOut, None, None),
                Err(_) => (Ending::Impossible, None, None),
            }
        }
        Task::MakeUnique { kind, wanted } => {
            let made = Workshop::new(kind, wanted.clone()).and_then(|mut shop| shop.make(trial.seed, turn, limits));
            match made {
                Ok(made) => (Ending::Unique, None, Some(made.drafts)),
                Err(MakeError::Stopped(_)) => (Ending::TimedOut, None, None),
                Err(_) => (Ending::Impossible, None, None),
            }
        }
    };
    if cancel.load(Ordering::Relaxed) {
        return None;
    }
    let seconds = clock.now().saturating_sub(start).as_secs_f64();
    Some(Measurement { outcome, seconds, statistics, tries })
}

/// Searches the problem of a file.
#[cfg(feature = "flatzinc")]
fn search(
    problem: &fzn::Problem,
    goal: Goal,
    labelling: Option<Labelling>,
    seed: u64,
    limits: Limits<'_>,
) -> (Ending, Statistics) {
    let posed = problem.posed(&fzn::Options { labelling, seed, ..fzn::Options::default() });
    let mut space = Space::new(&posed.model);
    let optimises = posed.objective.is_some();
    let mut search = posed.search(&mut space, limits);
    let ending = match goal {
        Goal::First => match search.advance() {
            Ok(true) => Ending::Solved,
            Ok(false) => Ending::Unsolvable,
            Err(_) => Ending::TimedOut,
        },
        Goal::Verdict if optimises => match search.optimum() {
            Optimum::Best(_) => Ending::Solved,
            Optimum::None => Ending::Unsolvable,
            Optimum::Unknown(..) => Ending::TimedOut,
        },
        Goal::Verdict => ending(&search.verdict()),
    };
    (ending, search.statistics())
}

fn ending<S>(verdict: &Verdict<S>) -> Ending {
    match verdict {
        Verdict::None => Ending::Unsolvable,
        Verdict::Unique(_) => Ending::Unique,
        Verdict::Several(..) => Ending::Several,
        Verdict::Unknown(..) => Ending::TimedOut,
    }
}

fn solve(puzzle: &dyn Puzzle, goal: Goal, options: &Options<'_>) -> Result<(Ending, Statistics), ModelError> {
    match goal {
        Goal::First => studio::first(puzzle, options).map(|answer| {
            let ending = match answer.result {
                Ok(Some(_)) => Ending::Solved,
                Ok(None) => Ending::Unsolvable,
                Err(_) => Ending::TimedOut,
            };
            (ending, answer.statistics)
        }),
        Goal::Verdict => studio::verdict(puzzle, options).map(|answer| (ending(&answer.result), answer.statistics)),
    }
}
