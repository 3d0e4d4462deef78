//! Puzzles as models for other solvers.

use fd::ModelError;
use puzzles::{Form, Puzzle};

/// A puzzle as a model for MiniZinc, with the board's places as output: the model of its paper, which uses only
/// constraints that other solvers know, or else our own.
///
/// # Errors
/// When the puzzle is too large, or its model cannot be said in MiniZinc.
pub fn minizinc(puzzle: &dyn Puzzle) -> Result<String, ModelError> {
    let posed = Form::Paper.pose(puzzle)?;
    let places: Vec<String> = posed.places.iter().map(|x| format!("x{}", x.index())).collect();
    let title = format!("% {}, {}\n", puzzle.kind().title, puzzle.size_in_words());
    let output = format!("output [show([{}]), \"\\n\"];\n", places.join(", "));
    Ok(title + &posed.model.to_minizinc()? + &output)
}
