//! The figures of a report.

use crate::chart::{self, Cut, Plot, Series, Value};
use crate::measure::Metric;
use crate::plan::Picture;
use crate::published::Figure;
use crate::report::Report;

/// A figure that was drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// A name for its file.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The picture.
    pub svg: String,
}

/// The figures of a report.
pub fn figures(report: &Report) -> Vec<Drawn> {
    report.plan.pictures.iter().map(|picture| draw(report, *picture)).collect()
}

fn draw(report: &Report, picture: Picture) -> Drawn {
    let (metric, word) = match picture {
        Picture::Lines(metric) => (metric, "lines"),
        Picture::Bars(metric) => (metric, "bars"),
        Picture::Heat(metric) => (metric, "heat"),
    };
    let name = format!("{}-{word}", metric.name());
    let grid = &report.plan.grid;
    let shows = format!("{} by {} and {}", metric.title(), grid.row_word, grid.column_word);
    let plot = Plot {
        id: format!("{}-{name}", report.name),
        title: report.title.clone(),
        shows: shows.clone(),
        metric,
        row_word: grid.row_word.clone(),
        rows: grid.rows.iter().map(|row| (row.label(), row.x)).collect(),
        series: series(report, metric, !matches!(picture, Picture::Heat(_))),
    };
    let plot = if matches!(picture, Picture::Lines(_)) { with_bare_names(report, plot) } else { plot };
    let svg = match picture {
        Picture::Lines(_) => chart::lines(&plot),
        Picture::Bars(_) => chart::bars(&plot),
        Picture::Heat(_) => chart::heat(&plot),
    };
    Drawn { name, title: shows, svg }
}

/// An axis of numbers has no room for words.
fn with_bare_names(report: &Report, plot: Plot) -> Plot {
    let rows = report.plan.grid.rows.iter().map(|row| (row.name.clone(), row.x)).collect();
    Plot { rows, ..plot }
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
        let figures = grid.rows.iter().map(|row| match published.get(&row.name, name, metric)? {
            Figure::Number(value) => Some(Value { value, cut: Cut::None }),
            // The papers do not say how long they waited.
            Figure::TimedOut => None,
        });
        let values: Vec<Option<Value>> = figures.collect();
        if with_published && values.iter().any(Option::is_some) {
            all.push(Series { name: format!("{name} (published)"), published: true, colour: column, values });
        }
    }
    all
}
