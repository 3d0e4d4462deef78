//! Regions, cages, lines and blocked cells as people set them: cells that are put together, and taken to others.

use super::FilePuzzle;
use super::board::Pieces;
use crate::{EditError, Grouping};
use std::sync::Arc;

impl FilePuzzle {
    /// The groups that cells of such a board can be put together in.
    pub(super) fn own_groups(&self) -> Vec<Grouping> {
        let board = &self.file().board;
        let all = [
            (Grouping::Blocked, board.has_blocked),
            (Grouping::Region, board.regions.is_some()),
            (Grouping::Cage, board.has_cages),
            (Grouping::Line, board.has_lines),
        ];
        all.into_iter().filter_map(|(group, has)| has.then_some(group)).collect()
    }

    /// The position of the cell with this id, open or blocked.
    pub(super) fn position(&self, id: &str) -> Option<usize> {
        let (row, column) = crate::sketch::row_and_column(id)?;
        self.setting.layout.position(i64::try_from(row).ok()?, i64::try_from(column).ok()?)
    }

    /// The same puzzle with these cells in the group of another cell, or in one of their own if that is one of
    /// them, or in none. The clues go with it as far as they fit.
    pub(super) fn grouped(
        &self,
        group: Grouping,
        cells: &[String],
        with: Option<&str>,
    ) -> Result<FilePuzzle, EditError> {
        if !self.own_groups().contains(&group) {
            return Err(EditError::Fixed);
        }
        let position = |id: &str| self.position(id).ok_or_else(|| EditError::Unknown(id.to_owned()));
        let cells = cells.iter().map(|id| position(id)).collect::<Result<Vec<usize>, EditError>>()?;
        let with = with.map(position).transpose()?;
        let layout = &self.setting.layout;
        let blocked = cells.iter().chain(&with).find(|&&cell| group != Grouping::Blocked && !layout.is_open(cell));
        if let Some(&cell) = blocked {
            return Err(EditError::Refused(format!("{} is blocked; open it first", layout.name(cell))));
        }
        let mut pieces = self.pieces();
        let changed = match group {
            Grouping::Blocked => self.block(&mut pieces, &cells, with),
            Grouping::Region | Grouping::Cage => self.join(&mut pieces, group, &cells, with),
            Grouping::Line => self.connect(&mut pieces, cells, with),
        };
        let setting = changed.and_then(|()| {
            let setting = self.file().sketched(layout.clone(), pieces);
            setting.map_err(|error| error.0)
        });
        Ok(self.carried_to(FilePuzzle::bare(self.kind, Arc::new(setting.map_err(EditError::Refused)?))))
    }

    /// Blocks cells or, without a blocked cell to join, opens them: each comes to the region of a neighbour.
    fn block(&self, pieces: &mut Pieces, cells: &[usize], with: Option<usize>) -> Result<(), String> {
        let layout = &self.setting.layout;
        if let Some(with) = with.filter(|with| !cells.contains(with) && layout.is_open(*with)) {
            return Err(format!("{} is not blocked", layout.name(with)));
        }
        let is_on_line = |cell: &&usize| pieces.lines.iter().any(|line| line.contains(cell));
        if let Some(&cell) = cells.iter().find(is_on_line) {
            return Err(format!("{} is on a line; take the line away first", layout.name(cell)));
        }
        let blocked = pieces.blocked.get_or_insert_with(|| vec![false; layout.positions()]);
        cells.iter().for_each(|&cell| blocked[cell] = with.is_some());
        if let (Some(regions), None) = (&mut pieces.regions, with) {
            for &cell in cells {
                let near = layout.beside(cell).into_iter().find_map(|near| regions[near]);
                regions[cell] = regions[cell].or(near).or_else(|| Some(unused(regions)));
            }
        }
        Ok(())
    }

    /// Puts cells into a region or a cage.
    fn join(&self, pieces: &mut Pieces, group: Grouping, cells: &[usize], with: Option<usize>) -> Result<(), String> {
        let layout = &self.setting.layout;
        let groups = if group == Grouping::Region { &mut pieces.regions } else { &mut pieces.cages };
        let groups = groups.get_or_insert_with(|| vec![None; layout.positions()]);
        let number = match with {
            None if group == Grouping::Region => {
                return Err("every cell is in a region; choose another one for it".to_owned());
            }
            None => None,
            Some(with) if cells.contains(&with) => Some(unused(groups)),
            Some(with) => Some(groups[with].ok_or_else(|| format!("{} is in no {}", layout.name(with), group.name()))?),
        };
        cells.iter().for_each(|&cell| groups[cell] = number);
        Ok(())
    }

    /// Makes cells a line, in their order; it takes the place of lines that lie on no other cells. Without a cell
    /// to join, the lines through them are taken away.
    fn connect(&self, pieces: &mut Pieces, cells: Vec<usize>, with: Option<usize>) -> Result<(), String> {
        let layout = &self.setting.layout;
        let Some(with) = with else {
            let before = pieces.lines.len();
            pieces.lines.retain(|line| !line.iter().any(|cell| cells.contains(cell)));
            let found = pieces.lines.len() < before;
            return if found { Ok(()) } else { Err("no line passes through here".to_owned()) };
        };
        if !cells.contains(&with) || cells.len() < 2 {
            return Err("a line has at least two cells; select all of them, in order".to_owned());
        }
        if let Some(&[a, b]) = cells.array_windows().find(|[a, b]| !layout.around(*a).contains(b)) {
            let [a, b] = [a, b].map(|cell| layout.name(cell));
            return Err(format!("a line goes from cell to cell, and {a} and {b} do not touch"));
        }
        pieces.lines.retain(|line| !line.iter().all(|cell| cells.contains(cell)));
        pieces.lines.push(cells);
        Ok(())
    }
}

/// A number that no part has.
fn unused(parts: &[Option<i32>]) -> i32 {
    parts.iter().flatten().max().map_or(1, |most| most + 1)
}
