//! Lists of tuples, with the tuples that support each value.

use std::fmt;

/// A set of tuples, all of one length.
///
/// It is built once and shared: any number of [`Table`](super::Table)s over
/// different variables may stand on the same tuples.
pub struct Tuples {
    pub(super) arity: usize,
    /// The number of distinct tuples.
    pub(super) count: usize,
    /// The distinct tuples in increasing order, one after the other.
    flat: Vec<i32>,
    pub(super) columns: Vec<Column>,
    /// The number and the length of the first tuple that is not as long as the first.
    pub(super) ragged: Option<(usize, usize)>,
}

/// What the tuples have at one position.
pub(super) struct Column {
    /// The values that occur, in increasing order.
    values: Vec<i32>,
    /// From a value, less the least, to its slot; empty when the values lie too far apart for that.
    dense: Vec<u32>,
    /// For each slot, the tuples that have the value, as `words` words of bits.
    supports: Vec<u64>,
    words: usize,
}

const NO_SLOT: u32 = u32::MAX;

impl Tuples {
    /// These tuples. The order, and how often one is given, do not matter.
    pub fn new<T: AsRef<[i32]>>(tuples: impl IntoIterator<Item = T>) -> Tuples {
        let mut rows: Vec<Vec<i32>> = tuples.into_iter().map(|tuple| tuple.as_ref().to_vec()).collect();
        let arity = rows.first().map_or(0, Vec::len);
        let ragged = rows.iter().position(|row| row.len() != arity).map(|i| (i, rows[i].len()));
        rows.retain(|row| row.len() == arity);
        rows.sort_unstable();
        rows.dedup();
        let columns = (0..arity).map(|position| Column::new(&rows, position)).collect();
        Tuples { arity, count: rows.len(), flat: rows.concat(), columns, ragged }
    }

    /// The number of words that a set of tuples takes.
    pub(super) fn words(&self) -> usize {
        self.count.div_ceil(64)
    }

    /// The tuples in increasing order.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.count).map(|i| self.row(i))
    }

    fn row(&self, i: usize) -> &[i32] {
        &self.flat[i * self.arity..(i + 1) * self.arity]
    }

    /// Whether the tuple that `value` gives, position by position, is one of these.
    pub(super) fn contains(&self, value: impl Fn(usize) -> i32) -> bool {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low.midpoint(high);
            let row = self.row(middle);
            match row.iter().copied().cmp((0..self.arity).map(&value)) {
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        false
    }

    /// The tuples whose values agree wherever `place` gives two positions the
    /// same place, with one value for each of the `places`.
    pub(super) fn merged(&self, place: &[usize], places: usize) -> Tuples {
        let rows = self.rows().filter_map(|row| {
            let mut merged = vec![None; places];
            for (&place, &value) in place.iter().zip(row) {
                if *merged[place].get_or_insert(value) != value {
                    return None;
                }
            }
            merged.into_iter().collect::<Option<Vec<i32>>>()
        });
        Tuples::new(rows)
    }
}

impl Column {
    fn new(rows: &[Vec<i32>], position: usize) -> Column {
        let mut values: Vec<i32> = rows.iter().map(|row| row[position]).collect();
        values.sort_unstable();
        values.dedup();
        let words = rows.len().div_ceil(64);
        let mut column =
            Column { dense: Column::index(&values), supports: vec![0; values.len() * words], values, words };
        for (i, row) in rows.iter().enumerate() {
            if let Some(slot) = column.slot(row[position]) {
                column.supports[slot * words + i / 64] |= 1 << (i % 64);
            }
        }
        column
    }

    fn index(values: &[i32]) -> Vec<u32> {
        let (Some(&min), Some(&max)) = (values.first(), values.last()) else { return Vec::new() };
        let span = i64::from(max) - i64::from(min) + 1;
        if span > 64 + 8 * values.len() as i64 {
            return Vec::new();
        }
        let mut dense = vec![NO_SLOT; span as usize];
        for (slot, &value) in values.iter().enumerate() {
            dense[(value - min) as usize] = slot as u32;
        }
        dense
    }

    /// The number of values that occur.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The slot of `value`, if it occurs.
    #[inline]
    pub(super) fn slot(&self, value: i32) -> Option<usize> {
        if self.dense.is_empty() {
            return self.values.binary_search(&value).ok();
        }
        let offset = i64::from(value) - i64::from(self.values[0]);
        let slot = *self.dense.get(usize::try_from(offset).ok()?)?;
        (slot != NO_SLOT).then_some(slot as usize)
    }

    /// The tuples that have the value of `slot`.
    #[inline]
    pub(super) fn supports(&self, slot: usize) -> &[u64] {
        &self.supports[slot * self.words..(slot + 1) * self.words]
    }
}

impl fmt::Debug for Tuples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.rows()).finish()
    }
}
