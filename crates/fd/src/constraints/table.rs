//! Tuples of allowed values.

use super::compact_table::CompactTable;
use crate::{Consistency, Constraint, Event, Model, ModelError, Post, Priority, Store, Var, Wake};
use std::fmt;
use std::sync::Arc;

/// `(x1, ..., xn)` is one of the tuples.
#[derive(Debug, Clone)]
pub struct Table {
    vars: Vec<Var>,
    tuples: Arc<Tuples>,
}

impl Table {
    /// These variables together take one of the tuples.
    pub fn new(vars: &[Var], tuples: &Arc<Tuples>) -> Table {
        // A variable that stands twice is asked for once, of the tuples that
        // give it one value.
        let mut distinct: Vec<Var> = Vec::new();
        let place: Vec<usize> = vars
            .iter()
            .map(|&x| {
                distinct.iter().position(|&y| x == y).unwrap_or_else(|| {
                    distinct.push(x);
                    distinct.len() - 1
                })
            })
            .collect();
        if distinct.len() == vars.len() || vars.len() != tuples.arity || tuples.ragged.is_some() {
            return Table { vars: vars.to_vec(), tuples: Arc::clone(tuples) };
        }
        let tuples = Arc::new(tuples.merged(&place, distinct.len()));
        Table { vars: distinct, tuples }
    }

    /// The tuples of word `w` that the domains allow.
    fn allowed(&self, store: &Store, w: usize) -> u64 {
        let last = self.tuples.count - w * 64;
        let mut allowed = if last < 64 { (1 << last) - 1 } else { u64::MAX };
        for (&x, column) in self.vars.iter().zip(&self.tuples.columns) {
            if allowed == 0 {
                break;
            }
            let slots = store.values(x).filter_map(|value| column.slot(value));
            allowed &= slots.fold(0, |union, slot| union | column.supports(slot)[w]);
        }
        allowed
    }
}

impl Constraint for Table {
    fn name(&self) -> &'static str {
        "table"
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn holds(&self, value: &dyn Fn(Var) -> i32) -> bool {
        self.tuples.contains(|position| value(self.vars[position]))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn check(&self, _model: &Model) -> Result<(), ModelError> {
        let malformed = |problem| Err(ModelError::Malformed { constraint: "table", problem });
        let (tuples, vars) = (&self.tuples, self.vars.len());
        if let Some((i, length)) = tuples.ragged {
            let first = tuples.arity;
            return malformed(format!("tuple {} has length {length}, but the first has length {first}", i + 1));
        }
        if tuples.count > 0 && tuples.arity != vars {
            return malformed(format!("tuples of length {} for {vars} variables", tuples.arity));
        }
        Ok(())
    }

    fn post(&self, post: &mut Post<'_>) {
        let columns = self.vars.iter().zip(&self.tuples.columns);
        let wakes: Vec<Wake> = columns.enumerate().map(|(i, (&x, _))| Wake::telling(x, Event::ANY, i)).collect();
        // The set begins with what the domains at the root allow, so that from
        // then on only what goes from them matters.
        let allowed = (0..self.tuples.words()).map(|w| self.allowed(post.store(), w)).collect();
        let propagator = CompactTable::new(&self.vars, &self.tuples, allowed, post);
        post.add(Priority::Expensive, propagator, &wakes);
    }

    fn entailment(&self, store: &Store) -> Option<bool> {
        let allowed: u64 = (0..self.tuples.words()).map(|w| u64::from(self.allowed(store, w).count_ones())).sum();
        if allowed == 0 {
            return Some(false);
        }
        let all = self.vars.iter().fold(1, |product: u64, &x| product.saturating_mul(u64::from(store.size(x))));
        (allowed == all).then_some(true)
    }

    fn minizinc(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        if self.tuples.count == 0 {
            return Some("false".to_owned());
        }
        let rows = self.tuples.rows().map(|row| {
            let equalities = self.vars.iter().zip(row).map(|(&x, value)| format!("{} = {value}", name(x)));
            let all = equalities.collect::<Vec<_>>().join(" /\\ ");
            if all.is_empty() { "true".to_owned() } else { format!("({all})") }
        });
        Some(rows.collect::<Vec<_>>().join(" \\/ "))
    }
}

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
    pub(super) values: Vec<i32>,
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
    pub fn rows(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.count).map(|i| self.row(i))
    }

    fn row(&self, i: usize) -> &[i32] {
        &self.flat[i * self.arity..(i + 1) * self.arity]
    }

    /// Whether the tuple that `value` gives, position by position, is one of these.
    pub fn contains(&self, value: impl Fn(usize) -> i32) -> bool {
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
