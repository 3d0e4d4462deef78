//! What a mark puts into which text cell.
//!
//! The text renderer and the search for overlaps both stand on [`ink`], so
//! they cannot disagree about who occupies a cell.

use crate::shape::{Heading, width};
use crate::{Cell, Content, Disc, Emphasis, Extent, Line, Mark, Shape, Stroke};

/// A text cell: its column and its row.
pub(crate) type Spot = (i64, i64);

/// What one mark puts into one text cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Straight lines from the centre of the cell to some of its sides.
    Arms(Arms),
    /// `╱`
    Rising,
    /// `╲`
    Falling,
    /// One sign that fills the cell.
    Sign(Sign),
}

/// A sign that fills a text cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Char(char),
    /// Nothing to see, and yet taken: the inside of a cell.
    Blank,
    Solid,
    /// A place to fill that has no border to show it.
    Open,
    Dot,
    Fulcrum,
    Enters,
    Leaves,
}

/// Straight lines from the centre of a text cell to its sides: up, right,
/// down, left. Each is absent (0), thin (1) or thick (2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arms(pub(crate) [u8; 4]);

impl Arms {
    fn new(sides: [bool; 4], stroke: Stroke) -> Self {
        let weight = match stroke {
            Stroke::Thin => 1,
            Stroke::Thick => 2,
        };
        Arms(sides.map(|side| if side { weight } else { 0 }))
    }

    pub(crate) fn join(self, other: Arms) -> Arms {
        Arms(std::array::from_fn(|side| self.0[side].max(other.0[side])))
    }
}

/// Tells `put` what a mark puts into which cell, each cell once.
pub(crate) fn ink(mark: &Mark, put: &mut dyn FnMut(Spot, Ink)) {
    match &mark.shape {
        Shape::Text(text) => {
            let Extent { left, top, .. } = text.extent();
            if let Some(emphasis) = mark.emphasis {
                put((left - 1, top), Ink::Sign(Sign::Char(emphasis.flags().0)));
            }
            write((left, top), text.as_str(), put);
        }
        Shape::Cell(cell) => {
            if let Some(stroke) = cell.border() {
                border(cell.extent(), stroke, put);
            }
            fill(cell, mark.emphasis, put);
        }
        Shape::Disc(disc) => round(disc, mark.emphasis, put),
        Shape::Line(line) => draw(line, put),
        Shape::Tick(tick) => {
            let arms = Arms::new([true, false, false, false], Stroke::Thin);
            put((tick.at.x.into(), tick.at.y.into()), Ink::Arms(arms));
        }
        Shape::Pivot(pivot) => {
            let sign = mark.emphasis.map_or(Sign::Fulcrum, |e| Sign::Char(e.flags().0));
            put((pivot.at.x.into(), pivot.at.y.into()), Ink::Sign(sign));
        }
        Shape::Passage(passage) => {
            let [enters, leaves] = passage.ends();
            put(enters, Ink::Sign(Sign::Enters));
            put(leaves, Ink::Sign(Sign::Leaves));
        }
    }
}

fn write((x, y): Spot, text: &str, put: &mut dyn FnMut(Spot, Ink)) {
    for (x, char) in (x..).zip(text.chars()) {
        put((x, y), Ink::Sign(Sign::Char(char)));
    }
}

fn border(extent: Extent, stroke: Stroke, put: &mut dyn FnMut(Spot, Ink)) {
    let Extent { left, top, right, bottom } = extent;
    for y in [top, bottom] {
        let (up, down) = (y == bottom, y == top);
        put((left, y), Ink::Arms(Arms::new([up, true, down, false], stroke)));
        put((right, y), Ink::Arms(Arms::new([up, false, down, true], stroke)));
        for x in left + 1..right {
            put((x, y), Ink::Arms(Arms::new([false, true, false, true], stroke)));
        }
    }
    for y in top + 1..bottom {
        for x in [left, right] {
            put((x, y), Ink::Arms(Arms::new([true, false, true, false], stroke)));
        }
    }
}

/// Every cell inside is taken, whatever can be seen there.
fn fill(cell: &Cell, emphasis: Option<Emphasis>, put: &mut dyn FnMut(Spot, Ink)) {
    let inside = cell.interior();
    let middle = inside.top + (inside.bottom - inside.top) / 2;
    let ground = match cell.content() {
        Content::Solid => Sign::Solid,
        _ => Sign::Blank,
    };
    for y in inside.top..=inside.bottom {
        for x in inside.left..=inside.right {
            if y != middle {
                put((x, y), Ink::Sign(ground));
            }
        }
    }
    let room = inside.right - inside.left + 1;
    let (columns, sign) = match cell.content() {
        Content::Text(text) => (width(text), Sign::Blank),
        Content::Blank if cell.border().is_none() => (1, Sign::Open),
        Content::Blank => (1, Sign::Blank),
        Content::Dot => (1, Sign::Dot),
        Content::Fulcrum => (1, Sign::Fulcrum),
        // A solid cell gives up its sides to the flags of its emphasis.
        Content::Solid if emphasis.is_some() => ((room - 2).max(1), Sign::Solid),
        Content::Solid => (room, Sign::Solid),
    };
    // The odd column goes to the left: numbers look right when they lean to
    // the right, and a flag then always finds its place before them.
    let first = inside.left + (room - columns + 1) / 2;
    let last = first + columns - 1;
    for x in (inside.left..first).chain(last + 1..=inside.right) {
        let side = match emphasis.map(Emphasis::flags) {
            Some((before, _)) if x == first - 1 => Sign::Char(before),
            Some((_, after)) if x == last + 1 => Sign::Char(after),
            _ => Sign::Blank,
        };
        put((x, middle), Ink::Sign(side));
    }
    if let Content::Text(text) = cell.content() {
        write((first, middle), text, put);
    } else {
        (first..=last).for_each(|x| put((x, middle), Ink::Sign(sign)));
    }
}

fn round(disc: &Disc, emphasis: Option<Emphasis>, put: &mut dyn FnMut(Spot, Ink)) {
    let Extent { left, right, top: y, .. } = disc.interior();
    let (before, after) = emphasis.map_or(('(', ')'), Emphasis::flags);
    put((left - 1, y), Ink::Sign(Sign::Char(before)));
    put((right + 1, y), Ink::Sign(Sign::Char(after)));
    let columns = width(disc.as_str());
    let first = left + (right - left + 1 - columns + 1) / 2;
    for x in (left..first).chain(first + columns..=right) {
        put((x, y), Ink::Sign(Sign::Blank));
    }
    write((first, y), disc.as_str(), put);
}

fn draw(line: &Line, put: &mut dyn FnMut(Spot, Ink)) {
    let [(x, y), _] = line.ends();
    let (dx, dy) = line.heading().step();
    for step in 0..=line.steps() {
        // A line ends at the centre of its last cell, so that corners and
        // junctions come out right. One without length keeps both arms, or it
        // would not be seen at all.
        let back = step > 0 || line.steps() == 0;
        let on = step < line.steps() || line.steps() == 0;
        let ink = match line.heading() {
            Heading::Right => Ink::Arms(Arms::new([false, on, false, back], line.stroke())),
            Heading::Down => Ink::Arms(Arms::new([back, false, on, false], line.stroke())),
            Heading::DownLeft => Ink::Rising,
            Heading::DownRight => Ink::Falling,
        };
        put((x + dx * step, y + dy * step), ink);
    }
}
