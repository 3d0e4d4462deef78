//! How people solve mobiles.

use super::reason::{ADD, CHAIN, HALF, REPLACE, TAKE_AWAY};
use super::{BALANCE, TOTAL};
use crate::{Deduced, Technique};

pub(super) static TECHNIQUES: &[Technique] = &[
    Technique {
        name: "a total",
        says: "A number at a bar is what it weighs with all that hangs from it.",
        fits: |deduced| deduced.is_by(&TOTAL),
    },
    Technique {
        name: "half on each side",
        says: "Where all hangs equally far from the pivot, each side weighs half of the bar.",
        fits: |deduced| deduced.is_by(&HALF) && last_one(deduced),
    },
    Technique {
        name: "what balances",
        says: "If all but one of the shapes that balance are known, the last one follows.",
        fits: |deduced| deduced.is_by(&BALANCE) && last_one(deduced),
    },
    Technique {
        name: "adding up",
        says: "A bar weighs what the things on it weigh together.",
        fits: |deduced| deduced.is_by(&ADD) && last_one(deduced),
    },
    Technique {
        name: "take away from both sides",
        says: "What hangs on both sides can be taken away from both, and the bar still balances.",
        fits: |deduced| deduced.is_by(&TAKE_AWAY) && last_one(deduced),
    },
    Technique {
        name: "replace a shape",
        says: "If a shape weighs as much as some others, put these in its place on another bar.",
        fits: |deduced| deduced.is_by(&REPLACE) && last_one(deduced),
    },
    Technique {
        name: "one shape after another",
        says: "Replace shapes by others, bar by bar, until a single one is left.",
        fits: |deduced| deduced.is_by(&CHAIN) && last_one(deduced),
    },
    Technique {
        name: "multiples",
        says: "If one side is a multiple of a number, so is the other.",
        fits: |deduced| is_by_weight(deduced) && !deduced.is_bounded(),
    },
    Technique {
        name: "too heavy or too light",
        says: "One side of a bar cannot weigh more than the other can, nor less.",
        fits: is_by_weight,
    },
];

/// Whether all else is known of what it follows from.
fn last_one(deduced: &Deduced<'_>) -> bool {
    deduced.finds_all() && deduced.known() == deduced.facts.len()
}

fn is_by_weight(deduced: &Deduced<'_>) -> bool {
    [&BALANCE, &TAKE_AWAY, &HALF, &ADD, &REPLACE, &CHAIN].into_iter().any(|rule| deduced.is_by(rule))
}
