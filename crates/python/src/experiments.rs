//! The lab: labellings compared, and the experiments of the papers. Results are records, one for each run.

use crate::ask::{Watch, work};
use crate::fault::{plain, unread};
use crate::kind::Kind;
use crate::puzzle::{Puzzle, read_form, read_labelling};
use equipoise::fd::Limits;
use equipoise::puzzles::{self, Document};
use lab::{EXPERIMENTS, Goal, Grid, Matrix, Metric, Plan, Setting, SharedPuzzle, Subjects};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;
use std::time::Duration;

/// The names of the built-in experiments, and what they ask.
#[pyfunction]
pub(crate) fn experiments(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    EXPERIMENTS.iter().try_for_each(|experiment| dict.set_item(experiment.name, experiment.title))?;
    Ok(dict)
}

/// The runs of an experiment of the papers.
#[pyfunction]
#[pyo3(signature = (name, *, time_limit = None, repeat = None))]
pub(crate) fn run_experiment<'py>(
    py: Python<'py>,
    name: &str,
    time_limit: Option<f64>,
    repeat: Option<u32>,
) -> PyResult<Bound<'py, PyList>> {
    let names = || EXPERIMENTS.iter().map(|experiment| experiment.name).collect::<Vec<_>>().join(", ");
    let unknown = || format!("there is no experiment {name:?}; expected one of {}", names());
    let experiment = lab::experiment(name).ok_or_else(|| plain(py, "NotFoundError", &unknown()))?;
    let each = crate::ask::seconds(py, time_limit)?.unwrap_or(experiment.time_limit);
    let repeat = repeat.unwrap_or(experiment.repeat);
    let grid = work(py, None, |watch, _| Ok(run(experiment.plan(&|_| None), watch, each, repeat)))?;
    records(py, &grid)
}

/// Labellings compared: a record for each run.
///
/// >>> import equipoise
/// >>> records = equipoise.matrix(["aztec/seed-6a"], ["leftmost", "occurrence"])
/// >>> [(record["labelling"], record["backtracks"]) for record in records]
/// [('leftmost,step,up', 3494), ('occurrence,step,up', 2144)]
///
/// `puzzles` are names or puzzles; or a kind, of which `boards` of each of the `sizes` are made.
#[pyfunction]
#[pyo3(signature = (puzzles, labellings, *, sizes = None, boards = 3, clues = None, model = "paper", goal = "first", seed = None, time_limit = 10.0, repeat = 1))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of a function of Python")]
pub(crate) fn matrix<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    labellings: Vec<String>,
    sizes: Option<Vec<usize>>,
    boards: usize,
    clues: Option<usize>,
    model: &str,
    goal: &str,
    seed: Option<u64>,
    time_limit: f64,
    repeat: u32,
) -> PyResult<Bound<'py, PyList>> {
    let subjects = match sizes {
        Some(sizes) => {
            let name = Kind::name_of(puzzles)?;
            let unknown = || crate::fault::raised(py, equipoise::Error::UnknownKind { name: name.clone() });
            Subjects::Made { kind: puzzles::kind(&name).ok_or_else(unknown)?, sizes, clues, each: boards }
        }
        None => Subjects::Given(given(puzzles)?),
    };
    let goals = [("first", Goal::First), ("verdict", Goal::Verdict)];
    let goal = goals.into_iter().find(|(name, _)| *name == goal).map(|(_, goal)| goal).ok_or_else(|| {
        crate::fault::wrong_argument(py, "goal", &format!("there is no goal {goal:?}"), "first or verdict")
    })?;
    let labellings = labellings.iter().map(|text| read_labelling(py, text)).collect::<PyResult<_>>()?;
    let form = read_form(py, model)?;
    let matrix = Matrix { subjects, labellings, own: false, form, goal, seed, metrics: vec![Metric::Seconds] };
    let each = crate::ask::seconds(py, Some(time_limit))?.unwrap_or(Duration::MAX);
    let grid = work(py, None, |watch, _| {
        let (clock, flag, _) = watch.parts(None);
        let plan = matrix.plan(&|| Limits::none().time(each, &*clock).cancel(&flag));
        let plan = plan.map_err(|unmade| match unmade.stopped {
            Some(stopped) => equipoise::Error::Stopped(stopped),
            None => equipoise::Error::Impossible(unmade.to_string()),
        })?;
        Ok(run(plan, watch, each, repeat))
    })?;
    records(py, &grid)
}

/// The puzzles of a list, by their names.
fn given(puzzles: &Bound<'_, PyAny>) -> PyResult<Vec<(String, SharedPuzzle)>> {
    let py = puzzles.py();
    let named = |(item, number): (PyResult<Bound<'_, PyAny>>, usize)| {
        let item = item?;
        let (name, puzzle) = match item.cast::<Puzzle>() {
            Ok(puzzle) => (format!("puzzle {number}"), puzzle.get().0.clone()),
            Err(_) => {
                let name: String = item.extract()?;
                let puzzle = equipoise::open(&name).map_err(|error| crate::fault::raised(py, error))?;
                (name, puzzle)
            }
        };
        let document = Document::from_json(&puzzle.document().to_json(), None).map_err(|error| unread(py, &error))?;
        Ok((name, SharedPuzzle::from(document.puzzle)))
    };
    puzzles.try_iter()?.zip(1..).map(named).collect()
}

fn run(plan: Plan, watch: &Arc<Watch>, time_limit: Duration, repeat: u32) -> Grid {
    let (clock, flag, _) = watch.parts(None);
    let setting = Setting { clock: &*clock, cancel: &flag, time_limit, repeat };
    lab::run(plan, setting, &mut |_, _| {}).0.grid
}

/// A record for each run: what tables of pandas or polars are made of.
fn records<'py>(py: Python<'py>, grid: &Grid) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for (i, row) in grid.rows.iter().enumerate() {
        for (j, column) in grid.columns.iter().enumerate() {
            for (run, number) in grid.runs(i, j).iter().zip(1_u32..) {
                let record = PyDict::new(py);
                match row.x {
                    Some(x) if x.fract() == 0.0 => record.set_item(&grid.row_word, x as i64)?,
                    _ => record.set_item(&grid.row_word, &row.name)?,
                }
                record.set_item(&grid.column_word, column)?;
                record.set_item("run", number)?;
                record.set_item("outcome", run.outcome.name())?;
                for metric in Metric::ALL {
                    match run.get(metric) {
                        Some(count) if metric != Metric::Seconds => record.set_item(metric.name(), count as u64)?,
                        seconds => record.set_item(metric.name(), seconds)?,
                    }
                }
                list.append(record)?;
            }
        }
    }
    Ok(list)
}
