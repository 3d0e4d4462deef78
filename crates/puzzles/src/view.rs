//! How a puzzle is looked at: what a drawing of it shows.

use crate::{Board, Notes};
use scene::{Candidates, Content, Emphasis, Role, Slot};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// What is written in pencil: by the id of a target, the candidates there. An
/// empty set says that nothing stands there.
pub type Pencilled = BTreeMap<String, BTreeSet<i32>>;

/// What a drawing of a puzzle shows beside its clues.
///
/// A place that the puzzle gives always shows the given. Where the board says
/// otherwise there, the given is drawn as wrong.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    board: &'a Board,
    candidates: Shown<'a>,
    tight: bool,
    labels: bool,
    open_clues: bool,
    tipping: bool,
    checkpoint: Option<&'a Board>,
}

/// The candidates that blank places show.
#[derive(Debug, Clone, Copy)]
enum Shown<'a> {
    None,
    /// Every value but those struck here.
    AllBut(&'a Notes),
    /// What is written here; the same room is kept where nothing is.
    Written(&'a Pencilled),
}

impl<'a> View<'a> {
    /// The board alone.
    pub fn of(board: &'a Board) -> View<'a> {
        View {
            board,
            candidates: Shown::None,
            tight: false,
            labels: false,
            open_clues: false,
            tipping: false,
            checkpoint: None,
        }
    }

    /// The same with candidates in the blank places: the values that these
    /// notes have not struck.
    #[must_use]
    pub fn notes(self, notes: &'a Notes) -> View<'a> {
        View { candidates: Shown::AllBut(notes), ..self }
    }

    /// The same with what is written in pencil, and nothing else.
    #[must_use]
    pub fn written(self, marks: &'a Pencilled) -> View<'a> {
        View { candidates: Shown::Written(marks), ..self }
    }

    /// The same with no more room for candidates than a cell has without them:
    /// a few are shown, and of more only that there are some.
    #[must_use]
    pub fn tight(self) -> View<'a> {
        View { tight: true, ..self }
    }

    /// The same with the names that explanations use: of rows, columns, bars
    /// and weights.
    #[must_use]
    pub fn labels(self) -> View<'a> {
        View { labels: true, ..self }
    }

    /// The same with a dot where a clue could be set, for puzzle setters.
    #[must_use]
    pub fn open_clues(self) -> View<'a> {
        View { open_clues: true, ..self }
    }

    /// The same with what tips, and how it stands: for pages that move things.
    #[must_use]
    pub fn tipping(self) -> View<'a> {
        View { tipping: true, ..self }
    }

    /// The same, distinguishing the entries made since this board.
    #[must_use]
    pub fn since(self, checkpoint: &'a Board) -> View<'a> {
        View { checkpoint: Some(checkpoint), ..self }
    }

    /// What is filled in.
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// Whether names are drawn.
    pub fn has_labels(&self) -> bool {
        self.labels
    }

    /// Whether what tips is wanted.
    pub(crate) fn tips(&self) -> bool {
        self.tipping
    }

    /// What is drawn for a clue that is not set, if anything is.
    pub(crate) fn open_clue(&self) -> Option<&'static str> {
        self.open_clues.then_some("·")
    }

    /// How to draw a place, given by the puzzle or not.
    pub(crate) fn at(&self, place: usize, given: Option<i32>) -> Standing {
        let entry = self.board.get(place);
        match (given, entry) {
            (Some(given), _) => {
                let emphasis = entry.filter(|&entry| entry != given).map(|_| Emphasis::Wrong);
                Standing { role: Role::Clue, value: Some(given), emphasis }
            }
            (None, Some(_)) => {
                let older = self.checkpoint.is_none_or(|checkpoint| checkpoint.get(place) == entry);
                let role = if older { Role::Entry } else { Role::Checkpoint };
                Standing { role, value: entry, emphasis: None }
            }
            (None, None) => Standing { role: Role::Blank, value: None, emphasis: None },
        }
    }

    /// Which of some choices a blank target shows; `None` to show nothing at
    /// all. `note` is the place and the value that a choice stands for.
    pub(crate) fn candidates<N: AsRef<str>>(
        &self,
        target: &str,
        note: impl Fn(i32) -> (N, i32),
    ) -> Option<impl Fn(i32) -> bool> {
        let written = match self.candidates {
            Shown::None => return None,
            Shown::AllBut(_) => None,
            Shown::Written(marks) => Some(marks.get(target)?),
        };
        let candidates = self.candidates;
        Some(move |choice: i32| match (candidates, written) {
            (Shown::AllBut(notes), _) => {
                let (place, value) = note(choice);
                !notes.is_struck(place.as_ref(), value)
            }
            (_, written) => written.is_some_and(|written| written.contains(&choice)),
        })
    }

    /// Whether candidates are what somebody has written.
    pub(crate) fn is_written(&self) -> bool {
        matches!(self.candidates, Shown::Written(_))
    }

    /// How the candidates of places with these values are laid out, if any are
    /// to be shown.
    pub(crate) fn pencil(&self, values: RangeInclusive<i32>) -> Option<Pencil> {
        (!matches!(self.candidates, Shown::None)).then(|| Pencil::new(values, self.tight))
    }

    /// What a blank place shows, whose target has the same id.
    pub(crate) fn pencilled(&self, pencil: &Pencil, id: &str) -> Content {
        self.candidates(id, |value| (id, value)).map_or(Content::Blank, |is_left| pencil.content(is_left))
    }
}

/// What stands at a place, and how it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) role: Role,
    pub(crate) value: Option<i32>,
    pub(crate) emphasis: Option<Emphasis>,
}

impl Standing {
    /// The value as it is written; empty when there is none.
    pub(crate) fn text(self) -> String {
        self.value.map_or_else(String::new, |value| value.to_string())
    }

    /// For those who cannot see the drawing.
    pub(crate) fn in_words(self) -> String {
        match (self.value, self.emphasis) {
            (Some(value), Some(_)) => format!("{value} given, and something else entered"),
            (Some(value), None) => value.to_string(),
            (None, _) => "blank".to_owned(),
        }
    }
}

/// The most values that have a position each.
const MOST_FIXED: usize = 16;
/// Of more values, this many are listed.
const MOST_LISTED: usize = 9;
/// The columns of text in every cell, which few candidates fit.
const TIGHT: usize = 3;

/// How the candidates of a place are laid out: each value at its own position.
/// Where there are too many values to read that way, those left are listed once
/// they are few enough.
#[derive(Debug, Clone)]
pub(crate) struct Pencil {
    values: RangeInclusive<i32>,
    slots: usize,
    columns: usize,
    digits: usize,
    tight: bool,
}

impl Pencil {
    fn new(values: RangeInclusive<i32>, tight: bool) -> Pencil {
        let count = values.clone().count();
        let slots = if count > MOST_FIXED { MOST_LISTED } else { count.max(1) };
        let columns = if slots.isqrt() * slots.isqrt() < slots { slots.isqrt() + 1 } else { slots.isqrt() };
        Pencil { digits: values.end().to_string().len(), values, slots, columns, tight }
    }

    /// The columns of text that they need.
    pub(crate) fn wide(&self) -> u32 {
        (if self.tight { TIGHT } else { self.columns * (self.digits + 1) - 1 }) as u32
    }

    /// The rows of text that they need.
    pub(crate) fn high(&self) -> u32 {
        if self.tight { 1 } else { self.slots.div_ceil(self.columns) as u32 }
    }

    /// What a place shows when these values are left.
    pub(crate) fn content(&self, is_left: impl Fn(i32) -> bool) -> Content {
        let left = self.values.clone().filter(|&value| is_left(value));
        let count = self.values.clone().count();
        if self.tight {
            return content_of_a_row(left.map(|value| value.to_string()).collect(), count);
        }
        let slots: Vec<Slot> = if count == self.slots {
            let slot = |value: i32| if is_left(value) { Slot::Text(value.to_string()) } else { Slot::Gone };
            self.values.clone().map(slot).collect()
        } else {
            let listed: Vec<Slot> = left.map(|value| Slot::Text(value.to_string())).take(self.slots + 1).collect();
            if listed.len() > self.slots {
                return Content::Blank;
            }
            listed.into_iter().chain(std::iter::repeat(Slot::Gone)).take(self.slots).collect()
        };
        Content::Candidates(Candidates::new(self.columns, self.digits, slots))
    }
}

/// What a cell without room for more than [`TIGHT`] characters shows, of so many
/// values that it could have.
fn content_of_a_row(left: Vec<String>, all: usize) -> Content {
    let (digits, count) = (left.iter().map(String::len).sum::<usize>(), left.len());
    let blanks = if digits > count { count - 1 } else { 0 };
    if digits + blanks <= TIGHT {
        Content::Candidates(Candidates::new(count, 1, left.into_iter().map(Slot::Text)))
    } else if count == all {
        Content::Blank
    } else {
        Content::Candidates(Candidates::new(1, 1, [Slot::Text("…".to_owned())]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_hides_no_contradiction() {
        let board = Board::full([3, 4]);
        let view = View::of(&board);
        let wrong = view.at(0, Some(5));
        assert_eq!((wrong.role, wrong.value, wrong.emphasis), (Role::Clue, Some(5), Some(Emphasis::Wrong)));
        assert_eq!(view.at(1, Some(4)).emphasis, None);
        assert_eq!(wrong.in_words(), "5 given, and something else entered");
    }

    #[test]
    fn entries_since_a_checkpoint_are_told_apart() {
        let (then, now) = (Board::from_iter([Some(1), None, Some(3)]), Board::from_iter([Some(1), Some(2), Some(4)]));
        let view = View::of(&now).since(&then);
        let roles = [0, 1, 2].map(|place| view.at(place, None).role);
        assert_eq!(roles, [Role::Entry, Role::Checkpoint, Role::Checkpoint]);
    }

    #[test]
    fn many_values_are_listed_when_few_are_left() {
        let few = Pencil::new(1..=9, false);
        assert_eq!((few.wide(), few.high()), (5, 3));
        let Content::Candidates(all) = few.content(|value| value != 5) else { panic!("candidates") };
        assert_eq!(all.left(), 8);
        let many = Pencil::new(1..=40, false);
        assert_eq!((many.wide(), many.high()), (8, 3));
        assert_eq!(many.content(|value| value > 30), Content::Blank);
        let Content::Candidates(some) = many.content(|value| value > 31) else { panic!("candidates") };
        assert_eq!(some.left(), 9);
    }
}
