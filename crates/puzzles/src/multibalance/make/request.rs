//! What is asked of a maker, and what cannot be made.

use super::super::{MOST_DIGITS, MOST_SIDE};
use super::pattern::Extent;
use super::plan::Sides;
use crate::{Clues, Impossible, Request};
use fd::Random;
use std::ops::RangeInclusive;

/// Two numbers differ, and so do the arms that balance them: with the fulcrum
/// between they take four cells. Three numbers and a fulcrum take no less.
pub(super) const LEAST_SIDE: usize = 4;

/// The most numbers for which a grid is chosen at random. More go on few grids only.
const MOST_ANYWHERE: usize = 21;

/// What is wanted, with defaults filled in.
#[derive(Debug)]
pub(super) struct GridRequest {
    pub(super) digits: usize,
    pub(super) spare: usize,
    heights: RangeInclusive<usize>,
    widths: RangeInclusive<usize>,
}

impl GridRequest {
    /// # Errors
    /// Why there is no such puzzle.
    pub(super) fn new(request: &Request) -> Result<GridRequest, Impossible> {
        let impossible = |reason: String| Err(Impossible(reason));
        let digits = request.size;
        if let Some(reason) = no_such_number(digits) {
            return impossible(reason.to_owned());
        }
        if matches!(request.clues, Some(Clues::Between(least, _)) if least > 0) {
            return impossible("a grid of fulcrums has no clues that could be counted or left out".to_owned());
        }
        let number = |name| request.option(name).map(|value| value as usize);
        let (rows, columns) = (number("rows"), number("columns"));
        if let Some(side) = rows.into_iter().chain(columns).find(|side| !(LEAST_SIDE..=MOST_SIDE).contains(side)) {
            return impossible(format!("a grid has {LEAST_SIDE} to {MOST_SIDE} rows and columns, not {side}"));
        }
        if digits > MOST_ANYWHERE && (rows.is_none() || columns.is_none()) {
            return impossible(format!(
                "up to {MOST_ANYWHERE} numbers are made on grids of any sides; {digits} go on few, which take long to \
                 find: say which with --rows and --columns, such as 14 and 26 for 24 numbers"
            ));
        }
        let (heights, widths) = sides(digits, rows, columns);
        let wanted = GridRequest { digits, spare: number("spare").unwrap_or(0), heights, widths };
        wanted.refusal().map_or(Ok(wanted), impossible)
    }

    /// Why there is no such puzzle even on the largest of its grids, if so.
    fn refusal(&self) -> Option<String> {
        let GridRequest { digits, spare, .. } = *self;
        let sides = Sides { height: *self.heights.end(), width: *self.widths.end() };
        let grid = format!("a grid of {} rows and {} columns", sides.height, sides.width);
        if digits == 4 && (sides.height.min(sides.width) < 6 || sides.height.max(sides.width) < 13) {
            return Some(format!(
                "{grid} is too small: the numbers 1 to 4 are in balance on 6 by 13 cells or more only"
            ));
        }
        let shapes = Extent::all(digits, sides);
        if shapes.is_empty() {
            return Some(format!("{grid} is too small for {digits} numbers"));
        }
        let most_spare = shapes.iter().map(|shape| shape.unused_cells(sides)).max().unwrap_or(0);
        (spare > most_spare).then(|| {
            format!("{grid} has room for at most {most_spare} spare fulcrums, where no number's row or column is")
        })
    }

    /// A grid for one puzzle, and the rows and columns of it that are used.
    pub(super) fn draw(&self, random: &mut Random) -> Option<(Sides, Extent)> {
        let mut within = |range: &RangeInclusive<usize>| {
            range.start() + random.below((range.end() - range.start() + 1) as u32) as usize
        };
        let sides = Sides { height: within(&self.heights), width: within(&self.widths) };
        let mut shapes = Extent::all(self.digits, sides);
        shapes.retain(|shape| shape.unused_cells(sides) >= self.spare);
        Some((sides, *random.pick(&shapes)?))
    }
}

/// Why no grid at all suits this many numbers, if so.
fn no_such_number(digits: usize) -> Option<&'static str> {
    match digits {
        0..=3 => Some(
            "no row or column has exactly one number, so that two rows and two columns at least are used: \
             4 numbers are the fewest",
        ),
        5 => Some(
            "no grid takes 5 numbers: two rows and two columns share only 4 cells, \
             and three rows or columns with two numbers each take 6",
        ),
        _ if digits > MOST_DIGITS => Some("a puzzle has at most 63 numbers"),
        _ => None,
    }
}

/// The rows and columns of grids that suit this many numbers.
fn usual_sides(digits: usize) -> (RangeInclusive<usize>, RangeInclusive<usize>) {
    match digits {
        ..=4 => (6..=8, 13..=16),
        5 | 6 => (5..=9, 7..=12),
        7 => (6..=9, 8..=14),
        8 | 9 => (6..=9, 8..=12),
        10 | 11 => (8..=10, 9..=12),
        12 | 13 => (8..=11, 9..=13),
        _ => (digits - 5..=digits - 2, digits - 4..=digits),
    }
}

/// The same where the rows, the columns or both are given.
fn sides(digits: usize, rows: Option<usize>, columns: Option<usize>) -> (RangeInclusive<usize>, RangeInclusive<usize>) {
    let (short, long) = usual_sides(digits);
    match (rows, columns) {
        (Some(rows), Some(columns)) => (rows..=rows, columns..=columns),
        (Some(rows), None) if rows >= *long.start() => (rows..=rows, short),
        (Some(rows), None) => (rows..=rows, long),
        (None, Some(columns)) if columns >= *long.start() => (short, columns..=columns),
        (None, Some(columns)) => (long, columns..=columns),
        (None, None) => (short, long),
    }
}
