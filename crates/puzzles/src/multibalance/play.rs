//! Multi-Balance as people play and set it.

use super::rules::Check;
use super::{Line, MOST_DIGITS, MOST_SIDE, MultiBalance};
use crate::sketch::{OwnSketch, checked, checked_size, possible_size, size_target};
use crate::{
    Board, Choice, Choices, EditError, Gesture, Holds, Impossible, Playable, Puzzle, Quota, ReadOut, Request, Sheet,
    Sketch, State, Structure, Target, grid,
};
use scene::Poise;
use std::cmp::Ordering;
use std::ops::RangeInclusive;

impl Playable for MultiBalance {
    fn sheet(&self) -> Sheet {
        let (rows, columns) = (self.height(), self.width);
        let targets = (0..self.fulcrums.len()).map(|cell| {
            let given = self.is_fulcrum(cell);
            let choices = if given { Choices::None } else { Choices::Numbers(1..=self.digits as i32) };
            let (id, name, near) = (self.cell_id(cell), self.cell_in_words(cell), grid::near(rows, columns, cell));
            Target { given, ..Target::new(Holds::Cell(cell as i32), id, name, choices, near) }
        });
        Sheet {
            structure: Structure::Grid { rows, columns },
            targets: targets.collect(),
            places: (0..self.digits).map(super::number_id).collect(),
            blank: None,
            quotas: vec![Quota::once(0..self.places())],
        }
    }

    /// For each row and column its numbers and torques.
    fn read_outs(&self, board: &Board) -> Vec<ReadOut> {
        let check = Check::new(self, board);
        self.lines().map(|line| self.read_out(line, &check)).collect()
    }
}

impl MultiBalance {
    fn read_out(&self, line: Line, check: &Check<'_>) -> ReadOut {
        let (name, numbers) = (line.name(), check.numbers_on(line));
        let fulcrum = self.only_fulcrum(line);
        let torques = fulcrum.map(|fulcrum| check.torques(line, fulcrum));
        let state = match (check.line(line), torques) {
            (Some(_), _) => State::Broken,
            (None, Some((before, after))) if numbers.len() > 1 && before == after => State::Done,
            _ => State::Open,
        };
        let says = match (check.line(line), numbers.as_slice(), torques) {
            (Some(broken), ..) => broken.message,
            (_, [], _) => format!("{name} has {} and no number", self.fulcrums_in_words(line)),
            (_, _, None) => format!("{name} has {}", self.fulcrums_in_words(line)),
            (_, _, Some((before, after))) if state == State::Done => {
                format!("{name} balances: torques {before} and {after}")
            }
            (_, _, Some((before, after))) => {
                let missing = before.abs_diff(after);
                let side = match (line.is_row, before < after) {
                    (true, true) => "on the left",
                    (true, false) => "on the right",
                    (false, true) => "above",
                    (false, false) => "below",
                };
                format!("{name} has torques {before} and {after}: {missing} missing {side}")
            }
        };
        let brief = match torques {
            Some((before, after)) if !numbers.is_empty() => format!("{before}:{after}"),
            _ => String::new(),
        };
        let targets = line.cells().map(|cell| self.cell_id(cell)).collect();
        ReadOut { id: line.id(), targets, says, brief, state }
    }

    /// How a line stands on its fulcrum: left is what lies before it. Nothing is said of a line without numbers.
    pub(super) fn poise(&self, line: Line, board: &Board) -> Poise {
        let check = Check::new(self, board);
        let Some(fulcrum) = self.only_fulcrum(line) else { return Poise::Open };
        let (before, after) = check.torques(line, fulcrum);
        match before.cmp(&after) {
            Ordering::Greater => Poise::Left,
            Ordering::Less => Poise::Right,
            Ordering::Equal if before > 0 => Poise::Level,
            Ordering::Equal => Poise::Open,
        }
    }

    /// `a fulcrum at r2c4`, `3 fulcrums`
    fn fulcrums_in_words(&self, line: Line) -> String {
        let fulcrums: Vec<usize> = line.cells().filter(|&cell| self.is_fulcrum(cell)).collect();
        match fulcrums.as_slice() {
            [] => "no fulcrum".to_owned(),
            [one] => format!("a fulcrum at {}", self.cell_id(*one)),
            several => format!("{} fulcrums", several.len()),
        }
    }

    /// The id of a cell in drawings: `r2c7`.
    pub(super) fn cell_id(&self, cell: usize) -> String {
        grid::cell_name(cell, self.width)
    }

    /// The name of a cell for people.
    pub(super) fn cell_in_words(&self, cell: usize) -> String {
        let fulcrum = if self.is_fulcrum(cell) { ", a fulcrum" } else { "" };
        format!("row {}, column {}{fulcrum}", cell / self.width + 1, cell % self.width + 1)
    }
}

impl Line {
    /// Its id in read-outs and pencil marks: `row3`, `col5`.
    pub(super) fn id(self) -> String {
        format!("{}{}", if self.is_row { "row" } else { "col" }, self.index + 1)
    }
}

const SIDES: RangeInclusive<usize> = 1..=MOST_SIDE;
const DIGITS: RangeInclusive<usize> = 1..=MOST_DIGITS;
const FULCRUM: &[Choice] = &[Choice { key: '^', label: "fulcrum", value: 1 }];

/// A square grid without fulcrums, with as much room as such puzzles have.
pub(super) fn empty(size: usize) -> Result<Box<dyn Sketch>, Impossible> {
    let digits = possible_size(size, DIGITS, "the number of numbers")?;
    let side = (digits + 2).min(MOST_SIDE);
    Ok(Box::new(MultiBalance { width: side, fulcrums: vec![false; side * side], digits }))
}

impl OwnSketch for MultiBalance {
    fn targets(&self) -> Vec<Target> {
        let cells = (0..self.fulcrums.len()).map(|cell| {
            let name = format!("row {}, column {}", cell / self.width + 1, cell % self.width + 1);
            let near = grid::near(self.height(), self.width, cell);
            let target = Target::new(Holds::Clue, self.cell_id(cell), name, Choices::Keys(FULCRUM), near);
            Target { gesture: Gesture::Cycle, ..target }
        });
        let sizes = [
            size_target("rows", "the number of rows", SIDES),
            size_target("columns", "the number of columns", SIDES),
            size_target("digits", "how many numbers are to be placed", DIGITS),
        ];
        cells.chain(sizes).collect()
    }

    fn value(&self, target: &str) -> Option<i32> {
        match target {
            "rows" => Some(self.height() as i32),
            "columns" => Some(self.width as i32),
            "digits" => Some(self.digits as i32),
            cell => self.is_fulcrum(self.cell(cell)?).then_some(1),
        }
    }

    fn set(&mut self, target: &str, value: Option<i32>) -> Result<(), EditError> {
        match target {
            "rows" => self.resize(checked_size(target, value, SIDES)?, self.width),
            "columns" => self.resize(self.height(), checked_size(target, value, SIDES)?),
            "digits" => self.digits = checked_size(target, value, DIGITS)?,
            _ => {
                let cell = self.cell(target).ok_or_else(|| EditError::Unknown(target.to_owned()))?;
                self.fulcrums[cell] = checked(target, value, 1..=1)?.is_some();
            }
        }
        Ok(())
    }

    /// Fulcrums are not clues: one more may allow more solutions.
    fn clue_ids(&self) -> Vec<String> {
        Vec::new()
    }

    fn advice(&self) -> Option<String> {
        let has_one: Vec<Line> = self.lines().filter(|&line| self.only_fulcrum(line).is_some()).collect();
        let crosses = |cell: &usize| has_one.iter().filter(|line| line.cells().any(|own| own == *cell)).count() == 2;
        let open = (0..self.fulcrums.len()).filter(|&cell| !self.is_fulcrum(cell)).filter(crosses).count();
        let needs = "A number can only stand where its row and its column have exactly one fulcrum each";
        Some(if open < self.digits {
            format!(
                "{needs}: there are {open} such cells for {} numbers. Add fulcrums, or take away where a line has several.",
                self.digits
            )
        } else {
            format!("{needs}, and every line must balance: move a fulcrum, or ask for a grid with one solution.")
        })
    }

    fn redrawing(&self) -> Option<Request> {
        let options = vec![("rows", self.height() as u32), ("columns", self.width as u32)];
        Some(Request { options, ..Request::of_size(self.digits) })
    }
}

impl MultiBalance {
    /// The cell with this id.
    fn cell(&self, id: &str) -> Option<usize> {
        grid::cell_named(id, self.height(), self.width)
    }

    /// Rows are added and removed at the bottom, columns on the right.
    fn resize(&mut self, height: usize, width: usize) {
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let stays = |(row, column)| column < self.width && self.is_fulcrum(row * self.width + column);
        self.fulcrums = cells.map(stays).collect();
        self.width = width;
    }
}
