//! Exit statuses, as scripts know them.

use equipoise::fd::Stopped;
use std::process::ExitCode;

/// How one puzzle, or the whole run, ended. The numbers are a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Answered, and fine.
    Fine = 0,
    /// Wrong usage, or a request for something that cannot exist.
    Usage = 2,
    /// There is no solution, or rules are broken.
    None = 10,
    /// There are several solutions.
    Several = 11,
    /// A limit was reached.
    Limit = 12,
    /// The puzzle could not be read.
    Invalid = 3,
    /// It failed: a file that cannot be opened, an interruption.
    Failed = 1,
}

impl Exit {
    /// Every way to end, the least serious first.
    const ALL: [Exit; 7] =
        [Exit::Fine, Exit::Usage, Exit::None, Exit::Several, Exit::Limit, Exit::Invalid, Exit::Failed];

    /// How serious it is: over several puzzles, the most serious counts.
    fn rank(self) -> usize {
        Exit::ALL.iter().position(|&exit| exit == self).unwrap_or(0)
    }

    /// The status of two puzzles together.
    #[must_use]
    pub(crate) fn and(self, other: Exit) -> Exit {
        if other.rank() > self.rank() { other } else { self }
    }
}

/// The status of an answer that a limit cut short.
impl From<Stopped> for Exit {
    fn from(stopped: Stopped) -> Exit {
        if stopped == Stopped::Cancelled { Exit::Failed } else { Exit::Limit }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// How many puzzles ended in each way.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    counts: [usize; Exit::ALL.len()],
    /// How the run as a whole ended, apart from its puzzles.
    end: Option<Exit>,
}

impl Tally {
    pub(crate) fn add(&mut self, exit: Exit) {
        self.counts[exit.rank()] += 1;
    }

    pub(crate) fn of(&self, exit: Exit) -> usize {
        self.counts[exit.rank()]
    }

    pub(crate) fn total(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Ends the run before every puzzle was answered.
    pub(crate) fn end(&mut self, exit: Exit) {
        self.end = Some(exit);
    }

    /// The status of the whole run.
    pub(crate) fn exit(&self) -> Exit {
        if let Some(end) = self.end {
            return end;
        }
        Exit::ALL.into_iter().filter(|&exit| self.of(exit) > 0).fold(Exit::Fine, Exit::and)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn together(exits: &[Exit]) -> Exit {
        let mut tally = Tally::default();
        exits.iter().for_each(|&exit| tally.add(exit));
        tally.exit()
    }

    #[test]
    fn the_largest_counts_unless_something_failed() {
        assert_eq!(together(&[]), Exit::Fine);
        assert_eq!(together(&[Exit::Several, Exit::Fine, Exit::None]), Exit::Several);
        assert_eq!(together(&[Exit::Limit, Exit::Invalid, Exit::Several]), Exit::Invalid);
        assert_eq!(together(&[Exit::Failed, Exit::Invalid, Exit::Limit]), Exit::Failed);
    }
}
