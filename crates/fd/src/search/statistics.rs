//! What a search has done, in numbers.

use std::fmt;
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

/// In a line: `17 nodes, 8 backtracks, 2 solutions, 143 propagations, depth 5`,
/// and restarts and the time where there are any.
impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: u64, name: &str| format!("{count} {name}{}", if count == 1 { "" } else { "s" });
        let mut parts = vec![
            counted(self.nodes, "node"),
            counted(self.backtracks, "backtrack"),
            counted(self.solutions, "solution"),
            counted(self.resumptions, "propagation"),
            format!("depth {}", self.peak_depth),
        ];
        if self.restarts > 0 {
            parts.push(counted(self.restarts, "restart"));
        }
        if self.time > Duration::ZERO {
            parts.push(format!("{:.3} s", self.time.as_secs_f64()));
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_line() {
        let statistics = Statistics { nodes: 17, backtracks: 8, solutions: 1, resumptions: 143, ..Default::default() };
        assert_eq!(statistics.to_string(), "17 nodes, 8 backtracks, 1 solution, 143 propagations, depth 0");
        let longer = Statistics { restarts: 2, time: Duration::from_millis(1500), ..Statistics::default() };
        assert!(longer.to_string().ends_with(", depth 0, 2 restarts, 1.500 s"), "{longer}");
    }
}
