//! Results as CSV and as JSON: every run, with what was published beside it.

use crate::measure::{Measurement, Metric};
use crate::report::Report;
use serde_json::{Map, Value, json};

/// A cell of the grid that has been run.
struct Cell<'a> {
    row: &'a str,
    column: &'a str,
    ours: bool,
    runs: &'a [Measurement],
}

impl Cell<'_> {
    fn published(&self, report: &Report, metric: Metric) -> Option<f64> {
        report.plan.published.get(self.row, self.column, metric)
    }
}

fn cells(report: &Report) -> impl Iterator<Item = Cell<'_>> {
    let grid = &report.plan.grid;
    let columns = move |row| (0..grid.columns.len()).map(move |column| (row, column));
    let cell = |(row, column): (usize, usize)| Cell {
        row: &grid.rows[row].name,
        column: &grid.columns[column],
        ours: grid.rows[row].ours,
        runs: grid.runs(row, column),
    };
    (0..grid.rows.len()).flat_map(columns).map(cell).filter(|cell| !cell.runs.is_empty())
}

/// The runs of a report, one on each line.
pub fn csv(report: &Report) -> String {
    let grid = &report.plan.grid;
    let known: Vec<Metric> = Metric::ALL.into_iter().filter(|&metric| report.plan.published.has(metric)).collect();
    let mut names: Vec<String> =
        ["experiment", &*grid.row_word, &*grid.column_word, "run", "outcome"].map(str::to_owned).into();
    names.extend(Metric::ALL.map(|metric| metric.name().to_owned()));
    names.extend(known.iter().map(|metric| format!("published {}", metric.name())));
    let mut lines = vec![names];
    for cell in cells(report) {
        for (run, number) in cell.runs.iter().zip(1..) {
            let mut fields = vec![report.name.clone(), cell.row.to_owned(), cell.column.to_owned()];
            fields.extend([i32::to_string(&number), run.outcome.name().to_owned()]);
            fields.extend(Metric::ALL.map(|metric| match run.get(metric) {
                Some(seconds) if metric == Metric::Seconds => format!("{seconds:.6}"),
                Some(count) => count.to_string(),
                None => String::new(),
            }));
            fields.extend(known.iter().map(|&metric| match cell.published(report, metric) {
                Some(figure) if figure.is_infinite() => "time-out".to_owned(),
                Some(figure) => figure.to_string(),
                None => String::new(),
            }));
            lines.push(fields);
        }
    }
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    // Writing to memory does not fail, and all lines are equally long.
    let written = lines.iter().try_for_each(|line| writer.write_record(line));
    debug_assert!(written.is_ok());
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// A report as one object.
pub fn json(report: &Report) -> Value {
    let grid = &report.plan.grid;
    json!({
        "experiment": report.name,
        "title": report.title,
        "paper": report.texts.paper,
        "time_limit_seconds": report.time_limit.as_secs_f64(),
        "repeat": report.repeat,
        "complete": report.complete,
        "rows": grid.row_word,
        "columns": grid.column_word,
        "notes": report.plan.notes,
        "cells": cells(report).map(|cell| cell_json(report, &cell)).collect::<Vec<_>>(),
    })
}

fn cell_json(report: &Report, cell: &Cell<'_>) -> Value {
    let run = |run: &Measurement| {
        let mut object = Map::from_iter([("outcome".to_owned(), run.outcome.name().into())]);
        object.extend(Metric::ALL.into_iter().filter_map(|metric| {
            let value = match run.get(metric)? {
                seconds if metric == Metric::Seconds => json!((seconds * 1e6).round() / 1e6),
                count => json!(count as u64),
            };
            Some((metric.name().to_owned(), value))
        }));
        object
    };
    let figures: Map<String, Value> = Metric::ALL
        .into_iter()
        .filter_map(|metric| {
            let figure = cell.published(report, metric)?;
            let figure = if figure.is_infinite() { json!("time-out") } else { json!(figure) };
            Some((metric.name().to_owned(), figure))
        })
        .collect();
    let runs: Vec<Map<String, Value>> = cell.runs.iter().map(run).collect();
    let mut object = json!({ "row": cell.row, "column": cell.column, "ours": cell.ours, "runs": runs });
    if !figures.is_empty() {
        object["published"] = figures.into();
    }
    object
}
