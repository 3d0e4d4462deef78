//! Books of puzzles: laid out once, in points, and written as PDF, SVG or PNG.
//!
//! A [`Book`] holds puzzles with what is to be printed about them.
//! [`Book::lay_out`] puts it on [`Pages`]; drawings are the scene's, so that a
//! puzzle looks the same in every file. Nothing here reads or writes files, and
//! the same book always gives the same bytes.
//!
//! It is a crate of its own, because PDF and painting bring a hundred packages, which
//! the library, the browser and their builds do without.
//!
//! ```
//! use print::{Book, Contents, Entry};
//! let document = puzzles::builtin("gap/seed-1").expect("it is built in");
//! let book = Book { entries: vec![Entry::new("gap/seed-1", document)], ..Book::default() };
//! let pages = book.lay_out(Contents::Everything).expect("it fits");
//! assert!(pages.pdf().expect("it can be written").starts_with(b"%PDF"));
//! ```

mod arrange;
mod book;
mod flow;
mod font;
mod image;
mod look;
mod made;
mod measures;
mod page;
mod pdf;
mod png;
mod qr;
#[cfg(test)]
mod tests;
mod typeset;

pub use measures::Paper;
pub use pdf::PdfError;
pub use png::{HAS_PNG, PngError};

use page::Page;
use puzzles::{Board, Document, counted};
use std::collections::BTreeSet;
use std::fmt;

/// What is printed, and how.
#[derive(Debug, Default)]
pub struct Book {
    /// Its title; without one it has no title page.
    pub title: Option<String>,
    /// The paper.
    pub paper: Paper,
    /// Large print: text and digits have at least 18 points, wherever a page can hold
    /// them.
    pub large: bool,
    /// How many puzzles are on a page; as many as can be read, if `None`.
    pub per_page: Option<usize>,
    /// Whether rows, columns, bars and weights show their names, as hints use them.
    pub labels: bool,
    /// The puzzles.
    pub entries: Vec<Entry>,
    /// The command that prints it, for its last page.
    pub command: String,
}

/// A puzzle of a book.
#[derive(Debug)]
pub struct Entry {
    /// Where it is from, as the user knows it: `weight/seed-17`, `file.pl#2`.
    pub name: String,
    /// The puzzle, and what its file says about it.
    pub document: Document,
    /// How hard it is, in a word.
    pub difficulty: Option<&'static str>,
    /// Its solution; without one it has none in the book.
    pub solution: Option<Board>,
    /// A hint to begin with.
    pub hint: Option<String>,
    /// The address of its page on the web.
    pub link: Option<String>,
}

impl Book {
    /// The characters that the fonts of a book lack, of all that its title, its
    /// puzzles and their files say. They are printed as U+FFFD.
    pub fn lacking(&self) -> BTreeSet<char> {
        let about = |entry: &Entry| {
            let fields = ["title", "author", "source"].map(|name| entry.document.about.get(name)?.as_str());
            fields.into_iter().flatten().chain([entry.name.as_str()]).collect::<String>()
        };
        let texts = self.title.iter().cloned().chain(self.entries.iter().map(about));
        texts.flat_map(|text| text.chars().filter(|char| font::is_lacking(*char)).collect::<Vec<_>>()).collect()
    }
}

impl Entry {
    /// A puzzle with the solution that its file gives, and nothing else.
    pub fn new(name: impl Into<String>, document: Document) -> Entry {
        let solution = document.solution.clone();
        Entry { name: name.into(), document, difficulty: None, solution, hint: None, link: None }
    }
}

/// Which parts of a book are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contents {
    /// All of it.
    Everything,
    /// All but the solutions.
    Puzzles,
    /// The solutions alone.
    Solutions,
}

/// A puzzle that no page can show at a size that can be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Misfit {
    /// Its position in the book, from 0.
    pub index: usize,
    /// The size of its smallest digits where they are largest, in points.
    pub digits: f64,
    /// The size that they need.
    pub least: f64,
    /// The width and height of a page that would do, in points.
    pub needs: (f64, f64),
    /// How many puzzles a page could have, if the book asks for more.
    pub fits: Option<usize>,
    /// The paper.
    pub paper: Paper,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Misfit { digits, least, needs: (wide, high), fits, paper, .. } = self;
        if let Some(fits) = fits {
            let (fitting, fit) = (counted(*fits, "puzzle"), if *fits == 1 { "fits" } else { "fit" });
            return write!(
                f,
                "with so many puzzles on a page its digits would be smaller than {least} points; {fitting} {fit} here"
            );
        }
        let mm = |points: &f64| (points / 72.0 * 25.4).ceil();
        write!(
            f,
            "too large for a page of {}: its digits would be {digits:.1} points high, and need {least}; it would fit on {} by {} mm",
            paper.name(),
            mm(wide),
            mm(high)
        )
    }
}

/// A book on pages, ready to be written.
#[derive(Debug)]
pub struct Pages {
    title: String,
    pages: Vec<Page>,
    /// The puzzles that had to be set smaller than large print should be: their
    /// positions in the book, from 0, and the sizes of their digits, in points.
    pub smaller: Vec<(usize, f64)>,
}

impl Pages {
    /// How many there are.
    #[expect(clippy::len_without_is_empty, reason = "a book has a page: the one that says how it was made")]
    pub fn len(&self) -> usize {
        self.pages.len()
    }
}
