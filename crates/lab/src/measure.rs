//! What is measured of one run.

use crate::number::{spoken_seconds, with_separators};
use fd::Statistics;

/// Something that is measured. All but the time are the same on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// CPU time, from the puzzle in memory to the answer.
    Seconds,
    /// How often a conflict was found.
    Backtracks,
    /// Nodes of the search tree.
    Nodes,
    /// How often a propagator ran.
    Resumptions,
    /// How often a propagator was found to be entailed.
    Entailments,
    /// How often a domain lost values.
    Prunings,
    /// The number of propagators.
    Constraints,
    /// How many puzzles a maker tried.
    Tries,
}

impl Metric {
    /// All of them.
    pub const ALL: [Metric; 8] = [
        Metric::Seconds,
        Metric::Backtracks,
        Metric::Nodes,
        Metric::Resumptions,
        Metric::Entailments,
        Metric::Prunings,
        Metric::Constraints,
        Metric::Tries,
    ];

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Seconds => "seconds",
            Metric::Backtracks => "backtracks",
            Metric::Nodes => "nodes",
            Metric::Resumptions => "resumptions",
            Metric::Entailments => "entailments",
            Metric::Prunings => "prunings",
            Metric::Constraints => "constraints",
            Metric::Tries => "tries",
        }
    }

    /// The name for people, as SICStus Prolog's `fd_statistics` has it.
    pub fn title(self) -> &'static str {
        match self {
            Metric::Seconds => "Time",
            Metric::Backtracks => "Backtracks",
            Metric::Nodes => "Nodes",
            Metric::Resumptions => "Resumptions",
            Metric::Entailments => "Entailments",
            Metric::Prunings => "Prunings",
            Metric::Constraints => "Constraints created",
            Metric::Tries => "Puzzles tried",
        }
    }

    /// The metric with this name.
    pub fn named(name: &str) -> Option<Metric> {
        Metric::ALL.into_iter().find(|metric| metric.name() == name)
    }

    /// Whether it grows while a run goes on, so that a run that was cut off has
    /// only a part of it.
    pub fn grows(self) -> bool {
        self != Metric::Constraints
    }

    /// A value for people.
    pub fn spoken(self, value: f64) -> String {
        match self {
            Metric::Seconds if value == 0.0 => "0 s".to_owned(),
            Metric::Seconds => spoken_seconds(value),
            _ => with_separators(value.round() as u64),
        }
    }
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A first solution was found, or a puzzle was made.
    Solved,
    /// There is one solution and no other.
    Unique,
    /// There are several.
    Several,
    /// There is none.
    Unsolvable,
    /// The time was up.
    TimedOut,
    /// It could not be done: too large for the kernel, or no such puzzle.
    Impossible,
}

impl Outcome {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Solved => "solved",
            Outcome::Unique => "unique",
            Outcome::Several => "several",
            Outcome::Unsolvable => "none",
            Outcome::TimedOut => "time-out",
            Outcome::Impossible => "impossible",
        }
    }

    /// Whether there is an answer.
    pub fn is_answer(self) -> bool {
        !matches!(self, Outcome::TimedOut | Outcome::Impossible)
    }
}

/// What one run did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measurement {
    /// How it ended.
    pub outcome: Outcome,
    /// The time it took.
    pub seconds: f64,
    /// What the search did; a maker may not report it.
    pub statistics: Option<Statistics>,
    /// The puzzles that a maker tried.
    pub tries: Option<u64>,
}

impl Measurement {
    /// The value of a metric, where it is known.
    pub fn get(&self, metric: Metric) -> Option<f64> {
        let statistics = self.statistics.as_ref();
        let count = match metric {
            Metric::Seconds => return Some(self.seconds),
            Metric::Tries => self.tries,
            Metric::Backtracks => statistics.map(|statistics| statistics.backtracks),
            Metric::Nodes => statistics.map(|statistics| statistics.nodes),
            Metric::Resumptions => statistics.map(|statistics| statistics.resumptions),
            Metric::Entailments => statistics.map(|statistics| statistics.entailments),
            Metric::Prunings => statistics.map(|statistics| statistics.prunings),
            Metric::Constraints => statistics.map(|statistics| statistics.constraints),
        };
        count.map(|count| count as f64)
    }
}
