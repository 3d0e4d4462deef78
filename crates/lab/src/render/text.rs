//! Tables for a terminal.

use super::table::{Table, tables};
use crate::report::Report;
use std::fmt::Write as _;

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
pub(crate) fn table_text(table: &Table) -> String {
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
