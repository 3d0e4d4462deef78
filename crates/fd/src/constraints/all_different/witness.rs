//! Which values must stay for the components to stay what they are.

use super::rows::Rows;
use crate::{Post, Store, Trailed, Var, Words};

/// For each variable, the values by which the search for components went: on
/// these alone it would go the same way. While a variable has them all, no
/// removal from it can split its component.
///
/// Gent, Miguel, Nightingale (2008, see [`ByDomain`](super::domain::ByDomain))
/// call them dynamic triggers.
#[derive(Debug)]
pub(super) struct Witness {
    /// The values of each variable, in the words of its domain.
    words: Box<[u64]>,
    /// Where the words of each variable begin.
    places: Box<[u32]>,
    /// When the values of each variable were noted.
    noted: Box<[u64]>,
    /// Moments up to here do not count any more.
    void: u64,
    /// The last moment at which anything was noted, and the same trailed: when
    /// the two differ, the search went back to before it.
    last: u64,
    trailed: Trailed,
}

impl Witness {
    pub(super) fn new(vars: &[Var], post: &mut Post<'_>) -> Witness {
        let trailed = post.trailed(0);
        let mut length = 0;
        let mut places = Vec::with_capacity(vars.len());
        for &x in vars {
            places.push(length);
            length += post.store().words(x).len() as u32;
        }
        Witness {
            words: vec![0; length as usize].into(),
            places: places.into(),
            noted: vec![0; vars.len()].into(),
            void: 0,
            last: 0,
            trailed,
        }
    }

    /// Forgets everything if the search went back to before some of it.
    pub(super) fn check(&mut self, store: &Store) {
        if store.get(self.trailed) != self.last {
            self.void = self.last;
        }
    }

    /// Whether the variable at position `i`, with this domain, has all of its values.
    #[inline]
    pub(super) fn stands(&self, i: usize, domain: &[u64]) -> bool {
        let place = self.places[i] as usize;
        self.noted[i] > self.void
            && self.words[place..place + domain.len()].iter().zip(domain).all(|(value, word)| value & !word == 0)
    }

    /// Nothing is known of this variable any more.
    #[inline]
    pub(super) fn forget(&mut self, i: usize) {
        self.noted[i] = 0;
    }

    /// Begins to note the values of some variables.
    pub(super) fn begin(&mut self, positions: &[u32], vars: &[Var], store: &mut Store) {
        self.last += 1;
        store.set(self.trailed, self.last);
        for &i in positions {
            let place = self.places[i as usize] as usize;
            self.words[place..place + store.words(vars[i as usize]).len()].fill(0);
            self.noted[i as usize] = self.last;
        }
    }

    /// Notes a value, given as in [`Rows`].
    #[inline]
    pub(super) fn note(&mut self, rows: &Rows, i: u32, value: u32) {
        let bit = value - rows.offset(i as usize);
        self.words[(self.places[i as usize] + bit / 64) as usize] |= 1 << (bit % 64);
    }

    /// Drops what is not in the domain any more: it led to another component.
    pub(super) fn trim(&mut self, i: usize, domain: &[u64]) {
        let place = self.places[i] as usize;
        for (value, word) in self.words[place..].iter_mut().zip(domain) {
            *value &= word;
        }
    }
}
