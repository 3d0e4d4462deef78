//! Digests of what must come out the same on every platform.
//!
//! `cargo xtask ci determinism` runs every case natively (the program `digests`) and in WebAssembly
//! (`run.mjs`, under node), and compares the digests. To add a case, write a function in `cases.rs`
//! that returns the digest of everything that a platform could change (nodes, solutions, statistics
//! other than time), and list it in [`CASES`].

mod cases;

pub use cases::{CASES, Case};

/// Runs the case with that index; called from node.
///
/// # Panics
///
/// If there is no such case.
#[expect(unsafe_code, reason = "an export needs its plain name, and no other symbol here is called `digest`")]
#[unsafe(no_mangle)]
pub extern "C" fn digest(case: u32) -> u64 {
    let (_, run) = CASES[case as usize];
    run()
}

/// The FNV-1a hash of a sequence of numbers: short, and the same everywhere, unlike the hashers of
/// `std`.
fn fnv1a(numbers: impl IntoIterator<Item = u64>) -> u64 {
    let bytes = numbers.into_iter().flat_map(u64::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
