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
        fits: |deduced| deduced.is_by(&HALF) && deduced.finds_value() && deduced.known() > 0,
    },
    Technique {
        name: "what is missing",
        says: "If all but one of the things that balance are known, the last one follows.",
        fits: |deduced| deduced.is_by(&BALANCE) && deduced.finds_value() && deduced.known() > 0,
    },
    Technique {
        name: "take away from both sides",
        says: "What hangs on both sides can be taken away from both, and the bar still balances.",
        fits: |deduced| deduced.is_by(&TAKE_AWAY) && deduced.finds_value(),
    },
    Technique {
        name: "adding up",
        says: "A bar weighs what the things on it weigh together.",
        fits: |deduced| deduced.is_by(&ADD),
    },
    Technique {
        name: "replace a shape",
        says: "If a shape weighs as much as some others, put these in its place on another bar.",
        fits: |deduced| deduced.is_by(&REPLACE),
    },
    Technique {
        name: "one shape after another",
        says: "Replace shapes by others, bar by bar, until a single one is left.",
        fits: |deduced| deduced.is_by(&CHAIN),
    },
    Technique {
        name: "multiples",
        says: "If one side is a multiple of a number, so is the other.",
        fits: |deduced| balances(deduced) && !deduced.is_bounded(),
    },
    Technique {
        name: "too heavy or too light",
        says: "One side of a bar cannot weigh more than the other can, nor less.",
        fits: balances,
    },
];

fn balances(deduced: &Deduced<'_>) -> bool {
    [&BALANCE, &TAKE_AWAY, &HALF].into_iter().any(|rule| deduced.is_by(rule))
}
