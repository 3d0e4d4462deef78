//! A puzzle as people play it: what can be pointed at, what can be typed there,
//! and what can be read off. No front end needs to know a puzzle by name.

use crate::Board;
use std::ops::RangeInclusive;

/// What a puzzle offers to its players.
pub trait Playable {
    /// Its targets and how they lie.
    fn sheet(&self) -> Sheet;

    /// What can be read off a board at a glance: the moments of a bar, a sum
    /// so far. Always the same read-outs, in the same order.
    fn read_outs(&self, board: &Board) -> Vec<ReadOut>;
}

/// Everything a person can touch on a puzzle's board.
///
/// ```
/// let puzzle = puzzles::builtin("weight/seed-5").expect("it is built in").puzzle;
/// let sheet = puzzle.sheet();
/// let target = sheet.target("w2").expect("there are five weights");
/// assert!(target.choices.contains(5) && !target.choices.contains(6));
/// let mut board = puzzle.givens();
/// let (place, value) = target.fills(5).expect("5 can be chosen");
/// board.set(place, Some(value));
/// assert_eq!(target.shown(&board), [5]);
/// let other = sheet.target("w4").expect("there are five weights");
/// assert!(sheet.is_used_up(other, 5, &board));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// How the targets lie.
    pub structure: Structure,
    /// The targets in reading order, which is the order of the Tab key.
    pub targets: Vec<Target>,
    /// The id of each place of the board; pencil marks speak of places by it.
    pub places: Vec<String>,
    /// The value that places left blank are taken to have, where a player need
    /// not fill in every one (the empty cells of Gap).
    pub blank: Option<i32>,
    /// How often values may occur: what is seen without any arithmetic.
    pub quotas: Vec<Quota>,
}

/// How targets lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Structure {
    /// In rows and columns.
    Grid {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// In rows that get longer by one.
    Triangle {
        /// The number of rows.
        rows: usize,
    },
    /// On a tree, listed from the top, each part before those below it.
    Tree(Vec<Part>),
}

/// A part of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its id; that of a target, if it is one.
    pub id: String,
    /// What it is, and where it hangs, for people.
    pub name: String,
    /// What it hangs from; `None` at the top.
    pub parent: Option<String>,
    /// The distance from the parent's pivot; left is negative.
    pub at: i32,
    /// Whether other parts can hang from it.
    pub carries: bool,
}

/// Something that a person can point at and change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Its id: the same in drawings, pencil marks and moves.
    pub id: String,
    /// Its name for people: `row 3, column 5`.
    pub name: String,
    /// What a choice made here changes.
    pub holds: Holds,
    /// What can be chosen here.
    pub choices: Choices,
    /// How a choice is made.
    pub gesture: Gesture,
    /// Whether the puzzle itself fills it in, so that nothing can be chosen.
    pub given: bool,
    /// Where the arrow keys lead.
    pub near: Near,
}

/// What a choice at a target changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// This place of the board: it takes the value that is chosen.
    Place(usize),
    /// A cell that numbers stand on. Choosing the number `n` puts this value at
    /// place `n - 1` of the board.
    Cell(i32),
    /// A part of a puzzle that is being set.
    Clue,
}

/// What can be chosen at a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choices {
    /// Nothing.
    None,
    /// The numbers of a range, typed as they are written.
    Numbers(RangeInclusive<i32>),
    /// These, each by its key.
    Keys(&'static [Choice]),
}

/// One choice of a few.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The key that chooses it.
    pub key: char,
    /// What it is, for people.
    pub label: &'static str,
    /// The value.
    pub value: i32,
}

/// How a choice is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gesture {
    /// Select the target, then type the choice.
    Choose,
    /// Each click takes the next choice, then none; dragging paints.
    Cycle,
}

/// The targets beside a target, as indices into the list of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Near {
    /// Above it.
    pub up: Option<usize>,
    /// Below it.
    pub down: Option<usize>,
    /// Left of it.
    pub left: Option<usize>,
    /// Right of it.
    pub right: Option<usize>,
}

/// Of some places, at most this many have a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quota {
    /// The places.
    pub places: Vec<usize>,
    /// The value; `None` says it of every value.
    pub value: Option<i32>,
    /// How many of the places may have it.
    pub most: usize,
}

/// What a board shows about one part of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOut {
    /// The id of what it is about: a line, a bar, a sum, a cell.
    pub id: String,
    /// The targets that it belongs to: it is of interest when one of them is
    /// selected.
    pub targets: Vec<String>,
    /// A sentence for people, without its full stop.
    pub says: String,
    /// The same in a few characters, to stand beside the part; empty where
    /// there is nothing to show.
    pub brief: String,
    /// How it stands.
    pub state: State,
}

/// How a part of a puzzle stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Something is missing.
    Open,
    /// As the rules want it.
    Done,
    /// Against the rules, whatever follows.
    Broken,
}

impl State {
    /// Its name for programs: `open`, `done` or `broken`.
    pub fn name(self) -> &'static str {
        match self {
            State::Open => "open",
            State::Done => "done",
            State::Broken => "broken",
        }
    }
}

impl Choices {
    /// Whether this value can be chosen.
    pub fn contains(&self, value: i32) -> bool {
        match self {
            Choices::None => false,
            Choices::Numbers(range) => range.contains(&value),
            Choices::Keys(keys) => keys.iter().any(|choice| choice.value == value),
        }
    }

    /// The values that can be chosen, in order.
    pub fn values(&self) -> impl Iterator<Item = i32> + '_ {
        let (range, keys): (_, &[Choice]) = match self {
            Choices::None => (None, &[]),
            Choices::Numbers(range) => (Some(range.clone()), &[]),
            Choices::Keys(keys) => (None, keys),
        };
        range.into_iter().flatten().chain(keys.iter().map(|choice| choice.value))
    }

    /// What is typed for a value.
    pub fn key(&self, value: i32) -> Option<String> {
        self.written(value, |choice| choice.key.into())
    }

    /// What a value is called.
    pub fn label(&self, value: i32) -> Option<String> {
        self.written(value, |choice| choice.label.into())
    }

    /// A number as it is, and one of a few choices by its key or label.
    fn written(&self, value: i32, by: impl Fn(&Choice) -> String) -> Option<String> {
        match self {
            Choices::Keys(keys) => keys.iter().find(|choice| choice.value == value).map(by),
            _ => self.contains(value).then(|| value.to_string()),
        }
    }
}

impl Target {
    /// One that is chosen by typing, and that the puzzle does not fill in.
    pub(crate) fn new(holds: Holds, id: String, name: String, choices: Choices, near: Near) -> Target {
        Target { id, name, holds, choices, gesture: Gesture::Choose, given: false, near }
    }

    /// The place that a choice fills in here, and the value it gets; `None`
    /// when it cannot be chosen.
    pub fn fills(&self, choice: i32) -> Option<(usize, i32)> {
        let place_and_value = match self.holds {
            Holds::Place(place) => (place, choice),
            Holds::Cell(cell) => (usize::try_from(choice).ok()?.checked_sub(1)?, cell),
            Holds::Clue => return None,
        };
        self.choices.contains(choice).then_some(place_and_value)
    }

    /// What a board has here, as choices: none, one, or several numbers that
    /// stand on one cell against the rules.
    pub fn shown(&self, board: &Board) -> Vec<i32> {
        match self.holds {
            Holds::Place(place) => board.get(place).into_iter().collect(),
            Holds::Cell(cell) => (1..).zip(board.iter()).filter(|(_, at)| *at == Some(cell)).map(|(n, _)| n).collect(),
            Holds::Clue => Vec::new(),
        }
    }

    /// The places that must become blank so that nothing is shown here.
    pub fn cleared(&self, board: &Board) -> Vec<usize> {
        let place = |shown: i32| match self.holds {
            Holds::Place(place) => Some(place),
            Holds::Cell(_) => usize::try_from(shown - 1).ok(),
            Holds::Clue => None,
        };
        self.shown(board).into_iter().filter_map(place).collect()
    }
}

impl Sheet {
    /// A sheet with a target for each place, in their order.
    pub(crate) fn of_places(
        structure: Structure,
        mut targets: Vec<Target>,
        givens: &Board,
        quotas: Vec<Quota>,
    ) -> Sheet {
        for (target, given) in targets.iter_mut().zip(givens.iter()) {
            target.given = given.is_some();
        }
        let places = targets.iter().map(|target| target.id.clone()).collect();
        Sheet { structure, targets, places, blank: None, quotas }
    }

    /// The target with this id.
    pub fn target(&self, id: &str) -> Option<&Target> {
        self.targets.iter().find(|target| target.id == id)
    }

    /// The target where a board shows a place: the cell that a number stands
    /// on, or the place itself.
    pub fn target_of(&self, place: usize, board: &Board) -> Option<&Target> {
        let here = |target: &&Target| match target.holds {
            Holds::Place(own) => own == place,
            Holds::Cell(cell) => board.get(place) == Some(cell),
            Holds::Clue => false,
        };
        self.targets.iter().find(here)
    }

    /// The pencil mark that stands for a choice at a target: the id of its
    /// place, and the value.
    pub fn note(&self, target: &Target, choice: i32) -> Option<(&str, i32)> {
        let (place, value) = target.fills(choice)?;
        Some((self.places.get(place)?, value))
    }

    /// The values that a place may take at all.
    pub fn values_of(&self, place: usize) -> Vec<i32> {
        let choice = i32::try_from(place + 1).unwrap_or(i32::MAX);
        let value = |target: &Target| match target.holds {
            Holds::Place(own) if own == place => target.choices.values().collect(),
            Holds::Cell(cell) if !target.given && target.choices.contains(choice) => vec![cell],
            _ => Vec::new(),
        };
        self.targets.iter().flat_map(value).collect()
    }

    /// Whether a choice is used up: it stands elsewhere, as often as it may.
    pub fn is_used_up(&self, target: &Target, choice: i32, board: &Board) -> bool {
        let Some((place, value)) = target.fills(choice) else { return false };
        let moves = matches!(target.holds, Holds::Cell(_)) && board.get(place).is_some_and(|at| at != value);
        // What stands here would make room.
        let mut others = board.clone();
        target.cleared(board).into_iter().for_each(|place| others.set(place, None));
        moves || self.quotas_of(place, value).any(|quota| quota.is_full(value, &others))
    }

    /// What the entry at a place uses up: blank places, each with the value
    /// that it cannot have any more.
    pub fn struck_by(&self, filled: usize, board: &Board) -> Vec<(usize, i32)> {
        let Some(value) = board.get(filled) else { return Vec::new() };
        let full = self.quotas_of(filled, value).filter(|quota| quota.is_full(value, board));
        let blanks = full.flat_map(|quota| quota.places.iter().copied().filter(|&place| board.get(place).is_none()));
        blanks.map(|place| (place, value)).collect()
    }

    fn quotas_of(&self, place: usize, value: i32) -> impl Iterator<Item = &Quota> {
        let about = move |quota: &&Quota| quota.value.is_none_or(|own| own == value) && quota.places.contains(&place);
        self.quotas.iter().filter(about)
    }

    /// The board as it is judged when the player says that it is done.
    pub fn finished(&self, board: &Board) -> Board {
        board.iter().map(|value| value.or(self.blank)).collect()
    }
}

impl Quota {
    /// Every value at most once.
    pub fn once(places: impl IntoIterator<Item = usize>) -> Quota {
        Quota { places: places.into_iter().collect(), value: None, most: 1 }
    }

    /// This value at most this many times.
    pub fn of(value: i32, most: usize, places: impl IntoIterator<Item = usize>) -> Quota {
        Quota { places: places.into_iter().collect(), value: Some(value), most }
    }

    fn is_full(&self, value: i32, board: &Board) -> bool {
        let holders = self.places.iter().filter(|&&place| board.get(place) == Some(value));
        holders.take(self.most).count() == self.most
    }
}

/// Where the arrow keys lead in a triangle whose places are listed row by row.
pub(crate) fn near_in_triangle(rows: usize, place: usize) -> Near {
    let (row, pos) = crate::triangle::row_and_pos(place);
    let at = |row: usize, pos: usize| Some(crate::triangle::place(row, pos));
    Near {
        up: row.checked_sub(1).and_then(|above| at(above, pos.min(above))),
        down: if row + 1 < rows { at(row + 1, pos) } else { None },
        left: pos.checked_sub(1).and_then(|pos| at(row, pos)),
        right: if pos < row { at(row, pos + 1) } else { None },
    }
}
