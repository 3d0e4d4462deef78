//! Weight in JSON: `{"tree":[{"at":-2},{"at":1,"weight":4},{"at":3,"bar":[...]}]}`.
//!
//! Weight as text.
//!
//! A thing is its distance, a colon, and what hangs there: `?` for a weight to
//! be found, a number for a given weight, or a bar as its things in
//! parentheses. Blanks and line ends separate things and mean nothing else:
//!
//! ```text
//! -3:? -1:4
//! 2:(-2:? -1:? 1:?)
//! ```
//!
//! `_` is read as `?`, and the top bar may stand in parentheses of its own.

use super::tree::{DISTANCES, Hangs, TreeReader, Weight};
use crate::json::{Fields, Node};
use crate::{Board, Fault, Formats, Lines, Location, ReadError, rows};
use serde_json::{Map, Value};

pub(super) fn read_json(fields: &mut Fields<'_>) -> Result<Weight, ReadError> {
    let tree = fields.require("tree")?;
    let mut draft = TreeReader::new();
    read_bar(&tree, &mut draft)?;
    draft.finish()
}

fn read_bar(bar: &Node<'_>, draft: &mut TreeReader) -> Result<(), ReadError> {
    for thing in bar.items("the things on a bar, as a list")? {
        read_thing(&thing, draft)?;
    }
    draft.close(bar.place())
}

fn read_thing(thing: &Node<'_>, draft: &mut TreeReader) -> Result<(), ReadError> {
    let mut fields = thing.fields("a thing on a bar, as an object with \"at\"")?;
    let at = fields.require("at")?.integer("a distance", DISTANCES)?;
    let weight = fields.take_some("weight");
    let bar = fields.take_some("bar");
    fields.finish()?;
    match (weight, bar) {
        (Some(_), Some(_)) => Err(thing.error(Fault::Shape, "expected \"weight\" or \"bar\", found both")),
        (None, Some(bar)) => {
            draft.open(at, thing.place())?;
            read_bar(&bar, draft)
        }
        (Some(weight), None) => {
            let given = weight.integer("a weight", 1..=i32::MAX)?;
            draft.leaf(at, Some((given, weight.place())), thing.place())
        }
        (None, None) => draft.leaf(at, None, thing.place()),
    }
}

fn write_bar(puzzle: &Weight, bar: usize) -> Value {
    let things = puzzle.bars[bar].things.iter().map(|thing| {
        let mut object = Map::from_iter([("at".to_owned(), thing.at.into())]);
        match thing.hangs {
            Hangs::Leaf(leaf) => {
                if let Some(given) = puzzle.givens.get(leaf) {
                    object.insert("weight".to_owned(), given.into());
                }
            }
            Hangs::Bar(bar) => {
                object.insert("bar".to_owned(), write_bar(puzzle, bar));
            }
        }
        Value::Object(object)
    });
    things.collect()
}

pub(super) fn read_text(lines: Lines<'_>) -> Result<Weight, ReadError> {
    let mut reader = Reader { rest: lines.text, line: lines.first, column: 1 };
    let mut draft = TreeReader::new();
    reader.skip_blanks();
    let wrapped = reader.eat('(');
    while reader.thing(&mut draft, wrapped)? {}
    draft.finish()
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Reader<'a> {
    fn place(&self) -> Location {
        Location::at(self.line, self.column)
    }

    fn expected(&self, what: &str) -> ReadError {
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
    fn eat(&mut self, token: char) -> bool {
        let found = self.rest.starts_with(token);
        if found {
            self.advance(token.len_utf8());
            self.skip_blanks();
        }
        found
    }

    /// A number, and the blanks after it.
    fn number(&mut self, what: &str) -> Result<i32, ReadError> {
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
    fn thing(&mut self, draft: &mut TreeReader, wrapped: bool) -> Result<bool, ReadError> {
        let (place, top) = (self.place(), draft.at_top());
        let closes = wrapped || !top;
        if closes && self.rest.is_empty() {
            return Err(self.expected("`)` at the end of a bar"));
        }
        if self.rest.is_empty() || closes && self.eat(')') {
            draft.close(place)?;
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
        let given_at = self.place();
        if self.eat('(') {
            draft.open(at, place)?;
        } else if self.eat('?') || self.eat('_') {
            draft.leaf(at, None, place)?;
        } else {
            let given = self.number("`?`, a weight, or a bar in parentheses")?;
            draft.leaf(at, Some((given, given_at)), place)?;
        }
        Ok(true)
    }
}

/// Bars that are no longer than this stay on one line.
const LINE: usize = 60;

impl Formats for Weight {
    fn write_json(&self) -> Map<String, Value> {
        Map::from_iter([("tree".to_owned(), write_bar(self, 0))])
    }

    /// A board is the list of the leaves' weights in reading order; 0 is blank.
    ///
    /// Numbers above the number of leaves are read: the rules report them.
    fn read_board(&self, node: Node<'_>) -> Result<Board, ReadError> {
        let items = node.items_of("the leaves' weights, as a list", self.leaves(), "weights, one for each leaf")?;
        let weight = |item: Node<'_>| item.integer("a weight (0 for none)", 0..=i32::MAX);
        items.map(|item| weight(item).map(|v| (v != 0).then_some(v))).collect()
    }

    fn write_board(&self, board: &Board) -> Value {
        board.iter().map(|value| Value::from(value.unwrap_or(0))).collect()
    }

    fn write_text(&self) -> String {
        write_things(self, 0, "")
    }

    /// One row with the weight of each leaf, in reading order.
    fn read_board_text(&self, lines: Lines<'_>) -> Result<Board, ReadError> {
        rows::read(lines, &[self.leaves()], 1..=i32::MAX)
    }

    fn write_board_text(&self, board: &Board) -> String {
        rows::write(&rows::texts(board), &[self.leaves()], false)
    }
}

/// The things of a bar, on as many lines as it takes.
fn write_things(puzzle: &Weight, bar: usize, margin: &str) -> String {
    let line = on_one_line(puzzle, bar);
    if line.len() <= LINE {
        return format!("{margin}{line}\n");
    }
    let things = puzzle.bars[bar].things.iter().map(|thing| {
        let hangs = match thing.hangs {
            Hangs::Bar(bar) if on_one_line(puzzle, bar).len() > LINE => {
                format!("(\n{}{margin})", write_things(puzzle, bar, &format!("{margin}  ")))
            }
            hangs => write_hanging(puzzle, hangs),
        };
        format!("{margin}{}:{hangs}\n", thing.at)
    });
    things.collect()
}

fn on_one_line(puzzle: &Weight, bar: usize) -> String {
    let things = puzzle.bars[bar].things.iter();
    let things = things.map(|thing| format!("{}:{}", thing.at, write_hanging(puzzle, thing.hangs)));
    things.collect::<Vec<_>>().join(" ")
}

fn write_hanging(puzzle: &Weight, hangs: Hangs) -> String {
    match hangs {
        Hangs::Leaf(leaf) => puzzle.givens.get(leaf).map_or("?".to_owned(), |given| given.to_string()),
        Hangs::Bar(bar) => format!("({})", on_one_line(puzzle, bar)),
    }
}
