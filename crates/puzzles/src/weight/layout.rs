//! Where everything of a tree goes in a drawing.
//!
//! Things hang straight below their place on the bar, so columns are given;
//! what is to be found are rows. Weights hang close to their bar. A bar goes
//! as high as it fits without touching what is there already; the string that
//! holds it passes behind what is in its way.
//!
//! Things at the same distance hang below one another, which is the same to
//! the bar that holds them: weights first, and further bars from the pivot of
//! the first.

use super::tree::{Hangs, Weight};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The rows from a bar to the top of the boxes that hang from it.
const STRING: i32 = 2;
/// The rows of a box.
const BOX: i32 = 3;

/// A tree with a column and a row for everything.
#[derive(Debug)]
pub(super) struct Layout {
    /// The columns between two neighbouring distances. A box reaches half as
    /// far to both sides, so that neighbours share a border.
    pub(super) unit: i32,
    pub(super) bars: Vec<PlacedBar>,
    pub(super) boxes: Vec<PlacedBox>,
    pub(super) strings: Vec<PlacedString>,
}

/// A bar.
#[derive(Debug)]
pub(super) struct PlacedBar {
    pub(super) number: usize,
    pub(super) pivot: i32,
    pub(super) row: i32,
    /// From end to end; the pivot lies on it.
    pub(super) columns: RangeInclusive<i32>,
}

/// The box of a leaf, by the middle of its top.
#[derive(Debug)]
pub(super) struct PlacedBox {
    pub(super) leaf: usize,
    pub(super) column: i32,
    pub(super) row: i32,
}

/// A string, from row to row, where it can be seen.
#[derive(Debug)]
pub(super) struct PlacedString {
    pub(super) column: i32,
    pub(super) seen: Vec<RangeInclusive<i32>>,
}

/// What hangs at one distance.
#[derive(Debug, Default)]
struct Column {
    leaves: Vec<usize>,
    bar: Option<usize>,
}

/// A bar that waits for its place.
///
/// The one that hangs highest comes first, then the narrowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    /// The row that its string starts from.
    from: i32,
    width: i32,
    bar: usize,
    column: i32,
}

impl Layout {
    /// Places the whole tree; the top bar's pivot is in column 0.
    pub(super) fn new(puzzle: &Weight) -> Layout {
        let unit = if puzzle.leaves() < 1000 { 4 } else { 6 };
        let columns = columns(puzzle);
        let mut layout = Layout { unit, bars: Vec::new(), boxes: Vec::new(), strings: Vec::new() };
        let mut taken = Taken::default();
        let mut waiting = BTreeSet::from([Waiting { from: -1, width: 0, bar: 0, column: 0 }]);
        while let Some(&first) = waiting.first() {
            let mut next = first;
            let (block, row) = loop {
                let block = Block::new(&columns[next.bar], next.column, unit);
                let row = block.highest(next.from, &taken);
                // Its string must not come out on one that starts further down
                // in the same column: that one goes first.
                let below =
                    |other: &&Waiting| other.column == next.column && (next.from + 1..row).contains(&other.from);
                match waiting.iter().find(below) {
                    Some(&other) => next = other,
                    None => break (block, row),
                }
            };
            waiting.remove(&next);
            layout.tie(next.column, next.from, row, &mut taken);
            for (from, column, bar) in layout.hang(&block, row, (next.bar, &columns[next.bar]), &mut taken) {
                let width = Block::new(&columns[bar], column, unit).width();
                waiting.insert(Waiting { from, width, bar, column });
            }
        }
        layout
    }

    /// Ties a string from row to row, behind what is in its way. Its first
    /// row below the bar was kept for it.
    fn tie(&mut self, column: i32, first: i32, last: i32, taken: &mut Taken) {
        let mut seen = Vec::new();
        let mut from = first;
        for row in first + 2..=last {
            if row < last && taken.is_free(row, column, column) {
                continue;
            }
            // It can be seen from `from` to here. A single row between two
            // things would be no more than a dot: there it stays behind.
            if row == last {
                seen.push(from..=last);
            } else if from == first || row - from > 1 {
                seen.push(from..=row - 1);
            }
            from = row + 1;
        }
        // Behind things, too: no other string may start there, lest it be
        // unclear which of them comes out where.
        for row in first + 1..last {
            taken.take(row, column, column);
        }
        self.strings.push(PlacedString { column, seen });
    }

    /// Puts a bar into a row with its leaves, and says from which row and
    /// column which bars hang from it.
    fn hang(
        &mut self,
        block: &Block,
        row: i32,
        (number, columns): (usize, &BTreeMap<i32, Column>),
        taken: &mut Taken,
    ) -> Vec<(i32, i32, usize)> {
        for &(below, left, right) in &block.parts {
            taken.take(row + below, left, right);
        }
        self.bars.push(PlacedBar { number, pivot: block.pivot, row, columns: block.left..=block.right });
        let mut bars = Vec::new();
        for (at, things) in columns {
            let column = block.pivot + at * self.unit;
            let mut from = row;
            for &leaf in &things.leaves {
                self.strings.push(PlacedString { column, seen: vec![from..=from + STRING] });
                self.boxes.push(PlacedBox { leaf, column, row: from + STRING });
                from += STRING + BOX - 1;
            }
            bars.extend(things.bar.map(|bar| (from, column, bar)));
        }
        bars
    }
}

/// What hangs where on each bar, with one bar at a distance at most.
fn columns(puzzle: &Weight) -> Vec<BTreeMap<i32, Column>> {
    let mut columns: Vec<BTreeMap<i32, Column>> = puzzle.bars().iter().map(|_| BTreeMap::new()).collect();
    for (number, bar) in puzzle.bars().iter().enumerate() {
        for thing in &bar.things {
            match thing.hangs {
                Hangs::Leaf(leaf) => columns[number].entry(thing.at).or_default().leaves.push(leaf),
                Hangs::Bar(below) => hang_bar(&mut columns, number, thing.at, below),
            }
        }
    }
    columns
}

/// Hangs a bar at a distance, or below the pivot of the bar that is there.
fn hang_bar(columns: &mut [BTreeMap<i32, Column>], bar: usize, at: i32, below: usize) {
    let (mut bar, mut at) = (bar, at);
    while let Some(above) = columns[bar].entry(at).or_default().bar {
        (bar, at) = (above, 0);
    }
    columns[bar].entry(at).or_default().bar = Some(below);
}

/// A bar with its leaves, seen from its row: the parts that must fit.
#[derive(Debug)]
struct Block {
    pivot: i32,
    left: i32,
    right: i32,
    /// Rows below the bar, and the columns taken there.
    parts: Vec<(i32, i32, i32)>,
}

impl Block {
    fn new(columns: &BTreeMap<i32, Column>, pivot: i32, unit: i32) -> Block {
        let ends = [columns.first_key_value(), columns.last_key_value()].map(|end| end.map_or(0, |(at, _)| *at));
        let (left, right) = (pivot + ends[0].min(0) * unit, pivot + ends[1].max(0) * unit);
        let mut parts = vec![(0, left, right)];
        for (at, things) in columns {
            let column = pivot + at * unit;
            let mut from = 0;
            for _ in &things.leaves {
                parts.extend((from + 1..from + STRING).map(|below| (below, column, column)));
                parts.extend(
                    (from + STRING..from + STRING + BOX).map(|below| (below, column - unit / 2, column + unit / 2)),
                );
                from += STRING + BOX - 1;
            }
            if things.bar.is_some() {
                parts.push((from + 1, column, column));
            }
        }
        Block { pivot, left, right, parts }
    }

    fn width(&self) -> i32 {
        self.right - self.left
    }

    /// The first row below `from` where nothing is in the way.
    fn highest(&self, from: i32, taken: &Taken) -> i32 {
        let mut row = from + STRING;
        while !self.fits(row, from, taken) {
            row += 1;
        }
        row
    }

    fn fits(&self, row: i32, from: i32, taken: &Taken) -> bool {
        // Above the bar a row stays free, so that it does not seem to carry
        // what is above; but for its own string, which has its first row already.
        let above = row - 1;
        let clear = taken.is_free(above, self.left, self.pivot - 1)
            && taken.is_free(above, self.pivot + 1, self.right)
            && (above == from + 1 || taken.is_free(above, self.pivot, self.pivot));
        clear && self.parts.iter().all(|&(below, left, right)| taken.is_free(row + below, left, right))
    }
}

/// The columns that are taken in each row, as stretches from left to right.
#[derive(Debug, Default)]
struct Taken(Vec<Vec<(i32, i32)>>);

impl Taken {
    fn is_free(&self, row: i32, left: i32, right: i32) -> bool {
        let stretches = usize::try_from(row).ok().and_then(|row| self.0.get(row));
        stretches.is_none_or(|stretches| stretches.iter().all(|&(from, to)| to < left || right < from))
    }

    fn take(&mut self, row: i32, left: i32, right: i32) {
        let Ok(row) = usize::try_from(row) else { return };
        if self.0.len() <= row {
            self.0.resize(row + 1, Vec::new());
        }
        self.0[row].push((left, right));
    }
}
