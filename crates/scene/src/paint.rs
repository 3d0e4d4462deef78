//! Marks as primitives: the one geometry of all pictures of a scene.

use crate::look::SHEET;
use crate::picture::{self, Anchor, Group, Part, Picture, Primitive};
use crate::shape::{Align, Slot, width};
use crate::{
    Candidates, Cell, Content, Disc, Emphasis, Extent, Follows, Line, Mark, Passage, Poise, Scene, Shape, Stroke, Text,
};

/// The width of a text cell, in pixels. One character is half as wide as high,
/// as on most terminals.
const COLUMN: f64 = 10.0;
/// The same where cells have no borders: two columns have to hold a clue.
const WIDE_COLUMN: f64 = 16.0;
/// White around the drawing; outlines reach a little beyond their cells.
const MARGIN: f64 = 10.0;
/// The same below what can swing.
const SWAY: f64 = 30.0;
/// The size of ordinary text, of labels and of captions.
const SIZE: f64 = 15.0;
const SMALL: f64 = 12.0;
/// How much larger clues and labels are where cells have room for candidates: there the whole picture is
/// larger, and is made smaller again to fit a page.
const ROOMY: f64 = 1.4;
/// The same for clues of a few digits, which fit their row even so.
const ROOMY_CLUE: f64 = 1.75;
const FEW: i64 = 3;
/// A drawing may be shown small: what stands at the foot of a cell is as large as fits.
const CAPTION_SHARE: f64 = 0.24;
const LARGEST_NAME: f64 = 22.0;
/// How much of its cell a caption takes at least.
const CAPTION: f64 = 16.0;
/// The distance from the middle of a digit to its baseline, as a share of its size.
const FOOT: f64 = 0.35;

impl Scene {
    /// The scene as primitives, from which files are written.
    pub fn picture(&self) -> Picture {
        self.picture_in(1.0, false)
    }

    /// The same with type that is larger by this factor, up to 1.4, with names as
    /// large as digits if that is wanted, and nothing else changed: on paper, small
    /// boards have to be readable.
    pub fn picture_in(&self, larger: f64, large_names: bool) -> Picture {
        let extent = self.extent().unwrap_or(Extent { left: 0, top: 0, right: 0, bottom: 0 });
        let bare = |mark: &Mark| matches!(&mark.shape, Shape::Cell(cell) if cell.border.is_none());
        let column = if self.marks().iter().any(bare) { WIDE_COLUMN } else { COLUMN };
        let roomy = self.marks().iter().any(is_roomy);
        let around = if roomy { larger.max(ROOMY) } else { larger };
        let Extent { left, top, .. } = extent;
        let tips = !self.beams().is_empty();
        let mut painter = Painter { column, larger, around, roomy, large_names, tips, left, top, items: Vec::new() };
        let (wide, high) = (painter.x(extent.right) + column / 2.0, painter.y(extent.bottom) + column);
        let below = if self.beams().iter().any(|beam| beam.hangs.is_some()) { SWAY } else { MARGIN };
        let mut picture = Picture::new(self.title(), wide + MARGIN, high + below, &SHEET);
        picture.description = self.description().to_owned();
        picture.beams = self.beams().iter().map(|beam| painter.beam(beam)).collect();
        let roles = |mark: &Mark| roles(mark, self);
        let is_like = |one: &&Mark, other: &&Mark| {
            roles(one) == roles(other) && one.target == other.target && one.follows == other.follows
        };
        for marks in self.by_target().chunk_by(is_like) {
            marks.iter().for_each(|mark| painter.mark(mark));
            let follows = marks[0].follows.map(|follows| painter.follows(follows));
            if let Some(picture::Follows::Turns(beam)) = follows {
                picture.beams.get(beam).into_iter().for_each(|beam| painter.heavier(beam));
            }
            let (target, items) = (marks[0].target.clone(), std::mem::take(&mut painter.items));
            picture.groups.push(Group { roles: roles(marks[0]), target, tip: None, follows, items });
        }
        picture
    }
}

/// Whether a mark has room for candidates.
fn is_roomy(mark: &Mark) -> bool {
    match &mark.shape {
        Shape::Cell(cell) => cell.extent().rows() > 4,
        Shape::Disc(disc) => disc.rows() > 1,
        _ => false,
    }
}

fn roles(mark: &Mark, scene: &Scene) -> Vec<&'static str> {
    let selected = mark.selected.then_some("selected");
    let poise = match mark.follows {
        Some(Follows::Turns(beam)) => scene.beams().get(beam).map(|beam| beam.poise.name()),
        _ => None,
    };
    let emphasis = mark.emphasis.map(Emphasis::name);
    [mark.role.name()].into_iter().chain(poise).chain(emphasis).chain(selected).collect()
}

/// Turns marks into primitives.
struct Painter {
    /// The width of a text cell, and half its height.
    column: f64,
    /// How much larger type is than usual: in cells, and around them.
    larger: f64,
    around: f64,
    /// Whether cells have room for candidates.
    roomy: bool,
    /// Whether names are as large as digits.
    large_names: bool,
    /// Whether things tip.
    tips: bool,
    /// Where the drawing starts on the grid of the scene.
    left: i64,
    top: i64,
    items: Vec<(Part, Primitive)>,
}

impl Painter {
    /// The middle of a column.
    fn x(&self, column: i64) -> f64 {
        MARGIN + (column - self.left) as f64 * self.column + self.column / 2.0
    }

    /// The middle of a row.
    fn y(&self, row: i64) -> f64 {
        MARGIN + (row - self.top) as f64 * 2.0 * self.column + self.column
    }

    fn beam(&self, beam: &crate::Beam) -> picture::Beam {
        let (x, y) = (self.x(beam.pivot.x.into()), self.y(beam.pivot.y.into()));
        let wide = |columns: u32| f64::from(columns) * self.column;
        picture::Beam {
            target: beam.target.clone(),
            poise: beam.poise,
            pivot: (x, y),
            arms: (wide(beam.arms.0), wide(beam.arms.1)),
            hangs: beam.hangs.map(|(from, column)| (from, self.x(column.into()))),
        }
    }

    fn follows(&self, follows: Follows) -> picture::Follows {
        match follows {
            Follows::Turns(beam) => picture::Follows::Turns(beam),
            Follows::Hangs(beam, column) => picture::Follows::Hangs(beam, self.x(column.into())),
        }
    }

    /// An arrow above the end that goes down.
    fn heavier(&mut self, beam: &picture::Beam) {
        let x = match beam.poise {
            Poise::Left => beam.pivot.0 - beam.arms.0,
            Poise::Right => beam.pivot.0 + beam.arms.1,
            Poise::Open | Poise::Level => return,
        };
        let y = beam.pivot.1 - 9.0;
        self.put(Part::Heavier, Primitive::polygon([(x - 6.0, y - 9.0), (x + 6.0, y - 9.0), (x, y)]));
    }

    fn put(&mut self, part: Part, primitive: Primitive) {
        self.items.push((part, primitive));
    }

    fn mark(&mut self, mark: &Mark) {
        match &mark.shape {
            Shape::Text(text) => self.text(text, mark),
            Shape::Cell(cell) => self.cell(cell, mark),
            Shape::Disc(disc) => self.disc(disc, mark),
            Shape::Line(line) => self.line(line),
            Shape::Tick(tick) => {
                let (x, y) = (self.x(tick.at.x.into()), self.y(tick.at.y.into()));
                self.put(Part::Line, Primitive::line((x, y), (x, y - 7.0)));
            }
            Shape::Pivot(pivot) => {
                // It stands on the bar like a hanger, so that the string from
                // above meets its tip.
                let (x, y) = (self.x(pivot.at.x.into()), self.y(pivot.at.y.into()));
                self.put(Part::Pivot, Primitive::polygon([(x, y - 13.0), (x + 9.0, y + 2.0), (x - 9.0, y + 2.0)]));
            }
            Shape::Passage(passage) => self.passage(passage),
        }
    }

    fn text(&mut self, text: &Text, mark: &Mark) {
        let Extent { left, right, .. } = text.extent();
        let y = self.y(text.at.y.into());
        let is_small = mark.role == crate::Role::Label && !self.large_names;
        let size = match (is_small, self.tips) {
            (true, true) => (self.around * SMALL).max(LARGEST_NAME - 2.0),
            (true, false) => self.around * SMALL,
            (false, _) if self.roomy && width(text.as_str()) <= FEW => self.around.max(ROOMY_CLUE) * SIZE,
            (false, _) => self.around * SIZE,
        };
        let (x, anchor) = match text.align {
            Align::Start => (self.x(left) - self.column / 2.0, Anchor::Start),
            Align::Middle => (self.x(text.at.x.into()), Anchor::Middle),
            Align::End => (self.x(right) + self.column / 2.0, Anchor::End),
            Align::Over(columns) => (self.x(right) - f64::from(columns - 1) * self.column / 2.0, Anchor::Middle),
        };
        let wide = width(text.as_str()) as f64 * COLUMN * size / SIZE + 10.0;
        let from = match text.align {
            Align::Start => x - 5.0,
            Align::Middle | Align::Over(_) => x - wide / 2.0,
            Align::End => x - wide + 5.0,
        };
        let area = Area { left: from, top: y - 11.0, right: from + wide, bottom: y + 11.0 };
        if mark.emphasis.is_some() {
            self.put(Part::Ring, area.rounded(4.0));
        }
        self.put(Part::Text, Primitive::text((x, y + size * FOOT), anchor, size, text.as_str()));
        self.point_out(&area, 4.0, mark);
    }

    /// Shows without colour that a mark is wrong or selected.
    fn point_out(&mut self, area: &Area, radius: f64, mark: &Mark) {
        if mark.emphasis == Some(Emphasis::Wrong) {
            let Area { left, top, right, bottom } = area.shrunk(radius / 2.0);
            self.put(Part::Strike, Primitive::line((left, bottom), (right, top)));
        }
        if mark.selected {
            self.put(Part::Selection, area.rounded(radius));
        }
    }

    fn cell(&mut self, cell: &Cell, mark: &Mark) {
        let extent = cell.extent();
        // A border runs through the middle of the cells that text spends on
        // it; a bare cell reaches to the edges of its own.
        let (dx, dy, part) = match cell.border {
            Some(Stroke::Thin) => (0.0, 0.0, Part::Outline),
            Some(Stroke::Thick) => (0.0, 0.0, Part::ThickOutline),
            None => (self.column / 2.0, self.column, Part::FineOutline),
        };
        let area = Area {
            left: self.x(extent.left) - dx,
            top: self.y(extent.top) - dy,
            right: self.x(extent.right) + dx,
            bottom: self.y(extent.bottom) + dy,
        };
        self.put(part, area.rounded(0.0));
        // A ring inside the border leaves the neighbours alone, and meets no
        // other ring.
        let inside = area.shrunk(if cell.border.is_some() { 4.0 } else { 3.0 });
        if mark.emphasis.is_some() {
            self.put(Part::Ring, inside.rounded(0.0));
        }
        let mut room = if mark.emphasis.is_some() { inside } else { area };
        if !cell.caption.is_empty() {
            let small = self.larger * (SMALL - 1.0);
            let fits = (room.wide() - 4.0) / (0.66 * width(&cell.caption) as f64);
            let size =
                if self.large_names { self.larger * SIZE } else { (area.wide() * CAPTION_SHARE).min(LARGEST_NAME) };
            let size = size.min(fits).max(small);
            room.bottom -= CAPTION.max(1.2 * size);
            let at = (room.middle().0, room.bottom + size * 0.7 * SMALL / (SMALL - 1.0));
            self.put(Part::Caption, Primitive::text(at, Anchor::Middle, size, &*cell.caption));
        }
        self.content(cell.content(), &room);
        let (ring, radius) = if mark.emphasis.is_some() { (inside, 0.0) } else { (area, 2.0) };
        self.point_out(if mark.selected { &area } else { &ring }, radius, mark);
    }

    /// The content of a cell or a disc, in proportion to its room.
    fn content(&mut self, content: &Content, room: &Area) {
        let (x, y) = room.middle();
        let unit = room.wide().min(room.high()) / 10.0;
        match content {
            Content::Blank => {}
            Content::Text(text) => {
                let size = self.larger * (room.high() * SIZE / 40.0).clamp(13.0, 3.0 * SIZE);
                let size = size.min((room.wide() - 4.0).max(8.0) / (0.6 * width(text).max(1) as f64));
                self.put(Part::Text, Primitive::text((x, y + size * FOOT), Anchor::Middle, size, text));
            }
            Content::Solid => self.put(Part::Fill, room.shrunk(unit).rounded(0.0)),
            Content::Dot => self.put(Part::Fill, Primitive::Circle { centre: (x, y), radius: unit.clamp(2.0, 6.0) }),
            Content::Fulcrum => {
                let (tip, foot, side) = (y - 2.5 * unit, y + 2.5 * unit, 3.0 * unit);
                self.put(Part::Fill, Primitive::polygon([(x, tip), (x + side, foot), (x - side, foot)]));
            }
            Content::Candidates(candidates) => self.candidates(candidates, room),
        }
    }

    fn candidates(&mut self, candidates: &Candidates, room: &Area) {
        let inside = room.shrunk(4.0);
        let (wide, high) = (inside.wide() / candidates.columns as f64, inside.high() / candidates.rows() as f64);
        let size = (0.85 * high).min(wide / (0.65 * candidates.width as f64)).min(SIZE);
        if candidates.left() == 0 {
            let ((x, y), arm) = (room.middle(), size.min(12.0) / 2.0);
            self.put(Part::Strike, Primitive::line((x - arm, y - arm), (x + arm, y + arm)));
            self.put(Part::Strike, Primitive::line((x - arm, y + arm), (x + arm, y - arm)));
        }
        for (column, row, slot) in candidates.slots() {
            let x = inside.left + (column as f64 + 0.5) * wide;
            let y = inside.top + (row as f64 + 0.5) * high;
            let side = size / 3.5;
            let sign = match slot {
                Slot::Gone => continue,
                Slot::Text(text) => Primitive::text((x, y + size * FOOT), Anchor::Middle, size, text),
                Slot::Dot => Primitive::Circle { centre: (x, y), radius: (side / 2.0).max(2.0) },
                Slot::Solid => Primitive::rect((x - side, y - side), 2.0 * side, 2.0 * side),
            };
            self.put(Part::Candidate, sign);
        }
    }

    fn disc(&mut self, disc: &Disc, mark: &Mark) {
        let (x, y) = (self.x(disc.centre.x.into()), self.y(disc.centre.y.into()));
        // Two digits still fit a circle; more of them stretch it.
        let wide = (disc.room() as f64 * COLUMN + 8.0).max(28.0);
        let high = disc.rows() as f64 * 2.0 * COLUMN + 8.0;
        let area = Area { left: x - wide / 2.0, top: y - high / 2.0, right: x + wide / 2.0, bottom: y + high / 2.0 };
        let part = if mark.emphasis.is_some() { Part::Ring } else { Part::Outline };
        self.put(part, area.rounded(14.0));
        // Digits have the usual size, however flat the disc is.
        let room = Area { top: area.top - 6.0, bottom: area.bottom + 6.0, ..area };
        self.content(disc.content(), if disc.rows() == 1 { &room } else { &area });
        self.point_out(&area, 14.0, mark);
    }

    fn line(&mut self, line: &Line) {
        let [(x0, y0), (x1, y1)] = line.ends();
        let part = match line.stroke {
            Stroke::Thin => Part::Line,
            Stroke::Thick => Part::ThickLine,
        };
        self.put(part, Primitive::line((self.x(x0), self.y(y0)), (self.x(x1), self.y(y1))));
    }

    fn passage(&mut self, passage: &Passage) {
        let [(x, y0), (_, y1)] = passage.ends();
        let (x, y0, y1) = (self.x(x), self.y(y0), self.y(y1));
        self.put(Part::HiddenLine, Primitive::line((x, y0), (x, y1)));
        for y in [y0, y1] {
            self.put(Part::Fill, Primitive::Circle { centre: (x, y), radius: 3.0 });
        }
    }
}

/// A rectangle, in pixels.
#[derive(Clone, Copy)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    fn wide(&self) -> f64 {
        self.right - self.left
    }

    fn high(&self) -> f64 {
        self.bottom - self.top
    }

    fn middle(&self) -> (f64, f64) {
        (f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom))
    }

    /// The rectangle that is this much smaller on every side.
    fn shrunk(&self, by: f64) -> Area {
        Area { left: self.left + by, top: self.top + by, right: self.right - by, bottom: self.bottom - by }
    }

    fn rounded(&self, radius: f64) -> Primitive {
        Primitive::Rect { at: (self.left, self.top), width: self.wide(), height: self.high(), radius }
    }
}
