//! Gap as people play it: cells to fill, and the lines' counts to read off.

use super::check::{filled, not_two, wrong_gap};
use super::{Gap, Line};
use crate::sheet::near_in_grid;
use crate::{
    Board, Choice, Choices, Gesture, Holds, Playable, Puzzle, Quota, ReadOut, Sheet, State, Structure, Target,
};

/// A cell is filled, or marked as empty.
const CHOICES: &[Choice] =
    &[Choice { key: '1', label: "filled", value: 1 }, Choice { key: '0', label: "empty", value: 0 }];

impl Playable for Gap {
    fn sheet(&self) -> Sheet {
        let size = self.size();
        let targets = (0..self.places()).map(|place| Target {
            id: self.place_name(place),
            name: format!("row {}, column {}", place / size + 1, place % size + 1),
            holds: Holds::Place(place),
            choices: Choices::Keys(CHOICES),
            gesture: Gesture::Cycle,
            given: false,
            near: near_in_grid(size, size, place),
        });
        let lines = self.lines().flat_map(|line| {
            [Quota::of(1, 2, self.cells(line)), Quota::of(0, size.saturating_sub(2), self.cells(line))]
        });
        // The cells of a block of four all touch, so at most one is filled.
        let corners = (0..size.saturating_sub(1)).flat_map(|row| (0..size - 1).map(move |column| row * size + column));
        let blocks = corners.map(|cell| Quota::of(1, 1, [cell, cell + 1, cell + size, cell + size + 1]));
        Sheet {
            structure: Structure::Grid { rows: size, columns: size },
            targets: targets.collect(),
            places: (0..self.places()).map(|place| self.place_name(place)).collect(),
            blank: Some(0),
            quotas: lines.chain(blocks).collect(),
        }
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
        let (says, brief, state) = match (broken, self.empty_between(&filled, line)) {
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

    /// The empty cells between the two filled ones of a line.
    fn empty_between(&self, filled: &[usize], line: Line) -> Option<usize> {
        let [first, last] = filled else { return None };
        let step = match line {
            Line::Row(_) => 1,
            Line::Column(_) => self.size(),
        };
        Some(((last - first) / step).saturating_sub(1))
    }
}

fn says_gap(line: Line, empty: usize) -> String {
    let cells = if empty == 1 { "cell" } else { "cells" };
    format!("{line} has its two filled cells, with {empty} empty {cells} between them")
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
