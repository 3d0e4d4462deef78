//! Rows by columns in colours: the darker, the more.

use super::scale::Scale;
use super::{Cut, Plot, head, short, told};
use crate::svg::{Page, num};

const TOP: f64 = 54.0;
const CELL: f64 = 26.0;
const KEY: f64 = 46.0;

/// Light to dark, through hues that every kind of colour vision orders alike
/// (after ColorBrewer's YlGnBu).
const RAMP: [(f64, f64, f64); 6] = [
    (255.0, 255.0, 217.0),
    (199.0, 233.0, 180.0),
    (127.0, 205.0, 187.0),
    (65.0, 182.0, 196.0),
    (34.0, 94.0, 168.0),
    (8.0, 29.0, 88.0),
];

/// Draws the plot: a column for each series.
pub(crate) fn heat(plot: &Plot) -> String {
    let names = plot.rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
    let left = 24.0 + 7.0 * names as f64;
    let longest = plot.series.iter().map(|series| series.name.chars().count()).max().unwrap_or(0) as f64;
    // Long names of columns stand upright.
    let upright = longest > 11.0;
    let names_height = if upright { 6.4 * longest + 12.0 } else { 20.0 };
    let column = if upright { 64.0 } else { 78.0 };
    let width = (left + column * plot.series.len() as f64 + 24.0).max(left + 400.0).max(plot.title_width());
    let body = TOP + names_height;
    let height = body + CELL * plot.rows.len() as f64 + KEY;
    let scale = Scale::over(plot.positive().collect::<Vec<_>>().into_iter());
    let mut page = Page::new(&plot.id, &plot.title, width, height);
    head(&mut page, plot);
    for (i, series) in plot.series.iter().enumerate() {
        let x = left + column * (i as f64 + 0.5);
        if upright {
            page.upright(x + 4.0, body - 6.0, "", &series.name);
        } else {
            page.text(x, body - 6.0, "middle", &series.name);
        }
    }
    for (row, (name, _)) in plot.rows.iter().enumerate() {
        let y = body + CELL * row as f64;
        page.text(left - 8.0, y + 17.0, "end", name);
        for (i, series) in plot.series.iter().enumerate() {
            let x = left + column * i as f64;
            let place =
                format!("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", num(x), num(y), column - 1.0, CELL - 1.0);
            let Some(value) = series.values.get(row).copied().flatten() else {
                page.shape(format_args!("rect class=\"empty\" {place}"));
                continue;
            };
            let share = if value.cut == Cut::All { 1.0 } else { scale.at(value.value) };
            let says = format!("{name}, {}: {}", series.name, told(plot.metric, value));
            page.told("rect", format_args!("style=\"fill:{}\" {place}", colour(share)), &says);
            let class = if share > 0.66 { "small middle bright" } else { "small middle dim" };
            page.text(x + column / 2.0, y + 16.0, class, &short(plot.metric, value));
        }
    }
    key(&mut page, left, height - 30.0, &plot.axis_title());
    page.finish()
}

fn key(page: &mut Page, left: f64, y: f64, says: &str) {
    for step in 0..10 {
        let x = num(left + 14.0 * f64::from(step));
        let fill = colour((f64::from(step) + 0.5) / 10.0);
        page.shape(format_args!("rect style=\"fill:{fill}\" x=\"{x}\" y=\"{}\" width=\"14\" height=\"12\"", num(y)));
    }
    page.text(left + 150.0, y + 10.0, "faint", &format!("less to more: {says}"));
}

/// The colour at a share of the way from light to dark.
fn colour(share: f64) -> String {
    let place = share.clamp(0.0, 1.0) * (RAMP.len() - 1) as f64;
    let index = (place.floor() as usize).min(RAMP.len() - 2);
    let part = place - index as f64;
    let mix = |a: f64, b: f64| (a + (b - a) * part).round() as u8;
    let ((r, g, b), (s, h, c)) = (RAMP[index], RAMP[index + 1]);
    format!("#{:02x}{:02x}{:02x}", mix(r, s), mix(g, h), mix(b, c))
}
