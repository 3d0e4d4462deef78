//! The sizes of paper and of type, in points (72 to an inch).

/// A size of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Its name, such as `A4`.
    pub fn name(self) -> &'static str {
        match self {
            Paper::A4 => "A4",
            Paper::Letter => "Letter",
        }
    }

    fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (595.28, 841.89),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

/// The white around what is printed, less where type is large: a Gap of 9 with the
/// names of its rows just fits. The number of the page is in it.
const MARGIN: f64 = 44.0;
const NARROW_MARGIN: f64 = 30.0;
/// The distance of lines, as a share of the size of their type.
pub(crate) const LEADING: f64 = 1.36;

/// The sizes of a book.
#[derive(Debug, Clone)]
pub(crate) struct Measures {
    pub(crate) paper: Paper,
    /// Whether it is large print.
    pub(crate) large: bool,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) margin: f64,
    /// The type of text, of notes and addresses, and of headings.
    pub(crate) body: f64,
    pub(crate) small: f64,
    pub(crate) heading: f64,
    pub(crate) section: f64,
    pub(crate) title: f64,
    /// The least size of a digit in a drawing, and that of one which no page can
    /// show any larger.
    pub(crate) least: f64,
    pub(crate) floor: f64,
    /// The size that digits have before another puzzle is put on the page.
    pub(crate) pleasant: f64,
    /// The size that digits have on an empty page.
    pub(crate) most: f64,
    /// The side of a module of a QR code.
    pub(crate) module: f64,
}

impl Measures {
    pub(crate) fn new(paper: Paper, large: bool) -> Measures {
        let (width, height) = paper.size();
        let normal = Measures {
            paper,
            large,
            width,
            height,
            margin: MARGIN,
            body: 10.5,
            small: 8.5,
            heading: 11.5,
            section: 20.0,
            title: 34.0,
            least: 8.0,
            floor: 8.0,
            pleasant: 12.0,
            most: 20.0,
            module: 1.4,
        };
        let large_print = Measures {
            margin: NARROW_MARGIN,
            body: 18.0,
            small: 18.0,
            heading: 20.0,
            section: 28.0,
            title: 40.0,
            least: 18.0,
            pleasant: 18.0,
            most: 30.0,
            module: 2.0,
            ..normal.clone()
        };
        if large { large_print } else { normal }
    }

    /// The same paper, turned.
    pub(crate) fn turned(&self) -> Measures {
        Measures { width: self.height, height: self.width, ..self.clone() }
    }

    /// The width and height inside the margins.
    pub(crate) fn room(&self) -> (f64, f64) {
        (self.width - 2.0 * self.margin, self.height - 2.0 * self.margin)
    }
}
