//! What `solve` found out about a puzzle.

use crate::exit::Exit;
use equipoise::fd::{Statistics, Stopped};
use equipoise::puzzles::Board;
use equipoise::studio::{Count, Verdict};

/// What was found out, and what it took.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) finding: Finding,
    pub(crate) statistics: Statistics,
}

/// What was found out, without the solutions that were printed as they were found.
#[derive(Debug)]
pub(crate) enum Finding {
    /// There is no solution.
    None,
    /// This one and no other.
    Unique(Board),
    /// At least these two.
    Several(Box<[Board; 2]>),
    /// This one; nobody looked for another.
    First(Board),
    /// Exactly this many.
    Counted(u128),
    /// As many as were asked for; nobody looked for another.
    Enough(u64),
    /// A limit was reached first; solutions may have been found before.
    Unknown { found: Option<Board>, count: u128, stopped: Stopped },
}

impl Finding {
    /// The verdict, as scripts know it.
    pub(crate) fn verdict(&self) -> &'static str {
        match self {
            Finding::None | Finding::Counted(0) => "none",
            Finding::Unique(_) | Finding::Counted(1) => "unique",
            Finding::First(_) | Finding::Enough(1) => "solved",
            Finding::Several(_) | Finding::Counted(_) | Finding::Enough(_) => "several",
            Finding::Unknown { .. } => "unknown",
        }
    }

    /// The exit status.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Finding::None | Finding::Counted(0) => Exit::None,
            Finding::Several(_) => Exit::Several,
            Finding::Unknown { stopped: Stopped::Cancelled, .. } => Exit::Failed,
            Finding::Unknown { .. } => Exit::Limit,
            Finding::Unique(_) | Finding::First(_) | Finding::Counted(_) | Finding::Enough(_) => Exit::Fine,
        }
    }

    /// How many solutions are known.
    pub(crate) fn count(&self) -> u128 {
        match self {
            Finding::None => 0,
            Finding::Unique(_) | Finding::First(_) => 1,
            Finding::Several(_) => 2,
            Finding::Counted(count) | Finding::Unknown { count, .. } => *count,
            Finding::Enough(count) => u128::from(*count),
        }
    }

    /// The solutions that are known.
    pub(crate) fn solutions(&self) -> &[Board] {
        match self {
            Finding::Unique(board) | Finding::First(board) => std::slice::from_ref(board),
            Finding::Several(boards) => &**boards,
            Finding::Unknown { found, .. } => found.as_slice(),
            Finding::None | Finding::Counted(_) | Finding::Enough(_) => &[],
        }
    }
}

impl From<Verdict> for Finding {
    fn from(verdict: Verdict) -> Finding {
        match verdict {
            Verdict::None => Finding::None,
            Verdict::Unique(board) => Finding::Unique(board),
            Verdict::Several(one, other) => Finding::Several(Box::new([one, other])),
            Verdict::Unknown(found, stopped) => Finding::Unknown { count: found.iter().len() as u128, found, stopped },
        }
    }
}

impl From<Count> for Finding {
    fn from(count: Count) -> Finding {
        match count {
            Count::Exact(count) => Finding::Counted(count),
            Count::AtLeast(count, stopped) => Finding::Unknown { found: None, count, stopped },
        }
    }
}

impl From<Result<Option<Board>, Stopped>> for Finding {
    fn from(first: Result<Option<Board>, Stopped>) -> Finding {
        match first {
            Ok(Some(board)) => Finding::First(board),
            Ok(None) => Finding::None,
            Err(stopped) => Finding::Unknown { found: None, count: 0, stopped },
        }
    }
}
