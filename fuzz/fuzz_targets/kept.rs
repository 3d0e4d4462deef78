//! What the web app keeps in a browser, and its files: what can be read is written and reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saves::{Likes, Saved, export, import};

// The web app is a module for browsers, and no library to depend on.
#[path = "../../crates/web/src/saves.rs"]
#[allow(dead_code)]
mod saves;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(Saved { game, label }) = Saved::from_text(text) {
        let written = label.write(&game);
        let again = Saved::from_text(&written).expect("what was written reads");
        assert_eq!((again.label.write(&again.game), again.label), (written, label));
    }
    let likes = Likes::from_text(text);
    assert_eq!(Likes::from_text(&likes.to_text()), likes);
    if let Ok(entries) = import(text) {
        assert_eq!(import(&export(&entries)), Ok(entries));
    }
});
