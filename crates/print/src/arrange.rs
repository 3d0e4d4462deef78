//! Drawings on pages: as many on each as can be read.

use crate::Misfit;
use crate::flow::{Flow, set};
use crate::font::Face;
use crate::look::finest;
use crate::measures::{LEADING, Measures};
use crate::page::{Element, Item, Page, Piece};
use crate::qr::MODULE;
use crate::typeset::{Caption, Line, Run};
use scene::picture::Picture;

/// A drawing with what stands above and below it.
#[derive(Debug, Clone)]
pub(crate) struct Figure {
    /// The level of its heading and the heading in the outline; without, what
    /// is above it is a caption.
    pub(crate) heading: Option<(u16, String)>,
    pub(crate) title: Caption,
    pub(crate) subtitle: Caption,
    pub(crate) picture: Picture,
    /// The size of the smallest digit that is or will be in it, in pixels.
    pub(crate) finest: f64,
    pub(crate) link: Option<Link>,
}

/// A link below a drawing.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    pub(crate) address: String,
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

/// White between columns, between rows, and between a drawing and its heading.
const GUTTER: f64 = 22.0;
const ROW_GAP: f64 = 16.0;
const GAP: f64 = 4.0;
/// The most white that is added below a row to fill the page.
const STRETCH: f64 = 60.0;

impl Figure {
    /// A drawing with a caption above it.
    pub(crate) fn new(title: Run, picture: Picture, large: bool) -> Figure {
        let (title, subtitle) = (Caption::new(vec![title]), Caption::new(Vec::new()));
        Figure { heading: None, title, subtitle, finest: finest(&picture, large), picture, link: None }
    }

    fn above(&self, width: f64, measures: &Measures) -> f64 {
        let title = self.title.count(measures.heading, width) * measures.heading;
        let subtitle = self.subtitle.count(measures.small, width) * measures.small;
        (title + subtitle) * LEADING + GAP
    }

    /// The height of the drawing with its link, which stands beside it if there
    /// is room, and else below.
    fn drawn(&self, scale: f64, column: f64, measures: &Measures) -> f64 {
        let (width, height) = (scale * self.picture.width, scale * self.picture.height);
        let Some(link) = &self.link else { return height };
        match link.beside(column - width, measures) {
            Some(room) => height.max(link.height(room, measures)),
            None => height + GAP + link.height(column, measures),
        }
    }
}

impl Link {
    /// The side of its QR code on the page.
    fn side(&self, measures: &Measures) -> f64 {
        self.code.as_ref().map_or(0.0, |code| code.width / MODULE * measures.module)
    }

    fn height(&self, room: f64, measures: &Measures) -> f64 {
        let side = self.side(measures);
        let lines = self.address.chars().count().div_ceil(characters(room - side, measures));
        side.max(lines as f64 * measures.small * LEADING)
    }

    /// The address, cut where a line is full: it is one long word.
    fn lines(&self, room: f64, measures: &Measures) -> Vec<Line> {
        let line = |part: &[char]| {
            let run = Run::new(Face::Mono, &part.iter().collect::<String>());
            Line { width: part.len() as f64 * mono(measures), runs: vec![(0.0, run)] }
        };
        self.address.chars().collect::<Vec<_>>().chunks(characters(room, measures)).map(line).collect()
    }

    /// The width that it has beside a drawing, if that leaves room for it.
    fn beside(&self, left: f64, measures: &Measures) -> Option<f64> {
        let room = left - GUTTER;
        (room >= self.side(measures) + BESIDE * measures.small).then_some(room)
    }

    /// Its code, and its address to the right of it.
    fn place(&self, (x, y): (f64, f64), room: f64, measures: &Measures) -> Vec<Item> {
        let (side, scale) = (self.side(measures), measures.module / MODULE);
        let code = self.code.as_ref().map(|picture| Item::Picture { at: (x, y), scale, picture: picture.clone() });
        let lines = self.lines(room - side, measures);
        let high = lines.len() as f64 * measures.small * LEADING;
        let text = set(&lines, (x + side, y + (side - high).max(0.0) / 2.0), measures.small);
        code.into_iter().chain(text).collect()
    }
}

/// How many characters of an address fit a line.
fn characters(room: f64, measures: &Measures) -> usize {
    ((room / mono(measures)) as usize).max(1)
}

/// The width of a character of an address: all are equally wide.
fn mono(measures: &Measures) -> f64 {
    Face::Mono.width(measures.small, "0")
}

/// The least width of an address beside a drawing, in sizes of its type.
const BESIDE: f64 = 13.0;

/// Drawings in rows, and how large they are.
struct Grid<'a> {
    /// The rows, and the height of what stands above their drawings.
    rows: Vec<(&'a [Figure], f64)>,
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
        let above = |row: &'a [Figure]| (row, highest(row, |figure| figure.above(column, measures)));
        let rows: Vec<(&[Figure], f64)> = figures.chunks(columns).map(above).collect();
        let gaps = rows.len().saturating_sub(1) as f64 * ROW_GAP;
        let height = |scale: f64| {
            let drawn = rows.iter().map(|(row, _)| highest(row, |f| f.drawn(f.scale(scale, column), column, measures)));
            drawn.chain(rows.iter().map(|(_, above)| *above)).sum::<f64>() + gaps
        };
        let finest = figures.iter().map(|figure| figure.finest).fold(f64::MAX, f64::min);
        let most = largest / finest;
        let scale = if height(most) <= room.1 { most } else { largest_below(most, |scale| height(scale) <= room.1) };
        let digits = figures.iter().map(|f| f.finest * f.scale(scale, column)).fold(f64::MAX, f64::min);
        let spare = (room.1 - height(scale)).max(0.0);
        Grid { rows, column, scale, digits, spare }
    }

    /// Puts the drawings on the page.
    fn place(&self, (left, top): (f64, f64), page: &mut Page, measures: &Measures) {
        let stretch = (self.spare / self.rows.len().max(1) as f64).min(STRETCH);
        let mut y = top;
        for &(row, above) in &self.rows {
            for (i, figure) in row.iter().enumerate() {
                let x = left + i as f64 * (self.column + GUTTER);
                figure.place((x, y), above, self, page, measures);
            }
            let drawn = highest(row, |f| f.drawn(f.scale(self.scale, self.column), self.column, measures));
            y += above + drawn + ROW_GAP + stretch;
        }
    }
}

/// The height of the highest in a row.
fn highest(row: &[Figure], height: impl Fn(&Figure) -> f64) -> f64 {
    row.iter().map(height).fold(0.0, f64::max)
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
        let title = self.title.lines(measures.heading, grid.column);
        let subtitle = self.subtitle.lines(measures.small, grid.column);
        let element = self.heading.clone().map_or(Element::Paragraph, |(level, text)| Element::Heading(level, text));
        let below_title = y + title.len() as f64 * measures.heading * LEADING;
        let mut put = |element, items: Vec<Item>| {
            if !items.is_empty() {
                page.pieces.push(Piece { element, items });
            }
        };
        put(element, set(&title, (x, y), measures.heading));
        put(Element::Paragraph, set(&subtitle, (x, below_title), measures.small));
        let scale = self.scale(grid.scale, grid.column);
        let (wide, high) = (scale * self.picture.width, scale * self.picture.height);
        let beside = self.link.as_ref().and_then(|link| link.beside(grid.column - wide, measures));
        // Alone, a drawing stands in the middle of its column.
        let shift = if beside.is_some() { 0.0 } else { (grid.column - wide) / 2.0 };
        let at = (x + shift, y + above);
        let alt = format!("{}. {}", self.picture.title, self.picture.description);
        put(Element::Figure(alt), vec![Item::Picture { at, scale, picture: self.picture.clone() }]);
        if let Some(link) = &self.link {
            let items = match beside {
                Some(room) => {
                    let y = at.1 + (high - link.height(room, measures)).max(0.0);
                    link.place((x + wide + GUTTER, y), room, measures)
                }
                None => link.place((x, at.1 + high + GAP), grid.column, measures),
            };
            put(Element::Link(link.address.clone()), items);
        }
    }
}

/// What came of putting drawings on pages.
#[derive(Debug, Default)]
pub(crate) struct Arranged {
    /// Those that no page can show.
    pub(crate) misfits: Vec<Misfit>,
    /// Those that are shown smaller than they should be: their positions, and
    /// the sizes of their digits.
    pub(crate) smaller: Vec<(usize, f64)>,
}

/// Puts all drawings on pages, from where the flow is. A drawing too large for
/// a page has one that is turned, if it is larger there.
pub(crate) fn arrange(figures: &[Figure], packing: Packing, flow: &mut Flow<'_>) -> Arranged {
    let mut arranged = Arranged::default();
    let mut index = 0;
    while index < figures.len() {
        if index > 0 {
            flow.turn_page();
        }
        match fill_page(&figures[index..], packing, flow) {
            Ok((count, digits)) => {
                arranged.smaller.extend((digits < flow.measures.least - NEARLY).then_some((index, digits)));
                index += count;
            }
            Err(misfit) => {
                arranged.misfits.push(Misfit { index, ..misfit });
                index += 1;
            }
        }
    }
    arranged
}

/// Sizes that differ by less are the same.
const NEARLY: f64 = 1e-6;

/// Puts the first drawings on the page; returns how many, and the size of their
/// smallest digits.
fn fill_page(figures: &[Figure], packing: Packing, flow: &mut Flow<'_>) -> Result<(usize, f64), Misfit> {
    let measures = flow.measures;
    let room = (measures.room().0, flow.left());
    let best = |count: usize, room, measures: &Measures| {
        let figures = &figures[..count];
        let columns = 2..=packing.columns.min(count);
        let one = Grid::new(figures, 1, room, packing.largest, measures);
        let grids = columns.map(|columns| Grid::new(figures, columns, room, packing.largest, measures));
        grids.fold(one, |best, grid| if grid.digits >= best.digits { grid } else { best })
    };
    let pleasant = if packing.exactly { measures.least } else { packing.pleasant };
    let most = packing.most.min(figures.len());
    for count in (1..=most).rev() {
        let least = if count == 1 { measures.least } else { pleasant };
        let grid = best(count, room, measures);
        if grid.digits < least - NEARLY {
            continue;
        }
        if packing.exactly && count < most {
            return Err(misfit(&figures[0], grid.digits, Some(count), measures));
        }
        let top = (measures.margin, flow.y);
        if let Some(page) = flow.pages.last_mut() {
            grid.place(top, page, measures);
        }
        return Ok((count, grid.digits));
    }
    // Below other things there may be too little room; on a page of its own, or
    // on a turned one, there is more.
    if flow.left() < measures.room().1 {
        if !flow.raise_heading() {
            flow.turn_page();
        }
        return fill_page(figures, packing, flow);
    }
    let turned = measures.turned();
    let (upright, lying) = (best(1, measures.room(), measures), best(1, turned.room(), &turned));
    let (grid, own) = if lying.digits > upright.digits { (lying, &turned) } else { (upright, measures) };
    let can_be_read = grid.digits >= measures.floor - NEARLY;
    match flow.pages.last_mut() {
        Some(page) if can_be_read && (!packing.exactly || packing.most == 1) => {
            (page.width, page.height) = (own.width, own.height);
            grid.place((own.margin, own.margin), page, own);
            Ok((1, grid.digits))
        }
        _ => Err(misfit(&figures[0], grid.digits, can_be_read.then_some(1), measures)),
    }
}

fn misfit(figure: &Figure, digits: f64, fits: Option<usize>, measures: &Measures) -> Misfit {
    let scale = measures.floor / figure.finest;
    let wide = figure.picture.width * scale;
    let high = figure.above(wide, measures) + figure.drawn(scale, wide, measures);
    let needs = (wide + 2.0 * measures.margin, high + 2.0 * measures.margin);
    let least = if fits.is_some() { measures.least } else { measures.floor };
    Misfit { index: 0, digits, least, needs, fits, paper: measures.paper }
}
