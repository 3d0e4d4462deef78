//! Plots as SVG.
//!
//! Three kinds are all that experiments need: lines against a size, bars, and
//! a heat map. Drawn by hand they come to a few hundred lines without a
//! dependency, follow the reader's light or dark page, show numbers when
//! pointed at, and are the same bytes on every machine.

mod bars;
mod heat;
mod lines;

pub(crate) use bars::bars;
pub(crate) use heat::heat;
pub(crate) use lines::lines;

use crate::grid::Row;
use crate::measure::Metric;
use crate::page::{NORMAL, Page, SERIES, TITLE};
use crate::report::Report;

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

/// What a plot shows of a report.
pub(crate) struct Plot<'a> {
    /// Differs from that of every other plot on the page.
    pub(crate) id: String,
    pub(crate) report: &'a Report,
    pub(crate) metric: Metric,
    pub(crate) series: Vec<Series>,
}

impl Series {
    /// The role of its colour.
    fn role(&self) -> &'static str {
        SERIES[self.colour % SERIES.len()]
    }
}

impl Plot<'_> {
    fn rows(&self) -> &[Row] {
        &self.report.plan.grid.rows
    }

    /// The room for the labels of the rows, left of bars and cells.
    fn labels_width(&self) -> f64 {
        let longest = self.rows().iter().map(|row| row.label().chars().count()).max().unwrap_or(0);
        24.0 + 7.0 * longest as f64
    }

    /// All values.
    fn values(&self) -> impl Iterator<Item = f64> + '_ {
        self.series.iter().flat_map(|series| series.values.iter().flatten()).map(|value| value.value)
    }

    /// A page of this size, or as wide as the title needs, with the title and what the
    /// plot shows.
    fn page(&self, width: f64, height: f64) -> Page {
        let title = &self.report.title;
        let mut page = Page::new(&self.id, title, width.max(8.4 * title.chars().count() as f64 + 40.0), height);
        page.text((16.0, 22.0), &["title"], TITLE, title);
        page.text((16.0, 39.0), &["faint"], NORMAL, &self.report.plan.grid.shown(self.metric));
        page
    }

    /// What the axis of values says.
    fn axis_title(&self) -> String {
        match self.metric {
            Metric::Seconds => "CPU time, log scale".to_owned(),
            metric => format!("{}, log scale", metric.title()),
        }
    }
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

/// Powers of ten, from one to another.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Scale {
    low: i32,
    high: i32,
}

impl Scale {
    /// One for the values of a plot that it can show.
    fn of(plot: &Plot<'_>) -> Scale {
        Scale::over(&plot.values().filter(|&value| value > 0.0).collect::<Vec<_>>())
    }

    /// From the power of ten below the least value to the one above the greatest.
    fn over(values: &[f64]) -> Scale {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(0.0, f64::max);
        if most <= 0.0 {
            return Scale { low: 0, high: 1 };
        }
        let low = least.log10().floor() as i32;
        let high = (most.log10().ceil() as i32).max(low + 1);
        Scale { low, high }
    }

    /// Where a value stands, from 0 to 1. What the scale cannot show, such as
    /// zero, stands at the bottom.
    fn at(self, value: f64) -> f64 {
        if value <= 0.0 {
            return 0.0;
        }
        ((value.log10() - f64::from(self.low)) / f64::from(self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The powers of ten that are written: at most about eight.
    fn ticks(self) -> impl Iterator<Item = f64> {
        let step = 1 + (self.high - self.low) / 9;
        (self.low..=self.high).step_by(step as usize).map(|power| 10f64.powi(power))
    }
}

/// A power of ten on an axis.
fn tick_label(metric: Metric, value: f64) -> String {
    let (scaled, unit) = match metric {
        Metric::Seconds if value < 0.9e-3 => (value * 1e6, " µs"),
        Metric::Seconds if value < 0.9 => (value * 1e3, " ms"),
        Metric::Seconds => (value, " s"),
        _ if value < 0.9e4 => (value, ""),
        _ if value < 0.9e6 => (value / 1e3, "k"),
        _ if value < 0.9e9 => (value / 1e6, "M"),
        _ => (value / 1e9, "G"),
    };
    let scaled = (scaled * 1e3).round() / 1e3;
    format!("{scaled}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_covers_its_values() {
        let scale = Scale::over(&[0.003, 0.5, 40.0]);
        assert_eq!(scale.ticks().collect::<Vec<_>>(), [0.001, 0.01, 0.1, 1.0, 10.0, 100.0]);
        assert!(scale.at(0.001).abs() < 1e-9 && (scale.at(100.0) - 1.0).abs() < 1e-9);
        assert_eq!(scale.at(0.0), 0.0);
        assert_eq!(Scale::over(&[]), Scale { low: 0, high: 1 });
        assert_eq!(Scale::over(&[10.0]), Scale { low: 1, high: 2 });
    }

    #[test]
    fn ticks_are_short() {
        let seconds = [1e-6, 1e-5, 1e-3, 0.1, 1.0, 100.0].map(|value| tick_label(Metric::Seconds, value));
        assert_eq!(seconds, ["1 µs", "10 µs", "1 ms", "100 ms", "1 s", "100 s"]);
        let counts = [1.0, 1000.0, 10_000.0, 1e6, 1e10].map(|value| tick_label(Metric::Nodes, value));
        assert_eq!(counts, ["1", "1000", "10k", "1M", "10G"]);
    }
}
