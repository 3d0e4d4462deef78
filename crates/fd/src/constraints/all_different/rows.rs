//! Domains side by side, so that their bits mean the same values.

use crate::{Store, Var, Words};

/// Copies of the domains of some variables, in words of 64 values that are
/// aligned over all variables. Stretches of values that no variable ever had
/// are left out, so that there are no more words than in the domains.
///
/// Methods have a parameter `SMALL`: true when all values fit in one word,
/// for which the compiler then makes code without loops.
#[derive(Debug)]
pub(super) struct Rows {
    rows: Box<[Row]>,
    words: Box<[u64]>,
    /// The number of words that all rows together cover.
    pub(super) width: usize,
}

/// Neighbours begin far from each other: an odd number near 64 / 1.618.
const TURN: u32 = 39;

#[derive(Debug)]
struct Row {
    /// The bit that stands for the base of the variable.
    offset: u32,
    /// Where the word with that bit lies in `words`.
    place: u32,
    /// The first word of the set, and the number of words, of the last copy.
    first: u32,
    length: u32,
}

impl Rows {
    pub(super) fn new(vars: &[Var], store: &Store) -> Rows {
        let mut by_base: Vec<usize> = (0..vars.len()).collect();
        by_base.sort_unstable_by_key(|&i| store.base(vars[i]));
        let mut rows: Vec<Row> = vars.iter().map(|_| Row { offset: 0, place: 0, first: 0, length: 0 }).collect();
        // Words up to `width` are given out; the last stretch of them begins
        // at word `start` with the value `base`.
        let (mut width, mut start, mut base) = (0, 0, i64::MIN / 2);
        for i in by_base {
            let (min, max) = (i64::from(store.base(vars[i])), i64::from(store.max(vars[i])));
            if start + (min - base) / 64 >= width {
                (start, base) = (width, min);
            }
            rows[i].offset = (start * 64 + min - base) as u32;
            width = width.max(start + (max - base) / 64 + 1);
        }
        let mut place = 0;
        for (row, &x) in rows.iter_mut().zip(vars) {
            row.place = place;
            // One word more than the domain has, since it may not be aligned.
            place += if width == 1 { 1 } else { store.words(x).len() as u32 + 1 };
        }
        let words = vec![0; place as usize].into();
        Rows { rows: rows.into(), words, width: width as usize }
    }

    /// The bit that stands for the base of the variable at position `i`.
    #[inline]
    pub(super) fn offset(&self, i: usize) -> u32 {
        self.rows[i].offset
    }

    /// Copies the domain of the variable `x`, which has position `i`.
    #[inline]
    pub(super) fn load<const SMALL: bool>(&mut self, i: usize, x: Var, store: &Store) {
        let row = &mut self.rows[i];
        let shift = row.offset % 64;
        let domain = store.words(x);
        if SMALL {
            self.words[i] = domain[0] << shift;
            return;
        }
        // Only the words between the bounds are copied and looked at.
        let base = store.base(x);
        let (low, high) = ((store.min(x) - base) as u32, (store.max(x) - base) as u32);
        row.first = (row.offset + low) / 64;
        row.length = (row.offset + high) / 64 - row.first + 1;
        let place = (row.place + row.first - row.offset / 64) as usize;
        let skipped = (row.first - row.offset / 64) as usize;
        let words = &mut self.words[place..place + row.length as usize];
        if shift == 0 {
            words.copy_from_slice(&domain[skipped..skipped + words.len()]);
            return;
        }
        for (j, word) in words.iter_mut().enumerate() {
            let here = domain.get(skipped + j).map_or(0, |word| word << shift);
            let before = (skipped + j).checked_sub(1).and_then(|k| domain.get(k));
            *word = here | before.map_or(0, |word| word >> (64 - shift));
        }
    }

    /// The words of a row, and the number of the first.
    #[inline]
    pub(super) fn row<const SMALL: bool>(&self, i: usize) -> (&[u64], usize) {
        if SMALL {
            return (&self.words[i..=i], 0);
        }
        let row = &self.rows[i];
        let place = (row.place + row.first - row.offset / 64) as usize;
        (&self.words[place..place + row.length as usize], row.first as usize)
    }

    /// Whether a value is in a row.
    #[inline]
    pub(super) fn contains<const SMALL: bool>(&self, i: usize, value: u32) -> bool {
        let (words, first) = self.row::<SMALL>(i);
        let word = words.get((value as usize / 64).wrapping_sub(first));
        word.is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// A value that is in a row and in `set`.
    ///
    /// Searches tend to take the least values first, or the greatest; a value
    /// from between stays longer. The search begins at another bit for each
    /// variable, too, so that variables do not all want the same value.
    #[inline]
    pub(super) fn common<const SMALL: bool>(&self, i: usize, set: &[u64]) -> Option<u32> {
        let (words, first) = self.row::<SMALL>(i);
        let set = if SMALL { &set[..1] } else { &set[first..first + words.len()] };
        let pick = |j: usize| {
            let both = words[j] & set[j];
            let turn = (i as u32).wrapping_mul(TURN) % 64;
            let bit = (both.rotate_right(turn).trailing_zeros() + turn) % 64;
            (both != 0).then(|| (first + j) as u32 * 64 + bit)
        };
        if SMALL {
            return pick(0);
        }
        let middle = words.len() / 2;
        (middle..words.len()).chain(0..middle).find_map(pick)
    }

    /// Writes what a variable keeps of its domain when only the values in
    /// `set` are left, in the words of the store; says whether it loses any.
    pub(super) fn restrict<const SMALL: bool>(&self, i: usize, set: &[u64], kept: &mut Vec<u64>) -> bool {
        let (words, first) = self.row::<SMALL>(i);
        let set = &set[first..first + words.len()];
        if words.iter().zip(set).all(|(word, set)| word & !set == 0) {
            return false;
        }
        let offset = self.rows[i].offset;
        let shift = offset % 64;
        let skipped = if SMALL { 0 } else { first - offset as usize / 64 };
        kept.clear();
        kept.resize(skipped + words.len(), 0);
        for (j, (word, set)) in words.iter().zip(set).enumerate() {
            let word = word & set;
            kept[skipped + j] |= word >> shift;
            if shift > 0 && skipped + j > 0 {
                kept[skipped + j - 1] |= word << (64 - shift);
            }
        }
        true
    }
}
