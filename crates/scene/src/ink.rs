//! What a mark puts into which text cell.
//!
//! The text renderer and the search for overlaps both use [`ink`], so they
//! cannot disagree about which mark occupies a cell.

use crate::shape::{Heading, width};
use crate::{Candidates, Cell, Content, Disc, Extent, Line, Mark, Shape, Slot, Stroke};

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
    /// Occupied, though nothing shows: the inside of a cell.
    Blank,
    Solid,
    /// A place to fill that has no border to show it.
    Open,
    Dot,
    Fulcrum,
    /// Where a line goes behind others, or comes out again.
    Hidden,
    /// No candidate is left.
    Cross,
    /// A candidate: the place may be filled.
    SmallSolid,
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
            if let Some((flag, _)) = mark.flags() {
                put((left - 1, top), Ink::Sign(Sign::Char(flag)));
            }
            write((left, top), text.as_str(), put);
        }
        Shape::Cell(cell) => {
            if let Some(stroke) = cell.border {
                border(cell.extent(), stroke, put);
            }
            fill(cell, mark.flags(), put);
        }
        Shape::Disc(disc) => round(disc, mark.flags(), put),
        Shape::Line(line) => draw(line, put),
        Shape::Tick(tick) => {
            let arms = Arms::new([true, false, false, false], Stroke::Thin);
            put((tick.at.x.into(), tick.at.y.into()), Ink::Arms(arms));
        }
        Shape::Pivot(pivot) => {
            let sign = mark.flags().map_or(Sign::Fulcrum, |(flag, _)| Sign::Char(flag));
            put((pivot.at.x.into(), pivot.at.y.into()), Ink::Sign(sign));
        }
        Shape::Passage(passage) => {
            passage.ends().into_iter().for_each(|end| put(end, Ink::Sign(Sign::Hidden)));
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

/// The flags before and after a mark that is pointed out.
type Flags = Option<(char, char)>;

fn fill(cell: &Cell, flags: Flags, put: &mut dyn FnMut(Spot, Ink)) {
    let mut room = cell.interior();
    let ground = if *cell.content() == Content::Solid { Sign::Solid } else { Sign::Blank };
    let mut inside = Inside::new(room, ground);
    if !cell.caption.is_empty() && room.top < room.bottom {
        inside.centre(room.bottom, &cell.caption);
        room.bottom -= 1;
    }
    let blank = if cell.border.is_none() { Sign::Open } else { Sign::Blank };
    inside.show(cell.content(), blank, room, flags);
    inside.put(put);
}

fn round(disc: &Disc, flags: Flags, put: &mut dyn FnMut(Spot, Ink)) {
    let room = disc.interior();
    for y in room.top..=room.bottom {
        let (before, after) = flags.filter(|_| y == i64::from(disc.centre.y)).unwrap_or(('(', ')'));
        put((room.left - 1, y), Ink::Sign(Sign::Char(before)));
        put((room.right + 1, y), Ink::Sign(Sign::Char(after)));
    }
    let mut inside = Inside::new(room, Sign::Blank);
    inside.show(disc.content(), Sign::Blank, room, None);
    inside.put(put);
}

/// The inside of a cell or a disc. All its text cells are taken, even those
/// that show nothing.
struct Inside {
    extent: Extent,
    signs: Vec<Sign>,
}

impl Inside {
    fn new(extent: Extent, ground: Sign) -> Inside {
        let cells = usize::try_from(extent.columns() * extent.rows()).unwrap_or(0);
        Inside { extent, signs: vec![ground; cells] }
    }

    fn index(&self, (x, y): Spot) -> Option<usize> {
        let Extent { left, top, right, bottom } = self.extent;
        let is_inside = (left..=right).contains(&x) && (top..=bottom).contains(&y);
        is_inside.then(|| (y - top) as usize * (right - left + 1) as usize + (x - left) as usize)
    }

    /// Puts a sign into a cell; one outside is left out.
    fn set(&mut self, spot: Spot, sign: Sign) {
        if let Some(index) = self.index(spot) {
            self.signs[index] = sign;
        }
    }

    fn is_free(&self, spot: Spot) -> bool {
        self.index(spot).is_some_and(|index| self.signs[index] == Sign::Blank)
    }

    fn write(&mut self, (x, y): Spot, text: &str) {
        for (x, char) in (x..).zip(text.chars()) {
            self.set((x, y), Sign::Char(char));
        }
    }

    /// Where something this wide starts when it is centred. The odd column goes
    /// to the left: numbers look right when they lean to the right, and there is
    /// always room for a flag before them.
    fn start(&self, columns: i64) -> i64 {
        let room = self.extent.right - self.extent.left + 1;
        self.extent.left + (room - columns + 1) / 2
    }

    fn centre(&mut self, y: i64, text: &str) {
        self.write((self.start(width(text)), y), text);
    }

    fn show(&mut self, content: &Content, blank: Sign, room: Extent, flags: Flags) {
        let (middle, all) = (room.middle(), room.right - room.left + 1);
        let (columns, sign) = match content {
            Content::Candidates(candidates) => return self.show_candidates(candidates, room, flags),
            Content::Text(text) => (width(text), Sign::Blank),
            Content::Blank => (1, blank),
            Content::Dot => (1, Sign::Dot),
            Content::Fulcrum => (1, Sign::Fulcrum),
            // A solid cell gives up its sides to flags.
            Content::Solid if flags.is_some() => ((all - 2).max(1), Sign::Solid),
            Content::Solid => (all, Sign::Solid),
        };
        let first = self.start(columns);
        let last = first + columns - 1;
        for x in first..=last {
            self.set((x, middle), sign);
        }
        if let Content::Text(text) = content {
            self.write((first, middle), text);
        }
        if let Some((before, after)) = flags {
            self.set((first - 1, middle), Sign::Char(before));
            self.set((last + 1, middle), Sign::Char(after));
        }
    }

    /// Candidates stand in a grid with a blank between them, where there is
    /// room for it. Flags take the ends of a row where no candidate is, the
    /// middle one if possible: they never cover a candidate, and one that
    /// finds no place is left out.
    fn show_candidates(&mut self, candidates: &Candidates, room: Extent, flags: Flags) {
        let (columns, wide) = (candidates.columns as i64, candidates.width as i64);
        let roomy = (columns - 1) * (wide + 1) + wide <= room.right - room.left + 1;
        self.lay_out(candidates, room, if roomy { wide + 1 } else { wide });
        let Some((before, after)) = flags else { return };
        let (mut taken, mut y) = self.flag_row(room);
        // Numbers of one digit can be told apart without a blank.
        if taken > 0 && wide == 1 {
            self.lay_out(candidates, room, wide);
            (taken, y) = self.flag_row(room);
        }
        for (x, flag) in [(room.left, before), (room.right, after)] {
            if taken == 0 || self.is_free((x, y)) {
                self.set((x, y), Sign::Char(flag));
            }
        }
    }

    /// Puts candidates into their room, their first columns this far apart.
    fn lay_out(&mut self, candidates: &Candidates, room: Extent, step: i64) {
        let (columns, rows) = (candidates.columns as i64, candidates.rows() as i64);
        let wide = candidates.width as i64;
        let left = self.start((columns - 1) * step + wide);
        let top = room.top + (room.bottom - room.top + 1 - rows) / 2;
        for y in room.top..=room.bottom {
            (room.left..=room.right).for_each(|x| self.set((x, y), Sign::Blank));
        }
        for (column, row, slot) in candidates.slots() {
            let (end, y) = (left + column as i64 * step + wide - 1, top + row as i64);
            match slot {
                Slot::Gone => {}
                Slot::Text(text) => self.write((end + 1 - width(text), y), text),
                Slot::Dot => self.set((end, y), Sign::Dot),
                Slot::Solid => self.set((end, y), Sign::SmallSolid),
            }
        }
        if candidates.left() == 0 {
            self.set((self.start(1), room.middle()), Sign::Cross);
        }
    }

    /// The row for flags: how many of its ends are taken, and where it is.
    fn flag_row(&self, room: Extent) -> (usize, i64) {
        let taken = |y: i64| [room.left, room.right].into_iter().filter(|&x| !self.is_free((x, y))).count();
        let rows = (room.top..=room.bottom).map(|y| (taken(y), y));
        rows.min_by_key(|&(taken, y)| (taken, (y - room.middle()).abs())).unwrap_or((0, room.top))
    }

    fn put(self, put: &mut dyn FnMut(Spot, Ink)) {
        let Extent { left, top, right, bottom } = self.extent;
        let cells = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
        for (cell, sign) in cells.zip(self.signs) {
            put(cell, Ink::Sign(sign));
        }
    }
}

fn draw(line: &Line, put: &mut dyn FnMut(Spot, Ink)) {
    let [(x, y), _] = line.ends();
    let (dx, dy) = line.heading.step();
    for step in 0..=line.steps() {
        // A line ends at the centre of its last cell, so that corners and
        // junctions come out right. One without length keeps both arms, or it
        // would be invisible.
        let back = step > 0 || line.steps() == 0;
        let on = step < line.steps() || line.steps() == 0;
        let ink = match line.heading {
            Heading::Right => Ink::Arms(Arms::new([false, on, false, back], line.stroke)),
            Heading::Down => Ink::Arms(Arms::new([back, false, on, false], line.stroke)),
            Heading::DownLeft => Ink::Rising,
            Heading::DownRight => Ink::Falling,
        };
        put((x + dx * step, y + dy * step), ink);
    }
}
