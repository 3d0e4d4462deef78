//! A line for each series, against the numbers that the rows stand for.

use super::{Cut, Plot, Scale, Series, Value, tick_label, told};
use crate::grid::Row;
use crate::page::{NORMAL, Page, SERIES, SMALL};
use scene::picture::{Anchor, Part, Primitive};

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
pub(crate) fn lines(plot: &Plot<'_>) -> String {
    let legend = plot.series.iter().map(|series| series.name.chars().count()).max().unwrap_or(0) as f64 * 6.6 + 50.0;
    let numbers = plot.rows().iter().filter_map(|row| row.x);
    let (least, most) = (numbers.clone().fold(f64::INFINITY, f64::min), numbers.fold(0.0, f64::max));
    let height = HEIGHT.max(TOP + BOTTOM + LINE * (plot.series.len() as f64 + 4.0));
    let scale = Scale::of(plot);
    let frame = Frame { scale, least, most, right: WIDTH - legend, height };
    let mut page = plot.page(WIDTH, height);
    axes(&mut page, plot, &frame);
    for series in &plot.series {
        line(&mut page, plot, series, &frame);
    }
    key(&mut page, plot, &frame);
    page.finish()
}

fn axes(page: &mut Page, plot: &Plot<'_>, frame: &Frame) {
    let foot = frame.height - BOTTOM;
    for tick in frame.scale.ticks() {
        let y = frame.y(tick);
        page.shape(&["grid"], Part::Line, Primitive::line((LEFT, y), (frame.right, y)));
        page.ending((LEFT - 6.0, y + 4.0), &tick_label(plot.metric, tick));
    }
    let mut last = f64::NEG_INFINITY;
    for (name, x) in plot.rows().iter().filter_map(|row| Some((&row.name, row.x?))) {
        let x = frame.x(x);
        page.shape(&["axis"], Part::Line, Primitive::line((x, foot), (x, foot + 5.0)));
        // Where numbers would run into each other, some are left out.
        if x - last > 7.0 * name.len() as f64 + 6.0 {
            page.centred((x, foot + 18.0), &[], NORMAL, name);
            last = x;
        }
    }
    let corner = vec![(LEFT, TOP), (LEFT, foot), (frame.right, foot)];
    page.shape(&["axis"], Part::Line, Primitive::Path { points: corner, closed: false });
    page.centred((f64::midpoint(LEFT, frame.right), frame.height - 14.0), &[], NORMAL, &plot.report.plan.grid.row_word);
    page.upward((16.0, f64::midpoint(TOP, foot)), Anchor::Middle, &plot.axis_title());
}

fn line(page: &mut Page, plot: &Plot<'_>, series: &Series, frame: &Frame) {
    let point = |(row, value): (&Row, &Option<Value>)| Some((frame.x(row.x?), (*value)?, row.name.clone()));
    let points: Vec<(f64, Value, String)> = plot.rows().iter().zip(&series.values).filter_map(point).collect();
    stroke(page, series, points.iter().map(|(x, value, _)| (*x, frame.y(value.value))).collect());
    for (x, value, name) in points {
        let row_word = &plot.report.plan.grid.row_word;
        let says = format!("{}, {row_word} {name}: {}", series.name, told(plot.metric, value));
        mark(page, series, (x, frame.y(value.value)), value.cut != Cut::None, &says);
    }
}

/// A series' line: dashed if it is published.
fn stroke(page: &mut Page, series: &Series, points: Vec<(f64, f64)>) {
    let roles = [series.role(), "published"];
    let roles = if series.published { &roles[..] } else { &roles[..1] };
    page.shape(roles, Part::Line, Primitive::Path { points, closed: false });
}

/// A series' mark: the shape tells series apart as the colour does. What was
/// cut off points upwards.
fn mark(page: &mut Page, series: &Series, (x, y): (f64, f64), cut: bool, says: &str) {
    let around = |corners: &[(f64, f64)]| Primitive::polygon(corners.iter().map(|(dx, dy)| (x + dx, y + dy)));
    let shape = match (cut, series.colour % 4) {
        (true, _) => arrow((x, y)),
        (_, 0) => Primitive::Circle { centre: (x, y), radius: 4.0 },
        (_, 1) => Primitive::rect((x - 3.5, y - 3.5), 7.0, 7.0),
        (_, 2) => around(&[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)]),
        _ => around(&[(0.0, 5.0), (5.0, -3.0), (-5.0, -3.0)]),
    };
    page.told(&[series.role()], if series.published { Part::Outline } else { Part::Fill }, shape, says);
}

fn arrow((x, y): (f64, f64)) -> Primitive {
    Primitive::polygon([(x, y - 7.0), (x + 6.0, y + 3.0), (x - 6.0, y + 3.0)])
}

fn key(page: &mut Page, plot: &Plot<'_>, frame: &Frame) {
    let x = frame.right + 14.0;
    let mut y = TOP + 8.0;
    for series in &plot.series {
        stroke(page, series, vec![(x, y), (x + 24.0, y)]);
        mark(page, series, (x + 12.0, y), false, &series.name);
        page.text((x + 30.0, y + 4.0), &[], NORMAL, &series.name);
        y += LINE;
    }
    let cut = plot.series.iter().flat_map(|series| series.values.iter().flatten()).any(|value| value.cut != Cut::None);
    if cut {
        page.shape(&[SERIES[6]], Part::Fill, arrow((x + 12.0, y + 4.0)));
        page.text((x + 30.0, y + 8.0), &[], NORMAL, "time-outs");
        y += LINE;
    }
    if plot.values().any(|value| value <= 0.0) {
        page.text((x, y + 8.0), &["faint"], SMALL, "0 stands on the axis");
    }
}
