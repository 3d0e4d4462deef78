//! Gap as people play and set it.

use super::rules::{empty_between, filled, not_two, wrong_gap};
use super::{Gap, Line, MOST_SIZE, clue_range};
use crate::sketch::{OwnSketch, checked, checked_size, index, possible_size, size_target};
use crate::{
    Board, Choice, Choices, EditError, Gesture, Holds, Impossible, Near, Playable, Puzzle, Quota, ReadOut, Sheet,
    Sketch, State, Structure, Target, counted, grid,
};
use std::ops::RangeInclusive;

/// A cell is filled, or marked as empty.
const CHOICES: &[Choice] =
    &[Choice { key: '1', label: "filled", value: 1 }, Choice { key: '0', label: "empty", value: 0 }];

impl Playable for Gap {
    fn sheet(&self) -> Sheet {
        let size = self.size();
        let targets = (0..self.places()).map(|place| {
            let name = format!("row {}, column {}", place / size + 1, place % size + 1);
            let (choices, near) = (Choices::Keys(CHOICES), grid::near(size, size, place));
            let target = Target::new(Holds::Place(place), self.place_name(place), name, choices, near);
            Target { gesture: Gesture::Cycle, ..target }
        });
        let lines = self.lines().flat_map(|line| {
            [Quota::of(1, 2, self.cells(line)), Quota::of(0, size.saturating_sub(2), self.cells(line))]
        });
        // The cells of a block of four all touch, so at most one is filled.
        let corners = (0..size.saturating_sub(1)).flat_map(|row| (0..size - 1).map(move |column| row * size + column));
        let blocks = corners.map(|cell| Quota::of(1, 1, [cell, cell + 1, cell + size, cell + size + 1]));
        let structure = Structure::Grid { rows: size, columns: size };
        let sheet = Sheet::of_places(structure, targets.collect(), &self.givens(), lines.chain(blocks).collect());
        Sheet { blank: Some(0), ..sheet }
    }

    /// For each row and column how many of its cells are filled, and the gap.
    fn read_outs(&self, board: &Board) -> Vec<ReadOut> {
        self.lines().map(|line| self.read_out(line, board)).collect()
    }
}

impl Gap {
    fn read_out(&self, line: Line, board: &Board) -> ReadOut {
        let filled = filled(self, board, line);
        let broken = not_two(self, board, line).or_else(|| wrong_gap(self, board, line));
        let (says, brief, state) = match (broken, empty_between(self, board, line)) {
            (Some((_, message)), _) => (message, format!("{}/2", filled.len()), State::Broken),
            (None, Some(empty)) => (says_gap(line, empty), "2/2".to_owned(), State::Done),
            (None, None) => {
                let clue = match self.clue(line) {
                    Some(clue) => format!("; its clue says {clue} between them"),
                    None => String::new(),
                };
                let says = format!("{line} has {} of its two filled cells{clue}", filled.len());
                (says, format!("{}/2", filled.len()), State::Open)
            }
        };
        let targets = self.cells(line).map(|place| self.place_name(place)).collect();
        ReadOut { id: line.id(), targets, says, brief, state }
    }
}

fn says_gap(line: Line, empty: usize) -> String {
    format!("{line} has its two filled cells, with {} between them", counted(empty, "empty cell"))
}

impl Line {
    /// Its id in drawings and pencil marks: `row3`, `col5`.
    pub(super) fn id(self) -> String {
        match self {
            Line::Row(r) => format!("row{}", r + 1),
            Line::Column(c) => format!("col{}", c + 1),
        }
    }
}

const SIZES: RangeInclusive<usize> = 1..=MOST_SIZE;

/// A board without clues.
pub(super) fn empty(size: usize) -> Result<Box<dyn Sketch>, Impossible> {
    Ok(Box::new(Gap::without_clues(possible_size(size, SIZES, "the side")?)))
}

impl OwnSketch for Gap {
    /// The clues above the columns, those left of the rows, and the size.
    fn targets(&self) -> Vec<Target> {
        let size = self.rows.len();
        let choices = Choices::Numbers(clue_range(size));
        let columns = (0..size).map(|column| Near {
            down: Some(size),
            left: column.checked_sub(1),
            right: (column + 1 < size).then_some(column + 1),
            up: None,
        });
        let rows = (size..2 * size).map(|row| Near {
            up: Some(if row == size { 0 } else { row - 1 }),
            down: (row + 1 < 2 * size).then_some(row + 1),
            right: Some(0),
            left: None,
        });
        let lines = (0..size).map(Line::Column).chain((0..size).map(Line::Row));
        let clues = lines.zip(columns.chain(rows));
        let clue = |(line, near): (Line, Near)| {
            Target::new(Holds::Clue, line.id(), format!("the clue of {line}"), choices.clone(), near)
        };
        clues.map(clue).chain([size_target("size", "the side of the board", SIZES)]).collect()
    }

    fn value(&self, target: &str) -> Option<i32> {
        if target == "size" {
            return Some(self.rows.len() as i32);
        }
        self.clue(self.line(target)?).map(|clue| clue as i32)
    }

    fn set(&mut self, target: &str, value: Option<i32>) -> Result<(), EditError> {
        if target == "size" {
            self.resize(checked_size(target, value, SIZES)?);
            return Ok(());
        }
        let line = self.line(target).ok_or_else(|| EditError::Unknown(target.to_owned()))?;
        let clue = checked(target, value, clue_range(self.rows.len()))?.map(|clue| clue as usize);
        match line {
            Line::Row(row) => self.rows[row] = clue,
            Line::Column(column) => self.columns[column] = clue,
        }
        Ok(())
    }

    fn clue_ids(&self) -> Vec<String> {
        self.lines().map(Line::id).collect()
    }
}

impl Gap {
    /// The line with this id.
    fn line(&self, id: &str) -> Option<Line> {
        let line = match (id.strip_prefix("row"), id.strip_prefix("col")) {
            (Some(row), _) => Line::Row(index(row)?),
            (_, Some(column)) => Line::Column(index(column)?),
            _ => return None,
        };
        let (Line::Row(number) | Line::Column(number)) = line;
        (number < self.rows.len()).then_some(line)
    }

    /// Lines are added and removed at the end; clues that no longer fit are
    /// dropped.
    fn resize(&mut self, size: usize) {
        let fits = |clue: &usize| clue_range(size).contains(&(*clue as i32));
        for clues in [&mut self.rows, &mut self.columns] {
            clues.resize(size, None);
            clues.iter_mut().for_each(|clue| *clue = clue.filter(|clue| fits(clue)));
        }
    }
}
