//! Boards from what a file says of them: blocked cells, regions, cages, lines.

use super::layout::Layout;
use super::setting::{Setting, TooMuch};
use super::syntax::{Regions, RuleFile};

/// What a puzzle brings beside numbers and clues. Each list is by position.
#[derive(Debug, Default, Clone)]
pub(super) struct Pieces {
    pub(super) blocked: Option<Vec<bool>>,
    pub(super) regions: Option<Vec<Option<i32>>>,
    pub(super) cages: Option<Vec<Option<i32>>>,
    pub(super) lines: Vec<Vec<usize>>,
}

impl RuleFile {
    /// The puzzle's board, and all that follows from it.
    pub(super) fn setting(&self, layout: Layout, pieces: Pieces) -> Result<Setting, TooMuch> {
        let are_laid = pieces.regions.is_some();
        let setting = self.sketched(layout, pieces)?;
        if are_laid {
            self.count_regions(&setting.layout)?;
        }
        Ok(setting)
    }

    /// The same with any number of regions, for boards that are being set.
    pub(super) fn sketched(&self, mut layout: Layout, pieces: Pieces) -> Result<Setting, TooMuch> {
        if let Some(blocked) = &pieces.blocked {
            layout.block(blocked);
        }
        if let Some(regions) = &pieces.regions {
            layout.regions = numbered(&layout, regions);
            let alone = layout.cells.iter().find(|&&cell| layout.regions[cell].is_none());
            if let Some(&cell) = alone {
                return Err(TooMuch(format!("{} is in no region; expected a number from 1", layout.name(cell))));
            }
        }
        if let Some(cages) = &pieces.cages {
            layout.cages = numbered(&layout, cages);
        }
        for line in &pieces.lines {
            let mut sorted = line.clone();
            sorted.sort_unstable();
            if line.len() < 2 || sorted.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(TooMuch("a line has fewer than two cells, or one of them twice".to_owned()));
            }
            if let Some(&cell) = line.iter().find(|&&cell| !layout.is_open(cell)) {
                return Err(TooMuch(format!("a line passes {}, which is blocked", layout.name(cell))));
            }
        }
        layout.lines = pieces.lines;
        let setting = Setting::new(self, layout)?;
        // What is too large is refused before anything else is done with it.
        setting.rules(self)?;
        Ok(setting)
    }

    /// Whether there are as many regions as the file asks for.
    pub(super) fn count_regions(&self, layout: &Layout) -> Result<(), TooMuch> {
        let Some(Regions::Count(count)) = &self.board.regions else { return Ok(()) };
        let scope = super::scope::Scope::new(layout, self.slots);
        let (wanted, found) = (scope.number(count), layout.regions.iter().flatten().max().map_or(0, |most| most + 1));
        match wanted {
            Some(wanted) if wanted != found as i64 => {
                Err(TooMuch(format!("there are {found} regions; expected {wanted}")))
            }
            _ => Ok(()),
        }
    }
}

/// Parts numbered from 0 in the order in which they come up.
fn numbered(layout: &Layout, parts: &[Option<i32>]) -> Vec<Option<usize>> {
    let mut order: Vec<i32> = Vec::new();
    let mut number = |part: i32| {
        order.iter().position(|&own| own == part).unwrap_or_else(|| {
            order.push(part);
            order.len() - 1
        })
    };
    let of = |(cell, part): (usize, &Option<i32>)| part.filter(|_| layout.is_open(cell)).map(&mut number);
    parts.iter().enumerate().map(of).collect()
}
