//! The text format of every kind; the first byte chooses which. What can be read is
//! written and reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzles::{Format, KINDS};

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    // One choice more than there are kinds: detect the kind from the text.
    let kind = KINDS.get(first as usize % (KINDS.len() + 1)).copied();
    let Ok(entries) = puzzles::read(bytes, Some(Format::Text), kind) else { return };
    for document in entries.into_iter().filter_map(|entry| entry.document.ok()) {
        let kind = document.puzzle.kind();
        let written = document.to_text();
        let mut again = puzzles::read(written.as_bytes(), Some(Format::Text), Some(kind)).expect("what was written reads");
        let again = again.remove(0).document.expect("what was written reads");
        assert_eq!(again.puzzle.write_json(), document.puzzle.write_json());
    }
});
