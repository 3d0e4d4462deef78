//! How people solve Trid.

use super::reason::{FULL, NEIGHBOURS};
use super::{LINE, SUM};
use crate::Technique;

pub(super) static TECHNIQUES: &[Technique] = &[
    Technique {
        name: "large and small sums",
        says: "A large sum needs large numbers at its corners, a small one small numbers.",
        fits: |deduced| deduced.is_by(&SUM) && deduced.facts.is_empty(),
    },
    Technique {
        name: "the third corner",
        says: "Two corners and the sum give the third corner.",
        fits: |deduced| deduced.is_by(&SUM) && deduced.known() >= 2,
    },
    Technique {
        name: "only place on a line",
        says: "A line as long as the side holds every number: if only one cell can have it, it does.",
        fits: |deduced| deduced.is_by(&FULL),
    },
    Technique {
        name: "one corner known",
        says: "With one corner known, the two others add up to the rest, in a few ways.",
        fits: |deduced| deduced.is_by(&SUM) && deduced.known() == 1,
    },
    Technique {
        name: "ways to add up",
        says: "Go through the ways in which what is left of the corners adds up, in one triangle or in two neighbours.",
        fits: |deduced| deduced.is_by(&SUM) || deduced.is_by(&NEIGHBOURS),
    },
    Technique {
        name: "numbers on a line",
        says: "The numbers on a line differ: if a few cells share as many values, the others have none of them.",
        fits: |deduced| deduced.is_by(&LINE),
    },
];
