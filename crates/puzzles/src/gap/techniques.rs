//! How people solve Gap.

use super::reason::{APART, NEIGHBOURS};
use super::{GAP, TWO};
use crate::{Deduced, Technique};

const FILLED: i32 = 1;

pub(super) static TECHNIQUES: &[Technique] = &[
    Technique {
        name: "two in a line",
        says: "A line has two filled cells: the rest is empty, and if only two cells are left, they are filled.",
        fits: |deduced| deduced.is_by(&TWO),
    },
    Technique {
        name: "span of a gap",
        says: "A gap is so wide that neither end can be in the middle of its line.",
        fits: |deduced| deduced.is_by(&GAP) && deduced.facts.is_empty(),
    },
    Technique {
        name: "the other end",
        says: "From one end of a gap, count to where the other end can be.",
        fits: |deduced| deduced.is_by(&GAP) && deduced.facts.iter().any(|fact| fact.value() == Some(FILLED)),
    },
    Technique {
        name: "only place for a gap",
        says: "A gap fits into its line in one way only, or in a few that have a cell in common.",
        fits: |deduced| deduced.is_by(&GAP) && fills(deduced),
    },
    Technique {
        name: "no other end",
        says: "If a cell is empty, the cells that would need it as the other end of their gap are empty as well.",
        fits: |deduced| deduced.is_by(&GAP),
    },
    Technique {
        name: "apart",
        says: "The two filled cells of a line do not touch, even if it has no clue.",
        fits: |deduced| deduced.is_by(&APART),
    },
    Technique {
        name: "two lines together",
        says: "Two neighbouring lines hold four cells that do not touch: look at both at once.",
        fits: |deduced| deduced.is_by(&NEIGHBOURS),
    },
    Technique {
        name: "no room beside it",
        says: "A cell is empty if filling it would leave a line beside it without room for its own two.",
        fits: |deduced| {
            let refuted = |rule| deduced.is_refuted_by(rule);
            refuted(&TWO) || refuted(&GAP) || refuted(&APART) || refuted(&NEIGHBOURS)
        },
    },
];

fn fills(deduced: &Deduced<'_>) -> bool {
    deduced.effects.iter().any(|left| left.value() == Some(FILLED))
}
