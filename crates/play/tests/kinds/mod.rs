//! Tests that a kind gets by being listed.

use puzzles::{KINDS, Kind};

/// Checks every kind of the registry, side by side.
pub(crate) fn for_each_kind(check: fn(&'static Kind)) {
    std::thread::scope(|scope| {
        for &kind in KINDS {
            let thread = std::thread::Builder::new().name(kind.name.to_owned());
            thread.spawn_scoped(scope, move || check(kind)).expect("a thread");
        }
    });
}
