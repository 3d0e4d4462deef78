//! Rows by columns in colours: the darker, the more.

use super::{Cut, Plot, Scale, short, told};
use crate::grid::Row;
use crate::page::{HEAT, NORMAL, Page, SMALL};
use scene::picture::{Anchor, Part, Primitive};

const TOP: f64 = 54.0;
const CELL: f64 = 26.0;
const KEY: f64 = 46.0;

/// Draws the plot: a column for each series.
pub(crate) fn heat(plot: &Plot<'_>) -> String {
    let left = plot.labels_width();
    let longest = plot.series.iter().map(|series| series.name.chars().count()).max().unwrap_or(0) as f64;
    // Long names of columns stand upright.
    let upright = longest > 11.0;
    let names_height = if upright { 6.4 * longest + 12.0 } else { 20.0 };
    let column = if upright { 64.0 } else { 78.0 };
    let width = (left + column * plot.series.len() as f64 + 24.0).max(left + 400.0);
    let body = TOP + names_height;
    let height = body + CELL * plot.rows().len() as f64 + KEY;
    let scale = Scale::of(plot);
    let mut page = plot.page(width, height);
    for (i, series) in plot.series.iter().enumerate() {
        let x = left + column * (i as f64 + 0.5);
        if upright {
            page.upward((x + 4.0, body - 6.0), Anchor::Start, &series.name);
        } else {
            page.centred((x, body - 6.0), &[], NORMAL, &series.name);
        }
    }
    for (row, name) in plot.rows().iter().map(Row::label).enumerate() {
        let y = body + CELL * row as f64;
        page.ending((left - 8.0, y + 17.0), &name);
        for (i, series) in plot.series.iter().enumerate() {
            let x = left + column * i as f64;
            let place = Primitive::rect((x, y), column - 1.0, CELL - 1.0);
            let Some(value) = series.values.get(row).copied().flatten() else {
                page.shape(&["empty"], Part::Outline, place);
                continue;
            };
            let share = if value.cut == Cut::All { 1.0 } else { scale.at(value.value) };
            let says = format!("{name}, {}: {}", series.name, told(plot.metric, value));
            page.told(&[colour(share)], Part::Fill, place, &says);
            let role = if share > 0.66 { "bright" } else { "dim" };
            page.centred((x + column / 2.0, y + 16.0), &[role], SMALL, &short(plot.metric, value));
        }
    }
    key(&mut page, left, height - 30.0, &plot.axis_title());
    page.finish()
}

fn key(page: &mut Page, left: f64, y: f64, says: &str) {
    for (step, role) in HEAT.into_iter().enumerate() {
        page.shape(&[role], Part::Fill, Primitive::rect((left + 13.0 * step as f64, y), 13.0, 12.0));
    }
    page.text((left + 150.0, y + 10.0), &["faint"], NORMAL, &format!("less to more: {says}"));
}

/// The colour at a share of the way from light to dark.
fn colour(share: f64) -> &'static str {
    HEAT[(share.clamp(0.0, 1.0) * (HEAT.len() - 1) as f64).round() as usize]
}
