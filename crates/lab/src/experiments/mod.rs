//! The experiments of the five papers.

use crate::boards::Boards;
use crate::plan::Plan;
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
    /// The most time for one run, in milliseconds, unless told otherwise.
    pub milliseconds: u64,
    /// How often each solving is repeated, unless told otherwise.
    pub repeat: u32,
    plan: fn(&Boards<'_>) -> Plan,
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

impl Experiment {
    /// What it does; boards are made on the way.
    pub fn plan(&self, boards: &Boards<'_>) -> Plan {
        Plan { published: crate::published::of(self.name), ..(self.plan)(boards) }
    }

    /// The most time for one run, unless told otherwise.
    pub fn time_limit(&self) -> Duration {
        Duration::from_millis(self.milliseconds)
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
