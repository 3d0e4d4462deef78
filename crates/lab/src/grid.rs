//! Results: rows by columns, each cell with its runs.

use crate::measure::{Measurement, Metric};

/// A row: a size, a board, or a labelling.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// The number that it stands for, where it is one: plots need it.
    pub x: Option<f64>,
    /// Whether it goes beyond what the paper did.
    pub ours: bool,
}

impl Row {
    /// A row for a size.
    pub fn size(size: usize) -> Row {
        Row { name: size.to_string(), x: Some(size as f64), ours: false }
    }

    /// A row with a name.
    pub fn named(name: impl Into<String>) -> Row {
        Row { name: name.into(), x: None, ours: false }
    }

    /// The same, beyond what the paper did unless `theirs`.
    #[must_use]
    pub fn ours_unless(self, theirs: bool) -> Row {
        Row { ours: !theirs, ..self }
    }

    /// The name, marked where the paper has no such row.
    pub fn label(&self) -> String {
        if self.ours { format!("{} (ours)", self.name) } else { self.name.clone() }
    }
}

/// Rows by columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// What the rows are, such as `size`.
    pub row_word: String,
    /// The rows.
    pub rows: Vec<Row>,
    /// What the columns are, such as `labelling`.
    pub column_word: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The runs of each cell, row by row.
    cells: Vec<Vec<Measurement>>,
}

/// The runs of a cell, summed up in a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// The mean of the runs that have a value; a run that was cut off counts
    /// with what it had used up.
    pub mean: Option<f64>,
    /// How many runs had no answer.
    pub cut: usize,
    /// How many runs there were.
    pub runs: usize,
}

impl Grid {
    /// A grid without any runs yet.
    pub fn new<C: Into<String>>(
        row_word: &str,
        rows: Vec<Row>,
        column_word: &str,
        columns: impl IntoIterator<Item = C>,
    ) -> Grid {
        let columns: Vec<String> = columns.into_iter().map(Into::into).collect();
        let cells = vec![Vec::new(); rows.len() * columns.len()];
        Grid { row_word: row_word.to_owned(), rows, column_word: column_word.to_owned(), columns, cells }
    }

    /// What a table or a plot of a metric shows, in words.
    pub(crate) fn shown(&self, metric: Metric) -> String {
        format!("{} by {} and {}", metric.title(), self.row_word, self.column_word)
    }

    /// The runs of a cell.
    pub fn runs(&self, row: usize, column: usize) -> &[Measurement] {
        self.cells.get(row * self.columns.len() + column).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn add(&mut self, row: usize, column: usize, run: Measurement) {
        if let Some(cell) = self.cells.get_mut(row * self.columns.len() + column) {
            cell.push(run);
        }
    }

    /// A cell summed up in a number, if it has been run.
    pub fn summary(&self, row: usize, column: usize, metric: Metric) -> Option<Summary> {
        summary(self.runs(row, column), metric)
    }

    /// Several rows of a column summed up in a number.
    pub fn summary_of_rows(&self, rows: &[usize], column: usize, metric: Metric) -> Option<Summary> {
        let runs: Vec<Measurement> = rows.iter().flat_map(|&row| self.runs(row, column)).copied().collect();
        summary(&runs, metric)
    }
}

fn summary(runs: &[Measurement], metric: Metric) -> Option<Summary> {
    if runs.is_empty() {
        return None;
    }
    let known: Vec<f64> = runs.iter().filter_map(|run| run.get(metric)).collect();
    let mean = (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64);
    let cut = if metric.grows() { runs.iter().filter(|run| !run.outcome.is_answer()).count() } else { 0 };
    Some(Summary { mean, cut, runs: runs.len() })
}
