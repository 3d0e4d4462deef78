//! Regions and cages as people set them: cells that are put together, and taken to others.

use super::FilePuzzle;
use crate::EditError;
use std::sync::Arc;

const REGION: &str = "region";
const CAGE: &str = "cage";

impl FilePuzzle {
    /// The groups that cells of such a board can be put together in.
    pub(super) fn own_groups(&self) -> &'static [&'static str] {
        let board = &self.file().board;
        match (board.regions.is_some(), board.has_cages) {
            (true, true) => &[REGION, CAGE],
            (true, false) => &[REGION],
            (false, true) => &[CAGE],
            (false, false) => &[],
        }
    }

    /// The position of the open cell with this id.
    pub(super) fn position(&self, id: &str) -> Option<usize> {
        let (row, column) = crate::sketch::row_and_column(id)?;
        let layout = &self.setting.layout;
        let position = layout.position(i64::try_from(row).ok()?, i64::try_from(column).ok()?)?;
        layout.is_open(position).then_some(position)
    }

    /// The same puzzle with these cells in the group of another cell, or in one of their own if that is one of
    /// them, or in none. The clues go with it as far as they fit.
    pub(super) fn grouped(&self, group: &str, cells: &[String], with: Option<&str>) -> Result<FilePuzzle, EditError> {
        if !self.own_groups().contains(&group) {
            return Err(EditError::Fixed);
        }
        let position = |id: &str| self.position(id).ok_or_else(|| EditError::Unknown(id.to_owned()));
        let cells = cells.iter().map(|id| position(id)).collect::<Result<Vec<usize>, EditError>>()?;
        let with = with.map(position).transpose()?;
        let mut pieces = self.pieces();
        let layout = &self.setting.layout;
        let groups = if group == REGION { &mut pieces.regions } else { &mut pieces.cages };
        let groups = groups.get_or_insert_with(|| vec![None; layout.positions()]);
        let number = match with {
            None if group == REGION => {
                return Err(EditError::Refused("every cell is in a region; choose another one for it".to_owned()));
            }
            None => None,
            Some(with) if cells.contains(&with) => Some(groups.iter().flatten().max().map_or(1, |most| most + 1)),
            Some(with) => match groups[with] {
                Some(number) => Some(number),
                None => return Err(EditError::Refused(format!("{} is in no {group}", layout.name(with)))),
            },
        };
        for cell in cells {
            groups[cell] = number;
        }
        let mut open = layout.clone();
        open.lines.clear();
        let setting = self.file().sketched(open, pieces).map_err(|error| EditError::Refused(error.0))?;
        Ok(self.carried_to(FilePuzzle::bare(self.kind, Arc::new(setting))))
    }
}
