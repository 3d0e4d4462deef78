//! Plots as SVG.
//!
//! Three kinds are all that experiments need: lines against a size, bars, and
//! a heat map. Drawn by hand they come to a few hundred lines without a
//! dependency, follow the reader's light or dark page, show numbers when
//! pointed at, and are the same bytes on every machine.

mod bars;
mod heat;
mod lines;
mod scale;

pub(crate) use bars::bars;
pub(crate) use heat::heat;
pub(crate) use lines::lines;

use crate::measure::Metric;
use crate::page::{NORMAL, Page, SERIES, TITLE};

/// A value in a plot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Value {
    pub(crate) value: f64,
    /// How much of it was cut off.
    pub(crate) cut: Cut,
}

/// How many of the runs behind a value were cut off: the true value is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    None,
    Some,
    All,
}

/// Values under one name.
#[derive(Debug, Clone)]
pub(crate) struct Series {
    pub(crate) name: String,
    /// Whether it is what a paper measured.
    pub(crate) published: bool,
    /// Its colour; a published series has the colour of ours.
    pub(crate) colour: usize,
    /// A value for each row; none where nothing was measured.
    pub(crate) values: Vec<Option<Value>>,
}

/// What a plot shows.
#[derive(Debug, Clone)]
pub(crate) struct Plot {
    /// Differs from that of every other plot on the page.
    pub(crate) id: String,
    /// What the experiment is.
    pub(crate) title: String,
    /// What the plot shows of it.
    pub(crate) shows: String,
    pub(crate) metric: Metric,
    /// What the rows are.
    pub(crate) row_word: String,
    /// The rows' names and numbers.
    pub(crate) rows: Vec<(String, Option<f64>)>,
    pub(crate) series: Vec<Series>,
}

impl Series {
    /// The role of its colour.
    fn role(&self) -> &'static str {
        SERIES[self.colour % SERIES.len()]
    }
}

impl Plot {
    /// All values that a log scale can show.
    fn positive(&self) -> impl Iterator<Item = f64> + '_ {
        let values = self.series.iter().flat_map(|series| series.values.iter().flatten());
        values.map(|value| value.value).filter(|&value| value > 0.0)
    }

    /// Whether there is a value that a log scale cannot show.
    fn has_zero(&self) -> bool {
        self.series.iter().flat_map(|series| series.values.iter().flatten()).any(|value| value.value <= 0.0)
    }

    /// The room that the title needs.
    fn title_width(&self) -> f64 {
        8.4 * self.title.chars().count() as f64 + 40.0
    }

    /// What the axis of values says.
    fn axis_title(&self) -> String {
        match self.metric {
            Metric::Seconds => "CPU time, log scale".to_owned(),
            metric => format!("{}, log scale", metric.title()),
        }
    }
}

/// The title, and what the plot shows.
fn head(page: &mut Page, plot: &Plot) {
    page.text((16.0, 22.0), &["title"], TITLE, &plot.title);
    page.text((16.0, 39.0), &["faint"], NORMAL, &plot.shows);
}

/// A value for people, in few characters.
fn short(metric: Metric, value: Value) -> String {
    match value.cut {
        Cut::None => metric.spoken(value.value),
        Cut::Some => format!("> {}", metric.spoken(value.value)),
        Cut::All => "time-out".to_owned(),
    }
}

/// A value for people, as it is shown when pointed at.
fn told(metric: Metric, value: Value) -> String {
    let text = metric.spoken(value.value);
    match value.cut {
        Cut::None => text,
        Cut::Some => format!("more than {text} (some timed out)"),
        Cut::All => format!("more than {text} (time-out)"),
    }
}
