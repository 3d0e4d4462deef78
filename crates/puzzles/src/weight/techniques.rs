//! How people solve Weight.

use super::reason::{ALL, BAR, LIGHTEST, PROPORTION, SOMEWHERE, TOTAL};
use super::{BALANCE, VALUES};
use crate::Technique;

pub(super) static TECHNIQUES: &[Technique] = &[
    Technique {
        name: "all the weights",
        says: "The bar at the top carries every weight, so its total is 1 + 2 + ... + N.",
        fits: |deduced| deduced.is_by(&ALL),
    },
    Technique {
        name: "proportion",
        says: "Two things on a bar stand in a fixed proportion: from one of them, or from the total, all follow.",
        fits: |deduced| deduced.is_by(&PROPORTION) && deduced.finds_value() && deduced.known() > 0,
    },
    Technique {
        name: "adding up",
        says: "The total of a bar is the sum of what hangs on it.",
        fits: |deduced| deduced.is_by(&TOTAL),
    },
    Technique {
        name: "only one left",
        says: "Every number is one of the weights: if only one weight can have it, it does.",
        fits: |deduced| deduced.is_by(&SOMEWHERE),
    },
    Technique {
        name: "multiples",
        says: "What hangs at a distance turns the bar by a multiple of it, so the other side is such a multiple as well.",
        fits: |deduced| (deduced.is_by(&PROPORTION) || deduced.is_by(&BALANCE)) && !deduced.is_bounded(),
    },
    Technique {
        name: "too heavy or too light",
        says: "One side of a bar cannot weigh more than the other can balance, nor less than its lightest weights.",
        fits: |deduced| deduced.is_by(&PROPORTION) || deduced.is_by(&BALANCE) || deduced.is_by(&LIGHTEST),
    },
    Technique {
        name: "shared values",
        says: "If a few weights can only have as many values between them, no other weight has these values.",
        fits: |deduced| deduced.is_by(&VALUES),
    },
    Technique {
        name: "only one way",
        says: "A bar can balance and add up in one way only.",
        fits: |deduced| deduced.is_by(&BAR) && deduced.finds_all(),
    },
    Technique {
        name: "cases of a bar",
        says: "A bar can balance in a few ways only: write them down, and keep what occurs in one of them.",
        fits: |deduced| deduced.is_by(&BAR),
    },
];
