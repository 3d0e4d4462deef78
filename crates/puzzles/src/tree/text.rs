//! Trees as text.
//!
//! A thing is its distance, a colon, and what hangs there: a leaf as its kind writes it, or a bar as
//! its things in parentheses. Blanks and line ends separate things and mean nothing else. The top bar
//! may stand in parentheses of its own.

use super::{Bar, DISTANCES, Hangs, TreeReader};
use crate::{Fault, Lines, Location, ReadError};

/// How a kind reads what is its own: a leaf, and what follows a bar with this number.
pub(crate) struct Read<'r, L> {
    pub(crate) leaf: &'r mut dyn FnMut(&mut Reader<'_>) -> Result<L, ReadError>,
    pub(crate) after: &'r mut dyn FnMut(&mut Reader<'_>, usize) -> Result<(), ReadError>,
}

/// A whole tree.
pub(crate) fn read_things<L>(lines: Lines<'_>, mut of: Read<'_, L>) -> Result<(Vec<Bar>, Vec<L>), ReadError> {
    let mut reader = Reader { rest: lines.text, line: lines.first, column: 1 };
    let mut draft = TreeReader::new();
    reader.skip_blanks();
    let wrapped = reader.eat('(');
    while reader.thing(&mut draft, wrapped, &mut of)? {}
    Ok(draft.finish())
}

/// A text that is being read.
pub(crate) struct Reader<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn place(&self) -> Location {
        Location::at(self.line, self.column)
    }

    pub(crate) fn expected(&self, what: &str) -> ReadError {
        let found = self.rest.chars().next().map_or("the end".to_owned(), |c| format!("`{}`", c.escape_debug()));
        ReadError { fault: Fault::Syntax, place: self.place(), message: format!("expected {what}, found {found}") }
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for c in taken.chars() {
            (self.line, self.column) = if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.rest = rest;
        taken
    }

    fn skip_blanks(&mut self) {
        self.advance(self.rest.len() - self.rest.trim_start().len());
    }

    /// Takes `token` if it comes next, and the blanks after it.
    pub(crate) fn eat(&mut self, token: char) -> bool {
        let found = self.rest.starts_with(token);
        if found {
            self.advance(token.len_utf8());
            self.skip_blanks();
        }
        found
    }

    /// A number, and the blanks after it.
    pub(crate) fn number(&mut self, what: &str) -> Result<i32, ReadError> {
        let mistaken = self.expected(what);
        let digits = self.rest.strip_prefix(['-', '+']).unwrap_or(self.rest);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        if end == 0 {
            return Err(mistaken);
        }
        let number = self.advance(self.rest.len() - digits.len() + end).parse();
        self.skip_blanks();
        number.map_err(|_| ReadError { message: format!("expected {what}, found one of many digits"), ..mistaken })
    }

    /// Reads a thing or the end of a bar; false when the text is at its end.
    fn thing<L>(&mut self, draft: &mut TreeReader<L>, wrapped: bool, of: &mut Read<'_, L>) -> Result<bool, ReadError> {
        let (place, top) = (self.place(), draft.at_top());
        let closes = wrapped || !top;
        if closes && self.rest.is_empty() {
            return Err(self.expected("`)` at the end of a bar"));
        }
        if self.rest.is_empty() || closes && self.eat(')') {
            let bar = draft.close(place)?;
            (of.after)(self, bar)?;
            return if top && !self.rest.is_empty() {
                Err(self.expected("nothing after the top bar"))
            } else {
                Ok(!top)
            };
        }
        let at = self.number("a distance, such as -3")?;
        if !DISTANCES.contains(&at) {
            let (least, most) = (DISTANCES.start(), DISTANCES.end());
            let message = format!("expected a distance from {least} to {most}, found {at}");
            return Err(ReadError { fault: Fault::Shape, place, message });
        }
        if !self.eat(':') {
            return Err(self.expected("`:` after the distance"));
        }
        if self.eat('(') {
            draft.open(at, place)?;
        } else {
            draft.leaf(at, (of.leaf)(self)?, place)?;
        }
        Ok(true)
    }
}

/// Bars that are no longer than this stay on one line.
const LINE: usize = 60;

/// How a kind writes what is its own: a leaf, and what follows a bar.
pub(crate) struct Written<'w> {
    pub(crate) bars: &'w [Bar],
    pub(crate) leaf: &'w dyn Fn(usize) -> String,
    pub(crate) after: &'w dyn Fn(usize) -> String,
}

impl Written<'_> {
    /// The things of a bar, on as many lines as it takes.
    pub(crate) fn things(&self, bar: usize, margin: &str) -> String {
        let line = self.on_one_line(bar);
        if line.len() <= LINE {
            return format!("{margin}{line}\n");
        }
        let things = self.bars[bar].things.iter().map(|thing| {
            let hangs = match thing.hangs {
                Hangs::Bar(bar) if self.on_one_line(bar).len() > LINE => {
                    format!("(\n{}{margin}){}", self.things(bar, &format!("{margin}  ")), (self.after)(bar))
                }
                hangs => self.hanging(hangs),
            };
            format!("{margin}{}:{hangs}\n", thing.at)
        });
        things.collect()
    }

    fn on_one_line(&self, bar: usize) -> String {
        let things = self.bars[bar].things.iter();
        let things = things.map(|thing| format!("{}:{}", thing.at, self.hanging(thing.hangs)));
        things.collect::<Vec<_>>().join(" ")
    }

    fn hanging(&self, hangs: Hangs) -> String {
        match hangs {
            Hangs::Leaf(leaf) => (self.leaf)(leaf),
            Hangs::Bar(bar) => format!("({}){}", self.on_one_line(bar), (self.after)(bar)),
        }
    }
}
