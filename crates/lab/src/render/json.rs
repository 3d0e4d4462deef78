//! Results as JSON.

use crate::measure::Metric;
use crate::published::Figure;
use crate::report::Report;
use serde_json::{Map, Value, json};

/// A report as one object.
pub fn json(report: &Report) -> Value {
    let grid = &report.plan.grid;
    let mut cells = Vec::new();
    for row in 0..grid.rows.len() {
        for column in 0..grid.columns.len() {
            if !grid.runs(row, column).is_empty() {
                cells.push(cell(report, row, column));
            }
        }
    }
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
        "cells": cells,
    })
}

fn cell(report: &Report, row: usize, column: usize) -> Value {
    let (grid, published) = (&report.plan.grid, &report.plan.published);
    let (row_name, column_name) = (&grid.rows[row].name, &grid.columns[column]);
    let runs: Vec<Value> = grid
        .runs(row, column)
        .iter()
        .map(|run| {
            let mut object = Map::new();
            object.insert("outcome".to_owned(), run.outcome.name().into());
            for metric in Metric::ALL {
                let value = match run.get(metric) {
                    Some(seconds) if metric == Metric::Seconds => json!((seconds * 1e6).round() / 1e6),
                    Some(count) => json!(count as u64),
                    None => continue,
                };
                object.insert(metric.name().to_owned(), value);
            }
            Value::Object(object)
        })
        .collect();
    let figures: Map<String, Value> = Metric::ALL
        .into_iter()
        .filter_map(|metric| {
            let figure = match published.get(row_name, column_name, metric)? {
                Figure::Number(number) => json!(number),
                Figure::TimedOut => json!("time-out"),
            };
            Some((metric.name().to_owned(), figure))
        })
        .collect();
    let mut object = Map::new();
    object.insert("row".to_owned(), row_name.as_str().into());
    object.insert("column".to_owned(), column_name.as_str().into());
    object.insert("ours".to_owned(), grid.rows[row].ours.into());
    object.insert("runs".to_owned(), runs.into());
    if !figures.is_empty() {
        object.insert("published".to_owned(), figures.into());
    }
    Value::Object(object)
}
