//! The experiments of the five papers.

use crate::boards::Collection;
use crate::plan::{Plan, Solving};
use crate::report::Texts;
use std::time::Duration;

mod aztec;
mod gap;
mod multibalance;
mod trid;
mod weight;

/// A built-in experiment.
#[derive(Debug, Clone, Copy)]
pub struct Experiment {
    /// Its name, such as `trid-sizes`.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The question.
    pub asks: &'static str,
    /// The paper, and where in it.
    pub paper: &'static str,
    /// What the paper concluded.
    pub concluded: &'static str,
    /// The puzzle and its model, shared by all experiments on it.
    pub subject: &'static Subject,
    /// What is varied.
    pub strategies: &'static str,
    /// What to bear in mind when comparing.
    pub caveats: &'static [&'static str],
    /// The most time for one run, unless told otherwise.
    pub time_limit: Duration,
    /// How often each solving is repeated, unless told otherwise.
    pub repeat: u32,
    plan: fn(Collection<'_>) -> Plan,
}

/// A puzzle and its model in words.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    /// The puzzle.
    pub problem: &'static str,
    /// The variables of the paper's model.
    pub variables: &'static str,
    /// Its constraints.
    pub constraints: &'static str,
}

/// All of them, paper by paper.
pub const EXPERIMENTS: &[Experiment] = &[
    weight::MAKING,
    weight::SOLVING,
    gap::LABELLING,
    gap::MAKING,
    aztec::VARIABLES,
    aztec::LEVELS,
    aztec::MAKING,
    trid::SIZES,
    trid::FFC,
    multibalance::BOARDS,
    multibalance::LABELLING,
];

/// The experiment with this name.
pub fn experiment(name: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().find(|experiment| experiment.name == name)
}

/// Every variable choice with every value choice, upwards and downwards.
fn labellings(variables: &[&str], choices: &[&str]) -> Vec<Solving> {
    let pairs = variables.iter().flat_map(|variable| choices.iter().map(move |choice| (variable, choice)));
    let names = pairs.flat_map(|(variable, choice)| ["up", "down"].map(|order| format!("{variable},{choice},{order}")));
    names.map(|name| Solving::paper(&name)).collect()
}

impl Experiment {
    /// What it does; boards that no collection has are made on the way.
    pub fn plan(&self, collection: Collection<'_>) -> Plan {
        Plan { published: crate::published::of(self.name), ..(self.plan)(collection) }
    }

    /// The experiment in words.
    pub fn texts(&self) -> Texts {
        Texts {
            asks: self.asks.to_owned(),
            paper: Some(self.paper.to_owned()),
            concluded: Some(self.concluded.to_owned()),
            problem: self.subject.problem.to_owned(),
            variables: self.subject.variables.to_owned(),
            constraints: self.subject.constraints.to_owned(),
            strategies: self.strategies.to_owned(),
            caveats: self.caveats.iter().map(|&caveat| caveat.to_owned()).collect(),
        }
    }
}
