//! All kinds of puzzle.

use crate::{Kind, aztec, gap, multibalance, trid, weight};

/// Every kind. A new puzzle is a folder and a line here.
pub static KINDS: &[&Kind] = &[
    &weight::KIND,
    &gap::KIND,
    &aztec::KIND,
    &trid::KIND,
    &multibalance::KIND,
    #[cfg(feature = "latin")]
    &crate::latin::KIND,
];

/// The kind with this name.
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.name == name)
}
