//! The board of one puzzle: its cells, and the groups that they form.

use super::syntax::Groups;
use crate::triangle;
use std::fmt::{self, Debug};
use std::sync::{Arc, OnceLock};

/// Several cells in order, with their name for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) name: String,
    /// The positions of its cells on the board.
    pub(super) cells: Vec<usize>,
}

/// A board: positions row by row. Those that are not blocked are the places.
pub(super) struct Layout {
    /// The size and the parameters.
    pub(super) numbers: Vec<i64>,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) is_triangle: bool,
    /// The place at each position; `None` where it is blocked.
    pub(super) place_of: Vec<Option<usize>>,
    /// The position of each place.
    pub(super) cells: Vec<usize>,
    /// The region of each position.
    pub(super) regions: Vec<Option<usize>>,
    /// The cage of each position.
    pub(super) cages: Vec<Option<usize>>,
    pub(super) lines: Vec<Vec<usize>>,
    groups: [OnceLock<Vec<Arc<Group>>>; 11],
}

impl Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = (&self.numbers, &self.place_of, &self.regions, &self.cages, &self.lines);
        f.debug_tuple("Layout").field(&parts).finish()
    }
}

impl Clone for Layout {
    fn clone(&self) -> Layout {
        Layout {
            numbers: self.numbers.clone(),
            place_of: self.place_of.clone(),
            cells: self.cells.clone(),
            regions: self.regions.clone(),
            cages: self.cages.clone(),
            lines: self.lines.clone(),
            groups: Default::default(),
            ..*self
        }
    }
}

impl Layout {
    /// A board on which nothing is blocked, without regions, cages or lines.
    pub(super) fn open(numbers: Vec<i64>, rows: usize, columns: usize, is_triangle: bool) -> Layout {
        let positions = if is_triangle { triangle::places(rows) } else { rows * columns };
        Layout {
            numbers,
            rows,
            columns,
            is_triangle,
            place_of: (0..positions).map(Some).collect(),
            cells: (0..positions).collect(),
            regions: vec![None; positions],
            cages: vec![None; positions],
            lines: Vec::new(),
            groups: Default::default(),
        }
    }

    /// The same with these positions blocked.
    pub(super) fn block(&mut self, blocked: &[bool]) {
        self.cells = (0..self.place_of.len()).filter(|&position| !blocked[position]).collect();
        self.place_of = vec![None; blocked.len()];
        for (place, &position) in self.cells.iter().enumerate() {
            self.place_of[position] = Some(place);
        }
    }

    pub(super) fn positions(&self) -> usize {
        self.place_of.len()
    }

    pub(super) fn is_open(&self, position: usize) -> bool {
        self.place_of[position].is_some()
    }

    pub(super) fn blocked(&self) -> Vec<usize> {
        (0..self.positions()).filter(|&position| !self.is_open(position)).collect()
    }

    pub(super) fn row_and_column(&self, position: usize) -> (usize, usize) {
        if self.is_triangle {
            triangle::row_and_pos(position)
        } else {
            (position / self.columns, position % self.columns)
        }
    }

    /// The position at a row and column from 0, which may be off the board.
    pub(super) fn position(&self, row: i64, column: i64) -> Option<usize> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        let width = if self.is_triangle { row + 1 } else { self.columns };
        (row < self.rows && column < width)
            .then(|| if self.is_triangle { triangle::place(row, column) } else { row * self.columns + column })
    }

    /// How long each row is.
    pub(super) fn lengths(&self) -> Vec<usize> {
        (0..self.rows).map(|row| if self.is_triangle { row + 1 } else { self.columns }).collect()
    }

    pub(super) fn name(&self, position: usize) -> String {
        let (row, column) = self.row_and_column(position);
        format!("r{}c{}", row + 1, column + 1)
    }

    /// The open positions at these steps from a position.
    fn stepped(&self, position: usize, steps: &[(i64, i64)]) -> Vec<usize> {
        let (row, column) = self.row_and_column(position);
        let to = |&(down, right): &(i64, i64)| self.position(row as i64 + down, column as i64 + right);
        steps.iter().filter_map(to).filter(|&position| self.is_open(position)).collect()
    }

    /// The cells that share a side with a position.
    pub(super) fn beside(&self, position: usize) -> Vec<usize> {
        match self.is_triangle {
            false => self.stepped(position, &[(-1, 0), (0, -1), (0, 1), (1, 0)]),
            true => self.stepped(position, &[(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)]),
        }
    }

    /// The cells that share a side or a corner with a position.
    pub(super) fn around(&self, position: usize) -> Vec<usize> {
        let all = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        if self.is_triangle { self.beside(position) } else { self.stepped(position, &all) }
    }

    /// The pairs of open cells that lie so, going by the steps one after the other.
    pub(super) fn pairs(&self, steps: &[(i64, i64)]) -> Vec<[usize; 2]> {
        let from = |step: (i64, i64)| {
            self.cells.iter().filter_map(move |&cell| Some([cell, *self.stepped(cell, &[step]).first()?]))
        };
        steps.iter().flat_map(|&step| from(step)).collect()
    }

    /// The steps to the neighbours that come after a cell: sides, then corners.
    pub(super) fn steps(&self, corners: bool) -> &'static [(i64, i64)] {
        match (self.is_triangle, corners) {
            (true, _) => &[(0, 1), (1, 0), (1, 1)],
            (false, false) => &[(0, 1), (1, 0)],
            (false, true) => &[(0, 1), (1, 0), (1, 1), (1, -1)],
        }
    }

    /// The small triangles that point up, or down.
    pub(super) fn triangles(&self, up: bool) -> Vec<[usize; 3]> {
        let steps: [(i64, i64); 2] = if up { [(1, 0), (1, 1)] } else { [(0, 1), (1, 1)] };
        let corners = |&cell: &usize| match self.stepped(cell, &steps)[..] {
            [left, right] => Some([cell, left, right]),
            _ => None,
        };
        self.cells.iter().filter_map(corners).collect()
    }

    /// All stretches of so many open cells in rows, then in columns.
    pub(super) fn stretches(&self, length: usize) -> Vec<Group> {
        let lines = self.groups(Groups::Rows).iter().chain(self.groups(Groups::Columns));
        let line = |step: usize| move |pair: &[usize]| pair[1] - pair[0] == step;
        let unbroken = |cells: &[usize]| {
            cells.windows(2).all(line(1)) || (!self.is_triangle && cells.windows(2).all(line(self.columns)))
        };
        let group = |cells: &[usize]| Group { name: self.listed(cells), cells: cells.to_vec() };
        let windows = lines.flat_map(|line| line.cells.windows(length.max(1)));
        windows.filter(|cells| unbroken(cells)).map(group).collect()
    }

    /// All blocks of so many rows and columns.
    pub(super) fn blocks(&self, rows: usize, columns: usize) -> Vec<Group> {
        let block = |&cell: &usize| {
            let steps: Vec<(i64, i64)> =
                (0..rows * columns).map(|at| ((at / columns) as i64, (at % columns) as i64)).collect();
            let cells = self.stepped(cell, &steps);
            let name = format!("the block at {}", self.name(cell));
            (cells.len() == rows * columns).then_some(Group { name, cells })
        };
        self.cells.iter().filter_map(block).collect()
    }

    fn listed(&self, cells: &[usize]) -> String {
        crate::rows::in_words(&cells.iter().map(|&cell| self.name(cell)).collect::<Vec<_>>())
    }

    /// The rows and columns of a box: as square as they can be, and rather wide than high.
    pub(super) fn box_size(&self) -> (usize, usize) {
        let side = self.columns;
        let high = (1..=side.isqrt()).rev().find(|high| side.is_multiple_of(*high)).unwrap_or(1);
        (high, side / high)
    }

    pub(super) fn groups(&self, groups: Groups) -> &[Arc<Group>] {
        self.groups[groups as usize].get_or_init(|| self.find(groups).into_iter().map(Arc::new).collect())
    }

    /// The group of a family that a position belongs to.
    pub(super) fn group_of(&self, groups: Groups, position: usize) -> Option<Arc<Group>> {
        let (row, column) = self.row_and_column(position);
        match groups {
            Groups::Rows => self.groups(groups).get(row).cloned(),
            Groups::Columns => self.groups(groups).get(column).cloned(),
            _ => self.groups(groups).iter().find(|group| group.cells.contains(&position)).cloned(),
        }
    }

    fn find(&self, groups: Groups) -> Vec<Group> {
        match groups {
            Groups::Rows => self.split(self.rows, "row", |(row, _)| row),
            Groups::Columns => self.split(self.columns, "column", |(_, column)| column),
            Groups::Boxes => {
                let (high, wide) = self.box_size();
                let across = self.columns / wide;
                self.split(across * self.rows.div_ceil(high), "box", |(row, column)| {
                    row / high * across + column / wide
                })
            }
            Groups::Regions => self.parts(&self.regions, "region"),
            Groups::Cages => self.parts(&self.cages, "cage"),
            Groups::Lines => self.lines.iter().map(|line| self.run("line", line.clone())).collect(),
            Groups::Diagonals => {
                let falling = self.cells.iter().copied().filter(|&cell| {
                    let (row, column) = self.row_and_column(cell);
                    row == column
                });
                let rising = self.cells.iter().copied().filter(|&cell| {
                    let (row, column) = self.row_and_column(cell);
                    row + column + 1 == self.columns
                });
                let named = |name: &str, cells: Vec<usize>| Group { name: format!("the {name} diagonal"), cells };
                vec![named("falling", falling.collect()), named("rising", rising.collect())]
            }
            Groups::Views => self.views(),
            Groups::Runs => {
                let lines = self.groups(Groups::Rows).iter().map(|line| (line, 1));
                let lines = lines.chain(self.groups(Groups::Columns).iter().map(|line| (line, self.columns)));
                let runs = lines.flat_map(|(line, step)| line.cells.chunk_by(move |a, b| b - a == step));
                runs.map(|cells| self.run("run", cells.to_vec())).collect()
            }
            Groups::Falling => self.slanting(|(row, column)| row - column),
            Groups::Rising => self.slanting(|(_, column)| column),
        }
    }

    fn split(&self, count: usize, name: &str, part: impl Fn((usize, usize)) -> usize) -> Vec<Group> {
        let mut found: Vec<Group> =
            (1..=count).map(|number| Group { name: format!("{name} {number}"), cells: Vec::new() }).collect();
        for &cell in &self.cells {
            if let Some(group) = found.get_mut(part(self.row_and_column(cell))) {
                group.cells.push(cell);
            }
        }
        found
    }

    fn parts(&self, parts: &[Option<usize>], name: &str) -> Vec<Group> {
        let count = parts.iter().flatten().max().map_or(0, |most| most + 1);
        let mut cells: Vec<Vec<usize>> = vec![Vec::new(); count];
        for &cell in &self.cells {
            if let Some(part) = parts[cell] {
                cells[part].push(cell);
            }
        }
        let named = |cells: Vec<usize>| {
            let first = cells.first().map_or_else(String::new, |&first| self.name(first));
            Group { name: format!("the {name} at {first}"), cells }
        };
        cells.into_iter().map(named).collect()
    }

    fn run(&self, name: &str, cells: Vec<usize>) -> Group {
        let named = |position: Option<&usize>| position.map_or_else(String::new, |&position| self.name(position));
        let (first, last) = (named(cells.first()), named(cells.last()));
        Group {
            name: if cells.len() > 1 { format!("the {name} {first} to {last}") } else { format!("the {name} {first}") },
            cells,
        }
    }

    fn slanting(&self, part: impl Fn((usize, usize)) -> usize) -> Vec<Group> {
        let lines = self.split(self.rows, "line", part).into_iter();
        lines.map(|line| self.run("line", line.cells)).collect()
    }

    /// The lines as seen from the top, the bottom, the left and the right.
    fn views(&self) -> Vec<Group> {
        let mut found = Vec::new();
        for (groups, sides) in [(Groups::Columns, ["top", "bottom"]), (Groups::Rows, ["left", "right"])] {
            for (side, reversed) in sides.into_iter().zip([false, true]) {
                for line in self.groups(groups) {
                    let mut cells = line.cells.clone();
                    if reversed {
                        cells.reverse();
                    }
                    found.push(Group { name: format!("the {side} of {}", line.name), cells });
                }
            }
        }
        found
    }
}
