//! Two ways to count, which must agree.

use super::{empty, states};
use crate::gap::Gap;
use fd::Limits;

fn both(size: usize) -> [Option<u128>; 2] {
    let gap = Gap { rows: vec![None; size], columns: vec![None; size] };
    let by_states = states::count(&gap, usize::MAX, Limits::none()).unwrap();
    [Some(empty::count(size, Limits::none()).unwrap()), by_states]
}

#[test]
fn boards_of_small_sides() {
    let known = [0, 0, 0, 0, 0, 0, 0, 2, 664, 146_510, 31_197_434, 6_798_881_226];
    for (size, known) in (1..).zip(known) {
        assert_eq!(both(size), [Some(known); 2], "side {size}");
    }
}

#[cfg(feature = "long")]
#[test]
fn boards_of_sides_up_to_16() {
    for size in 13..=16 {
        let [by_vectors, by_states] = both(size);
        assert_eq!(by_vectors, by_states, "side {size}");
        println!("{size}: {by_vectors:?}");
    }
}
