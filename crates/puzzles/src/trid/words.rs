//! The puzzle and its answer as the paper prints them.

use super::{Given, Trid};
use crate::{Board, triangle};
use std::fmt::Write as _;

/// The clues in words, a line each: `Vertex 4-2 + vertex 5-2 + vertex 5-3 = 25`.
///
/// As the paper has it, rows count from 0 and positions in them from 1.
pub(super) fn describe(puzzle: &Trid) -> String {
    let mut text = String::new();
    for sum in &puzzle.sums {
        let [a, b, c] = sum.triangle.vertices().map(name);
        let _ = writeln!(text, "Vertex {a} + vertex {b} + vertex {c} = {}", sum.sum);
    }
    for &Given { vertex, value } in &puzzle.givens {
        let _ = writeln!(text, "Vertex {} = {value}", name(vertex));
    }
    text
}

fn name(vertex: usize) -> String {
    let (row, pos) = triangle::row_and_pos(vertex);
    format!("{row}-{}", pos + 1)
}

/// The triangle with numbers of two digits, joined by strokes.
pub(super) fn print_answer(puzzle: &Trid, board: &Board) -> String {
    let width = puzzle.size.to_string().len().max(2);
    // Between two neighbours there are two digits' worth of strokes, so that a
    // vertex stands above the middle of the two below it.
    let half = width + width / 2;
    let mut text = String::new();
    for row in 0..puzzle.size {
        let indent = (puzzle.size - 1 - row) * half;
        let vertices = (0..=row).map(|pos| match board.get(triangle::place(row, pos)) {
            Some(value) => format!("{value:0width$}"),
            None => ".".repeat(width),
        });
        let strokes = "-".repeat(2 * half - width);
        let _ = writeln!(text, "{:indent$}{}", "", vertices.collect::<Vec<_>>().join(&strokes));
        if row + 1 < puzzle.size {
            let small = format!("/{:width$}\\", "");
            let apart = " ".repeat(2 * half - width - 2);
            let _ = writeln!(text, "{:before$}{}", "", vec![small; row + 1].join(&apart), before = indent - 1);
        }
    }
    text
}
