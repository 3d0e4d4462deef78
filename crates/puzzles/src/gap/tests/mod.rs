//! Tests of Gap.

mod drawing;
mod formats;
mod model;
mod rules;

use super::{Gap, KIND};
use crate::{Board, Puzzle};
use fd::Random;

/// A random puzzle: its clues need not fit each other.
fn random(random: &mut Random, size: usize) -> Gap {
    let density = random.below(5);
    let most = size.saturating_sub(1) as u32;
    let mut clues = || -> Vec<Option<usize>> {
        (0..size).map(|_| (most > 0 && random.chance(density, 4)).then(|| random.below(most) as usize)).collect()
    };
    Gap { columns: clues(), rows: clues() }
}

fn empty(size: usize) -> Gap {
    Gap { columns: vec![None; size], rows: vec![None; size] }
}

/// A board written as its rows.
fn board(rows: &[&str]) -> Board {
    rows.iter()
        .flat_map(|row| row.chars())
        .map(|sign| match sign {
            '1' => Some(1),
            '0' => Some(0),
            _ => None,
        })
        .collect()
}
