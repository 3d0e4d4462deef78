//! Boards of every built-in puzzle, full and half-filled, in JSON and as text:
//! reading, checking, drawing, writing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzles::json::Node;
use puzzles::{Document, View, builtin, builtin_names};
use scene::{SvgRenderer, TextRenderer};
use std::sync::LazyLock;

static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(|| builtin_names().filter_map(|name| builtin(&name)).collect());

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    let puzzle = &DOCUMENTS[first as usize % DOCUMENTS.len()].puzzle;
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(board) = puzzles::board_from_text(&**puzzle, text)
    {
        let written = puzzle.write_board_text(&board);
        assert_eq!(puzzles::board_from_text(&**puzzle, &written).as_ref(), Ok(&board));
    }
    let Ok(value) = serde_json::from_slice(bytes) else { return };
    let Ok(board) = puzzle.read_board(Node::root(&value)) else { return };
    let written = puzzle.write_board(&board);
    assert_eq!(puzzle.read_board(Node::root(&written)).as_ref(), Ok(&board));
    let _ = puzzle.violations(&board);
    let scene = puzzle.draw(&View::of(&board));
    let _ = TextRenderer::new().render(&scene);
    let _ = SvgRenderer::new().render(&scene);
});
