//! What is measured of one run.

use fd::Statistics;
use studio::{spoken_seconds, with_separators};

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

    /// The name in files and on the command line, and the one for people, as SICStus
    /// Prolog's `fd_statistics` has it.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Metric::Seconds => ("seconds", "Time"),
            Metric::Backtracks => ("backtracks", "Backtracks"),
            Metric::Nodes => ("nodes", "Nodes"),
            Metric::Resumptions => ("resumptions", "Resumptions"),
            Metric::Entailments => ("entailments", "Entailments"),
            Metric::Prunings => ("prunings", "Prunings"),
            Metric::Constraints => ("constraints", "Constraints created"),
            Metric::Tries => ("tries", "Puzzles tried"),
        }
    }

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        self.names().0
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        self.names().1
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
pub enum Ending {
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

impl Ending {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Solved => "solved",
            Ending::Unique => "unique",
            Ending::Several => "several",
            Ending::Unsolvable => "none",
            Ending::TimedOut => "time-out",
            Ending::Impossible => "impossible",
        }
    }

    /// Whether there is an answer.
    pub fn is_answer(self) -> bool {
        !matches!(self, Ending::TimedOut | Ending::Impossible)
    }
}

/// What one run did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measurement {
    /// How it ended.
    pub outcome: Ending,
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
