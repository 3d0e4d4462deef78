//! What the papers measured: facts, copied from their tables.

use crate::measure::Metric;

/// A published figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Figure {
    /// A number.
    Number(f64),
    /// Their time was up, or they say that nothing was found in useful time.
    TimedOut,
}

impl Figure {
    /// For people.
    pub fn spoken(self, metric: Metric) -> String {
        match self {
            Figure::Number(value) => metric.spoken(value),
            Figure::TimedOut => "time-out".to_owned(),
        }
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
    figure: Figure,
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
                let figure = match (text.trim(), text.trim().parse()) {
                    ("time-out", _) => Figure::TimedOut,
                    (_, Ok(number)) => Figure::Number(number),
                    _ => continue,
                };
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
    pub fn get(&self, row: &str, column: &str, metric: Metric) -> Option<Figure> {
        let own = |entry: &&Entry| entry.row == row && entry.column == column && entry.metric == metric;
        let figures: Vec<Figure> = self.entries.iter().filter(own).map(|entry| entry.figure).collect();
        let numbers: Vec<f64> = figures
            .iter()
            .filter_map(|figure| match figure {
                Figure::Number(number) => Some(*number),
                Figure::TimedOut => None,
            })
            .collect();
        match (figures.len(), numbers.len()) {
            (0, _) => None,
            (all, numbered) if numbered < all => Some(Figure::TimedOut),
            (_, count) => Some(Figure::Number(numbers.iter().sum::<f64>() / count as f64)),
        }
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
