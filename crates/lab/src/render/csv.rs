//! Results as CSV: a line for each run, with what was published beside it.

use crate::measure::Metric;
use crate::published::Figure;
use crate::report::Report;

/// The runs of a report, one on each line.
pub fn csv(report: &Report) -> String {
    let grid = &report.plan.grid;
    let mut lines = ::csv::Writer::from_writer(Vec::new());
    let mut write = |line: Vec<String>| lines.write_record(line);
    // Writing to memory does not fail, and all lines are equally long.
    let written = write(heading(report)).and_then(|()| {
        for row in 0..grid.rows.len() {
            for column in 0..grid.columns.len() {
                for run in 0..grid.runs(row, column).len() {
                    write(line(report, row, column, run))?;
                }
            }
        }
        Ok(())
    });
    debug_assert!(written.is_ok());
    String::from_utf8(lines.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// What was published by the experiment's paper.
fn known(report: &Report) -> impl Iterator<Item = Metric> {
    Metric::ALL.into_iter().filter(|&metric| report.plan.published.has(metric))
}

fn heading(report: &Report) -> Vec<String> {
    let grid = &report.plan.grid;
    let mut names: Vec<String> =
        ["experiment", &*grid.row_word, &*grid.column_word, "run", "outcome"].map(str::to_owned).into();
    names.extend(Metric::ALL.map(|metric| metric.name().to_owned()));
    names.extend(known(report).map(|metric| format!("published {}", metric.name())));
    names
}

fn line(report: &Report, row: usize, column: usize, number: usize) -> Vec<String> {
    let grid = &report.plan.grid;
    let (row_name, column_name, run) = (&grid.rows[row].name, &grid.columns[column], &grid.runs(row, column)[number]);
    let mut fields = vec![report.name.clone(), row_name.clone(), column_name.clone()];
    fields.extend([(number + 1).to_string(), run.outcome.name().to_owned()]);
    fields.extend(Metric::ALL.map(|metric| match run.get(metric) {
        Some(seconds) if metric == Metric::Seconds => format!("{seconds:.6}"),
        Some(count) => count.to_string(),
        None => String::new(),
    }));
    fields.extend(known(report).map(|metric| match report.plan.published.get(row_name, column_name, metric) {
        Some(Figure::Number(number)) => number.to_string(),
        Some(Figure::TimedOut) => "time-out".to_owned(),
        None => String::new(),
    }));
    fields
}
