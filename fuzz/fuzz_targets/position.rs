//! Positions (boards with struck values) of every built-in puzzle: what can be
//! read is written and reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzles::json::Node;
use puzzles::{Document, View, builtin, builtin_names};
use serde_json::json;
use std::sync::LazyLock;
use studio::Position;

static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(|| builtin_names().filter_map(|name| builtin(&name)).collect());

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    let puzzle = &*DOCUMENTS[first as usize % DOCUMENTS.len()].puzzle;
    let Ok(value) = serde_json::from_slice(bytes) else { return };
    let Ok(position) = Position::from_json(Node::root(&value), puzzle) else { return };
    let written = json!({ "board": puzzle.write_board(&position.board), "struck": position.notes.to_json() });
    assert_eq!(Position::from_json(Node::root(&written), puzzle).as_ref(), Ok(&position));
    let _ = puzzle.draw(&View::of(&position.board).notes(&position.notes));
});
