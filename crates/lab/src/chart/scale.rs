//! A log scale.

use crate::measure::Metric;

/// Powers of ten, from one to another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    low: i32,
    high: i32,
}

impl Scale {
    /// From the power of ten below the least value to the one above the greatest.
    pub(super) fn over(values: impl Iterator<Item = f64> + Clone) -> Scale {
        let least = values.clone().fold(f64::INFINITY, f64::min);
        let most = values.fold(0.0, f64::max);
        if most <= 0.0 {
            return Scale { low: 0, high: 1 };
        }
        let low = least.log10().floor() as i32;
        let high = (most.log10().ceil() as i32).max(low + 1);
        Scale { low, high }
    }

    /// Where a value stands, from 0 to 1. What the scale cannot show, such as
    /// zero, stands at the bottom.
    pub(super) fn at(self, value: f64) -> f64 {
        if value <= 0.0 {
            return 0.0;
        }
        ((value.log10() - f64::from(self.low)) / f64::from(self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The powers of ten that are written: at most about eight.
    pub(super) fn ticks(self) -> impl Iterator<Item = f64> {
        let step = 1 + (self.high - self.low) / 9;
        (self.low..=self.high).step_by(step as usize).map(|power| 10f64.powi(power))
    }
}

/// A power of ten on an axis.
pub(super) fn tick_label(metric: Metric, value: f64) -> String {
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
        let scale = Scale::over([0.003, 0.5, 40.0].into_iter());
        assert_eq!(scale.ticks().collect::<Vec<_>>(), [0.001, 0.01, 0.1, 1.0, 10.0, 100.0]);
        assert!(scale.at(0.001).abs() < 1e-9 && (scale.at(100.0) - 1.0).abs() < 1e-9);
        assert_eq!(scale.at(0.0), 0.0);
        assert_eq!(Scale::over(std::iter::empty()), Scale { low: 0, high: 1 });
        assert_eq!(Scale::over([10.0].into_iter()), Scale { low: 1, high: 2 });
    }

    #[test]
    fn ticks_are_short() {
        let seconds = [1e-6, 1e-5, 1e-3, 0.1, 1.0, 100.0].map(|value| tick_label(Metric::Seconds, value));
        assert_eq!(seconds, ["1 µs", "10 µs", "1 ms", "100 ms", "1 s", "100 s"]);
        let counts = [1.0, 1000.0, 10_000.0, 1e6, 1e10].map(|value| tick_label(Metric::Nodes, value));
        assert_eq!(counts, ["1", "1000", "10k", "1M", "10G"]);
    }
}
