//! Solutions by brute force.

use puzzles::{Board, Document, Kind};
use std::collections::BTreeSet;

/// Whether a kind is made from a rule file.
pub(crate) fn is_of_a_file(kind: &Kind) -> bool {
    kind.page.is_some()
}

/// The values that each place may take before anything is known.
pub(crate) fn values(document: &Document) -> Vec<Vec<i32>> {
    let reasoning = document.puzzle.reason().expect("a small puzzle");
    reasoning.places().iter().map(|&x| reasoning.model().domain(x).iter().collect()).collect()
}

/// All solutions by trying values place by place, with nothing but the checker.
pub(crate) fn by_trying(document: &Document) -> BTreeSet<Board> {
    fn extend(document: &Document, values: &[Vec<i32>], place: usize, board: &mut Board, found: &mut BTreeSet<Board>) {
        if !document.puzzle.violations(board).is_empty() {
            return;
        }
        if place == board.len() {
            found.insert(board.clone());
            return;
        }
        for &value in &values[place] {
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
