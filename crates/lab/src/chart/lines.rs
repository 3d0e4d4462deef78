//! A line for each series, against the numbers that the rows stand for.

use super::scale::{Scale, tick_label};
use super::{Cut, Plot, Series, Value, head, told};
use crate::svg::{COLOURS, Page, num};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 58.0;
const BOTTOM: f64 = 52.0;
/// A line of the legend.
const LINE: f64 = 18.0;

/// The frame that the lines are drawn in.
struct Frame {
    scale: Scale,
    least: f64,
    most: f64,
    right: f64,
    height: f64,
}

impl Frame {
    fn x(&self, x: f64) -> f64 {
        let span = (self.most - self.least).max(1e-9);
        LEFT + 8.0 + (x - self.least) / span * (self.right - LEFT - 16.0)
    }

    fn y(&self, value: f64) -> f64 {
        let foot = self.height - BOTTOM;
        foot - self.scale.at(value) * (foot - TOP)
    }
}

/// Draws the plot.
pub(crate) fn lines(plot: &Plot) -> String {
    let legend = plot.series.iter().map(|series| series.name.chars().count()).max().unwrap_or(0) as f64 * 6.6 + 50.0;
    let numbers = plot.rows.iter().filter_map(|row| row.1);
    let (least, most) = (numbers.clone().fold(f64::INFINITY, f64::min), numbers.fold(0.0, f64::max));
    let height = HEIGHT.max(TOP + BOTTOM + LINE * (plot.series.len() as f64 + 4.0));
    let scale = Scale::over(plot.positive().collect::<Vec<_>>().into_iter());
    let frame = Frame { scale, least, most, right: WIDTH - legend, height };
    let mut page = Page::new(&plot.id, &plot.title, WIDTH.max(plot.title_width()), height);
    head(&mut page, plot);
    axes(&mut page, plot, &frame);
    for series in &plot.series {
        line(&mut page, plot, series, &frame);
    }
    key(&mut page, plot, &frame);
    page.finish()
}

fn axes(page: &mut Page, plot: &Plot, frame: &Frame) {
    let foot = frame.height - BOTTOM;
    for tick in frame.scale.ticks() {
        let y = frame.y(tick);
        page.shape(format_args!("path class=\"grid\" d=\"M{LEFT} {}H{}\"", num(y), num(frame.right)));
        page.text(LEFT - 6.0, y + 4.0, "end", &tick_label(plot.metric, tick));
    }
    let mut last = f64::NEG_INFINITY;
    for (name, x) in plot.rows.iter().filter_map(|row| Some((&row.0, row.1?))) {
        let x = frame.x(x);
        page.shape(format_args!("path class=\"axis\" d=\"M{} {}v5\"", num(x), num(foot)));
        // Where numbers would run into each other, some are left out.
        if x - last > 7.0 * name.len() as f64 + 6.0 {
            page.text(x, foot + 18.0, "middle", name);
            last = x;
        }
    }
    page.shape(format_args!("path class=\"axis\" d=\"M{LEFT} {TOP}V{}H{}\"", num(foot), num(frame.right)));
    page.text(f64::midpoint(LEFT, frame.right), frame.height - 14.0, "middle", &plot.row_word);
    page.upright(16.0, f64::midpoint(TOP, foot), "middle", &plot.axis_title());
}

fn line(page: &mut Page, plot: &Plot, series: &Series, frame: &Frame) {
    let points: Vec<(f64, f64, Value, &str)> = plot
        .rows
        .iter()
        .zip(&series.values)
        .filter_map(|((name, x), value)| Some((frame.x((*x)?), frame.y((*value)?.value), (*value)?, name.as_str())))
        .collect();
    let colour = series.colour % COLOURS;
    let class = if series.published { format!("line published s{colour}") } else { format!("line s{colour}") };
    let path: Vec<String> = points.iter().map(|(x, y, ..)| format!("{} {}", num(*x), num(*y))).collect();
    page.shape(format_args!("path class=\"{class}\" d=\"M{}\"", path.join("L")));
    for &(x, y, value, name) in &points {
        let says = format!("{}, {} {name}: {}", series.name, plot.row_word, told(plot.metric, value));
        mark(page, series, (x, y), value.cut != Cut::None, &says);
    }
}

/// A series' mark: the shape tells series apart as the colour does. What was
/// cut off points upwards.
fn mark(page: &mut Page, series: &Series, (x, y): (f64, f64), cut: bool, says: &str) {
    let colour = series.colour % COLOURS;
    let class = if series.published { format!("hollow s{colour}") } else { format!("f{colour}") };
    let at = format!("M{} {}", num(x), num(y));
    let shape = match (cut, colour % 4) {
        (true, _) => format!("{at}m0 -7l6 10h-12z"),
        (_, 0) => format!("{at}m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z"),
        (_, 1) => format!("{at}m-3.5 -3.5h7v7h-7z"),
        (_, 2) => format!("{at}m0 -5l5 5l-5 5l-5 -5z"),
        _ => format!("{at}m0 5l5 -8h-10z"),
    };
    page.told("path", format_args!("class=\"{class}\" d=\"{shape}\""), says);
}

fn key(page: &mut Page, plot: &Plot, frame: &Frame) {
    let x = frame.right + 14.0;
    let mut y = TOP + 8.0;
    for series in &plot.series {
        let colour = series.colour % COLOURS;
        let class = if series.published { format!("line published s{colour}") } else { format!("line s{colour}") };
        page.shape(format_args!("path class=\"{class}\" d=\"M{} {}h24\"", num(x), num(y)));
        mark(page, series, (x + 12.0, y), false, &series.name);
        page.text(x + 30.0, y + 4.0, "", &series.name);
        y += LINE;
    }
    let cut = plot.series.iter().flat_map(|series| series.values.iter().flatten()).any(|value| value.cut != Cut::None);
    if cut {
        page.shape(format_args!("path class=\"f6\" d=\"M{} {}m0 -7l6 10h-12z\"", num(x + 12.0), num(y + 4.0)));
        page.text(x + 30.0, y + 8.0, "", "time-outs");
        y += LINE;
    }
    if plot.has_zero() {
        page.text(x, y + 8.0, "small faint", "0 stands on the axis");
    }
}
