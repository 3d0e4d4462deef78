//! Drawings on pages: as many on each as can be read.

use crate::flow::{Flow, set};
use crate::look::finest;
use crate::measures::{LEADING, Measures};
use crate::page::{Item, Page, Part, Piece};
use crate::qr::MODULE;
use crate::typeset::{Run, wrap};
use scene::picture::Picture;

/// A drawing with what stands above and below it.
#[derive(Debug, Clone)]
pub(crate) struct Figure {
    /// The level of its heading and the heading in the outline; without, what
    /// is above it is a caption.
    pub(crate) heading: Option<(u16, String)>,
    pub(crate) title: Vec<Run>,
    pub(crate) subtitle: Vec<Run>,
    pub(crate) picture: Picture,
    /// The size of the smallest digit that is or will be in it, in pixels.
    pub(crate) finest: f64,
    pub(crate) link: Option<Link>,
}

/// A link below a drawing.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    pub(crate) address: String,
    pub(crate) text: Vec<Run>,
    pub(crate) code: Option<Picture>,
}

/// How many drawings a page may have, and how large they are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Packing {
    /// The most on a page.
    pub(crate) most: usize,
    /// Whether that many are put on a page as long as they can be read at all.
    pub(crate) exactly: bool,
    /// The most in a row.
    pub(crate) columns: usize,
    /// The size of digits that another drawing on the page must not push below.
    pub(crate) pleasant: f64,
    /// The size of digits where there is room.
    pub(crate) largest: f64,
}

/// A drawing that cannot be read on any page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TooLarge {
    /// Its number among the drawings, from 0.
    pub(crate) index: usize,
    /// The largest that its digits can be.
    pub(crate) digits: f64,
    /// The size that its page must have, margins included.
    pub(crate) needs: (f64, f64),
    /// How many could be on a page, if fewer than asked for.
    pub(crate) fits: Option<usize>,
}

/// White between columns, between rows, and between a drawing and its heading.
const GUTTER: f64 = 22.0;
const ROW_GAP: f64 = 16.0;
const GAP: f64 = 4.0;
/// The most white that is added below a row to fill the page.
const STRETCH: f64 = 60.0;

impl Figure {
    fn above(&self, width: f64, measures: &Measures) -> f64 {
        let title = wrap(&self.title, measures.heading, width).len() as f64 * measures.heading;
        let subtitle = wrap(&self.subtitle, measures.small, width).len() as f64 * measures.small;
        (title + subtitle) * LEADING + GAP
    }

    fn below(&self, width: f64, measures: &Measures) -> f64 {
        let Some(link) = &self.link else { return 0.0 };
        let side = link.side(measures);
        let lines = wrap(&link.text, measures.small, width - side).len() as f64;
        GAP + side.max(lines * measures.small * LEADING)
    }
}

impl Link {
    /// The side of its QR code on the page.
    fn side(&self, measures: &Measures) -> f64 {
        self.code.as_ref().map_or(0.0, |code| code.width / MODULE * measures.module)
    }
}

/// Drawings in rows, and how large they are.
struct Grid<'a> {
    rows: Vec<&'a [Figure]>,
    column: f64,
    /// Points to a pixel, unless the column is too narrow.
    scale: f64,
    /// The size of the smallest digit.
    digits: f64,
    spare: f64,
}

impl<'a> Grid<'a> {
    fn new(figures: &'a [Figure], columns: usize, room: (f64, f64), largest: f64, measures: &Measures) -> Grid<'a> {
        let column = (room.0 - (columns - 1) as f64 * GUTTER) / columns as f64;
        let rows: Vec<&[Figure]> = figures.chunks(columns).collect();
        let fixed: Vec<Vec<f64>> = rows
            .iter()
            .map(|row| row.iter().map(|f| f.above(column, measures) + f.below(column, measures)).collect())
            .collect();
        let gaps = rows.len().saturating_sub(1) as f64 * ROW_GAP;
        let height = |scale: f64| {
            let high = |(figure, fixed): (&Figure, &f64)| fixed + figure.scale(scale, column) * figure.picture.height;
            let row = |(row, fixed): (&&[Figure], &Vec<f64>)| row.iter().zip(fixed).map(high).fold(0.0, f64::max);
            rows.iter().zip(&fixed).map(row).sum::<f64>() + gaps
        };
        let finest = figures.iter().map(|figure| figure.finest).fold(f64::MAX, f64::min);
        let most = largest / finest;
        let scale = if height(most) <= room.1 { most } else { largest_below(most, |scale| height(scale) <= room.1) };
        let digits = figures.iter().map(|f| f.finest * f.scale(scale, column)).fold(f64::MAX, f64::min);
        let spare = (room.1 - height(scale)).max(0.0);
        Grid { rows, column, scale, digits, spare }
    }

    /// Puts the drawings on the page; returns how far down they reach.
    fn place(&self, (left, top): (f64, f64), page: &mut Page, measures: &Measures) -> f64 {
        let stretch = (self.spare / self.rows.len().max(1) as f64).min(STRETCH);
        let mut y = top;
        for row in &self.rows {
            let above = row.iter().map(|figure| figure.above(self.column, measures)).fold(0.0, f64::max);
            let drawn = |f: &Figure| f.scale(self.scale, self.column) * f.picture.height;
            let high = row.iter().map(|f| above + drawn(f) + f.below(self.column, measures)).fold(0.0, f64::max);
            for (i, figure) in row.iter().enumerate() {
                let x = left + i as f64 * (self.column + GUTTER);
                figure.place((x, y), above, self, page, measures);
            }
            y += high + ROW_GAP + stretch;
        }
        y
    }
}

/// The largest number between 0 and `most` that passes; smaller ones do.
fn largest_below(most: f64, passes: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, most);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if passes(middle) { low = middle } else { high = middle }
    }
    low
}

impl Figure {
    fn scale(&self, scale: f64, column: f64) -> f64 {
        scale.min(column / self.picture.width)
    }

    fn place(&self, (x, y): (f64, f64), above: f64, grid: &Grid<'_>, page: &mut Page, measures: &Measures) {
        let title = wrap(&self.title, measures.heading, grid.column);
        let subtitle = wrap(&self.subtitle, measures.small, grid.column);
        let part = self.heading.clone().map_or(Part::Paragraph, |(level, text)| Part::Heading(level, text));
        let below_title = y + title.len() as f64 * measures.heading * LEADING;
        let mut put = |part, items: Vec<Item>| {
            if !items.is_empty() {
                page.pieces.push(Piece { part, items });
            }
        };
        put(part, set(&title, (x, y), measures.heading));
        put(Part::Paragraph, set(&subtitle, (x, below_title), measures.small));
        let scale = self.scale(grid.scale, grid.column);
        let at = (x + (grid.column - scale * self.picture.width) / 2.0, y + above);
        let alt = format!("{}. {}", self.picture.title, self.picture.description);
        put(Part::Figure(alt), vec![Item::Picture { at, scale, picture: self.picture.clone() }]);
        if let Some(link) = &self.link {
            let top = at.1 + scale * self.picture.height + GAP;
            let side = link.side(measures);
            let scale = measures.module / MODULE;
            let code =
                link.code.as_ref().map(|picture| Item::Picture { at: (x, top), scale, picture: picture.clone() });
            let lines = wrap(&link.text, measures.small, grid.column - side);
            let high = lines.len() as f64 * measures.small * LEADING;
            let text = set(&lines, (x + side, top + (side - high).max(0.0) / 2.0), measures.small);
            put(Part::Link(link.address.clone()), code.into_iter().chain(text).collect());
        }
    }
}

/// Puts all drawings on pages, from where the flow is. A drawing too large for
/// a page has one that is turned; those too large for that are returned.
pub(crate) fn arrange(figures: &[Figure], packing: Packing, flow: &mut Flow<'_>) -> Vec<TooLarge> {
    let mut misfits = Vec::new();
    let mut rest = figures;
    let mut fresh = true;
    while !rest.is_empty() {
        if !std::mem::take(&mut fresh) {
            flow.turn_page();
        }
        let index = figures.len() - rest.len();
        let taken = fill_page(rest, packing, flow).unwrap_or_else(|misfit| {
            misfits.push(TooLarge { index, ..misfit });
            1
        });
        rest = &rest[taken..];
    }
    misfits
}

/// Puts the first drawings on the page; returns how many.
fn fill_page(figures: &[Figure], packing: Packing, flow: &mut Flow<'_>) -> Result<usize, TooLarge> {
    let measures = flow.measures;
    let room = (measures.room().0, flow.left());
    let best = |count: usize, room, measures: &Measures| {
        let figures = &figures[..count.min(figures.len())];
        let columns = 1..=packing.columns.min(figures.len());
        let grids = columns.map(|columns| Grid::new(figures, columns, room, packing.largest, measures));
        grids.max_by(|one, other| one.digits.total_cmp(&other.digits))
    };
    let readable = |grid: &Grid<'_>, least: f64| grid.digits >= least - 1e-6;
    let pleasant = if packing.exactly { measures.least } else { packing.pleasant };
    for count in (1..=packing.most.min(figures.len())).rev() {
        let least = if count == 1 { measures.least } else { pleasant };
        let Some(grid) = best(count, room, measures).filter(|grid| readable(grid, least)) else { continue };
        if packing.exactly && count < packing.most.min(figures.len()) {
            return Err(misfit(&figures[0], grid.digits, Some(count), measures));
        }
        let top = (measures.margin, flow.top());
        if let Some(page) = flow.pages.last_mut() {
            grid.place(top, page, measures);
        }
        return Ok(count);
    }
    // Below a heading there may be too little room; on a page of its own, or
    // on a turned one, there is more.
    if flow.left() < measures.room().1 {
        flow.turn_page();
        return fill_page(figures, packing, flow);
    }
    let turned = measures.turned();
    let grid = best(1, turned.room(), &turned);
    match grid {
        Some(grid) if readable(&grid, measures.least) && (!packing.exactly || packing.most == 1) => {
            if let Some(page) = flow.pages.last_mut() {
                (page.width, page.height) = (turned.width, turned.height);
                grid.place((turned.margin, turned.margin), page, &turned);
            }
            Ok(1)
        }
        grid => {
            let upright = best(1, measures.room(), measures).map_or(0.0, |grid| grid.digits);
            let digits = grid.as_ref().map_or(0.0, |grid| grid.digits);
            let fits = (digits.max(upright) >= measures.least).then_some(1);
            Err(misfit(&figures[0], digits.max(upright), fits, measures))
        }
    }
}

fn misfit(figure: &Figure, digits: f64, fits: Option<usize>, measures: &Measures) -> TooLarge {
    let scale = measures.least / figure.finest;
    let wide = figure.picture.width * scale;
    let high = figure.picture.height * scale + figure.above(wide, measures) + figure.below(wide, measures);
    let needs = (wide + 2.0 * measures.margin, high + 2.0 * measures.margin);
    TooLarge { index: 0, digits, needs, fits }
}

/// The smallest digit in any of these pictures, in pixels.
pub(crate) fn finest_of<'a>(pictures: impl IntoIterator<Item = &'a Picture>) -> f64 {
    pictures.into_iter().map(finest).fold(f64::MAX, f64::min)
}
