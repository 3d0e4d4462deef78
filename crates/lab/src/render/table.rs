//! The tables of a report, as data and for a terminal.

use crate::grid::Summary;
use crate::measure::Metric;
use crate::plan::View;
use crate::published;
use crate::report::Report;
use std::fmt::Write as _;

/// A table: names in the first column, numbers in the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The names of its columns.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

/// Tables with more columns are turned on their side.
const WIDE: usize = 8;
/// With more columns, what was published gets a table of its own.
const BESIDE: usize = 4;

/// The tables of a report.
pub fn tables(report: &Report) -> Vec<Table> {
    let of_view = |view: &View| match *view {
        View::Cells(metric) => cells(report, metric),
        View::Counters(metrics) => vec![counters(report, metrics)],
        View::Groups(metric) => vec![groups(report, metric)],
    };
    report.plan.views.iter().flat_map(of_view).collect()
}

/// A summary for people.
fn spoken(metric: Metric, summary: Option<Summary>) -> String {
    let Some(Summary { mean, cut, runs }) = summary else { return String::new() };
    match mean {
        _ if cut == runs => "time-out".to_owned(),
        None => "–".to_owned(),
        Some(mean) if cut == 0 => metric.spoken(mean),
        Some(mean) => format!("> {} ({cut} of {runs} out)", metric.spoken(mean)),
    }
}

/// A table by rows and columns, and what was published: beside it, or in a
/// table of its own.
fn cells(report: &Report, metric: Metric) -> Vec<Table> {
    let (grid, known) = (&report.plan.grid, &report.plan.published);
    let figure = |row: usize, column: usize| {
        published::spoken(known.get(&grid.rows[row].name, &grid.columns[column], metric), metric)
    };
    // A column of the table, with its name first.
    let line = |name: &str, rows: &[usize], cell: &dyn Fn(usize) -> String| -> Vec<String> {
        std::iter::once(name.to_owned()).chain(rows.iter().map(|&row| cell(row))).collect()
    };
    let all: Vec<usize> = (0..grid.rows.len()).collect();
    let is_published = |column: &usize| all.iter().any(|&row| !figure(row, *column).is_empty());
    let published: Vec<usize> = (0..grid.columns.len()).filter(is_published).collect();
    let beside = grid.columns.len() <= BESIDE;
    let mut columns = vec![line(&grid.row_word, &all, &|row| grid.rows[row].label())];
    for (column, name) in grid.columns.iter().enumerate() {
        columns.push(line(name, &all, &|row| spoken(metric, grid.summary(row, column, metric))));
        if beside && published.contains(&column) {
            columns.push(line(&format!("{name} (published)"), &all, &|row| figure(row, column)));
        }
    }
    let title = grid.shown(metric);
    let mut tables = vec![Table::of_columns(title.clone(), columns)];
    if !beside && !published.is_empty() {
        let is_known = |&row: &usize| published.iter().any(|&column| !figure(row, column).is_empty());
        let rows: Vec<usize> = all.into_iter().filter(is_known).collect();
        let mut columns = vec![line(&grid.row_word, &rows, &|row| grid.rows[row].name.clone())];
        columns.extend(published.iter().map(|&i| line(&grid.columns[i], &rows, &|row| figure(row, i))));
        tables.push(Table::of_columns(format!("{title}, as published"), columns));
    }
    tables
}

impl Table {
    /// The table of these columns, which have their names first; a wide one, or
    /// a single row, is turned on its side.
    fn of_columns(title: String, columns: Vec<Vec<String>>) -> Table {
        let rows = columns[0].len() - 1;
        let is_wide = columns.len() > WIDE && columns.len() > rows + 1;
        let is_row = rows == 1 && columns.len() > 3;
        let mut lines = columns;
        if !is_wide && !is_row {
            lines = (0..=rows).map(|row| lines.iter().map(|column| column[row].clone()).collect()).collect();
        }
        let head = lines.remove(0);
        Table { title, head, rows: lines }
    }
}

/// A row for each board and column, and what the paper counted below ours.
fn counters(report: &Report, metrics: &[Metric]) -> Table {
    let (grid, known) = (&report.plan.grid, &report.plan.published);
    let mut head = vec![grid.row_word.clone(), grid.column_word.clone()];
    head.extend(metrics.iter().map(|metric| metric.title().to_owned()));
    let mut rows = Vec::new();
    for (row, name) in grid.rows.iter().enumerate() {
        for (column, column_name) in grid.columns.iter().enumerate() {
            if grid.runs(row, column).is_empty() {
                continue;
            }
            let mut cells = vec![name.label(), column_name.clone()];
            cells.extend(metrics.iter().map(|&metric| spoken(metric, grid.summary(row, column, metric))));
            rows.push(cells);
            let figures = metrics.iter().map(|&metric| known.get(&name.name, column_name, metric));
            let figures: Vec<_> = figures.collect();
            if figures.iter().any(Option::is_some) {
                let cells = [name.label(), format!("{column_name} (published)")];
                let figures = metrics.iter().zip(figures).map(|(&metric, figure)| published::spoken(figure, metric));
                rows.push(cells.into_iter().chain(figures).collect());
            }
        }
    }
    Table { title: format!("Statistics by {} and {}", grid.row_word, grid.column_word), head, rows }
}

/// Rows whose names begin alike, and all columns, in one number.
fn groups(report: &Report, metric: Metric) -> Table {
    let (grid, known) = (&report.plan.grid, &report.plan.published);
    let group = |name: &str| name.split(',').next().unwrap_or(name).to_owned();
    let mut names: Vec<String> = Vec::new();
    for row in &grid.rows {
        let name = group(&row.name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let is_known = known.has(metric);
    let mut head = vec![grid.row_word.clone()];
    head.extend(grid.columns.iter().cloned());
    head.push("mean".to_owned());
    if is_known {
        head.push("published".to_owned());
    }
    let rows = names.iter().map(|name| {
        let own: Vec<usize> = (0..grid.rows.len()).filter(|&row| group(&grid.rows[row].name) == *name).collect();
        let columns = || (0..grid.columns.len()).map(|column| grid.summary_of_rows(&own, column, metric));
        let mut cells = vec![name.clone()];
        cells.extend(columns().map(|summary| spoken(metric, summary)));
        let means: Vec<f64> = columns().flatten().filter_map(|summary| summary.mean).collect();
        let mean = metric.spoken(means.iter().sum::<f64>() / means.len().max(1) as f64);
        let cut = columns().flatten().any(|summary| summary.cut > 0);
        cells.push(match means.len() {
            0 => String::new(),
            _ if cut => format!("> {mean}"),
            _ => mean,
        });
        if is_known {
            cells.push(published::spoken(known.get(name, "all", metric), metric));
        }
        cells
    });
    let rows = rows.collect();
    Table { title: format!("{}, mean over the other options", metric.title()), head, rows }
}

/// The tables of a report, one below the other.
pub fn text(report: &Report) -> String {
    let mut text = format!("{}: {}\n", report.name, report.title);
    for table in tables(report) {
        text.push('\n');
        text.push_str(&table_text(&table));
    }
    if !report.complete {
        text.push_str("\nInterrupted: what is missing was not run.\n");
    }
    text
}

/// A table with aligned columns: names to the left, numbers to the right.
fn table_text(table: &Table) -> String {
    let rows = || std::iter::once(&table.head).chain(&table.rows);
    let width = |column: usize| rows().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.head.len()).map(width).collect();
    // A second column of names is to the left, too.
    let named = |column: usize| column == 0 || table.rows.iter().any(|row| row.get(column).is_some_and(|c| is_name(c)));
    let named: Vec<bool> = (0..table.head.len()).map(named).collect();
    let mut text = format!("{}\n", table.title);
    for (i, row) in rows().enumerate() {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            let _ =
                if named[column] { write!(line, "{gap}{cell:<width$}") } else { write!(line, "{gap}{cell:>width$}") };
        }
        text.push_str(line.trim_end());
        text.push('\n');
        if i == 0 {
            let length = widths.iter().sum::<usize>() + 2 * (widths.len().saturating_sub(1));
            text.push_str(&"-".repeat(length));
            text.push('\n');
        }
    }
    text
}

/// Whether it is words rather than a number.
fn is_name(cell: &str) -> bool {
    cell != "time-out" && cell.starts_with(|c: char| c.is_alphabetic())
}
