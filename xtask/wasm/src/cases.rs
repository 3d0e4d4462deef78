//! The cases.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::fnv1a;

/// A case: its name, without spaces, and what computes its digest.
pub type Case = (&'static str, fn() -> u64);

/// Every case. The index is what node calls it by.
pub const CASES: &[Case] = &[("chacha-stream", chacha_stream), ("chacha-shuffle", chacha_shuffle)];

/// The random numbers themselves.
fn chacha_stream() -> u64 {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    fnv1a((0..1_000).map(|_| random.next_u64()))
}

/// A shuffle, with draws below a bound.
fn chacha_shuffle() -> u64 {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut numbers: Vec<u64> = (0..1_000).collect();
    for last in (1..1_000).rev() {
        numbers.swap(last as usize, below(&mut random, last + 1) as usize);
    }
    fnv1a(numbers)
}

/// A number in `0..bound`, each equally likely, drawn from 32 bits on every platform: Lemire, "Fast
/// Random Integer Generation in an Interval" (2019).
fn below(random: &mut ChaCha8Rng, bound: u32) -> u32 {
    let rejected = bound.wrapping_neg() % bound;
    loop {
        let product = u64::from(random.next_u32()) * u64::from(bound);
        if product as u32 >= rejected {
            return (product >> 32) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CASES;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_distinct_words() {
        let names: BTreeSet<&str> = CASES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), CASES.len());
        let is_word = |name: &&str| !name.is_empty() && !name.contains(char::is_whitespace);
        assert!(names.iter().all(is_word));
    }

    #[test]
    fn running_twice_changes_nothing() {
        for (name, run) in CASES {
            assert_eq!(run(), run(), "{name}");
        }
    }
}
