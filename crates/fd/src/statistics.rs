//! What a search did.

use std::time::Duration;

/// Counts of a search, by the names of SICStus Prolog's `fd_statistics` where
/// it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// How often a propagator ran.
    pub resumptions: u64,
    /// How often one was found to be entailed.
    pub entailments: u64,
    /// How often a domain lost values.
    pub prunings: u64,
    /// How often a conflict was found.
    pub backtracks: u64,
    /// The number of propagators ("constraints created").
    pub constraints: u64,
    /// Nodes of the search tree: the root, and each alternative tried.
    pub nodes: u64,
    /// Solutions found.
    pub solutions: u64,
    /// How often the search was restarted.
    pub restarts: u64,
    /// The greatest number of open decisions.
    pub peak_depth: u64,
    /// Time by the clock that the limits name; zero without one.
    pub time: Duration,
}

impl Statistics {
    /// The two together: counts added, the deeper depth.
    #[must_use]
    pub fn plus(self, other: Statistics) -> Statistics {
        Statistics {
            resumptions: self.resumptions + other.resumptions,
            entailments: self.entailments + other.entailments,
            prunings: self.prunings + other.prunings,
            backtracks: self.backtracks + other.backtracks,
            constraints: self.constraints.max(other.constraints),
            nodes: self.nodes + other.nodes,
            solutions: self.solutions + other.solutions,
            restarts: self.restarts + other.restarts,
            peak_depth: self.peak_depth.max(other.peak_depth),
            time: self.time + other.time,
        }
    }
}
