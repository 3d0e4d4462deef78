//! The kinds of puzzle there are.

use crate::Kind;
use crate::aztec::AztecKind;
use crate::gap::GapKind;
use crate::multibalance::MultiBalanceKind;
use crate::trid::TridKind;
use crate::weight::WeightKind;

/// Every kind. A new puzzle is a folder and a line here.
pub const KINDS: &[&dyn Kind] = &[&WeightKind, &GapKind, &AztecKind, &TridKind, &MultiBalanceKind];

/// The kind with this name.
pub fn kind(name: &str) -> Option<&'static dyn Kind> {
    KINDS.iter().copied().find(|kind| kind.name() == name)
}
