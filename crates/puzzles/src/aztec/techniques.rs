//! How people solve Aztec Math.

use super::reason::{FULL, UNEQUAL};
use super::{MADE, ROW};
use crate::{Deduced, Technique};

pub(super) static TECHNIQUES: &[Technique] = &[
    Technique {
        name: "made from two",
        says: "Two known numbers make only a few: their sum, difference, product or quotient.",
        fits: |deduced| is_made(deduced) && deduced.known() == 2 && !knows_top(deduced),
    },
    Technique {
        name: "the number beside it",
        says: "A known number and one of the two below it leave few values for the other.",
        fits: |deduced| is_made(deduced) && deduced.known() == 2,
    },
    Technique {
        name: "numbers of a row",
        says: "The numbers of a row differ: if a few cells share as many values, the others have none of them.",
        fits: |deduced| deduced.is_by(&ROW) || deduced.is_by(&FULL),
    },
    Technique {
        name: "one number known",
        says: "With one of three numbers known, try what the others can be together.",
        fits: |deduced| deduced.is_by(&MADE) && deduced.known() == 1,
    },
    Technique {
        name: "two that differ",
        says: "The two numbers below another differ, so it is none that only equal numbers make.",
        fits: |deduced| deduced.is_by(&UNEQUAL),
    },
    Technique {
        name: "what the three can be",
        says: "Of three numbers none is known, but each value needs two of the others to go with it.",
        fits: is_made,
    },
];

fn is_made(deduced: &Deduced<'_>) -> bool {
    deduced.is_by(&MADE) || deduced.is_by(&UNEQUAL)
}

/// Whether the number that is made from the two others is known.
fn knows_top(deduced: &Deduced<'_>) -> bool {
    let top = deduced.rules.first().and_then(|rule| rule.places.first());
    deduced.facts.iter().any(|fact| fact.value().is_some() && deduced.place(fact.var).as_ref() == top)
}
