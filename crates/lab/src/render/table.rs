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
    report.plan.views.iter().flat_map(|view| of(report, *view)).collect()
}

/// The tables of one view.
fn of(report: &Report, view: View) -> Vec<Table> {
    match view {
        View::Cells(metric) => cells(report, metric),
        View::Counters(metrics) => vec![counters(report, metrics)],
        View::Groups(metric) => vec![groups(report, metric)],
    }
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

fn cells(report: &Report, metric: Metric) -> Vec<Table> {
    let (grid, known) = (&report.plan.grid, &report.plan.published);
    let is_known = known.has(metric);
    let beside = is_known && grid.columns.len() <= BESIDE;
    let figure = |row: usize, column: usize| {
        published::spoken(known.get(&grid.rows[row].name, &grid.columns[column], metric), metric)
    };
    let is_published = |column: usize| (0..grid.rows.len()).any(|row| !figure(row, column).is_empty());
    let mut head = vec![grid.row_word.clone()];
    for (column, name) in grid.columns.iter().enumerate() {
        head.push(name.clone());
        if beside && is_published(column) {
            head.push(format!("{name} (published)"));
        }
    }
    let mut rows = Vec::new();
    for (row, name) in grid.rows.iter().enumerate() {
        let mut cells = vec![name.label()];
        for column in 0..grid.columns.len() {
            cells.push(spoken(metric, grid.summary(row, column, metric)));
            if beside && is_published(column) {
                cells.push(figure(row, column));
            }
        }
        rows.push(cells);
    }
    let title = format!("{} by {} and {}", metric.title(), grid.row_word, grid.column_word);
    let mut tables = vec![turned(Table { title: title.clone(), head, rows })];
    if is_known && !beside {
        let columns: Vec<usize> = (0..grid.columns.len()).filter(|&column| is_published(column)).collect();
        let head = std::iter::once(grid.row_word.clone()).chain(columns.iter().map(|&i| grid.columns[i].clone()));
        let rows = (0..grid.rows.len()).map(|row| {
            let name = grid.rows[row].name.clone();
            std::iter::once(name).chain(columns.iter().map(|&column| figure(row, column))).collect()
        });
        let rows: Vec<Vec<String>> =
            rows.filter(|row: &Vec<String>| row.iter().skip(1).any(|c| !c.is_empty())).collect();
        tables.push(turned(Table { title: format!("{title}, as published"), head: head.collect(), rows }));
    }
    tables
}

/// A wide table, or a single row, on its side.
fn turned(table: Table) -> Table {
    let is_wide = table.head.len() > WIDE && table.head.len() > table.rows.len() + 1;
    let is_row = table.rows.len() == 1 && table.head.len() > 3;
    if !is_wide && !is_row {
        return table;
    }
    let Table { title, head, rows } = table;
    let at = |column: usize| rows.iter().map(move |row| row.get(column).cloned().unwrap_or_default());
    let names = std::iter::once(head[0].clone()).chain(at(0)).collect();
    let turned = (1..head.len()).map(|column| std::iter::once(head[column].clone()).chain(at(column)).collect());
    Table { title, head: names, rows: turned.collect() }
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
