//! What a random board brings of its own, from what the rules say of it.

use super::parts::{around, blocked, grown, lines, striped, uneven};
use crate::Board;
use crate::rulefile::FilePuzzle;
use crate::rulefile::board::Pieces;
use crate::rulefile::check::repeated_in;
use crate::rulefile::layout::Layout;
use crate::rulefile::scope::{Bound, Scope};
use crate::rulefile::syntax::{ClueLine, Each, Family, Groups, Regions, RuleFile};
use fd::Random;

/// The most cells of a region, where any number of them may be.
const MOST_IN_REGION: usize = 5;
/// The most cells of a cage.
const MOST_IN_CAGE: usize = 4;

/// What does not depend on the solution; `None` where chance did not favour it.
pub(super) fn first_pieces(file: &RuleFile, layout: &Layout, random: &mut Random) -> Option<Pieces> {
    let mut pieces = Pieces::default();
    let values = value_count(file, layout);
    if file.board.has_blocked {
        let is_about = |each: &[Each], family: fn(&Family) -> bool| each.iter().any(|each| family(&each.family));
        let is_run: fn(&Family) -> bool = |family| matches!(family, Family::Groups(Groups::Runs));
        let clued = file.clues.iter().any(|clue| is_about(&clue.each, is_run));
        let wanted = clued
            || file.rules.iter().any(|rule| is_about(&rule.each, is_run))
            || file.clues.iter().any(|clue| is_about(&clue.each, |family| matches!(family, Family::Blocked)));
        let none = vec![false; layout.positions()];
        pieces.blocked = Some(if wanted { blocked(layout, values, clued, random)? } else { none });
    }
    let mut open = layout.clone();
    if let Some(blocked) = &pieces.blocked {
        open.block(blocked);
    }
    if file.board.has_lines {
        let longest = (values.div_ceil(2) + 1).clamp(2, 6);
        pieces.lines = lines(&open, open.cells.len() / 14 + 1, longest, random);
    }
    if file.board.regions.is_some() && file.has_loose() {
        pieces.regions = Some(regions(file, &open, values, random)?);
    }
    Some(pieces)
}

/// How many values a cell can have, where that is the same for all.
fn value_count(file: &RuleFile, layout: &Layout) -> usize {
    let mut scope = Scope::new(layout, file.slots);
    if let Some(&first) = layout.cells.first() {
        scope.bind(file.values.cell, &[Bound::Cell(first)]);
    }
    let (least, most) = (scope.number(&file.values.least), scope.number(&file.values.most));
    least.zip(most).and_then(|(least, most)| usize::try_from(most - least + 1).ok()).unwrap_or(1)
}

fn count(file: &RuleFile, layout: &Layout) -> Option<usize> {
    let Some(Regions::Count(count)) = &file.board.regions else { return None };
    usize::try_from(Scope::new(layout, file.slots).number(count)?).ok()
}

fn regions(file: &RuleFile, layout: &Layout, values: usize, random: &mut Random) -> Option<Vec<Option<i32>>> {
    match count(file, layout) {
        Some(count) if file.differ(Groups::Regions) && count * values == layout.cells.len() => {
            striped(layout, &[values], random)
        }
        Some(count) => {
            let mut seeds = layout.cells.clone();
            random.shuffle(&mut seeds);
            seeds.truncate(count);
            around(layout, &seeds, count, random)
        }
        None => {
            uneven(layout, MOST_IN_REGION, random).or_else(|| Some(grown(layout, MOST_IN_REGION, &|_, _| true, random)))
        }
    }
}

impl RuleFile {
    /// Whether there are clues that can be left out.
    pub(in crate::rulefile) fn has_loose(&self) -> bool {
        self.clues.iter().any(ClueLine::is_loose)
    }

    /// Whether the values of such groups differ.
    pub(super) fn differ(&self, groups: Groups) -> bool {
        let is_own = |each: &Each| matches!(each.family, Family::Groups(own) if own == groups);
        let own = self.rules.iter().filter(|rule| matches!(&rule.each[..], [each] if is_own(each)));
        own.into_iter().any(|rule| repeated_in(&rule.demand.holds).flatten().is_some())
    }
}

impl FilePuzzle {
    /// What is laid around a solution, beside what there is.
    pub(super) fn last_pieces(&self, pieces: Pieces, solution: &Board, random: &mut Random) -> Option<Pieces> {
        let (file, layout) = (self.file(), &self.setting.layout);
        let mut pieces = pieces;
        if file.board.has_cages {
            let most = MOST_IN_CAGE.min(layout.rows.saturating_sub(1)).max(2);
            pieces.cages = Some(grown(layout, most, &self.fitting(solution), random));
        }
        if file.board.regions.is_some() && pieces.regions.is_none() {
            let marked = |&cell: &usize| layout.place_of[cell].and_then(|place| solution.get(place)) != Some(0);
            let mut seeds: Vec<usize> = layout.cells.iter().copied().filter(marked).collect();
            random.shuffle(&mut seeds);
            pieces.regions = Some(around(layout, &seeds, count(file, layout)?, random)?);
        }
        Some(pieces)
    }

    /// Whether a cell may join the cells of a cage.
    pub(super) fn fitting<'a>(&'a self, solution: &'a Board) -> impl Fn(&[usize], usize) -> bool + 'a {
        let differ = self.file().differ(Groups::Cages);
        let value = |cell: usize| self.setting.layout.place_of[cell].and_then(|place| solution.get(place));
        move |cage, cell| !differ || cage.iter().all(|&own| value(own) != value(cell))
    }

    /// What the board brings of its own.
    pub(in crate::rulefile) fn pieces(&self) -> Pieces {
        let (board, layout) = (&self.file().board, &self.setting.layout);
        let parts = |parts: &[Option<usize>]| {
            parts.iter().map(|part| part.and_then(|part| i32::try_from(part + 1).ok())).collect()
        };
        Pieces {
            blocked: board.has_blocked.then(|| (0..layout.positions()).map(|cell| !layout.is_open(cell)).collect()),
            // Regions cover the board, or were not laid yet.
            regions: layout.regions.iter().any(Option::is_some).then(|| parts(&layout.regions)),
            cages: board.has_cages.then(|| parts(&layout.cages)),
            lines: layout.lines.clone(),
        }
    }
}
