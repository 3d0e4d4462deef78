//! Sets of positions in a line, as bits.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, Not};

/// A set of positions in a line of up to 64 `W` cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bits<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> Bits<W> {
    /// No position.
    pub(super) const NONE: Bits<W> = Bits([0; W]);

    /// The positions that some words stand for; missing words are empty.
    #[inline]
    pub(super) fn of(words: &[u64]) -> Bits<W> {
        let mut bits = Bits::NONE;
        let used = words.len().min(W);
        bits.0[..used].copy_from_slice(&words[..used]);
        bits
    }

    #[inline]
    pub(super) fn one(position: usize) -> Bits<W> {
        let mut bits = Bits::NONE;
        bits.insert(position);
        bits
    }

    /// The positions below `end`.
    #[inline]
    pub(super) fn below(end: usize) -> Bits<W> {
        Bits(from_fn(|i| match end.saturating_sub(i * 64) {
            rest @ 0..64 => (1 << rest) - 1,
            _ => u64::MAX,
        }))
    }

    /// The position and those beside it.
    #[inline]
    pub(super) fn around(position: usize) -> Bits<W> {
        let one = Bits::one(position);
        one | one.up(1) | one.down(1)
    }

    #[inline]
    pub(super) fn insert(&mut self, position: usize) {
        self.0[position / 64] |= 1 << (position % 64);
    }

    #[inline]
    pub(super) fn contains(&self, position: usize) -> bool {
        self.0[position / 64] >> (position % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    #[inline]
    pub(super) fn last(&self) -> Option<usize> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(word * 64 + 63 - self.0[word].leading_zeros() as usize)
    }

    /// Every position moved up by this many; what leaves the words is lost.
    #[inline]
    pub(super) fn up(self, by: usize) -> Bits<W> {
        let (words, bits) = (by / 64, by % 64);
        let mut moved = [0; W];
        for i in 0..W.saturating_sub(words) {
            moved[i + words] |= self.0[i] << bits;
            if bits > 0 && i + words + 1 < W {
                moved[i + words + 1] |= self.0[i] >> (64 - bits);
            }
        }
        Bits(moved)
    }

    /// Every position moved down by this many; what would be negative is lost.
    #[inline]
    pub(super) fn down(self, by: usize) -> Bits<W> {
        let (words, bits) = (by / 64, by % 64);
        let mut moved = [0; W];
        for i in words..W {
            moved[i - words] |= self.0[i] >> bits;
            if bits > 0 && i > words {
                moved[i - words - 1] |= self.0[i] << (64 - bits);
            }
        }
        Bits(moved)
    }

    /// The positions in increasing order.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                word &= word.wrapping_sub(1);
                (bit < 64).then_some(i * 64 + bit)
            })
        })
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Bits<W>;
    #[inline]
    fn bitand(mut self, other: Bits<W>) -> Bits<W> {
        for i in 0..W {
            self.0[i] &= other.0[i];
        }
        self
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Bits<W>;
    #[inline]
    fn bitor(mut self, other: Bits<W>) -> Bits<W> {
        for i in 0..W {
            self.0[i] |= other.0[i];
        }
        self
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Bits<W>;
    #[inline]
    fn not(mut self) -> Bits<W> {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fd::Random;

    /// Every operation on three words against a list of positions.
    #[test]
    fn sets_move_across_words() {
        let random = &mut Random::new(1);
        for _ in 0..300 {
            let mut positions: Vec<usize> = (0..random.below(9)).map(|_| random.below(192) as usize).collect();
            positions.sort_unstable();
            positions.dedup();
            let mut bits = Bits::<3>::NONE;
            positions.iter().for_each(|&i| bits.insert(i));
            let by = random.below(192) as usize;
            let up: Vec<usize> = positions.iter().map(|i| i + by).filter(|&i| i < 192).collect();
            let down: Vec<usize> = positions.iter().filter_map(|i| i.checked_sub(by)).collect();
            let below: Vec<usize> = positions.iter().copied().filter(|&i| i < by).collect();
            assert_eq!(bits.up(by).iter().collect::<Vec<_>>(), up);
            assert_eq!(bits.down(by).iter().collect::<Vec<_>>(), down);
            assert_eq!((bits & Bits::below(by)).iter().collect::<Vec<_>>(), below);
            assert_eq!((bits.first(), bits.last()), (positions.first().copied(), positions.last().copied()));
            assert_eq!(bits.count() as usize, positions.len());
        }
    }
}
