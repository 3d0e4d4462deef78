//! A book: which sections it has, and what is on their pages.

use crate::arrange::{Arranged, Figure, Link, Packing, arrange};
use crate::flow::Flow;
use crate::font::{Face, printable};
use crate::look::{LARGER, SHEET, finest, texts};
use crate::measures::Measures;
use crate::page::{Element, Item, Page, Piece};
use crate::typeset::{Caption, Run};
use crate::{Book, Contents, Entry, Misfit, Pages, made, qr};
use puzzles::markdown::{self, Block, Span};
use puzzles::{Board, Document, KINDS, Kind, Puzzle, View, counted, example};
use scene::Role;
use scene::picture::Picture;

/// A title for books that have none.
const UNTITLED: &str = "Logic puzzles";

/// The headings of the sections.
const PUZZLES: &str = "Puzzles";
const HINTS: &str = "First hints";
const SOLUTIONS: &str = "Solutions";
const ORIGINS: &str = "How this book was made";

impl Book {
    /// Puts the book on pages.
    ///
    /// # Errors
    /// The puzzles that are too large for a page.
    pub fn lay_out(&self, contents: Contents) -> Result<Pages, Vec<Misfit>> {
        let measures = Measures::new(self.paper, self.large);
        let mut sections: Vec<(String, Vec<Page>)> = Vec::new();
        let mut arranged = Arranged::default();
        if contents != Contents::Solutions {
            for kind in self.kinds() {
                sections.push((format!("The rules of {}", kind.title), rules(kind, &measures)));
            }
            let pages;
            (pages, arranged) = self.puzzles(&measures);
            sections.push((PUZZLES.to_owned(), pages));
            if self.entries.iter().any(|entry| entry.hint.is_some()) {
                sections.push((HINTS.to_owned(), self.hints(&measures)));
            }
        }
        if contents != Contents::Puzzles && self.entries.iter().any(|entry| entry.solution.is_some()) {
            sections.push((SOLUTIONS.to_owned(), self.solutions(&measures)));
        }
        if contents != Contents::Solutions {
            sections.push((ORIGINS.to_owned(), self.origins(&measures)));
        }
        let Arranged { misfits, smaller } = arranged;
        if !misfits.is_empty() {
            return Err(misfits);
        }
        let own = self.title.as_deref().map(printable).filter(|title| !title.trim().is_empty());
        let has_front = own.is_some();
        let title = own.unwrap_or_else(|| UNTITLED.to_owned());
        let title = if contents == Contents::Solutions { format!("{title}: solutions") } else { title };
        let mut pages = if has_front { self.front(&title, &sections, &measures) } else { Vec::new() };
        let front = pages.len();
        pages.extend(sections.into_iter().flat_map(|(_, pages)| pages));
        number(&mut pages[front..], front + 1, &measures);
        Ok(Pages { title, pages, smaller })
    }

    /// Whether a page of this book can hold a puzzle, one of its own at least.
    ///
    /// # Errors
    /// Why not, and what would do.
    pub fn fits(&self, entry: &Entry) -> Result<(), Misfit> {
        let measures = Measures::new(self.paper, self.large);
        let packing = Packing { most: 1, exactly: true, columns: 1, pleasant: 0.0, largest: measures.least };
        arrange(&[self.figure(entry, 1)], packing, &mut Flow::new(&measures)).misfits.pop().map_or(Ok(()), Err)
    }

    /// The kinds of its puzzles, in the order of the registry.
    fn kinds(&self) -> impl Iterator<Item = &'static Kind> {
        KINDS.iter().copied().filter(|kind| self.count(kind) > 0)
    }

    fn count(&self, kind: &Kind) -> usize {
        self.entries.iter().filter(|entry| entry.document.puzzle.kind().name == kind.name).count()
    }

    /// The title page: what is in the book, and where.
    fn front(&self, title: &str, sections: &[(String, Vec<Page>)], measures: &Measures) -> Vec<Page> {
        let set = |front: usize| {
            let mut flow = Flow::new(measures);
            flow.y = measures.height / 5.0;
            flow.heading(1, title, measures.title);
            let kinds: Vec<String> = self.kinds().map(|kind| format!("{} {}", self.count(kind), kind.title)).collect();
            let says = format!("{}: {}", counted(self.entries.len(), "puzzle"), kinds.join(", "));
            flow.paragraph(&[Run::new(Face::Plain, &says)], measures.body);
            flow.space(2.0 * measures.body);
            let mut page = front + 1;
            for (name, pages) in sections {
                flow.item(&page.to_string(), 3.0 * measures.body, &[Run::new(Face::Plain, name)], measures.body);
                page += pages.len();
            }
            flow.pages
        };
        // How many pages it takes does not depend on the numbers in it.
        set(set(1).len())
    }

    fn puzzles(&self, measures: &Measures) -> (Vec<Page>, Arranged) {
        let figures: Vec<Figure> = self.entries.iter().zip(1..).map(|(entry, n)| self.figure(entry, n)).collect();
        let packing = Packing {
            most: self.per_page.unwrap_or(MOST_PER_PAGE).clamp(1, MOST_PER_PAGE),
            exactly: self.per_page.is_some(),
            columns: 2,
            pleasant: measures.pleasant,
            largest: measures.most,
        };
        let mut flow = Flow::new(measures);
        flow.heading(1, PUZZLES, measures.section);
        let arranged = arrange(&figures, packing, &mut flow);
        (flow.pages, arranged)
    }

    fn figure(&self, entry: &Entry, number: usize) -> Figure {
        let puzzle = &*entry.document.puzzle;
        let picture = draw(puzzle, &puzzle.givens(), self.labels, self.large);
        let solved = entry.solution.as_ref().map(|board| draw(puzzle, board, self.labels, self.large));
        let name = format!("{number}. {}, {}", puzzle.kind().title, puzzle.size_in_words());
        let mut title = vec![Run::new(Face::Bold, &name)];
        title.extend(entry.difficulty.map(|word| Run::new(Face::Plain, &format!(" ({word})"))));
        let link = entry.link.as_ref().map(|address| Link { address: address.clone(), code: qr::code(address) });
        Figure {
            heading: Some((2, name)),
            title: Caption::new(title),
            subtitle: Caption::new(subtitle(&entry.document)),
            // The smallest digit of the puzzle and of its solution.
            finest: solved.iter().map(|solved| finest(solved, self.large)).fold(finest(&picture, self.large), f64::min),
            picture,
            link,
        }
    }

    fn hints(&self, measures: &Measures) -> Vec<Page> {
        let mut flow = Flow::new(measures);
        flow.heading(1, HINTS, measures.section);
        let widest = Face::Plain.width(measures.body, &format!("{}.", self.entries.len()));
        for (entry, number) in self.entries.iter().zip(1..) {
            let Some(hint) = &entry.hint else { continue };
            let indent = widest + 0.8 * measures.body;
            flow.item(&format!("{number}."), indent, &[Run::new(Face::Plain, hint)], measures.body);
        }
        flow.pages
    }

    fn solutions(&self, measures: &Measures) -> Vec<Page> {
        let solved = self.entries.iter().zip(1..);
        let figure = |(entry, number): (&Entry, usize)| {
            let picture = draw(&*entry.document.puzzle, entry.solution.as_ref()?, false, self.large);
            let name = format!("{number}. {}", entry.document.puzzle.kind().title);
            let heading = Some((2, format!("Solution of {name}")));
            Some(Figure { heading, ..Figure::new(Run::new(Face::Bold, &name), picture, self.large) })
        };
        let figures: Vec<Figure> = solved.filter_map(figure).collect();
        let packing = Packing {
            most: MOST_SOLUTIONS,
            exactly: false,
            columns: 5,
            pleasant: measures.least,
            largest: 1.1 * measures.least,
        };
        let mut flow = Flow::new(measures);
        flow.heading(1, SOLUTIONS, measures.section);
        // They fit where their puzzles do: those have the same drawing with more in it.
        arrange(&figures, packing, &mut flow);
        flow.pages
    }

    fn origins(&self, measures: &Measures) -> Vec<Page> {
        let mut flow = Flow::new(measures);
        flow.heading(1, ORIGINS, measures.section);
        let printed = "Equipoise made or read these puzzles, solved them and printed them:";
        flow.paragraph(&[Run::new(Face::Plain, printed)], measures.body);
        flow.verbatim(std::slice::from_ref(&self.command), measures.small);
        let version = format!("Version {}. The puzzles are from:", env!("CARGO_PKG_VERSION"));
        flow.paragraph(&[Run::new(Face::Plain, &version)], measures.body);
        let origins = made::origins(&self.entries);
        let width = |label: String| Face::Plain.width(measures.body, &label);
        let indent = origins.iter().map(|origin| width(origin.label())).fold(0.0, f64::max) + measures.body;
        for origin in &origins {
            flow.item(&origin.label(), indent, &origin.text(), measures.body);
        }
        flow.pages
    }
}

/// A board as it looks on paper.
fn draw(puzzle: &dyn Puzzle, board: &Board, labels: bool, large: bool) -> Picture {
    let view = View::of(board);
    let mut picture = puzzle.draw(&if labels { view.labels() } else { view }).picture_in(LARGER, large);
    picture.sheet = &SHEET;
    // A name in a blank place would be in the way of a pencil.
    for group in picture.groups.iter_mut().filter(|group| group.roles.contains(&Role::Blank.name())) {
        group.items.retain(|(part, _)| *part != scene::picture::Part::Text);
    }
    // Larger type may need more room than the drawing leaves at its edge.
    let texts = texts(&picture).map(|([_, _, right, _], _)| right);
    picture.width = texts.fold(picture.width, f64::max);
    picture
}

/// The most puzzles on a page, and the most solutions.
const MOST_PER_PAGE: usize = 6;
const MOST_SOLUTIONS: usize = 24;

/// The title and the author that a file gives, on a line.
fn subtitle(document: &Document) -> Vec<Run> {
    let field = |name: &str| document.about.get(name).and_then(|value| value.as_str()).filter(|text| !text.is_empty());
    let text = match (field("title"), field("author")) {
        (Some(title), Some(author)) => format!("{title}, by {author}"),
        (Some(title), None) => title.to_owned(),
        (None, Some(author)) => format!("by {author}"),
        (None, None) => return Vec::new(),
    };
    // A title is a line; more than a few would leave no room for the puzzle.
    vec![Run::new(Face::Plain, &text.chars().take(MOST_SUBTITLE).collect::<String>())]
}

/// The most characters of a title and an author.
const MOST_SUBTITLE: usize = 120;

/// The page of a kind's rules, with an example.
fn rules(kind: &Kind, measures: &Measures) -> Vec<Page> {
    let mut flow = Flow::new(measures);
    flow.heading(1, &format!("The rules of {}", kind.title), measures.section);
    for block in markdown::rules(kind.rules_text) {
        match block {
            Block::Paragraph(spans) => flow.paragraph(&runs(&spans), measures.body),
            Block::Item(number, spans) => {
                let label = number.map_or_else(|| "\u{2022}".to_owned(), |number| format!("{number}."));
                flow.item(&label, 1.6 * measures.body, &runs(&spans), measures.body);
            }
            Block::Verbatim(lines) => flow.verbatim(&lines, measures.body),
            Block::Heading(_) => {}
        }
    }
    if let Some((_, document)) = example(kind)
        && let Some(solution) = &document.solution
    {
        flow.space(measures.body);
        let figure = |title: &str, board: &Board| {
            let picture = draw(&*document.puzzle, board, false, measures.large);
            Figure::new(Run::new(Face::Plain, title), picture, measures.large)
        };
        let figures = [figure("An example", &document.puzzle.givens()), figure("Its solution", solution)];
        let largest = measures.most.min(1.4 * measures.least);
        let packing = Packing { most: 2, exactly: false, columns: 2, pleasant: measures.least, largest };
        // An example is small; one that a page could not hold would be left out.
        arrange(&figures, packing, &mut flow);
    }
    flow.pages
}

fn runs(spans: &[Span]) -> Vec<Run> {
    let run = |span: &Span| match span.face {
        markdown::Face::Plain => Run::new(Face::Plain, &span.text),
        markdown::Face::Bold => Run::new(Face::Bold, &span.text),
        markdown::Face::Code => Run::new(Face::Mono, &span.text),
    };
    spans.iter().map(run).collect()
}

/// From the foot of a page to the baseline of its number, as a share of the margin.
const FOLIO: f64 = 0.45;

/// Numbers the pages, from `first`.
fn number(pages: &mut [Page], first: usize, measures: &Measures) {
    for (page, number) in pages.iter_mut().zip(first..) {
        let (text, size, face) = (number.to_string(), measures.small, Face::Plain);
        let at = ((page.width - face.width(size, &text)) / 2.0, page.height - FOLIO * measures.margin);
        page.pieces.push(Piece { element: Element::Folio, items: vec![Item::Text { at, size, face, text }] });
    }
}
