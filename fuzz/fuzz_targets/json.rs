//! JSON of every kind, one object and one per line: what can be read is written and
//! reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzles::{Document, Format};

fuzz_target!(|bytes: &[u8]| {
    let _ = puzzles::read(bytes, Some(Format::JsonLines), None);
    let _ = puzzles::read(bytes, None, None);
    let Ok(entries) = puzzles::read(bytes, Some(Format::Json), None) else { return };
    for document in entries.into_iter().filter_map(|entry| entry.document.ok()) {
        let written = document.to_json();
        let again = Document::from_json(&written, None).expect("what was written reads");
        assert_eq!(again.to_json(), written);
    }
});
