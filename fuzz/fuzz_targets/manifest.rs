//! Manifests of certificates, for built-in puzzles: what can be read is written
//! and reads back the same, and only a true one passes the check.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzles::{Document, builtin, builtin_names};
use std::sync::LazyLock;
use studio::{Manifest, Options};

/// Each small built-in puzzle, with the formula and the proof of its certificate.
static CERTIFIED: LazyLock<Vec<(Document, String, String)>> = LazyLock::new(|| {
    let small = builtin_names().filter_map(|name| builtin(&name)).filter(|document| document.puzzle.places() <= 25);
    let certified = |document: Document| {
        let certificate = studio::certify(&*document.puzzle, &Options::default()).ok()?;
        Some((document, certificate.claim.formula, certificate.proof))
    };
    small.filter_map(certified).collect()
});

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    let Ok(manifest) = std::str::from_utf8(bytes).map_err(|_| ()).and_then(|text| Manifest::read(text).map_err(|_| ()))
    else {
        return;
    };
    assert_eq!(Manifest::read(&manifest.to_text()).as_ref(), Ok(&manifest));
    let (document, formula, proof) = &CERTIFIED[first as usize % CERTIFIED.len()];
    if let Ok(claim) = manifest.check(&*document.puzzle, formula.as_bytes(), proof.as_bytes()) {
        assert_eq!(claim.formula, *formula);
    }
});
