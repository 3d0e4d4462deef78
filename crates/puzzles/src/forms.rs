//! For tests that hold for a puzzle's every model.

use crate::{Posed, Puzzle};
use fd::ModelError;

/// Which model of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Best,
    Paper,
}

impl Form {
    pub(crate) fn pose(self, puzzle: &dyn Puzzle) -> Result<Posed, ModelError> {
        match self {
            Form::Best => puzzle.pose(),
            Form::Paper => puzzle.paper().expect("it is from a paper").pose_as_paper(),
        }
    }
}
