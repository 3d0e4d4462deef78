//! How many boards there are: no clues at all.
//!
//! As in [`states`](super::states), all ways to fill the first rows are counted
//! together that agree on the columns (none, one or both cells filled) and on
//! the last row. But here the columns after some rows are simply all vectors of
//! 0, 1 and 2 with the right sum. So the position of a vector can be computed, and
//! only ways are kept. A vector and its mirror image have the same ways: one of
//! them is kept. What meets in the middle is never written down.

use super::Placements;
use fd::{Limits, Stopped};

/// The largest board that is counted: its columns fill a [`Columns`].
pub(super) const MOST_COUNTED: usize = 16;

/// How many cells of each column are filled, two bits each.
type Columns = u32;

/// The columns of the lower half of a [`Columns`].
const HALF: usize = 8;

/// The vectors between two checks of the limits: about a millisecond.
const VECTORS_BETWEEN_LOOKS: usize = 256;

/// The number of boards without clues.
pub(super) fn count(size: usize, limits: Limits<'_>) -> Result<u128, Stopped> {
    let boards = Boards::of(size);
    let mut layer = Layer { rows: 0, base: Vec::new(), first: Vec::new(), ways: Vec::new() };
    while layer.rows + 1 < size - size / 2 {
        layer = boards.next(&layer, limits)?;
    }
    boards.meet(&layer, limits)
}

/// The ways to fill the first rows.
struct Layer {
    rows: usize,
    /// The position of the first vector with each upper half.
    base: Vec<u32>,
    /// Where the ways of a vector begin, by its position.
    first: Vec<u32>,
    /// For each vector, one number for each placement of the last row among its columns.
    ways: Vec<u64>,
}

/// What all layers of a size need.
struct Boards {
    size: usize,
    placements: Placements,
    /// The mirror image of each placement.
    mirrored: Vec<usize>,
    /// The placements within a set of columns.
    inside: Vec<u128>,
    /// All upper halves of vectors, and the lower halves with each sum.
    uppers: Vec<Columns>,
    lowers: Vec<Vec<Columns>>,
    /// The position of each lower half among those with the same sum.
    position: Vec<u32>,
}

fn sum(columns: Columns) -> usize {
    ((columns & 0x5555_5555).count_ones() + 2 * (columns & 0xaaaa_aaaa).count_ones()) as usize
}

/// The set of columns that are not empty, one bit each.
fn filled(columns: Columns) -> usize {
    let mut set = (columns | columns >> 1) & 0x5555_5555;
    // The even bits move together, by pairs, then fours, then eights.
    for (shift, mask) in [(1, 0x3333_3333), (2, 0x0f0f_0f0f), (4, 0x00ff_00ff), (8, 0x0000_ffff)] {
        set = (set | set >> shift) & mask;
    }
    set as usize
}

/// The halves of vectors over this many columns.
fn halves(columns: usize) -> impl Iterator<Item = Columns> {
    (0..1 << (2 * columns)).filter(|half: &Columns| half & half >> 1 & 0x5555 == 0)
}

/// The positions of bits.
fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

impl Boards {
    fn of(size: usize) -> Boards {
        let placements = Placements::of(size);
        let ends = &placements.ends;
        let mirror = |&(a, b): &(usize, usize)| (size - 1 - b, size - 1 - a);
        let mirrored = ends.iter().map(|end| ends.partition_point(|other| *other < mirror(end))).collect();
        let is_inside = |set: usize, &(a, b): &(usize, usize)| set >> a & set >> b & 1 == 1;
        let inside = |set| (0..ends.len()).filter(|&i| is_inside(set, &ends[i])).fold(0, |all, i| all | 1 << i);
        let inside = (0..1 << size).map(inside).collect();
        let mut lowers = vec![Vec::new(); 2 * HALF + 1];
        let mut position = vec![0; 1 << (2 * HALF)];
        for half in halves(size.min(HALF)) {
            let same_sum = &mut lowers[sum(half)];
            position[half as usize] = same_sum.len() as u32;
            same_sum.push(half);
        }
        let uppers = halves(size.saturating_sub(HALF)).collect();
        Boards { size, placements, mirrored, inside, uppers, lowers, position }
    }

    /// The mirror image of a vector.
    fn mirror(&self, columns: Columns) -> Columns {
        let reversed = columns.reverse_bits();
        let digits = (reversed & 0x5555_5555) << 1 | reversed >> 1 & 0x5555_5555;
        digits >> (2 * (16 - self.size))
    }

    /// The placements that can be the last row.
    fn inside(&self, columns: Columns) -> u128 {
        self.inside[filled(columns)]
    }

    /// The vectors with an upper half after some rows.
    fn vectors(&self, upper: Columns, rows: usize) -> impl Iterator<Item = Columns> {
        let lowers = (2 * rows).checked_sub(sum(upper)).and_then(|sum| self.lowers.get(sum));
        lowers.into_iter().flatten().map(move |lower| upper << (2 * HALF) | lower)
    }

    /// The columns or their mirror image, whichever is kept, and the placement in them.
    fn as_kept(&self, columns: Columns, placement: usize) -> (Columns, usize) {
        let mirror = self.mirror(columns);
        if columns <= mirror { (columns, placement) } else { (mirror, self.mirrored[placement]) }
    }

    /// The last rows before some columns that are kept, and the ways with each.
    fn ways<'a>(&self, layer: &'a Layer, columns: Columns) -> impl Iterator<Item = (usize, &'a u64)> {
        let (upper, lower) = (columns >> (2 * HALF), columns & 0xffff);
        let position = layer.base[upper as usize] + self.position[lower as usize];
        bits(self.inside(columns)).zip(&layer.ways[layer.first[position as usize] as usize..])
    }

    /// The ways to some columns of the layer, with this last row.
    fn here(&self, layer: &Layer, columns: Columns, last: usize) -> u64 {
        let (columns, last) = self.as_kept(columns, last);
        self.ways(layer, columns).find(|&(other, _)| other == last).map_or(0, |(_, ways)| *ways)
    }

    /// The ways to some columns one row after the layer, with this last row.
    fn after(&self, layer: &Layer, columns: Columns, last: usize) -> u64 {
        if layer.rows == 0 {
            return 1;
        }
        let (a, b) = self.placements.ends[last];
        let (columns, last) = self.as_kept(columns - (1 << (2 * a)) - (1 << (2 * b)), last);
        let apart = self.placements.apart[last];
        self.ways(layer, columns).map(|(other, ways)| if apart >> other & 1 == 1 { *ways } else { 0 }).sum()
    }

    fn next(&self, layer: &Layer, limits: Limits<'_>) -> Result<Layer, Stopped> {
        let rows = layer.rows + 1;
        let all = || self.uppers.iter().flat_map(|&upper| self.vectors(upper, rows));
        let kept = |columns: &Columns| *columns <= self.mirror(*columns);
        let room: u32 = all().filter(kept).map(|columns| self.inside(columns).count_ones()).sum();
        let mut next = Layer { rows, base: Vec::new(), first: Vec::new(), ways: Vec::with_capacity(room as usize) };
        next.base = vec![0; 1 << (2 * HALF)];
        for &upper in &self.uppers {
            next.base[upper as usize] = next.first.len() as u32;
            for columns in self.vectors(upper, rows) {
                if next.first.len().is_multiple_of(VECTORS_BETWEEN_LOOKS) {
                    limits.check()?;
                }
                next.first.push(next.ways.len() as u32);
                if kept(&columns) {
                    next.ways.extend(bits(self.inside(columns)).map(|last| self.after(layer, columns, last)));
                }
            }
        }
        Ok(next)
    }

    /// The number of boards. The lower part, seen from its edge, has one row more than
    /// the layer; so has the upper part if there are rows enough.
    fn meet(&self, layer: &Layer, limits: Limits<'_>) -> Result<u128, Stopped> {
        let both: Columns = 0xaaaa_aaaa >> (2 * (16 - self.size));
        let is_even = self.size.is_multiple_of(2);
        let (mut total, mut above) = (0, Vec::new());
        let all = self.uppers.iter().flat_map(|&upper| self.vectors(upper, layer.rows + 1));
        for (i, columns) in all.enumerate() {
            if i % VECTORS_BETWEEN_LOOKS == 0 {
                limits.check()?;
            }
            let mirror = self.mirror(columns);
            if columns > mirror {
                continue;
            }
            let rest = both - columns;
            above.clear();
            above.extend(bits(self.inside(rest)).map(|last| {
                let ways = if is_even { self.after(layer, rest, last) } else { self.here(layer, rest, last) };
                (last, u128::from(ways))
            }));
            let boards = bits(self.inside(columns)).map(|last| {
                let apart = self.placements.apart[last];
                let fitting = above.iter().filter(|(other, _)| apart >> other & 1 == 1);
                fitting.map(|(_, ways)| ways).sum::<u128>() * u128::from(self.after(layer, columns, last))
            });
            total += boards.sum::<u128>() * if columns == mirror { 1 } else { 2 };
        }
        Ok(total)
    }
}
