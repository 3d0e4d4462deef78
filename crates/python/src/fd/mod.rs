//! The kernel for Python: what the modelling layer in `python/equipoise/fd` stands on.
//!
//! Variables are numbers here, in the order of their creation, and constraints are tuples (`post.rs`); operators, names
//! and documentation are in Python. Searches run in a thread of their own (`search.rs`), so that Ctrl-C ends them.

mod post;
mod search;
mod watch;

pub(crate) use search::Searching;

use equipoise::fd::{Domain, Model, ModelError, Var};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The values of a domain as ranges, each with its ends.
type Ranges = Vec<(i32, i32)>;

/// A model.
#[pyclass(frozen, module = "equipoise._equipoise")]
pub(crate) struct Kernel(Mutex<Posed>);

#[derive(Clone)]
pub(crate) struct Posed {
    model: Model,
    vars: Vec<Var>,
}

impl Posed {
    fn var(&self, number: usize) -> PyResult<Var> {
        let missing = || PyValueError::new_err(format!("there is no variable {number}"));
        self.vars.get(number).copied().ok_or_else(missing)
    }

    fn vars(&self, numbers: &[usize]) -> PyResult<Vec<Var>> {
        numbers.iter().map(|&number| self.var(number)).collect()
    }

    fn add(&mut self, var: Result<Var, ModelError>, name: Option<String>) -> PyResult<usize> {
        let var = var.map_err(told)?;
        if let Some(name) = name {
            self.model.name(var, name);
        }
        self.vars.push(var);
        Ok(self.vars.len() - 1)
    }
}

fn told(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Two parts of the library contradict each other.
fn bug() -> PyErr {
    PyRuntimeError::new_err("the kernel failed; this is a bug")
}

/// Values in order, as ranges.
fn ranges(values: impl Iterator<Item = i32>) -> Ranges {
    let mut ranges: Ranges = Vec::new();
    for value in values {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == value => *last = value,
            _ => ranges.push((value, value)),
        }
    }
    ranges
}

impl Kernel {
    fn posed(&self) -> MutexGuard<'_, Posed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Kernel {
    #[new]
    fn new() -> Kernel {
        Kernel(Mutex::new(Posed { model: Model::new(), vars: Vec::new() }))
    }

    /// A new variable with the values from one to another.
    fn range(&self, least: i32, most: i32, name: Option<String>) -> PyResult<usize> {
        let is_wide = i64::from(most) - i64::from(least) >= Domain::MAX_SPAN;
        let domain = if is_wide { Domain::interval(least, most) } else { Domain::range(least, most) };
        let mut posed = self.posed();
        let var = domain.and_then(|domain| posed.model.var(domain));
        posed.add(var, name)
    }

    /// A new variable with just these values.
    fn values(&self, values: Vec<i32>, name: Option<String>) -> PyResult<usize> {
        let mut posed = self.posed();
        let var = posed.model.var(values.as_slice());
        posed.add(var, name)
    }

    /// Another variable and a constant, as a variable.
    fn shifted(&self, var: usize, by: i32, name: Option<String>) -> PyResult<usize> {
        let mut posed = self.posed();
        let of = posed.var(var)?;
        let var = posed.model.shifted(of, by);
        posed.add(var, name)
    }

    /// Adds a constraint; returns its number.
    fn post(&self, spec: &Bound<'_, PyTuple>) -> PyResult<usize> {
        let mut posed = self.posed();
        let constraint = post::constraint(&posed, spec, 0)?;
        posed.model.post_shared(constraint).map_err(told)?;
        Ok(posed.model.constraints().len() - 1)
    }

    /// The values of a variable before any constraint is looked at.
    fn domain(&self, var: usize) -> PyResult<Ranges> {
        let posed = self.posed();
        let domain = posed.model.domain(posed.var(var)?);
        Ok(if domain.is_interval() { vec![(domain.min(), domain.max())] } else { ranges(domain.iter()) })
    }

    /// The number of variables, and that of constraints.
    fn sizes(&self) -> (usize, usize) {
        let posed = self.posed();
        (posed.vars.len(), posed.model.constraints().len())
    }

    /// Whether these values of all variables satisfy a constraint.
    fn holds(&self, constraint: usize, values: Vec<i32>) -> PyResult<bool> {
        let posed = self.posed();
        let found = posed.model.constraints().get(constraint).filter(|_| values.len() == posed.vars.len());
        let found =
            found.ok_or_else(|| PyValueError::new_err("expected a constraint, and a value for each variable"))?;
        Ok(found.holds(&|x| values.get(x.index()).copied().unwrap_or_default()))
    }

    /// The model for other solvers.
    fn minizinc(&self) -> PyResult<String> {
        self.posed().model.to_minizinc().map_err(told)
    }

    /// What follows from the constraints, and then from each of the facts: see `watch.rs`.
    fn propagate(&self, py: Python<'_>, facts: Vec<(usize, String, i32)>, most: usize) -> PyResult<watch::Seen> {
        let posed = self.posed().clone();
        watch::propagate(py, &posed, &facts, most)
    }

    /// Begins a search: labellings one after the other, each of a name, of variables and a seed; what is to be made small
    /// (true) or great; conflicts before the first restart; limits; and how many nodes are kept to be drawn.
    #[pyo3(signature = (labellings, objective, restarts, limits, kept))]
    fn search(
        &self,
        labellings: Vec<(String, Vec<usize>, u64)>,
        objective: Option<(usize, bool)>,
        restarts: Option<u64>,
        limits: search::Allowed,
        kept: usize,
    ) -> PyResult<Searching> {
        let posed = self.posed().clone();
        let plan = search::Plan::new(&posed, &labellings, objective, restarts, kept)?;
        Searching::begin(posed, plan, limits)
    }
}

/// A search tree as a picture: for each node its parent, what was tried, what became of it, and how many variables were
/// open.
#[pyfunction]
pub(crate) fn draw_tree(
    name: String,
    labelling: String,
    nodes: Vec<(Option<u64>, Option<String>, String, usize)>,
    most: usize,
) -> PyResult<String> {
    use equipoise::studio::{Fate, Searched, TreeNode};
    let mut depths: Vec<u64> = Vec::with_capacity(nodes.len());
    let searched = Searched { puzzle: name, labelling: Some(labelling), ..Searched::default() };
    let mut tree = lab::tree::Tree { searched, ..lab::tree::Tree::default() };
    for (number, (parent, decision, outcome, open)) in (0..).zip(nodes) {
        let above = parent
            .map(|parent| depths.get(parent as usize).copied().ok_or_else(|| told("a node stands below no other")));
        let depth = above.transpose()?.map_or(0, |above| above + 1);
        depths.push(depth);
        let fate = match outcome.as_str() {
            "branch" => Fate::Branched,
            "failed" => Fate::Failed,
            "solution" => Fate::Solved,
            _ => Fate::Open,
        };
        tree.nodes.push(TreeNode { number, parent, depth, decision, fate, open });
    }
    if tree.nodes.is_empty() {
        return Err(told("there is no node to draw"));
    }
    Ok(lab::tree::draw(&tree, most))
}
