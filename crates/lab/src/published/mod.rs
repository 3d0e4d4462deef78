//! What the papers measured: facts, copied from their tables.

use crate::measure::Metric;

/// A published figure for people. It is infinite where their time was up, or where they
/// say that nothing was found in useful time.
pub(crate) fn spoken(figure: Option<f64>, metric: Metric) -> String {
    match figure {
        None => String::new(),
        Some(figure) if figure.is_infinite() => "time-out".to_owned(),
        Some(figure) => metric.spoken(figure),
    }
}

/// The figures of one experiment.
#[derive(Debug, Clone, Default)]
pub struct Published {
    entries: Vec<Entry>,
}

#[derive(Debug, Clone)]
struct Entry {
    row: String,
    column: String,
    metric: Metric,
    figure: f64,
}

impl Published {
    /// Reads a table: `row`, `column`, and metrics by name; what is not given
    /// is empty. Other columns are there for readers of the file, and so are
    /// lines that begin with `#`. A line without figures is skipped.
    pub fn read(csv: &str) -> Published {
        let mut lines = csv.lines().filter(|line| !line.starts_with('#'));
        let head: Vec<&str> = lines.next().unwrap_or("").split(',').collect();
        let mut entries = Vec::new();
        for line in lines {
            let fields: Vec<&str> = line.split(',').collect();
            let field = |name: &str| head.iter().zip(&fields).find(|(own, _)| **own == name).map_or("", |f| f.1);
            for (metric, text) in head.iter().zip(&fields).filter_map(|(name, text)| Some((Metric::named(name)?, text)))
            {
                let Ok(figure) = text.trim().replace("time-out", "inf").parse() else { continue };
                let text = |name| field(name).replace(';', ",");
                entries.push(Entry { row: text("row"), column: text("column"), metric, figure });
            }
        }
        Published { entries }
    }

    /// The cells that have a figure, by row and column.
    pub fn cells(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().map(|entry| (entry.row.as_str(), entry.column.as_str()))
    }

    /// Whether there is any figure of a metric.
    pub fn has(&self, metric: Metric) -> bool {
        self.entries.iter().any(|entry| entry.metric == metric)
    }

    /// How many figures there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The figure of a cell; the mean where several boards share it.
    pub fn get(&self, row: &str, column: &str, metric: Metric) -> Option<f64> {
        let own = |entry: &&Entry| entry.row == row && entry.column == column && entry.metric == metric;
        let figures: Vec<f64> = self.entries.iter().filter(own).map(|entry| entry.figure).collect();
        (!figures.is_empty()).then(|| figures.iter().sum::<f64>() / figures.len() as f64)
    }
}

/// The tables, by the experiment that repeats them.
pub fn of(experiment: &str) -> Published {
    Published::read(match experiment {
        "weight-making" => include_str!("weight-making.csv"),
        "weight-solving" => include_str!("weight-solving.csv"),
        "gap-labelling" => include_str!("gap-labelling.csv"),
        "aztec-variables" => include_str!("aztec-variables.csv"),
        "aztec-levels" => include_str!("aztec-levels.csv"),
        "aztec-making" => include_str!("aztec-making.csv"),
        "trid-sizes" => include_str!("trid-sizes.csv"),
        "trid-ffc" => include_str!("trid-ffc.csv"),
        "multibalance-boards" => include_str!("multibalance-boards.csv"),
        "multibalance-labelling" => include_str!("multibalance-labelling.csv"),
        _ => "",
    })
}
