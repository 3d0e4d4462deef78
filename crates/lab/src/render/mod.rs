//! Reports as tables, figures, files and pages.

mod html;
mod results;
mod table;
#[cfg(test)]
mod tests;

pub use html::html;
pub use results::{csv, json};
pub use table::{Table, tables, text};

use crate::chart::{self, Cut, Plot, Series, Value};
use crate::grid::Row;
use crate::measure::Metric;
use crate::plan::Picture;
use crate::report::Report;

/// A plot that was drawn.
#[derive(Debug)]
pub struct Figure {
    /// A name for its file.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The picture.
    pub svg: String,
}

/// The figures of a report.
pub fn figures(report: &Report) -> impl Iterator<Item = Figure> {
    report.plan.pictures.iter().map(|picture| draw(report, *picture))
}

fn draw(report: &Report, picture: Picture) -> Figure {
    let (metric, draw): (Metric, fn(&Plot<'_>) -> String) = match picture {
        Picture::Lines(metric) => (metric, chart::lines),
        Picture::Bars(metric) => (metric, chart::bars),
        Picture::Heat(metric) => (metric, chart::heat),
    };
    let name = picture.name();
    let series = series(report, metric, !matches!(picture, Picture::Heat(_)));
    let svg = draw(&Plot { id: format!("{}-{name}", report.name), report, metric, series });
    Figure { name, title: report.plan.grid.shown(metric), svg }
}

/// A series for each column, and one for what was published of it.
fn series(report: &Report, metric: Metric, with_published: bool) -> Vec<Series> {
    let (grid, published) = (&report.plan.grid, &report.plan.published);
    let mut all = Vec::new();
    for (column, name) in grid.columns.iter().enumerate() {
        let values = (0..grid.rows.len()).map(|row| {
            let summary = grid.summary(row, column, metric)?;
            let cut = match summary.cut {
                0 => Cut::None,
                cut if cut < summary.runs => Cut::Some,
                _ => Cut::All,
            };
            Some(Value { value: summary.mean?, cut })
        });
        all.push(Series { name: name.clone(), published: false, colour: column, values: values.collect() });
        // The papers do not say how long they waited before a time-out.
        let figure = |row: &Row| published.get(&row.name, name, metric).filter(|figure| figure.is_finite());
        let figures = grid.rows.iter().map(|row| Some(Value { value: figure(row)?, cut: Cut::None }));
        let values: Vec<Option<Value>> = figures.collect();
        if with_published && values.iter().any(Option::is_some) {
            all.push(Series { name: format!("{name} (published)"), published: true, colour: column, values });
        }
    }
    all
}
