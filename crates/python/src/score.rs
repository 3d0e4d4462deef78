//! Scores of answers.

use crate::answer::Violation;
use crate::ask::ask;
use crate::data::to_python;
use crate::puzzle::Puzzle;
use equipoise::studio;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// How good an answer is.
#[pyclass(frozen, module = "equipoise")]
pub(crate) struct Score {
    puzzle: equipoise::Puzzle,
    score: studio::Score,
}

/// How good an answer is: a board, JSON, or the text of a reply in which a board stands.
///
/// >>> import equipoise
/// >>> puzzle = equipoise.open("aztec/seed-3a")
/// >>> equipoise.score(puzzle, "First I tried 2.\n\n2\n8 9\n1 7 2\n\nNo: it is\n\n1\n8 9\n1 7 2").solved
/// True
/// >>> equipoise.score(puzzle, "There is no solution.").mark
/// 'unreadable'
///
/// The last board in a reply counts; two different ones with not a word between them, or none, are unreadable.
#[pyfunction]
#[pyo3(signature = (puzzle, answer, *, time_limit = None))]
pub(crate) fn score(
    py: Python<'_>,
    puzzle: &Bound<'_, Puzzle>,
    answer: &Bound<'_, PyAny>,
    time_limit: Option<f64>,
) -> PyResult<Score> {
    let own = puzzle.get();
    let score = match answer.cast::<PyString>() {
        // A reply may have what no text has, such as half of a pair; that is no board.
        Ok(text) => {
            let text = text.to_string_lossy();
            ask(py, &own.0, time_limit, |puzzle| puzzle.score(&text))?
        }
        Err(_) => {
            let board = own.board_of(answer)?;
            ask(py, &own.0, time_limit, |puzzle| puzzle.score_board(&board))?
        }
    };
    Ok(Score { puzzle: own.0.clone(), score })
}

#[pymethods]
impl Score {
    /// `solved`, `incomplete`, `wrong` or `unreadable`.
    #[getter]
    fn mark(&self) -> &'static str {
        self.score.mark.name()
    }

    /// Whether it is full and breaks no rule.
    #[getter]
    fn solved(&self) -> bool {
        self.score.mark == studio::Mark::Solved
    }

    /// The board that was found in the answer.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let write = |board| to_python(py, &self.puzzle.document().puzzle.write_board(board));
        self.score.board.as_ref().map(write).transpose()
    }

    /// The rules that it breaks, and where.
    #[getter]
    fn violations(&self) -> Vec<Violation> {
        let puzzle = &*self.puzzle.document().puzzle;
        self.score.violations.iter().map(|violation| Violation::of(puzzle, violation)).collect()
    }

    /// How many places are as in the solution; None if that is not known.
    #[getter]
    fn right(&self) -> Option<usize> {
        self.score.right
    }

    /// How many places the puzzle leaves open.
    #[getter]
    fn places(&self) -> usize {
        self.score.places
    }

    /// How many of these are blank.
    #[getter]
    fn blank(&self) -> usize {
        self.score.blank
    }

    /// Why the answer cannot be read.
    #[getter]
    fn why(&self) -> Option<String> {
        self.score.why.as_ref().map(ToString::to_string)
    }

    /// All of it as data.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.score.to_json(&*self.puzzle.document().puzzle))
    }

    fn __str__(&self) -> String {
        self.score.told()
    }

    fn __repr__(&self) -> String {
        format!("<equipoise.Score {}>", self.score.told())
    }
}
