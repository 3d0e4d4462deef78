//! Results as CSV: a line for each run, with what was published beside it.

use crate::measure::Metric;
use crate::published::Figure;
use crate::report::Report;
use std::fmt::Write as _;

/// The runs of a report, one on each line.
pub fn csv(report: &Report) -> String {
    let (grid, published) = (&report.plan.grid, &report.plan.published);
    let known: Vec<Metric> = Metric::ALL.into_iter().filter(|&metric| published.has(metric)).collect();
    let mut text = format!("experiment,{},{},run,outcome", field(&grid.row_word), field(&grid.column_word));
    for metric in Metric::ALL {
        let _ = write!(text, ",{}", metric.name());
    }
    for metric in &known {
        let _ = write!(text, ",published {}", metric.name());
    }
    text.push('\n');
    for (row, row_name) in grid.rows.iter().enumerate() {
        for (column, column_name) in grid.columns.iter().enumerate() {
            for (number, run) in grid.runs(row, column).iter().enumerate() {
                let names = [field(&report.name), field(&row_name.name), field(column_name)].join(",");
                let _ = write!(text, "{names},{},{}", number + 1, run.outcome.name());
                for metric in Metric::ALL {
                    let _ = match run.get(metric) {
                        Some(seconds) if metric == Metric::Seconds => write!(text, ",{seconds:.6}"),
                        Some(count) => write!(text, ",{count}"),
                        None => write!(text, ","),
                    };
                }
                for &metric in &known {
                    text.push(',');
                    text.push_str(&match published.get(&row_name.name, column_name, metric) {
                        Some(Figure::Number(number)) => number.to_string(),
                        Some(Figure::TimedOut) => "time-out".to_owned(),
                        None => String::new(),
                    });
                }
                text.push('\n');
            }
        }
    }
    text
}

/// A field, quoted where it has to be.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
