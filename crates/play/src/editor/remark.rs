//! What an editor says.

use fd::{ModelError, Stopped};
use puzzles::{Board, Edit, Incomplete};
use std::rc::Rc;
use studio::{Count, Explanation, Grade, Verdict};

/// Something that was found out about a sketch. Boards have the puzzle's
/// places, whose ids are [`Sketch::place_ids`](puzzles::Sketch::place_ids).
#[derive(Debug, Clone)]
pub enum Remark {
    /// It is not a puzzle yet. Nothing else is asked.
    Incomplete(Incomplete),
    /// It is too large for the kernel. Nothing else is asked.
    TooLarge(ModelError),
    /// How many solutions it has, as far as it matters.
    Verdict(Verdict),
    /// What is the same in all solutions.
    Forced {
        /// The values that are proved to be the same; blank elsewhere.
        values: Board,
        /// The number of places where this is not known.
        undecided: usize,
    },
    /// How many solutions it has.
    Count(Count),
    /// Two solutions that differ much.
    Apart {
        /// The one.
        one: Board,
        /// The other.
        other: Board,
        /// Whether it is proved that no two differ in more places.
        farthest: bool,
    },
    /// The clues that could be left out, each by itself, without changing the
    /// solutions.
    Needless {
        /// Their ids; each is proved to follow from the other clues.
        clues: Vec<String>,
        /// The number of clues for which this is not known.
        undecided: usize,
    },
    /// The clue that would help most.
    Helpful(Helpful),
    /// How hard it is, for a puzzle with one solution.
    Graded {
        /// The grade.
        grade: Grade,
        /// The explanation that it was graded by.
        explanation: Rc<Explanation>,
        /// The number of its hardest step, if it has one.
        hardest: Option<usize>,
    },
    /// What was asked of the editor was done by these edits, in one change. The
    /// answers from here on are about the changed sketch.
    Changed(Vec<Edit>),
    /// What was asked of the editor cannot be done.
    Refused(Refusal),
}

/// A clue that would help.
///
/// It is the best of those tried: the most promising ones, judged by the
/// solutions known so far. Nothing is said about the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Helpful {
    /// The id of its target.
    pub target: String,
    /// Its value.
    pub value: i32,
    /// The solutions that it would leave.
    pub leaves: Count,
    /// How many clues were tried.
    pub tried: usize,
}

/// What a setter can ask of an editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum EditCommand {
    /// More clues, so that there is one solution.
    MakeUnique,
    /// Fewer clues, so that none of those left could go. The seed names one of
    /// many ways.
    Strip {
        /// What the order of trying depends on.
        seed: u64,
    },
}

/// Why a command cannot be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Something is still missing.
    #[error("the puzzle is not complete yet")]
    Incomplete,
    /// There is no solution: more clues cannot help.
    #[error("the puzzle has no solution")]
    NoSolution,
    /// There are several solutions.
    #[error("the puzzle has several solutions")]
    Several,
    /// No clue tells two solutions apart.
    #[error("no clue tells its solutions apart")]
    NoClue,
    /// There is nothing to do.
    #[error("nothing has to be changed")]
    Nothing,
    /// It was not found out in time.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
