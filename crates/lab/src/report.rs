//! What came of an experiment.

use crate::experiments::Experiment;
use crate::plan::Plan;
use std::time::Duration;

/// An experiment in words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Texts {
    /// The question.
    pub asks: String,
    /// The paper that it repeats, if any.
    pub paper: Option<String>,
    /// What the paper concluded.
    pub concluded: Option<String>,
    /// The puzzle.
    pub problem: String,
    /// The variables of the model.
    pub variables: String,
    /// Its constraints.
    pub constraints: String,
    /// What is varied.
    pub strategies: String,
    /// What to bear in mind when comparing.
    pub caveats: Vec<String>,
}

/// A report: an experiment, its results, and how they came about.
#[derive(Debug, Clone)]
pub struct Report {
    /// Its name, such as `trid-sizes`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The experiment in words.
    pub texts: Texts,
    /// Its results, and how to show them.
    pub plan: Plan,
    /// The most time for one run.
    pub time_limit: Duration,
    /// How often each solving was repeated.
    pub repeat: u32,
    /// Whether every trial was run.
    pub complete: bool,
}

impl Report {
    /// The report of a built-in experiment.
    pub fn of(experiment: &Experiment, plan: Plan, time_limit: Duration, repeat: u32, complete: bool) -> Report {
        let Experiment { name, title, .. } = experiment;
        let texts = experiment.texts();
        Report { name: (*name).to_owned(), title: (*title).to_owned(), texts, plan, time_limit, repeat, complete }
    }
}
