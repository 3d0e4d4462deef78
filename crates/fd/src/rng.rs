//! Random numbers that are the same on every platform.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// A seeded source of random numbers.
///
/// ChaCha with our own drawing of ranges and shuffles: no draw depends on the
/// width of `usize`, so a seed means the same everywhere.
#[derive(Debug, Clone)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// The source that `seed` names.
    pub fn new(seed: u64) -> Random {
        Random(ChaCha8Rng::seed_from_u64(seed))
    }

    /// One of the many sources that `seed` names, by its number.
    pub fn numbered(seed: u64, number: u64) -> Random {
        let mut source = ChaCha8Rng::seed_from_u64(seed);
        source.set_stream(number);
        Random(source)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from `0..n`, all equally likely; 0 when `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        // Lemire's multiplication method: draws in the short first part of a
        // cycle are rejected, since they would favour some numbers.
        let reject_below = n.wrapping_neg().checked_rem(n).unwrap_or(0);
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(n);
            if product as u32 >= reject_below {
                return (product >> 32) as u32;
            }
        }
    }

    /// True with chance `numerator / denominator`.
    pub fn chance(&mut self, numerator: u32, denominator: u32) -> bool {
        self.below(denominator) < numerator
    }

    /// Puts the items into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }

    /// One of the items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_is_fair_and_in_range() {
        let mut random = Random::new(7);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[random.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
        assert_eq!(random.below(0), 0);
        assert_eq!(random.below(1), 0);
    }

    #[test]
    fn a_seed_names_one_stream() {
        let mut random = Random::new(2026);
        let drawn: Vec<u32> = (0..5).map(|_| random.below(1000)).collect();
        let mut again = Random::new(2026);
        assert_eq!(drawn, (0..5).map(|_| again.below(1000)).collect::<Vec<_>>());
    }
}
