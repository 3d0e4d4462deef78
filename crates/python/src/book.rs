//! Printing.

use crate::fault::wrong_argument;
use crate::puzzle::Puzzle;
use equipoise::puzzles::Document;
use equipoise::studio;
use print::{Book, Contents, Entry, Paper};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A book as PDF.
#[pyfunction]
#[pyo3(signature = (puzzles, *, title = None, paper = "a4", per_page = None, large = false, solutions = true, hints = false))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of a function of Python")]
pub(crate) fn print_book<'py>(
    py: Python<'py>,
    puzzles: Vec<Bound<'py, Puzzle>>,
    title: Option<String>,
    paper: &str,
    per_page: Option<usize>,
    large: bool,
    solutions: bool,
    hints: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let paper = [Paper::A4, Paper::Letter]
        .into_iter()
        .find(|known| known.name().eq_ignore_ascii_case(paper))
        .ok_or_else(|| wrong_argument(py, "paper", &format!("there is no paper {paper:?}"), "a4 or letter"))?;
    let mut entries = Vec::new();
    for (puzzle, number) in puzzles.iter().zip(1..) {
        py.check_signals()?;
        entries.push(entry(puzzle.get(), number, py, solutions, hints)?);
    }
    let command = "equipoise.print_book".to_owned();
    let book = Book { title, paper, large, per_page, labels: hints, entries, command };
    let contents = if solutions { Contents::Everything } else { Contents::Puzzles };
    let written = py.detach(|| {
        let pages = book.lay_out(contents).map_err(|misfits| match misfits.first() {
            Some(misfit) => format!("puzzle {}: {misfit}", misfit.index + 1),
            None => "it cannot be laid out".to_owned(),
        })?;
        pages.pdf().map_err(|error| error.to_string())
    });
    let bytes = written.map_err(|what| crate::fault::plain(py, "ImpossibleError", &what))?;
    Ok(PyBytes::new(py, &bytes))
}

/// What is printed about a puzzle.
fn entry(puzzle: &Puzzle, number: usize, py: Python<'_>, solutions: bool, hints: bool) -> PyResult<Entry> {
    let own = &puzzle.0;
    let again = || Document::from_json(&own.document().to_json(), None);
    let document = again().map_err(|error| crate::fault::unread(py, &error))?;
    let mut entry = Entry::new(format!("{} {number}", own.kind().name), document);
    let explained = crate::ask::ask(py, own, None, |puzzle| Ok(puzzle.grade().ok()))?;
    entry.difficulty = explained.map(|grade| grade.difficulty.name());
    if solutions && entry.solution.is_none() {
        entry.solution = Some(crate::ask::ask(py, own, None, equipoise::Puzzle::solve)?.board().clone());
    }
    if hints {
        let hint = crate::ask::ask(py, own, None, |puzzle| puzzle.hint(&puzzle.givens()))?;
        entry.hint = hint.told(studio::HintLevel::Deduction).pop();
    }
    Ok(entry)
}
