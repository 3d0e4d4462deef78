//! Gap as people set it: clues around a board.

use super::{Gap, Line, MOST_SIZE, clue_range};
use crate::sketch::{checked, checked_size, clue_target, draw_set, index, possible_size, size_target};
use crate::{
    Board, Choices, EditError, Impossible, Incomplete, Near, Playable, Puzzle, Settable, Sketch, Structure, Target,
};
use scene::Scene;
use std::ops::RangeInclusive;

const SIZES: RangeInclusive<usize> = 1..=MOST_SIZE;

/// A board without clues.
pub(super) fn empty(size: usize) -> Result<Box<dyn Sketch>, Impossible> {
    Ok(Box::new(Gap::without_clues(possible_size(size, SIZES, "the side")?)))
}

impl Settable for Gap {
    fn sketch(&self) -> Box<dyn Sketch> {
        Box::new(self.clone())
    }
}

impl Sketch for Gap {
    fn structure(&self) -> Structure {
        Structure::Grid { rows: self.rows.len(), columns: self.columns.len() }
    }

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
        let clue =
            |(line, near): (Line, Near)| clue_target(line.id(), format!("the clue of {line}"), choices.clone(), near);
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

    fn place_ids(&self) -> Vec<String> {
        self.sheet().places
    }

    fn puzzle(&self) -> Result<Box<dyn Puzzle>, Incomplete> {
        Ok(Box::new(self.clone()))
    }

    fn picture(&self, values: &Board) -> Scene {
        draw_set(self, values)
    }

    fn copy(&self) -> Box<dyn Sketch> {
        Box::new(self.clone())
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
