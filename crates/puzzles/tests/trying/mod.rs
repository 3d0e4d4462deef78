//! Solutions by brute force.

use puzzles::{Board, Document};
use serde_json::Value;
use std::collections::BTreeSet;

/// The values that a place of such a puzzle may take, whatever the rules say.
pub(crate) fn values(document: &Document) -> Vec<i32> {
    let puzzle = &*document.puzzle;
    match puzzle.kind().name() {
        "weight" | "trid" => (1..=puzzle.size() as i32).collect(),
        "gap" => vec![0, 1],
        "aztec" => (1..=9).collect(),
        "multibalance" => {
            let grid = puzzle.write_json()["grid"].as_array().cloned().unwrap_or_default();
            let rows: Vec<&str> = grid.iter().filter_map(Value::as_str).collect();
            let cells = rows.iter().flat_map(|row| row.chars()).enumerate();
            cells.filter(|(_, c)| *c != '^').map(|(i, _)| i as i32).collect()
        }
        other => panic!("no values of {other}"),
    }
}

/// All solutions by trying values place by place, with nothing but the checker.
pub(crate) fn by_trying(document: &Document) -> BTreeSet<Board> {
    fn extend(document: &Document, values: &[i32], place: usize, board: &mut Board, found: &mut BTreeSet<Board>) {
        if !document.puzzle.violations(board).is_empty() {
            return;
        }
        if place == board.len() {
            found.insert(board.clone());
            return;
        }
        for &value in values {
            board.set(place, Some(value));
            extend(document, values, place + 1, board, found);
        }
        board.set(place, None);
    }
    let mut found = BTreeSet::new();
    let mut board = Board::blank(document.puzzle.places());
    extend(document, &values(document), 0, &mut board, &mut found);
    found
}
