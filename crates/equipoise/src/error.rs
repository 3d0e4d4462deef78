//! What can go wrong.

use crate::Solution;
use fd::{ModelError, Stopped};
use puzzles::{KINDS, Location, ReadError, builtin_names};
use scene::TooLarge;
use std::io;
use studio::{CertifyError, MakeError};

/// Why there is no answer.
///
/// Each variant is something that a program can react to. [`Error::location`] says where in a text,
/// and the message what was expected there.
///
/// ```
/// match equipoise::read("gap\n . 7 .\n") {
///     Ok(puzzle) => println!("{puzzle}"),
///     Err(equipoise::Error::Read(wrong)) => println!("{:?} at {}: {}", wrong.fault, wrong.place, wrong.message),
///     Err(other) => println!("{other}"),
/// }
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Neither a built-in puzzle nor a file has this name.
    #[error("there is no puzzle {name:?}; expected a file, or one of {}", builtin_names().collect::<Vec<_>>().join(", "))]
    NotFound {
        /// The name.
        name: String,
    },
    /// A file cannot be read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// A text is not a puzzle, or not a board of the puzzle: what is wrong, where, and what was expected.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A text was to hold one puzzle.
    #[error("expected one puzzle, found {found}")]
    NotOne {
        /// How many it holds.
        found: usize,
    },
    /// There is no such kind of puzzle.
    #[error("there is no kind of puzzle {name:?}; expected one of {}", KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", "))]
    UnknownKind {
        /// The name.
        name: String,
    },
    /// The puzzle has no solution: proved.
    #[error("the puzzle has no solution")]
    NoSolution,
    /// The puzzle has more than one solution: these two differ.
    #[error("the puzzle has several solutions")]
    Several(Box<[Solution; 2]>),
    /// A limit was reached first.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The puzzle, its drawing or its proof is too large.
    #[error("{0}")]
    TooLarge(String),
    /// No puzzle can be as asked for.
    #[error("{0}")]
    Impossible(String),
    /// No puzzle as asked for was found; perhaps there is none.
    #[error("{0}")]
    NoneFound(String),
    /// Two parts of the library contradict each other.
    #[error("{0}; this is a bug")]
    Bug(String),
}

impl Error {
    /// Where in a text the error is, if it is about one.
    pub fn location(&self) -> Option<&Location> {
        match self {
            Error::Read(error) => Some(&error.place),
            _ => None,
        }
    }
}

impl From<ModelError> for Error {
    fn from(error: ModelError) -> Error {
        Error::TooLarge(error.to_string())
    }
}

impl From<TooLarge> for Error {
    fn from(error: TooLarge) -> Error {
        Error::TooLarge(error.to_string())
    }
}

impl From<MakeError> for Error {
    fn from(error: MakeError) -> Error {
        match error {
            MakeError::Impossible(why) => Error::Impossible(why.to_string()),
            MakeError::NoneFound { .. } => Error::NoneFound(error.to_string()),
            MakeError::Stopped(stopped) => stopped.into(),
            MakeError::Model(error) => error.into(),
            MakeError::Unsound(_) => Error::Bug(error.to_string()),
        }
    }
}

impl From<CertifyError> for Error {
    fn from(error: CertifyError) -> Error {
        match error {
            CertifyError::TooLarge(_) => Error::TooLarge(error.to_string()),
            CertifyError::Model(error) => error.into(),
            CertifyError::Stopped(stopped) => stopped.into(),
            CertifyError::Unexplained | CertifyError::Disagreement => Error::Bug(error.to_string()),
        }
    }
}
