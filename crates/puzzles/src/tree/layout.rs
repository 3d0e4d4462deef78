//! Where everything of a tree goes in a drawing.
//!
//! Things hang straight below their place on the bar, so columns are fixed and
//! rows are to be found. Weights hang close to their bar. A bar goes as high as
//! it fits without touching what is there already; the string that holds it
//! passes behind what is in its way. Where it would run along another string or
//! the side of a box, nobody could tell the two apart, so it steps aside below
//! its bar.
//!
//! Things at the same distance hang below one another, which makes no
//! difference to the bar that holds them: weights first, and further bars from
//! the pivot of the first.

use super::{Bar, Hangs};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The rows from a bar to the top of the boxes that hang from it.
const STRING: i32 = 2;
/// So many rows more have bars that tip, there and above them.
const SWAY: i32 = 1;
/// How far a string may step aside, in half units, and how many rows below its
/// bar it may do so.
const MOST_ASIDE: i32 = 20;
const MOST_BELOW: i32 = 16;

/// What a drawing needs room for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Room {
    /// The columns of a box, an odd number.
    pub(crate) columns: i32,
    /// The rows of a box.
    pub(crate) rows: i32,
    /// Whether bars tip.
    pub(crate) tips: bool,
}

impl Room {
    /// Boxes for numbers up to that of the leaves, and nothing else.
    pub(crate) fn plain(leaves: usize) -> Room {
        Room { columns: if leaves < 1000 { 5 } else { 7 }, rows: 3, tips: false }
    }
}

impl Room {
    fn sway(self) -> i32 {
        if self.tips { SWAY } else { 0 }
    }

    /// The rows of a string.
    fn string(self) -> i32 {
        STRING + self.sway()
    }
}

/// A tree with a column and a row for everything.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The columns between two neighbouring distances. A box reaches half as
    /// far to both sides, so that neighbours share a border.
    pub(crate) unit: i32,
    /// The rows of a box.
    rows: i32,
    pub(crate) bars: Vec<PlacedBar>,
    pub(crate) boxes: Vec<PlacedBox>,
    pub(crate) strings: Vec<PlacedString>,
}

/// A bar.
#[derive(Debug)]
pub(crate) struct PlacedBar {
    pub(crate) number: usize,
    pub(crate) pivot: i32,
    pub(crate) row: i32,
    /// From end to end; the pivot lies on it.
    pub(crate) columns: RangeInclusive<i32>,
}

/// The box of a leaf, by the middle of its top.
#[derive(Debug)]
pub(crate) struct PlacedBox {
    pub(crate) leaf: usize,
    /// The bar that it hangs from.
    pub(crate) on: usize,
    pub(crate) column: i32,
    pub(crate) row: i32,
}

/// A string, from row to row, where it can be seen.
#[derive(Debug)]
pub(crate) struct PlacedString {
    /// The column and the row where it is tied. If that is another column than
    /// its own, it steps aside in the first row where its own can be seen.
    pub(crate) tied: (i32, i32),
    /// The bar that it hangs from, and the one that it carries, if it carries one.
    pub(crate) on: Option<usize>,
    pub(crate) carries: Option<usize>,
    pub(crate) column: i32,
    pub(crate) seen: Vec<RangeInclusive<i32>>,
}

impl PlacedString {
    /// The row where it is tied, and the row of what hangs from it.
    fn rows(&self) -> Option<(i32, i32)> {
        Some((*self.seen.first()?.start(), *self.seen.last()?.end()))
    }
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
    /// The bar that it hangs from.
    on: Option<usize>,
}

/// A place for a bar.
#[derive(Debug)]
struct Placing {
    block: Block,
    row: i32,
    /// The row in which its string steps aside, if it does.
    bend: i32,
    /// In how many rows its string runs along something else.
    along: i32,
}

impl Layout {
    /// Places the whole tree, with room for so many characters beside each bar; the top bar's pivot is in column 0.
    pub(crate) fn new(bars: &[Bar], room: Room, beside: &dyn Fn(usize) -> usize) -> Layout {
        let (columns, beside) = (columns(bars), Vec::from_iter((0..bars.len()).map(beside)));
        let mut layout = Layout {
            unit: room.columns - 1,
            rows: room.rows,
            bars: Vec::new(),
            boxes: Vec::new(),
            strings: Vec::new(),
        };
        let mut taken = Taken::default();
        let mut waiting = BTreeSet::from([Waiting { from: -1, width: 0, bar: 0, column: 0, on: None }]);
        while let Some(&first) = waiting.first() {
            let mut next = first;
            let placing = loop {
                let placing = layout.place(&next, (&columns[next.bar], beside[next.bar]), room, &taken);
                // Its string must not come out on one that starts further down
                // in the same column: that one goes first.
                let column = placing.block.pivot;
                let below =
                    |other: &&Waiting| other.column == column && (next.from + 1..placing.row).contains(&other.from);
                match waiting.iter().find(below) {
                    Some(&other) => next = other,
                    None => break placing,
                }
            };
            waiting.remove(&next);
            layout.tie(&next, &placing, &mut taken);
            for (from, column, bar) in layout.hang(&placing, (next.bar, &columns[next.bar]), room, &mut taken) {
                let width = Block::new((&columns[bar], beside[bar]), column, room).width();
                waiting.insert(Waiting { from, width, bar, column, on: Some(next.bar) });
            }
        }
        layout
    }

    /// Finds where a bar goes: straight below its place if its string runs along
    /// nothing there, or else where it does so least.
    fn place(&self, next: &Waiting, hung: (&BTreeMap<i32, Column>, usize), room: Room, taken: &Taken) -> Placing {
        let at = |aside: i32, bend: i32| {
            let pivot = next.column + aside * self.unit / 2;
            let block = Block::new(hung, pivot, room);
            let row = block.highest(next.from + bend - 1, room, taken);
            Placing { along: self.along(pivot, next.from + bend - 1, row), block, row, bend: next.from + bend }
        };
        let mut best = at(0, 1);
        for bend in 1..=MOST_BELOW {
            // The first row below the bar was kept for the string.
            let straight = next.from + 2..=next.from + bend;
            if best.along == 0 || !straight.clone().all(|row| taken.is_free(row, next.column, next.column)) {
                break;
            }
            for aside in (1..=MOST_ASIDE).flat_map(|aside| [aside, -aside]) {
                let end = next.column + aside * self.unit / 2;
                let (left, right) = if aside < 0 { (end, next.column - 1) } else { (next.column + 1, end) };
                if best.along > 0 && taken.is_free(next.from + bend, left, right) {
                    best = std::cmp::min_by_key(best, at(aside, bend), |placing| placing.along);
                }
            }
        }
        best
    }

    /// In how many rows a string in this column would run along another one, or
    /// along the side of a box.
    fn along(&self, column: i32, first: i32, last: i32) -> i32 {
        let rows = |(start, end): (i32, i32)| (end.min(last) - start.max(first) - 1).max(0);
        let strings = self.strings.iter().filter(|string| string.column == column).filter_map(PlacedString::rows);
        let sides = self.boxes.iter().filter(|hung| (hung.column - column).abs() == self.unit / 2);
        strings.map(rows).sum::<i32>() + sides.map(|hung| rows((hung.row - 1, hung.row + self.rows))).sum::<i32>()
    }

    /// Ties the string of a bar, behind what is in its way.
    fn tie(&mut self, next: &Waiting, placing: &Placing, taken: &mut Taken) {
        let (tied, column, bend, last) = (next.column, placing.block.pivot, placing.bend, placing.row);
        for row in next.from + 1..=bend {
            taken.take(row, tied, tied);
        }
        taken.take(bend, tied.min(column), tied.max(column));
        let first = if tied == column { next.from } else { bend };
        let mut seen = Vec::new();
        let mut from = first;
        for row in bend + 1..=last {
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
        // Behind things, too: no other string may start there, or it would be
        // unclear which of them comes out where.
        for row in bend + 1..last {
            taken.take(row, column, column);
        }
        self.strings.push(PlacedString { tied: (tied, next.from), on: next.on, carries: Some(next.bar), column, seen });
    }

    /// Puts a bar into a row with its leaves, and says from which row and
    /// column which bars hang from it.
    fn hang(
        &mut self,
        &Placing { ref block, row, .. }: &Placing,
        (number, columns): (usize, &BTreeMap<i32, Column>),
        room: Room,
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
                let seen = vec![from..=from + room.string()];
                self.strings.push(PlacedString { tied: (column, from), on: Some(number), carries: None, column, seen });
                self.boxes.push(PlacedBox { leaf, on: number, column, row: from + room.string() });
                from += room.string() + room.rows - 1;
            }
            bars.extend(things.bar.map(|bar| (from, column, bar)));
        }
        bars
    }
}

/// What hangs where on each bar, with at most one bar at a distance.
fn columns(bars: &[Bar]) -> Vec<BTreeMap<i32, Column>> {
    let mut columns: Vec<BTreeMap<i32, Column>> = bars.iter().map(|_| BTreeMap::new()).collect();
    for (number, bar) in bars.iter().enumerate() {
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
    /// With so many characters beside it.
    fn new((columns, beside): (&BTreeMap<i32, Column>, usize), pivot: i32, room: Room) -> Block {
        let unit = room.columns - 1;
        let ends = [columns.first_key_value(), columns.last_key_value()].map(|end| end.map_or(0, |(at, _)| *at));
        let (left, right) = (pivot + ends[0].min(0) * unit, pivot + ends[1].max(0) * unit);
        let beside = if beside > 0 { 1 + beside as i32 } else { 0 };
        let mut parts = vec![(0, left, right + beside)];
        for (at, things) in columns {
            let column = pivot + at * unit;
            let mut from = 0;
            for _ in &things.leaves {
                parts.extend((from + 1..from + room.string()).map(|below| (below, column, column)));
                let top = from + room.string();
                parts.extend((top..top + room.rows).map(|below| (below, column - unit / 2, column + unit / 2)));
                from = top + room.rows - 1;
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
    fn highest(&self, from: i32, room: Room, taken: &Taken) -> i32 {
        let mut row = from + room.string();
        while !self.fits(row, from, room, taken) {
            row += 1;
        }
        row
    }

    fn fits(&self, row: i32, from: i32, room: Room, taken: &Taken) -> bool {
        // Above the bar a row stays free, so that it does not seem to carry
        // what is above; except for its own string, which has its first row
        // already.
        let is_clear = |above: i32| {
            taken.is_free(above, self.left, self.pivot - 1)
                && taken.is_free(above, self.pivot + 1, self.right)
                && (above <= from + 1 || taken.is_free(above, self.pivot, self.pivot))
        };
        (row - 1 - room.sway()..row).all(is_clear)
            && self.parts.iter().all(|&(below, left, right)| taken.is_free(row + below, left, right))
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
