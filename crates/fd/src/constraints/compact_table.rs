//! The propagator of [`Table`](super::Table).

use super::Tuples;
use crate::{Changed, Conflict, Post, Propagator, Status, Store, Trailed, Var, Words};
use std::sync::Arc;

/// Keeps the set of tuples that are still allowed, and a value only while one
/// of them has it.
///
/// Demeulenaere, Hartert, Lecoutre, Perez, Perron, Régin, Schaus:
/// Compact-Table (CP 2016).
#[derive(Debug)]
pub(super) struct CompactTable {
    tuples: Arc<Tuples>,
    allowed: SparseSet,
    columns: Box<[Watched]>,
    /// Scratch: a set of tuples, and a domain.
    mask: Box<[u64]>,
    kept: Vec<u64>,
}

/// One variable of the table.
#[derive(Debug)]
struct Watched {
    var: Var,
    /// Its domain when it was last looked at.
    seen: Box<[Trailed]>,
    /// For each value of the column, the word where a tuple with it was last
    /// found; no more than a good place to begin, so it needs no trail.
    residues: Box<[u32]>,
}

impl CompactTable {
    /// The propagator, beginning with the tuples `allowed`. The variables are
    /// different.
    pub(super) fn new(vars: &[Var], tuples: &Arc<Tuples>, allowed: Vec<u64>, post: &mut Post<'_>) -> CompactTable {
        let mask = vec![0; allowed.len()].into();
        let columns = vars.iter().zip(&tuples.columns).map(|(&var, column)| {
            let domain = post.store().words(var).to_vec();
            let seen = domain.into_iter().map(|word| post.trailed(word)).collect();
            Watched { var, seen, residues: vec![0; column.values.len()].into() }
        });
        let columns = columns.collect();
        let allowed = SparseSet::new(&allowed, post);
        CompactTable { tuples: Arc::clone(tuples), allowed, columns, mask, kept: Vec::new() }
    }

    /// Takes note of what went from the domain of variable `i`, and drops the
    /// tuples that have it; false if nothing went.
    fn update(&mut self, store: &mut Store, i: usize) -> bool {
        let CompactTable { tuples, allowed, columns, mask, .. } = self;
        let (column, watched) = (&tuples.columns[i], &columns[i]);
        let x = watched.var;
        let seen = watched.seen.iter().map(|&cell| store.get(cell));
        let gone: u32 = seen.zip(store.words(x)).map(|(seen, now)| (seen & !now).count_ones()).sum();
        if gone == 0 {
            return false;
        }
        let unite = |store: &Store, mask: &mut [u64], choose: fn(u64, u64) -> u64| {
            for &w in allowed.active(store) {
                mask[w as usize] = 0;
            }
            let mut base = store.base(x);
            for (&cell, &now) in watched.seen.iter().zip(store.words(x)) {
                let mut chosen = choose(store.get(cell), now);
                while chosen != 0 {
                    if let Some(slot) = column.slot(base + chosen.trailing_zeros() as i32) {
                        let supports = column.supports(slot);
                        for &w in allowed.active(store) {
                            mask[w as usize] |= supports[w as usize];
                        }
                    }
                    chosen &= chosen - 1;
                }
                base += 64;
            }
        };
        if let Some(value) = store.value(x) {
            match column.slot(value) {
                Some(slot) => allowed.intersect(store, |w| column.supports(slot)[w]),
                None => allowed.intersect(store, |_| 0),
            }
        } else if gone < store.size(x) {
            // Those that went are fewer than those that are left.
            unite(store, mask, |seen, now| seen & !now);
            allowed.intersect(store, |w| !mask[w]);
        } else {
            unite(store, mask, |_, now| now);
            allowed.intersect(store, |w| mask[w]);
        }
        watched.see(store);
        true
    }

    /// Removes the values of variable `i` that no allowed tuple has.
    fn filter(&mut self, store: &mut Store, i: usize) -> Result<(), Conflict> {
        let CompactTable { tuples, allowed, columns, kept, .. } = self;
        let (column, watched) = (&tuples.columns[i], &mut columns[i]);
        let x = watched.var;
        let mut base = store.base(x);
        let mut removed = false;
        kept.clear();
        for &word in store.words(x) {
            let (mut left, mut rest) = (word, word);
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                let supported = column
                    .slot(base + bit as i32)
                    .is_some_and(|slot| allowed.meets(store, column.supports(slot), &mut watched.residues[slot]));
                if !supported {
                    left &= !(1 << bit);
                    removed = true;
                }
            }
            kept.push(left);
            base += 64;
        }
        if removed {
            store.keep(x, kept)?;
            watched.see(store);
        }
        Ok(())
    }
}

impl Propagator for CompactTable {
    fn propagate(&mut self, store: &mut Store, changed: Changed<'_>) -> Result<Status, Conflict> {
        // The only variable that changed, if there is one: it keeps its values,
        // since the tuples that have them stayed.
        let mut alone = None;
        match changed {
            Changed::All => {
                for i in 0..self.columns.len() {
                    self.update(store, i);
                }
            }
            Changed::Only(positions) => {
                let mut updated = 0;
                for &i in positions {
                    if self.update(store, i as usize) {
                        updated += 1;
                        alone = Some(i as usize);
                    }
                }
                match updated {
                    0 => return Ok(Status::Fixpoint),
                    1 => {}
                    _ => alone = None,
                }
            }
        }
        if self.allowed.is_empty(store) {
            return Err(Conflict);
        }
        let mut open = 0;
        for i in 0..self.columns.len() {
            let x = self.columns[i].var;
            if !store.is_fixed(x) {
                if alone != Some(i) {
                    self.filter(store, i)?;
                }
                open += u32::from(!store.is_fixed(x));
            }
        }
        Ok(if open <= 1 { Status::Entailed } else { Status::Fixpoint })
    }
}

impl Watched {
    fn see(&self, store: &mut Store) {
        for (i, &cell) in self.seen.iter().enumerate() {
            let word = store.words(self.var)[i];
            if store.get(cell) != word {
                store.set(cell, word);
            }
        }
    }
}

/// A trailed set of bits whose empty words cost nothing.
#[derive(Debug)]
struct SparseSet {
    words: Box<[Trailed]>,
    /// The numbers of the words, first those that are not zero. Only how many
    /// these are is trailed: in what order they stand does not matter.
    order: Box<[u32]>,
    limit: Trailed,
}

impl SparseSet {
    fn new(words: &[u64], post: &mut Post<'_>) -> SparseSet {
        let (full, empty): (Vec<u32>, Vec<u32>) = (0..words.len() as u32).partition(|&w| words[w as usize] != 0);
        let limit = post.trailed(full.len() as u64);
        let words = words.iter().map(|&word| post.trailed(word)).collect();
        SparseSet { words, order: [full, empty].concat().into(), limit }
    }

    fn is_empty(&self, store: &Store) -> bool {
        store.get(self.limit) == 0
    }

    /// The numbers of the words that are not zero.
    #[inline]
    fn active(&self, store: &Store) -> &[u32] {
        &self.order[..store.get(self.limit) as usize]
    }

    /// Keeps what `keep` gives for each word.
    #[inline]
    fn intersect(&mut self, store: &mut Store, keep: impl Fn(usize) -> u64) {
        let before = store.get(self.limit) as usize;
        let mut limit = before;
        for k in (0..before).rev() {
            let w = self.order[k] as usize;
            let old = store.get(self.words[w]);
            let new = old & keep(w);
            if new != old {
                store.set(self.words[w], new);
                if new == 0 {
                    limit -= 1;
                    self.order.swap(k, limit);
                }
            }
        }
        if limit != before {
            store.set(self.limit, limit as u64);
        }
    }

    /// Whether some bit is in both sets; word `start`, tried first, becomes
    /// the one where it was found.
    #[inline]
    fn meets(&self, store: &Store, set: &[u64], start: &mut u32) -> bool {
        let common = |w: u32| store.get(self.words[w as usize]) & set[w as usize] != 0;
        if common(*start) {
            return true;
        }
        let found = self.active(store).iter().copied().find(|&w| common(w));
        *start = found.unwrap_or(*start);
        found.is_some()
    }
}
