//! Text that runs down the pages.

use crate::font::Face;
use crate::measures::{LEADING, Measures};
use crate::page::{Element, Item, Page, Piece};
use crate::typeset::{Line, Run, wrap};

/// Pages being filled from top to bottom.
#[derive(Debug)]
pub(crate) struct Flow<'a> {
    pub(crate) measures: &'a Measures,
    pub(crate) pages: Vec<Page>,
    /// How far down the last page is filled.
    pub(crate) y: f64,
}

impl<'a> Flow<'a> {
    /// A first page, empty.
    pub(crate) fn new(measures: &'a Measures) -> Flow<'a> {
        let mut flow = Flow { measures, pages: Vec::new(), y: 0.0 };
        flow.turn_page();
        flow
    }

    pub(crate) fn turn_page(&mut self) {
        let Measures { width, height, margin, .. } = *self.measures;
        self.pages.push(Page { width, height, pieces: Vec::new() });
        self.y = margin;
    }

    /// The height that is left on the page.
    pub(crate) fn left(&self) -> f64 {
        self.measures.height - self.measures.margin - self.y
    }

    /// Leaves some white, unless at the top of a page.
    pub(crate) fn space(&mut self, height: f64) {
        if self.y > self.measures.margin {
            self.y += height;
        }
    }

    pub(crate) fn push(&mut self, piece: Piece) {
        if let Some(page) = self.pages.last_mut().filter(|_| !piece.items.is_empty()) {
            page.pieces.push(piece);
        }
    }

    /// A heading, with room for a few lines below it on the same page.
    pub(crate) fn heading(&mut self, level: u16, text: &str, size: f64) {
        let lines = wrap(&[Run::new(Face::Bold, text)], size, self.measures.room().0);
        if self.left() < lines.len() as f64 * size * LEADING + 4.0 * self.measures.body * LEADING {
            self.turn_page();
        }
        self.lines(&Element::Heading(level, text.to_owned()), &lines, size, 0.0, None);
        self.space(0.4 * size);
    }

    /// Moves a heading that is alone on its page into the margin, so that the
    /// whole page is free; says whether there was one.
    pub(crate) fn raise_heading(&mut self) -> bool {
        let Measures { margin, small: size, .. } = *self.measures;
        let Some([Piece { element: Element::Heading(_, text), items }]) =
            self.pages.last_mut().map(|page| &mut page.pieces[..])
        else {
            return false;
        };
        let text = Run::new(Face::Bold, text).text;
        *items = vec![Item::Text { at: (margin, 0.75 * margin), size, face: Face::Bold, text }];
        let raised = self.y > margin;
        self.y = margin;
        raised
    }

    pub(crate) fn paragraph(&mut self, runs: &[Run], size: f64) {
        let lines = wrap(runs, size, self.measures.room().0);
        self.lines(&Element::Paragraph, &lines, size, 0.0, None);
        self.space(0.6 * size);
    }

    /// An item of a list: its label, then its text, indented.
    pub(crate) fn item(&mut self, label: &str, indent: f64, runs: &[Run], size: f64) {
        let lines = wrap(runs, size, self.measures.room().0 - indent);
        self.lines(&Element::ListItem, &lines, size, indent, Some(Run::new(Face::Plain, label)));
        self.space(0.3 * size);
    }

    /// Lines that stay as they are, as long as they fit.
    pub(crate) fn verbatim(&mut self, lines: &[String], size: f64) {
        let (room, indent) = (self.measures.room().0, size);
        let line = |text: &String| {
            let run = Run::new(Face::Mono, text);
            let width = Face::Mono.width(size, &run.text);
            if width <= room - indent {
                return vec![Line { runs: vec![(0.0, run)], width }];
            }
            wrap(&[run], size, room - indent)
        };
        let lines: Vec<Line> = lines.iter().flat_map(line).collect();
        self.lines(&Element::Verbatim, &lines, size, indent, None);
        self.space(0.6 * size);
    }

    /// Puts lines on the page, all of them on one if they fit.
    fn lines(&mut self, element: &Element, lines: &[Line], size: f64, indent: f64, label: Option<Run>) {
        let step = size * LEADING;
        let page = self.measures.height - 2.0 * self.measures.margin;
        let most = ((page / step) as usize).max(1);
        let mut label = label;
        for lines in lines.chunks(most) {
            if self.left() < lines.len() as f64 * step {
                self.turn_page();
            }
            let mut items = Vec::new();
            if let Some(Run { face, text }) = label.take() {
                items.push(Item::Text { at: (self.measures.margin, self.y + size * ASCENT), size, face, text });
            }
            items.extend(set(lines, (self.measures.margin + indent, self.y), size));
            self.y += lines.len() as f64 * step;
            self.push(Piece { element: element.clone(), items });
        }
    }
}

/// From the top of a line to its baseline, as a share of the size of its type.
const ASCENT: f64 = 1.0;

/// Lines of text from this corner down.
pub(crate) fn set(lines: &[Line], (left, top): (f64, f64), size: f64) -> Vec<Item> {
    let mut items = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let y = top + i as f64 * size * LEADING + size * ASCENT;
        let last = line.runs.len().saturating_sub(1);
        for (j, (x, run)) in line.runs.iter().enumerate() {
            let mut text = run.text.clone();
            // The blank that the line break stands for: words stay apart for
            // those who read or copy the text.
            if j == last && i + 1 < lines.len() {
                text.push(' ');
            }
            items.push(Item::Text { at: (left + x, y), size, face: run.face, text });
        }
    }
    items
}
