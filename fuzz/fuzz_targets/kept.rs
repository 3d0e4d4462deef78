//! What the web app keeps in a browser, and its files: what can be read is written and reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use play::Preferences;
use play::saves::{Saved, export, import};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(Saved { game, about }) = Saved::from_text(text) {
        let written = about.write(&game);
        let again = Saved::from_text(&written).expect("what was written reads");
        assert_eq!((again.about.write(&again.game), again.about), (written, about));
    }
    let chosen = Preferences::from_text(text, Preferences::default());
    assert_eq!(Preferences::from_text(&chosen.to_text(), Preferences::default()), chosen);
    if let Ok(entries) = import(text, |_| true) {
        assert_eq!(import(&export(&entries), |_| true), Ok(entries));
    }
});
