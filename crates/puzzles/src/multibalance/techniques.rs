//! How people solve Multi-Balance.

use super::reason::{ALL, END};
use super::{ALONE, BALANCE, ONE_FULCRUM, ONE_WAY};
use crate::{Deduced, Technique};

/// The content of an empty cell, and how many numbers an empty line holds.
const EMPTY: i32 = 0;

pub(super) static TECHNIQUES: &[Technique] = &[
    Technique {
        name: "one fulcrum",
        says: "A row or column without a fulcrum, or with several, is empty.",
        fits: |deduced| deduced.is_by(&ONE_FULCRUM),
    },
    Technique {
        name: "fulcrum at the end",
        says: "Nothing can balance what hangs on one side of a fulcrum only.",
        fits: |deduced| deduced.is_by(&END),
    },
    Technique {
        name: "one way",
        says: "A fulcrum carries its row or its column: if one of them is used, the other is empty.",
        fits: |deduced| deduced.is_by(&ONE_WAY),
    },
    Technique {
        name: "never alone",
        says: "A number is never alone in its row or column.",
        fits: |deduced| deduced.is_by(&ALONE),
    },
    Technique {
        name: "all the numbers",
        says: "The rows together hold every number, and so do the columns.",
        fits: |deduced| deduced.is_by(&ALL),
    },
    Technique {
        name: "counterweight",
        says: "What is known of one side of a line says which numbers must balance it on the other side.",
        fits: |deduced| deduced.is_by(&BALANCE) && finds_number(deduced),
    },
    Technique {
        name: "nothing to balance it",
        says: "A cell or a line is empty if nothing could balance a number there.",
        fits: |deduced| deduced.is_by(&BALANCE) && deduced.effects.iter().any(|left| left.value() == Some(EMPTY)),
    },
    Technique {
        name: "too far out",
        says: "A number turns its line too much where nothing on the other side can balance it.",
        fits: |deduced| deduced.is_by(&BALANCE),
    },
];

/// Whether a number is found in the line.
fn finds_number(deduced: &Deduced<'_>) -> bool {
    let is_content = |x| deduced.subject(x).id.ends_with(".content");
    deduced.effects.iter().any(|left| is_content(left.var) && left.value().is_some_and(|value| value != EMPTY))
}
