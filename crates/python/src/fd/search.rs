//! Searches, each in a thread of its own: it waits to be asked, and whoever asks waits for it in a way that Ctrl-C ends.

use super::{Posed, bug, told};
use equipoise::fd::{
    Branching, Clock, Decision, Fate, Labelling, Limits, Literal, Luby, Recorder, Search, Solution, Space, Statistics,
    Stopped, TreeNode, TreeStep, Var,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often somebody who waits looks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// Nodes, work, solutions, seconds.
pub(super) type Allowed = (Option<u64>, Option<u64>, Option<u64>, Option<f64>);

/// A node as it is kept: its parent, what was tried (a variable, a relation and a value), what became of it, and how many
/// variables were open.
type Node = (Option<u64>, Option<(usize, String, i32)>, &'static str, usize);

/// How to search.
pub(super) struct Plan {
    labellings: Vec<(Labelling, Vec<Var>, u64)>,
    objective: Option<(Var, bool)>,
    restarts: Option<Luby>,
    kept: usize,
}

impl Plan {
    pub(super) fn new(
        posed: &Posed,
        labellings: &[(String, Vec<usize>, u64)],
        objective: Option<(usize, bool)>,
        restarts: Option<u64>,
        kept: usize,
    ) -> PyResult<Plan> {
        let labellings: PyResult<Vec<_>> = labellings
            .iter()
            .map(|(name, vars, seed)| Ok((name.parse::<Labelling>().map_err(told)?, posed.vars(vars)?, *seed)))
            .collect();
        let objective = objective.map(|(var, least)| Ok::<_, PyErr>((posed.var(var)?, least))).transpose()?;
        Ok(Plan { labellings: labellings?, objective, restarts: restarts.map(Luby::of), kept })
    }

    fn branching(&self) -> Vec<Box<dyn Branching>> {
        let one = |(labelling, vars, seed): &(Labelling, Vec<Var>, u64)| -> Box<dyn Branching> {
            Box::new(labelling.over(vars).seed(*seed))
        };
        self.labellings.iter().map(one).collect()
    }

    /// The variables that count as open.
    fn labelled(&self) -> Vec<Var> {
        self.labellings.iter().flat_map(|(_, vars, _)| vars).copied().collect()
    }
}

enum Ask {
    Next,
    /// Goes on to the end, counting solutions or making them better.
    All,
    Resume(Allowed),
}

enum Told {
    Found(Vec<i32>),
    Over,
    /// By a limit; with an objective, the best solution before that.
    Stopped(Stopped, Option<Vec<i32>>),
}

/// What the thread and whoever asks have in common.
#[derive(Default)]
struct Common {
    cancelled: AtomicBool,
    nodes: Mutex<Vec<Node>>,
}

/// A search.
#[pyclass(frozen, module = "equipoise._equipoise")]
pub(crate) struct Searching {
    asks: Mutex<Sender<Ask>>,
    answers: Mutex<Receiver<(Told, Statistics)>>,
    statistics: Mutex<Statistics>,
    busy: AtomicBool,
    common: Arc<Common>,
}

/// Whoever has it may ask.
struct Turn<'s>(&'s AtomicBool);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        // Nobody will ask again: the thread ends.
        self.common.cancelled.store(true, Ordering::Relaxed);
    }
}

impl Searching {
    pub(super) fn begin(posed: Posed, plan: Plan, allowed: Allowed) -> PyResult<Searching> {
        if allowed.3.is_some_and(|seconds| Duration::try_from_secs_f64(seconds).is_err()) {
            return Err(told("expected a number of seconds from 0"));
        }
        let (asks, asked) = channel();
        let (answer, answers) = channel();
        let common = Arc::new(Common::default());
        let shared = Arc::clone(&common);
        thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || run(&posed, &plan, allowed, &shared, &asked, &answer))
            .map_err(|error| told(format!("no thread for a search: {error}")))?;
        let (asks, answers) = (Mutex::new(asks), Mutex::new(answers));
        Ok(Searching { asks, answers, statistics: Mutex::default(), busy: AtomicBool::new(false), common })
    }

    /// One thread of Python asks at a time: answers come in the order of the questions.
    fn turn(&self, py: Python<'_>) -> PyResult<Turn<'_>> {
        while self.busy.swap(true, Ordering::Acquire) {
            py.detach(|| thread::sleep(LOOK / 10));
            py.check_signals()?;
        }
        Ok(Turn(&self.busy))
    }

    /// Asks, and waits for the answer; a signal ends both.
    fn ask(&self, py: Python<'_>, ask: Ask) -> PyResult<Told> {
        let _turn = self.turn(py)?;
        self.asks.lock().unwrap_or_else(PoisonError::into_inner).send(ask).map_err(|_| bug())?;
        let mut signal = None;
        loop {
            let answer = py.detach(|| self.answers.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK));
            match answer {
                Ok((told, statistics)) => {
                    *self.statistics.lock().unwrap_or_else(PoisonError::into_inner) = statistics;
                    return signal.map_or(Ok(told), Err);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(bug()),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        self.common.cancelled.store(true, Ordering::Relaxed);
                        signal = Some(error);
                    }
                }
            }
        }
    }
}

#[pymethods]
impl Searching {
    /// The next solution, or with `all` the best one at the end: its values, or nothing when there is none; and the limit
    /// that stopped it, if one did.
    fn advance(&self, py: Python<'_>, all: bool) -> PyResult<(Option<Vec<i32>>, Option<&'static str>)> {
        Ok(match self.ask(py, if all { Ask::All } else { Ask::Next })? {
            Told::Found(values) => (Some(values), None),
            Told::Over => (None, None),
            Told::Stopped(stopped, best) => (best, Some(limit(stopped))),
        })
    }

    /// Allows this much from here on.
    fn resume(&self, py: Python<'_>, limits: Allowed) -> PyResult<()> {
        self.common.cancelled.store(false, Ordering::Relaxed);
        self.ask(py, Ask::Resume(limits)).map(drop)
    }

    /// What it has done so far.
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let known = *self.statistics.lock().unwrap_or_else(PoisonError::into_inner);
        let dict = PyDict::new(py);
        for (name, count) in [
            ("nodes", known.nodes),
            ("backtracks", known.backtracks),
            ("solutions", known.solutions),
            ("resumptions", known.resumptions),
            ("entailments", known.entailments),
            ("prunings", known.prunings),
            ("constraints", known.constraints),
            ("restarts", known.restarts),
            ("peak_depth", known.peak_depth),
        ] {
            dict.set_item(name, count)?;
        }
        dict.set_item("seconds", known.time.as_secs_f64())?;
        Ok(dict)
    }

    /// The nodes of its tree, as far as they are kept.
    fn nodes(&self) -> Vec<Node> {
        self.common.nodes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The name of a limit.
fn limit(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Nodes => "nodes",
        Stopped::Work => "work",
        Stopped::Time => "time",
        Stopped::Solutions => "solutions",
        Stopped::Cancelled => "interrupted",
    }
}

/// The branching of every search here: with its nodes kept, or without.
enum Followed<F> {
    Plainly(Vec<Box<dyn Branching>>),
    Kept(Recorder<Vec<Box<dyn Branching>>, F>),
}

impl<F: FnMut(&Space, TreeNode)> Branching for Followed<F> {
    fn choose(&mut self, space: &Space, depth: usize) -> Option<Decision> {
        match self {
            Followed::Plainly(branching) => branching.choose(space, depth),
            Followed::Kept(recorder) => recorder.choose(space, depth),
        }
    }

    fn follows_steps(&self) -> bool {
        matches!(self, Followed::Kept(_))
    }

    fn follow(&mut self, space: &Space, step: TreeStep) {
        if let Followed::Kept(recorder) = self {
            recorder.follow(space, step);
        }
    }
}

/// The time since a search began.
struct Wall(Instant);

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The thread: answers what it is asked until nobody can ask any more.
fn run(
    posed: &Posed,
    plan: &Plan,
    allowed: Allowed,
    common: &Common,
    asked: &Receiver<Ask>,
    answer: &Sender<(Told, Statistics)>,
) {
    let clock = Wall(Instant::now());
    let limits = |(nodes, work, solutions, seconds): Allowed| {
        let mut limits = Limits::none().clock(&clock).cancel(&common.cancelled);
        limits = nodes.map_or(limits, |nodes| limits.nodes(nodes));
        limits = work.map_or(limits, |work| limits.work(work));
        limits = solutions.map_or(limits, |solutions| limits.solutions(solutions));
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        time.map_or(limits, |time| limits.time(time, &clock))
    };
    let keep = |_: &Space, node: TreeNode| {
        let mut nodes = common.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        if nodes.len() < plan.kept {
            nodes.push((node.parent, node.decision.map(plainly), fate(node.fate), node.open));
        }
    };
    let branching = plan.branching();
    let branching = match plan.kept {
        0 => Followed::Plainly(branching),
        _ => Followed::Kept(Recorder::new(branching, &plan.labelled(), keep)),
    };
    let mut space = Space::new(&posed.model);
    let mut search = Search::new(&mut space, branching, limits(allowed)).restarting(plan.restarts);
    search = match plan.objective {
        Some((cost, true)) => search.minimising(cost),
        Some((gain, false)) => search.maximising(gain),
        None => search,
    };
    let best = |search: &Search<'_, _>| search.best().map(|best| values(posed, best));
    while let Ok(ask) = asked.recv() {
        let told = match ask {
            Ask::Next => match search.next_solution() {
                Ok(Some(solution)) => Told::Found(values(posed, &solution)),
                Ok(None) => Told::Over,
                Err(stopped) => Told::Stopped(stopped, None),
            },
            Ask::All => loop {
                match search.advance() {
                    Ok(true) => {}
                    Ok(false) => break best(&search).map_or(Told::Over, Told::Found),
                    Err(stopped) => break Told::Stopped(stopped, best(&search)),
                }
            },
            Ask::Resume(allowed) => {
                search.resume(limits(allowed));
                Told::Over
            }
        };
        if answer.send((told, search.statistics())).is_err() {
            break;
        }
    }
}

fn values(posed: &Posed, solution: &Solution) -> Vec<i32> {
    posed.vars.iter().map(|&x| solution.get(x).unwrap_or_default()).collect()
}

fn plainly(literal: Literal) -> (usize, String, i32) {
    (literal.var.index(), literal.relation.to_string(), literal.value)
}

fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Branched => "branch",
        Fate::Failed => "failed",
        Fate::Solved => "solution",
        Fate::Open => "open",
    }
}
