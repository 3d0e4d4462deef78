//! Pages as data: what stands where, in points, and what it is.

use crate::font::Face;
use scene::picture::Picture;

/// A page, before it is written to a file.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// What is on it, in the order of reading.
    pub(crate) pieces: Vec<Piece>,
}

/// Something on a page that is read as one.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    pub(crate) element: Element,
    pub(crate) items: Vec<Item>,
}

/// What a piece is to those who cannot see the page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Element {
    /// A heading; the text is for the outline.
    Heading(u16, String),
    Paragraph,
    /// An item of a list; its first item is the bullet or number.
    ListItem,
    Verbatim,
    /// A drawing, in words.
    Figure(String),
    /// A link to an address.
    Link(String),
    /// The number of the page, which is not read.
    Folio,
}

/// Something drawn.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    /// A line of text in one face; it starts on the baseline at `at`.
    Text { at: (f64, f64), size: f64, face: Face, text: String },
    /// A picture, with its top left corner at `at`.
    Picture { at: (f64, f64), scale: f64, picture: Picture },
}

impl Item {
    /// Left, top, right and bottom of what it covers. (Text reaches from a
    /// line's ascent to its descent.)
    pub(crate) fn bounds(&self) -> [f64; 4] {
        match self {
            Item::Text { at: (x, y), size, face, text } => {
                [*x, y - 0.78 * size, x + face.width(*size, text.trim_end()), y + 0.22 * size]
            }
            Item::Picture { at: (x, y), scale, picture } => {
                [*x, *y, x + scale * picture.width, y + scale * picture.height]
            }
        }
    }
}

impl Piece {
    /// Left, top, right and bottom of what it covers.
    pub(crate) fn bounds(&self) -> [f64; 4] {
        let none = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
        self.items.iter().map(Item::bounds).fold(none, |[l, t, r, b], [left, top, right, bottom]| {
            [l.min(left), t.min(top), r.max(right), b.max(bottom)]
        })
    }
}
