//! The kinds of puzzle there are.

use crate::Kind;
use crate::multibalance::MultiBalanceKind;

/// Every kind. A new puzzle is a folder and a line here.
pub const KINDS: &[&dyn Kind] = &[&MultiBalanceKind];

/// The kind with this name.
pub fn kind(name: &str) -> Option<&'static dyn Kind> {
    KINDS.iter().copied().find(|kind| kind.name() == name)
}
