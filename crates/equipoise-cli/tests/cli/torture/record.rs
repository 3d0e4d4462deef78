//! What happened so far.

use super::process::Ended;
use std::collections::BTreeMap;
use std::time::Duration;

/// How long after its limit, or after a first signal, a command may end.
const AFTER_LIMIT: Duration = Duration::from_secs(1);
const AFTER_SIGNAL: Duration = Duration::from_secs(2);

/// Figures for the report.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// How much longer is allowed, since other work on the machine may slow it down.
    slack: Duration,
    runs: u64,
    signalled: u64,
    statuses: BTreeMap<i32, u64>,
    /// The longest that a command took beyond its limit, and after a signal.
    over_limit: Duration,
    after_signal: Duration,
    memory: u64,
}

impl Record {
    pub(crate) fn new(slack: Duration) -> Record {
        Record { slack, ..Record::default() }
    }

    /// Records the outcome of a command with this time limit.
    pub(crate) fn add(&mut self, ended: &Ended, allowed: Duration) {
        self.runs += 1;
        *self.statuses.entry(ended.status.unwrap_or(-1)).or_default() += 1;
        self.memory = self.memory.max(ended.memory);
        if let Some(after) = ended.after_signal {
            self.signalled += 1;
            self.after_signal = self.after_signal.max(after);
            assert!(after <= AFTER_SIGNAL + self.slack, "{after:?} after a signal: {}", ended.told());
        } else {
            let over = ended.time.saturating_sub(allowed);
            self.over_limit = self.over_limit.max(over);
            assert!(over <= AFTER_LIMIT + self.slack, "{over:?} too long: {}", ended.told());
        }
    }
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Record { runs, signalled, statuses, over_limit, after_signal, memory, .. } = self;
        writeln!(f, "commands:                   {runs}, {signalled} of them signalled")?;
        writeln!(f, "exit statuses:              {statuses:?}")?;
        writeln!(f, "longest beyond its limit:   {over_limit:?}")?;
        writeln!(f, "longest after a signal:     {after_signal:?}")?;
        write!(f, "most memory:                {memory} MB")
    }
}
