//! What is known: the values that each variable can still have.

use fd::{Store, Var, Words};
use std::ops::Range;
use std::sync::Arc;

/// A set of values of one variable, as the words of [`Words::words`].
pub(crate) type Set = Vec<u64>;

/// The values that are left for every variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Knowledge {
    /// The sets one after the other, in the order of the variables: it is copied often.
    words: Vec<u64>,
    /// Where each begins, and where the last one ends.
    starts: Arc<[usize]>,
}

impl Knowledge {
    /// What the domains of a store allow.
    pub(crate) fn of(store: &Store, vars: impl Iterator<Item = Var>) -> Knowledge {
        let (mut words, mut starts) = (Vec::new(), vec![0]);
        for x in vars {
            words.extend_from_slice(store.words(x));
            starts.push(words.len());
        }
        Knowledge { words, starts: starts.into() }
    }

    /// What is left by both.
    pub(crate) fn common(&self, other: &Knowledge) -> Knowledge {
        Knowledge { words: common(&self.words, &other.words), starts: Arc::clone(&self.starts) }
    }

    /// What is left here and gone there, by variable.
    pub(crate) fn lost(&self, later: &Knowledge, vars: &[Var]) -> Vec<(Var, Set)> {
        let lost = vars.iter().map(|&x| (x, without(self.left(x), later.left(x))));
        lost.filter(|(_, gone)| size(gone) > 0).collect()
    }

    /// The sets, by the numbers of the variables.
    pub(crate) fn sets(&self) -> impl Iterator<Item = &[u64]> {
        self.starts.windows(2).map(|ends| &self.words[ends[0]..ends[1]])
    }

    fn range(&self, x: Var) -> Range<usize> {
        match self.starts.get(x.index()..x.index() + 2) {
            Some(&[start, end]) => start..end,
            _ => 0..0,
        }
    }

    /// What is left for `x`.
    pub(crate) fn left(&self, x: Var) -> &[u64] {
        &self.words[self.range(x)]
    }

    /// Takes values away.
    pub(crate) fn remove(&mut self, x: Var, gone: &[u64]) {
        let range = self.range(x);
        self.words[range].iter_mut().zip(gone).for_each(|(word, gone)| *word &= !gone);
    }

    /// Leaves just these values for `x`; says whether that is a change.
    pub(crate) fn set(&mut self, x: Var, left: &[u64]) -> bool {
        let range = self.range(x);
        let set = &mut self.words[range];
        let is_new = set != left;
        set.iter_mut().zip(left).for_each(|(word, left)| *word = *left);
        is_new
    }
}

/// The number of values.
pub(crate) fn size(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// The values of one set that are not in another.
pub(crate) fn without(set: &[u64], other: &[u64]) -> Set {
    set.iter().zip(other).map(|(word, other)| word & !other).collect()
}

/// The values of either set.
pub(crate) fn union(set: &[u64], other: &[u64]) -> Set {
    set.iter().zip(other).map(|(word, other)| word | other).collect()
}

/// The values of both sets.
pub(crate) fn common(set: &[u64], other: &[u64]) -> Set {
    set.iter().zip(other).map(|(word, other)| word & other).collect()
}

/// Whether the sets have a value in common.
pub(crate) fn meet(set: &[u64], other: &[u64]) -> bool {
    set.iter().zip(other).any(|(word, other)| word & other != 0)
}

/// The values in increasing order; bit 0 stands for `base`.
pub(crate) fn values(set: &[u64], base: i32) -> impl Iterator<Item = i32> + '_ {
    bits(set).map(move |bit| base + bit as i32)
}

/// The bits in increasing order.
pub(crate) fn bits(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| i * 64 + rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            bit
        })
    })
}

/// The set of one bit, as long as another set.
pub(crate) fn single(bit: usize, like: &[u64]) -> Set {
    (0..like.len()).map(|i| if i == bit / 64 { 1 << (bit % 64) } else { 0 }).collect()
}
