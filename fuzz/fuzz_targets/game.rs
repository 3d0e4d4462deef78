//! Saved games: what can be read is written and reads back the same, and every
//! move can be taken back and made again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use play::Game;

fuzz_target!(|bytes: &[u8]| {
    let Ok(value) = serde_json::from_slice(bytes) else { return };
    let Ok(mut game) = Game::from_json(&value) else { return };
    let written = game.to_json();
    assert_eq!(Game::from_json(&written).expect("what was written reads").to_json(), written);
    let (now, start) = (game.written().clone(), game.start().clone());
    let mut undone = 0;
    while game.undo() {
        undone += 1;
    }
    assert_eq!(*game.written(), start);
    for _ in 0..undone {
        assert!(game.redo());
    }
    assert_eq!(*game.written(), now);
    let _ = (game.mistakes(), game.is_solved());
});
