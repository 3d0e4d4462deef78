//! Pictures: primitives with a size, from which every kind of file is written.
//!
//! There is one geometry for all pictures. A primitive has a place, a size and a
//! part (outline, ring, text), and no colour; plots and search trees are made of
//! the same primitives. A sheet of rules from role and part to colours is written
//! as CSS, or looked up rule by rule. Pages get classes and ids only: a strict
//! content policy forbids styles there.

mod style;
mod svg;

pub use crate::Poise;
pub use style::{Paint, Rule, Sheet, Style};
pub use svg::{Pieces, SvgRenderer};

/// A point of a picture, in pixels from its top left corner.
pub type Spot = (f64, f64);

/// A picture: lines, outlines and text, in the order of painting.
///
/// Primitives have a place and a size, and no colour: a [`Part`] and the roles
/// of their group say what they are, and a [`Sheet`] says how that looks.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What it is called.
    pub title: String,
    /// What it shows, in words; may be empty.
    pub description: String,
    /// How wide it is, in pixels.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// How it looks in a file of its own.
    pub sheet: &'static Sheet,
    /// What is painted, the first at the back.
    pub groups: Vec<Group>,
    /// What tips.
    pub beams: Vec<Beam>,
}

/// Primitives that belong together.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// What it stands for: names that the sheet knows.
    pub roles: Vec<&'static str>,
    /// The target it belongs to. The groups of a target follow one another.
    pub target: Option<String>,
    /// The text shown when it is pointed at.
    pub tip: Option<String>,
    /// How it moves with the beams of the picture, if it does.
    pub follows: Option<Follows>,
    /// What is drawn.
    pub items: Vec<(Part, Primitive)>,
}

/// A [beam](crate::Beam) of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Beam {
    /// The id of its target.
    pub target: String,
    /// How it stands.
    pub poise: Poise,
    /// Where it turns.
    pub pivot: Spot,
    /// How far it reaches to the left and to the right of its pivot.
    pub arms: (f64, f64),
    /// The beam that it hangs from, by its number, and at which `x`.
    pub hangs: Option<(usize, f64)>,
}

/// How a group follows the beams of its picture, each named by its number there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Follows {
    /// It tips with the beam.
    Turns(usize),
    /// It hangs from the beam at this `x`.
    Hangs(usize, f64),
}

/// What a primitive is to the thing it is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The ground of the picture.
    Paper,
    /// The outline of a cell or a disc.
    Outline,
    /// A heavy outline.
    ThickOutline,
    /// The outline of a cell on a board without frames.
    FineOutline,
    /// The outline inside or around something that is pointed at.
    Ring,
    /// The outline around what is selected.
    Selection,
    /// The stroke through something wrong.
    Strike,
    /// A line.
    Line,
    /// A heavy line.
    ThickLine,
    /// Where a line runs behind others.
    HiddenLine,
    /// A filled shape.
    Fill,
    /// The triangle on which a bar turns.
    Pivot,
    /// The sign at the heavier side of a bar, for who sees no movement.
    Heavier,
    /// Words or digits.
    Text,
    /// A value that a place may still have.
    Candidate,
    /// The name of a cell, inside it.
    Caption,
}

impl Part {
    /// Its name, as pages and style sheets write it.
    pub fn name(self) -> &'static str {
        match self {
            Part::Paper => "paper",
            Part::Outline => "outline",
            Part::ThickOutline => "thick-outline",
            Part::FineOutline => "fine-outline",
            Part::Ring => "ring",
            Part::Selection => "selection",
            Part::Strike => "strike",
            Part::Line => "line",
            Part::ThickLine => "thick-line",
            Part::HiddenLine => "hidden-line",
            Part::Fill => "fill",
            Part::Pivot => "pivot",
            Part::Heavier => "heavier",
            Part::Text => "text",
            Part::Candidate => "candidate",
            Part::Caption => "caption",
        }
    }
}

/// One thing that any drawing program can draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Primitive {
    /// Straight from one point to the next, and back to the first if closed.
    Path {
        /// The points.
        points: Vec<Spot>,
        /// Whether it returns to its start.
        closed: bool,
    },
    /// A rectangle.
    Rect {
        /// Its top left corner.
        at: Spot,
        /// How wide it is.
        width: f64,
        /// How high it is.
        height: f64,
        /// The radius of its corners.
        radius: f64,
    },
    /// A circle.
    Circle {
        /// Its centre.
        centre: Spot,
        /// Its radius.
        radius: f64,
    },
    /// A line of text.
    Text {
        /// The point on its baseline that the anchor stands at.
        at: Spot,
        /// Which part of the text stands there.
        anchor: Anchor,
        /// The size of the font.
        size: f64,
        /// Whether it reads upwards.
        upward: bool,
        /// What it says.
        text: String,
    },
}

/// Which part of a text stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its start.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Primitive {
    /// A straight line.
    pub fn line(from: Spot, to: Spot) -> Primitive {
        Primitive::Path { points: vec![from, to], closed: false }
    }

    /// A closed shape.
    pub fn polygon(points: impl IntoIterator<Item = Spot>) -> Primitive {
        Primitive::Path { points: points.into_iter().collect(), closed: true }
    }

    /// A rectangle with sharp corners.
    pub fn rect(at: Spot, width: f64, height: f64) -> Primitive {
        Primitive::Rect { at, width, height, radius: 0.0 }
    }

    /// A line of text.
    pub fn text(at: Spot, anchor: Anchor, size: f64, text: impl Into<String>) -> Primitive {
        Primitive::Text { at, anchor, size, upward: false, text: text.into() }
    }
}

impl Picture {
    /// An empty picture of this size.
    pub fn new(title: impl Into<String>, width: f64, height: f64, sheet: &'static Sheet) -> Picture {
        Picture {
            title: title.into(),
            description: String::new(),
            width,
            height,
            sheet,
            groups: Vec::new(),
            beams: Vec::new(),
        }
    }
}
