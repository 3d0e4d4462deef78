//! Puzzles of rule files as people set them: their clues and their numbers.

use super::{FileKind, FilePuzzle, Given, sections};
use crate::grid;
use crate::sheet::near_in_triangle;
use crate::sketch::{OwnSketch, checked_size};
use crate::{Choices, EditError, Grouping, Holds, Impossible, Missing, Near, Puzzle, Sketch, Target};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A puzzle without clues.
pub(super) fn empty(kind: &'static FileKind, size: usize) -> Result<Box<dyn Sketch>, Impossible> {
    Ok(Box::new(bare(kind, &[Some(size as i64)])?))
}

/// A puzzle without clues, with these numbers. A board that needs parts of its own has
/// some that were drawn at random: the same ones every time.
pub(super) fn bare(kind: &'static FileKind, numbers: &[Option<i64>]) -> Result<FilePuzzle, Impossible> {
    if kind.file.board.has_parts() {
        return super::make::any_board(kind, numbers);
    }
    let setting = kind
        .file
        .numbers(numbers)
        .and_then(|numbers| kind.file.open_board(numbers))
        .and_then(|layout| kind.file.setting(layout, super::board::Pieces::default()));
    Ok(FilePuzzle::bare(kind, Arc::new(setting.map_err(|error| Impossible(error.0))?)))
}

impl FilePuzzle {
    /// The id of a clue: that of its cell where it gives what the cell holds.
    pub(super) fn clue_target(&self, line: usize, at: usize) -> String {
        if Some(line) == self.kind.given_line() {
            return self.place_name(at);
        }
        if Some(line) == self.kind.black_line() {
            return self.setting.layout.name(self.setting.layout.blocked()[at]);
        }
        format!("{}-{}", self.file().clues[line].name, at + 1)
    }

    /// The clue of a cell: what an open one holds, or what stands on a blocked one.
    fn clue_at(&self, position: usize) -> Option<(usize, usize)> {
        let layout = &self.setting.layout;
        match layout.place_of[position] {
            Some(place) => Some((self.kind.given_line()?, place)),
            None => Some((self.kind.black_line()?, layout.blocked().iter().position(|&cell| cell == position)?)),
        }
    }

    /// What clues of a line can be, as one number each: for marks their position, for
    /// numbers with marks both.
    pub(super) fn codes(&self, line: usize, at: usize) -> RangeInclusive<i32> {
        let meanings = &self.file().clues[line].meanings;
        match meanings.iter().any(|meaning| meaning.number) {
            true => {
                let range = self.clue_range(line, at);
                let many = meanings.len() as i32;
                range.start() * many..=range.end() * many + many - 1
            }
            false => 1..=meanings.len() as i32,
        }
    }

    /// A clue as one of [`FilePuzzle::codes`].
    pub(super) fn code(&self, line: usize, given: Given) -> i32 {
        let meanings = &self.file().clues[line].meanings;
        let mark = given.mark as i32;
        let has_number = meanings.iter().any(|meaning| meaning.number);
        if has_number { given.number * meanings.len() as i32 + mark } else { mark + 1 }
    }

    /// The clue with a code.
    pub(super) fn decoded(&self, line: usize, code: i32) -> Given {
        let meanings = &self.file().clues[line].meanings;
        let many = meanings.len() as i32;
        match meanings.iter().any(|meaning| meaning.number) {
            true => Given { mark: code.rem_euclid(many) as usize, number: code.div_euclid(many) },
            false => Given { mark: (code - 1).rem_euclid(many) as usize, number: 0 },
        }
    }

    /// The clue line and place that an id means.
    fn clue_of(&self, id: &str) -> Option<(usize, usize)> {
        if let Some(position) = self.position(id) {
            return self.clue_at(position);
        }
        let (name, at) = id.rsplit_once('-')?;
        let line = self.file().clues.iter().position(|clue| clue.name == name)?;
        let at = crate::sketch::index(at)?;
        (!self.is_in_cells(line) && at < self.clues[line].len()).then_some((line, at))
    }

    /// Whether the clues of a line each stand in a cell of their own.
    fn is_in_cells(&self, line: usize) -> bool {
        [self.kind.given_line(), self.kind.black_line()].contains(&Some(line))
    }

    /// A puzzle without clues on a board with other numbers: with the same parts if it is as large.
    fn bare_with(&self, numbers: &[Option<i64>]) -> Result<FilePuzzle, Impossible> {
        let layout = self.file().numbers(numbers).and_then(|numbers| self.file().open_board(numbers));
        let layout = layout.map_err(|error| Impossible(error.0))?;
        let sides = |layout: &super::layout::Layout| (layout.rows, layout.columns);
        if !self.file().board.has_parts() || sides(&layout) != sides(&self.setting.layout) {
            return bare(self.kind, numbers);
        }
        let setting = self.file().setting(layout, self.pieces()).map_err(|error| Impossible(error.0))?;
        Ok(FilePuzzle::bare(self.kind, Arc::new(setting)))
    }

    /// The same clues on a board with other numbers, as far as they fit.
    fn resized(&self, numbers: &[Option<i64>]) -> Result<FilePuzzle, Impossible> {
        Ok(self.carried_to(self.bare_with(numbers)?))
    }

    /// Another puzzle with the clues of this one, as far as they fit.
    pub(super) fn carried_to(&self, mut other: FilePuzzle) -> FilePuzzle {
        for (line, clues) in self.clues.iter().enumerate() {
            let places: HashMap<_, usize> = other.slot_names(line).into_iter().zip(0..).collect();
            for (given, names) in clues.iter().zip(self.slot_names(line)) {
                if let (Some(given), Some(&place)) = (given, places.get(&names))
                    && other.codes(line, place).contains(&other.code(line, *given))
                {
                    other.clues[line][place] = Some(*given);
                }
            }
        }
        other
    }

    /// What each place for clues of a line is called. A run of one cell is one across and another one down.
    fn slot_names(&self, line: usize) -> Vec<(&'static str, Vec<String>)> {
        let slots = &self.setting.slots[line];
        let mut parts = vec![""; slots.len()];
        for part in sections::parts(&self.setting, line, &self.file().clues[line]) {
            part.rows.iter().flatten().flatten().for_each(|&slot| parts[slot] = part.name);
        }
        let names = slots.iter().map(|instance| {
            let bounds = instance.0.iter().flat_map(|(_, members)| members);
            bounds.map(|bound| bound.name(&self.setting.layout)).collect()
        });
        parts.into_iter().zip(names).collect()
    }
}

impl OwnSketch for FilePuzzle {
    fn targets(&self) -> Vec<Target> {
        let layout = &self.setting.layout;
        let given = self.kind.given_line();
        let clue = |id, name, choices| Target::new(Holds::Clue, id, name, choices, Near::default());
        // Where no clue is in a cell, cells are there to be put into groups. They come first: the arrow keys
        // count from there.
        let cells = if given.is_none() && self.own_groups().is_empty() { 0 } else { layout.positions() };
        let cells = (0..cells).map(|position| {
            let choices = match self.clue_at(position) {
                Some((line, at)) if Some(line) == given => self.choices(at),
                Some((line, at)) => Choices::Numbers(self.codes(line, at)),
                None => Choices::None,
            };
            let near = match layout.is_triangle {
                true => near_in_triangle(layout.rows, position),
                false => grid::near(layout.rows, layout.columns, position),
            };
            Target { near, ..clue(layout.name(position), self.cell_name(position), choices) }
        });
        let others = (0..self.clues.len()).filter(|&line| !self.is_in_cells(line)).flat_map(|line| {
            (0..self.clues[line].len()).map(move |at| {
                let choices = Choices::Numbers(self.codes(line, at));
                clue(self.clue_target(line, at), self.clue_name(line, at), choices)
            })
        });
        let sizes = self.file().numbers.iter().enumerate().map(|(at, parameter)| {
            let name = if at == 0 { "the size".to_owned() } else { format!("the number {}", parameter.name) };
            clue(parameter.name.clone(), name, Choices::Numbers(self.possible(at)))
        });
        cells.chain(others).chain(sizes).collect()
    }

    fn value(&self, target: &str) -> Option<i32> {
        if let Some(at) = self.file().numbers.iter().position(|parameter| parameter.name == target) {
            return Some(self.setting.layout.numbers[at] as i32);
        }
        let (line, at) = self.clue_of(target)?;
        let given = self.clues[line][at]?;
        Some(if Some(line) == self.kind.given_line() { given.number } else { self.code(line, given) })
    }

    fn set(&mut self, target: &str, value: Option<i32>) -> Result<(), EditError> {
        if let Some(at) = self.file().numbers.iter().position(|parameter| parameter.name == target) {
            let wrong = EditError::Value(target.to_owned(), value.unwrap_or(0));
            let sizes = self.possible(at);
            let size = checked_size(target, value, *sizes.start() as usize..=*sizes.end() as usize)?;
            let mut numbers: Vec<Option<i64>> = self.setting.layout.numbers.iter().copied().map(Some).collect();
            // Numbers after it may depend on it.
            numbers[at] = Some(size as i64);
            let fewer: Vec<Option<i64>> = numbers[..=at].to_vec();
            *self = self.resized(&numbers).or_else(|_| self.resized(&fewer)).map_err(|_| wrong)?;
            return Ok(());
        }
        let (line, at) = match (self.clue_of(target), value) {
            (Some(found), _) => found,
            (None, None) if self.position(target).is_some() => return Ok(()),
            (None, _) => return Err(EditError::Unknown(target.to_owned())),
        };
        let is_given = Some(line) == self.kind.given_line();
        let allowed = |value: &i32| match is_given {
            true => self.choices(at).contains(*value),
            false => self.codes(line, at).contains(value),
        };
        if let Some(value) = value.filter(|value| !allowed(value)) {
            return Err(EditError::Value(target.to_owned(), value));
        }
        let decode = |value: i32| if is_given { Given { mark: 0, number: value } } else { self.decoded(line, value) };
        let given = value.map(decode);
        self.clues[line][at] = given;
        Ok(())
    }

    fn groups(&self) -> Vec<Grouping> {
        self.own_groups()
    }

    fn group(&mut self, group: Grouping, cells: &[String], with: Option<&str>) -> Result<(), EditError> {
        *self = self.grouped(group, cells, with)?;
        Ok(())
    }

    fn missing(&self) -> Vec<Missing> {
        let wrong = self.file().count_regions(&self.setting.layout).err();
        wrong.map(|wrong| Missing { target: self.place_name(0), says: wrong.0 }).into_iter().collect()
    }

    fn clue_ids(&self) -> Vec<String> {
        self.loose().map(|(line, at)| self.clue_target(line, at)).collect()
    }
}

impl FilePuzzle {
    /// What one of the numbers may be, at least and at most.
    fn possible(&self, at: usize) -> RangeInclusive<i32> {
        use super::syntax::Numbers;
        let scope = super::scope::Scope::new(&self.setting.layout, self.file().slots);
        let bound = |number: Option<i64>, other: i64| number.unwrap_or(other).clamp(0, 1_000) as i32;
        match &self.file().numbers[at].choices {
            Numbers::List(list) => bound(list.first().copied(), 1)..=bound(list.last().copied(), 1),
            Numbers::Range(least, most) => bound(scope.number(least), 1)..=bound(scope.number(most), 1),
        }
    }

    /// What a cell is called.
    fn cell_name(&self, position: usize) -> String {
        let layout = &self.setting.layout;
        let (row, column) = layout.row_and_column(position);
        let blocked = if layout.is_open(position) { "" } else { ", blocked" };
        format!("row {}, column {}{blocked}", row + 1, column + 1)
    }

    /// What a clue is called.
    fn clue_name(&self, line: usize, at: usize) -> String {
        let names: Vec<String> =
            self.setting.slots[line][at].last().iter().map(|bound| bound.name(&self.setting.layout)).collect();
        let name = &self.file().clues[line].name;
        if names.is_empty() { name.clone() } else { format!("{name} of {}", crate::rows::in_words(&names)) }
    }
}
