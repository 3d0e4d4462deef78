//! Bars for each row, one for each series.

use super::{Plot, Scale, Series, Value, short, tick_label, told};
use crate::page::{NORMAL, Page, SMALL};
use scene::picture::{Part, Primitive};

const WIDTH: f64 = 760.0;
const TOP: f64 = 80.0;
const BOTTOM: f64 = 46.0;
const BAR: f64 = 13.0;
const GAP: f64 = 9.0;
/// Room for the number at the end of a bar.
const NUMBER: f64 = 130.0;

/// Draws the plot.
pub(crate) fn bars(plot: &Plot<'_>) -> String {
    let left = plot.labels_width();
    let groups: Vec<Vec<(&Series, Value)>> = (0..plot.rows().len()).map(|row| group(&plot.series, row)).collect();
    let height = TOP + groups.iter().map(|group| BAR * group.len() as f64 + GAP).sum::<f64>() + BOTTOM;
    let scale = Scale::of(plot);
    let length = WIDTH - left - NUMBER;
    let mut page = plot.page(WIDTH, height);
    let mut x = left;
    for series in &plot.series {
        swatch(&mut page, Primitive::rect((x, 51.0), 12.0, 10.0), series, &series.name);
        page.text((x + 17.0, 60.0), &[], NORMAL, &series.name);
        x += 40.0 + 6.6 * series.name.chars().count() as f64;
    }
    let foot = height - BOTTOM;
    for tick in scale.ticks() {
        let x = left + scale.at(tick) * length;
        page.shape(&["grid"], Part::Line, Primitive::line((x, TOP - 6.0), (x, foot)));
        page.centred((x, foot + 16.0), &[], NORMAL, &tick_label(plot.metric, tick));
    }
    page.centred((left + length / 2.0, height - 10.0), &[], NORMAL, &plot.axis_title());
    let mut top = TOP;
    for (row, group) in plot.rows().iter().zip(&groups) {
        let name = row.label();
        page.ending((left - 8.0, top + BAR * group.len() as f64 / 2.0 + 4.0), &name);
        for &(series, value) in group {
            // A bar without length would not be seen.
            let width = (scale.at(value.value) * length).max(1.5);
            let says = format!("{name}, {}: {}", series.name, told(plot.metric, value));
            swatch(&mut page, Primitive::rect((left, top + 1.0), width, BAR - 2.0), series, &says);
            page.text((left + width + 5.0, top + BAR - 3.0), &["faint"], SMALL, &short(plot.metric, value));
            top += BAR;
        }
        top += GAP;
    }
    page.shape(&["axis"], Part::Line, Primitive::line((left, TOP - 6.0), (left, foot)));
    page.finish()
}

/// The bars of a row.
fn group(series: &[Series], row: usize) -> Vec<(&Series, Value)> {
    series.iter().filter_map(|series| Some((series, series.values.get(row).copied().flatten()?))).collect()
}

/// A bar: filled, or hollow if it is published.
fn swatch(page: &mut Page, bar: Primitive, series: &Series, says: &str) {
    let part = if series.published { Part::Outline } else { Part::Fill };
    page.told(&[series.role()], part, bar, says);
}
