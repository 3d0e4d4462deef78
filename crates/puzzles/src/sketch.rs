//! A puzzle that is being set: its clues as targets, and edits as data.

use crate::{Board, Choices, Holds, Impossible, Near, Puzzle, Request, Structure, Target, View};
use scene::Scene;
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// What a puzzle offers to puzzle setters.
pub trait Settable {
    /// The puzzle as a sketch, to go on with.
    fn sketch(&self) -> Box<dyn Sketch>;
}

/// A puzzle that is being set. Something may still be missing.
///
/// The id of a target never changes while the target is there.
///
/// ```
/// use puzzles::Edit;
/// let kind = puzzles::kind("weight").expect("it is a kind");
/// let mut sketch = (kind.sketch)(0).expect("a bar alone");
/// assert!(sketch.puzzle().is_err());
/// for at in [-1, 2] {
///     sketch.edit(&Edit::Add { part: "weight".to_owned(), on: "b1".to_owned(), at })?;
/// }
/// assert_eq!(sketch.puzzle().expect("nothing is missing").size(), 2);
/// # Ok::<(), puzzles::EditError>(())
/// ```
pub trait Sketch: Debug + Send + Sync {
    /// How its targets lie.
    fn structure(&self) -> Structure;

    /// What can be changed, in reading order; what applies to the whole, such
    /// as the size, comes last.
    fn targets(&self) -> Vec<Target>;

    /// What a target has; `None` when it is blank or there is no such target.
    fn value(&self, target: &str) -> Option<i32>;

    /// Gives a target a value, or takes its value away.
    ///
    /// # Errors
    /// Why that is impossible. Nothing has changed.
    fn set(&mut self, target: &str, value: Option<i32>) -> Result<(), EditError>;

    /// The parts that can be added, by name; none where the shape is fixed.
    fn parts(&self) -> &'static [&'static str] {
        &[]
    }

    /// The groups that cells can be put together in; none where there are none.
    fn groups(&self) -> Vec<Grouping> {
        Vec::new()
    }

    /// Carries out an edit; the id of what it adds, if it adds something.
    ///
    /// # Errors
    /// Why that is impossible. Nothing has changed.
    fn edit(&mut self, edit: &Edit) -> Result<Option<String>, EditError> {
        match edit {
            Edit::Set { target, value } => self.set(target, *value).map(|()| None),
            _ => Err(EditError::Fixed),
        }
    }

    /// The ids of the targets that clues are set at: each narrows the solutions
    /// down, and could be left out. All else is the shape of the puzzle.
    fn clue_ids(&self) -> Vec<String>;

    /// The ids of the places of its puzzle's board, in order.
    fn place_ids(&self) -> Vec<String>;

    /// What helps whose sketch has no solution, as a sentence; `None` where nothing is known.
    fn advice(&self) -> Option<String> {
        None
    }

    /// What a maker is asked for that draws a whole new shape, at this size; `None` where clues make a puzzle of
    /// any shape.
    fn redrawing(&self) -> Option<Request> {
        None
    }

    /// The puzzle.
    ///
    /// # Errors
    /// What is missing.
    fn puzzle(&self) -> Result<Box<dyn Puzzle>, Incomplete>;

    /// A drawing of the sketch as it is, with names, and with these values in the
    /// places that have no clue (in the order of [`Sketch::place_ids`]).
    fn picture(&self, values: &Board) -> Scene;

    /// A copy.
    fn copy(&self) -> Box<dyn Sketch>;
}

/// A puzzle that is its own sketch: its clues and its size are all that can be
/// set, so nothing is ever missing.
pub(crate) trait OwnSketch: Puzzle + Clone + 'static {
    /// As [`Sketch::targets`].
    fn targets(&self) -> Vec<Target>;

    /// As [`Sketch::value`].
    fn value(&self, target: &str) -> Option<i32>;

    /// As [`Sketch::set`].
    fn set(&mut self, target: &str, value: Option<i32>) -> Result<(), EditError>;

    /// As [`Sketch::groups`].
    fn groups(&self) -> Vec<Grouping> {
        Vec::new()
    }

    /// Carries out an [`Edit::Group`].
    fn group(&mut self, group: Grouping, cells: &[String], with: Option<&str>) -> Result<(), EditError> {
        let _ = (group, cells, with);
        Err(EditError::Fixed)
    }

    /// What it lacks to be a puzzle.
    fn missing(&self) -> Vec<Missing> {
        Vec::new()
    }

    /// As [`Sketch::clue_ids`].
    fn clue_ids(&self) -> Vec<String> {
        self.sheet().places
    }

    /// As [`Sketch::advice`].
    fn advice(&self) -> Option<String> {
        None
    }

    /// As [`Sketch::redrawing`].
    fn redrawing(&self) -> Option<Request> {
        None
    }

    /// What the sketch cannot hold is left out.
    fn simplified(&self) -> Self {
        self.clone()
    }
}

impl<P: OwnSketch> Settable for P {
    fn sketch(&self) -> Box<dyn Sketch> {
        Box::new(self.simplified())
    }
}

impl<P: OwnSketch> Sketch for P {
    fn structure(&self) -> Structure {
        self.sheet().structure
    }

    fn targets(&self) -> Vec<Target> {
        OwnSketch::targets(self)
    }

    fn value(&self, target: &str) -> Option<i32> {
        OwnSketch::value(self, target)
    }

    fn set(&mut self, target: &str, value: Option<i32>) -> Result<(), EditError> {
        OwnSketch::set(self, target, value)
    }

    fn groups(&self) -> Vec<Grouping> {
        OwnSketch::groups(self)
    }

    fn edit(&mut self, edit: &Edit) -> Result<Option<String>, EditError> {
        match edit {
            Edit::Set { target, value } => OwnSketch::set(self, target, *value).map(|()| None),
            Edit::Group { group, cells, with } => self.group(*group, cells, with.as_deref()).map(|()| None),
            Edit::Add { .. } | Edit::Move { .. } | Edit::Remove { .. } => Err(EditError::Fixed),
        }
    }

    fn clue_ids(&self) -> Vec<String> {
        OwnSketch::clue_ids(self)
    }

    fn place_ids(&self) -> Vec<String> {
        self.sheet().places
    }

    fn advice(&self) -> Option<String> {
        OwnSketch::advice(self)
    }

    fn redrawing(&self) -> Option<Request> {
        OwnSketch::redrawing(self)
    }

    fn puzzle(&self) -> Result<Box<dyn Puzzle>, Incomplete> {
        let missing = self.missing();
        if missing.is_empty() { Ok(Box::new(self.clone())) } else { Err(Incomplete { missing }) }
    }

    fn picture(&self, values: &Board) -> Scene {
        draw_set(self, values)
    }

    fn copy(&self) -> Box<dyn Sketch> {
        Box::new(self.clone())
    }
}

/// A change of a sketch.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Edit {
    /// A target gets a value, or loses it.
    Set {
        /// The id of the target.
        target: String,
        /// The value from now on.
        value: Option<i32>,
    },
    /// A part is added to a tree.
    Add {
        /// Which part, one of [`Sketch::parts`].
        part: String,
        /// The id of what it hangs from.
        on: String,
        /// The distance from the pivot; left is negative.
        at: i32,
    },
    /// A part is hung somewhere else, with all that hangs from it.
    Move {
        /// The id of the part.
        target: String,
        /// The id of what it hangs from.
        on: String,
        /// The distance from the pivot; left is negative.
        at: i32,
    },
    /// A part is removed, with all that hangs from it.
    Remove {
        /// The id of the part.
        target: String,
    },
    /// Cells leave their groups, and come into another one.
    Group {
        /// Which sort of group, one of [`Sketch::groups`].
        group: Grouping,
        /// The ids of the cells; those of a line in its order.
        cells: Vec<String>,
        /// A cell of the group that they come into. If it is one of them, they become a group of their own;
        /// without it, they are in none.
        with: Option<String>,
    },
}

/// What cells can be put together in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grouping {
    /// The cells that nothing is written in: one group of all of them.
    Blocked,
    /// A region: every open cell is in one.
    Region,
    /// A cage.
    Cage,
    /// A line from cell to cell. Lines may share cells.
    Line,
}

impl Grouping {
    /// Its name: `region`.
    pub fn name(self) -> &'static str {
        match self {
            Grouping::Blocked => "blocked",
            Grouping::Region => "region",
            Grouping::Cage => "cage",
            Grouping::Line => "line",
        }
    }
}

/// Why a sketch cannot be changed this way.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// There is no such target.
    #[error("there is no {0:?} here")]
    Unknown(String),
    /// It is none of the choices.
    #[error("{1} cannot be chosen at {0}")]
    Value(String, i32),
    /// It must have a value.
    #[error("{0} cannot be left out")]
    Needed(String),
    /// The parts of this kind of puzzle are fixed.
    #[error("nothing can be added, moved or removed here")]
    Fixed,
    /// Nothing can hang from it.
    #[error("nothing can hang from {0}")]
    CarriesNothing(String),
    /// It would hang from itself.
    #[error("{0} cannot hang from itself or from what hangs from it")]
    Loop(String),
    /// It must stay where it is.
    #[error("{0} is the top and stays where it is")]
    Top(String),
    /// There would be too much of something.
    #[error("there would be {0}")]
    Limit(String),
    /// The rules do not allow it.
    #[error("{0}")]
    Refused(String),
}

/// What a sketch lacks to be a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .missing.iter().map(|missing| missing.says.as_str()).collect::<Vec<_>>().join("; "))]
pub struct Incomplete {
    /// What is missing, at least one thing.
    pub missing: Vec<Missing>,
}

/// One thing that is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Where.
    pub target: String,
    /// What, in a sentence without its full stop.
    pub says: String,
}

/// The target for a size, which no arrow key leads to.
pub(crate) fn size_target(id: &str, name: &str, sizes: RangeInclusive<usize>) -> Target {
    let choices = Choices::Numbers(*sizes.start() as i32..=*sizes.end() as i32);
    Target::new(Holds::Clue, id.to_owned(), name.to_owned(), choices, Near::default())
}

/// A size, if it is one of these.
pub(crate) fn checked_size(id: &str, value: Option<i32>, sizes: RangeInclusive<usize>) -> Result<usize, EditError> {
    let value = value.ok_or_else(|| EditError::Needed(id.to_owned()))?;
    let size = usize::try_from(value).ok().filter(|size| sizes.contains(size));
    size.ok_or_else(|| EditError::Value(id.to_owned(), value))
}

/// A value, if it may be chosen; none is always allowed.
pub(crate) fn checked(id: &str, value: Option<i32>, range: RangeInclusive<i32>) -> Result<Option<i32>, EditError> {
    match value {
        Some(value) if !range.contains(&value) => Err(EditError::Value(id.to_owned(), value)),
        value => Ok(value),
    }
}

/// A size for an empty sketch.
pub(crate) fn possible_size(size: usize, sizes: RangeInclusive<usize>, what: &str) -> Result<usize, Impossible> {
    let message = || format!("{what} {size} is not possible; expected {} to {}", sizes.start(), sizes.end());
    if sizes.contains(&size) { Ok(size) } else { Err(Impossible(message())) }
}

/// The picture of a puzzle that is being set.
pub(crate) fn draw_set(puzzle: &dyn Puzzle, values: &Board) -> Scene {
    puzzle.draw(&View::of(values).open_clues().labels())
}

/// The position of an id such as `r3c5` in rows and columns from 0.
pub(crate) fn row_and_column(id: &str) -> Option<(usize, usize)> {
    let (row, column) = id.strip_prefix('r')?.split_once('c')?;
    Some((index(row)?, index(column)?))
}

/// A number from 1, written without a sign or zeros before it, counted from 0.
pub(crate) fn index(text: &str) -> Option<usize> {
    let number: usize = text.parse().ok()?;
    (number.to_string() == text).then_some(())?;
    number.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_one_spelling() {
        assert_eq!(row_and_column("r3c10"), Some((2, 9)));
        for id in ["r03c1", "r0c1", "r1c", "rc", "r+1c1", "r1c1u", "c1r1", "r1c99999999999999999999"] {
            assert_eq!(row_and_column(id), None, "{id}");
        }
    }
}
