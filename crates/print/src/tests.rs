//! Whole books, measured.

use crate::look::texts;
use crate::measures::Measures;
use crate::page::{Element, Item, Page};
use crate::{Book, Contents, Entry, Paper};
use puzzles::{builtin, builtin_names};
use scene::picture::Primitive;
use std::collections::BTreeSet;

/// A book of every built-in puzzle that it can hold.
fn book(paper: Paper, large: bool, extras: bool) -> Book {
    let mut book = Book { paper, large, labels: extras, ..Book::default() };
    if extras {
        book.title = Some("A title that is long enough to need more than one line of large type".to_owned());
    }
    for name in builtin_names() {
        let mut entry = Entry::new(&*name, builtin(&name).expect("it is built in"));
        entry.difficulty = Some("fiendish");
        if extras {
            entry.hint = Some("Row 8 has 4 empty cells between its filled ones, so r8c5 is empty. ".repeat(5));
            entry.link = Some(format!("https://example.org/play/#{}", "1SjL6KYpWLEWAR".repeat(7)));
        }
        if book.fits(&entry).is_ok() {
            book.entries.push(entry);
        }
    }
    book
}

fn books() -> impl Iterator<Item = Book> {
    [(Paper::A4, false, true), (Paper::A4, true, true), (Paper::Letter, false, false), (Paper::Letter, true, false)]
        .into_iter()
        .map(|(paper, large, extras)| book(paper, large, extras))
}

/// How much two rectangles overlap, in points.
fn overlap([l, t, r, b]: [f64; 4], [left, top, right, bottom]: [f64; 4]) -> f64 {
    (r.min(right) - l.max(left)).min(b.min(bottom) - t.max(top))
}

fn check_page(page: &Page, margin: f64, context: &str) {
    let pieces: Vec<(&Element, [f64; 4])> = page.pieces.iter().map(|piece| (&piece.element, piece.bounds())).collect();
    for (i, &(element, bounds)) in pieces.iter().enumerate() {
        let [left, top, right, bottom] = bounds;
        assert!(left >= margin && right <= page.width - margin, "{context}: {element:?} at {bounds:?}");
        let lowest = if *element == Element::Folio { page.height } else { page.height - margin };
        // A heading makes room for a drawing that needs the whole page.
        let highest = if matches!(element, Element::Heading(1, _)) { 0.0 } else { margin };
        assert!(top >= highest && bottom <= lowest, "{context}: {element:?} at {bounds:?} of {}", page.height);
        for &(other, others) in &pieces[i + 1..] {
            assert!(overlap(bounds, others) <= 0.5, "{context}: {element:?} at {bounds:?} and {other:?} at {others:?}");
        }
    }
    for piece in &page.pieces {
        for (i, item) in piece.items.iter().enumerate() {
            for other in &piece.items[i + 1..] {
                // Words on a line meet at the blank between them.
                assert!(overlap(item.bounds(), other.bounds()) <= 4.0, "{context}: {item:?} and {other:?}");
            }
        }
    }
}

#[test]
fn nothing_overlaps_or_leaves_its_page() {
    for mut book in books() {
        assert!(book.entries.len() >= 5, "too little fits: {}", book.entries.len());
        for per_page in [None, Some(1)] {
            book.per_page = per_page;
            let pages = book.lay_out(Contents::Everything).unwrap();
            for (number, page) in pages.pages.iter().enumerate() {
                let context = format!("{:?}, large {}, {per_page:?} a page, page {number}", book.paper, book.large);
                check_page(page, Measures::new(book.paper, book.large).margin - 0.5, &context);
            }
        }
    }
}

/// Larger type still fits its cells: no text touches another or leaves its
/// drawing.
#[test]
fn texts_of_a_drawing_keep_apart() {
    for book in books() {
        let pages = book.lay_out(Contents::Everything).unwrap();
        for item in pages.pages.iter().flat_map(|page| &page.pieces).flat_map(|piece| &piece.items) {
            let Item::Picture { picture, .. } = item else { continue };
            let texts: Vec<_> = texts(picture).collect();
            for (i, (bounds, text)) in texts.iter().enumerate() {
                let [left, top, right, bottom] = *bounds;
                let inside = left >= 0.0 && top >= 0.0 && right <= picture.width && bottom <= picture.height;
                assert!(inside, "{text} in {}: {bounds:?}", picture.title);
                for (others, other) in &texts[i + 1..] {
                    assert!(overlap(*bounds, *others) <= 0.0, "{text} and {other} in {}", picture.title);
                }
            }
        }
    }
}

#[test]
fn everything_can_be_read() {
    for book in books() {
        let least = if book.large { 18.0 } else { 8.0 };
        let pages = book.lay_out(Contents::Everything).unwrap();
        let mut smaller = BTreeSet::new();
        for (number, item) in pages.pages.iter().enumerate().flat_map(|(number, page)| {
            page.pieces.iter().flat_map(|piece| &piece.items).map(move |item| (number, item))
        }) {
            match item {
                Item::Text { size, .. } => assert!(*size >= least),
                Item::Picture { scale, picture, .. } => {
                    for group in &picture.groups {
                        for (part, primitive) in &group.items {
                            let Primitive::Text { size, text, .. } = primitive else { continue };
                            let name = group.roles.contains(&"label") || *part == scene::picture::Part::Caption;
                            // In large print names are as large as digits.
                            let least = if name && !book.large { 0.74 * least } else { least - 0.01 };
                            let own = size * scale;
                            assert!(own >= least.min(7.99), "{text} in {}: {own}", picture.title);
                            smaller.extend((own < least).then_some(number));
                        }
                    }
                }
            }
        }
        // What has to be smaller is told, and stands on pages of its own: the puzzle, and its solution.
        assert!(smaller.len() <= 2 * pages.smaller.len(), "{smaller:?} {:?}", pages.smaller);
        assert!(book.large || pages.smaller.is_empty());
    }
}

#[test]
fn the_same_book_gives_the_same_bytes() {
    let book = book(Paper::A4, false, true);
    let write = || book.lay_out(Contents::Everything).unwrap().pdf().unwrap();
    assert_eq!(write(), write());
}
