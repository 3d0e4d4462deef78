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

use super::{GivenAt, Weight};
use crate::json::{Fields, Node};
use crate::tree::{DISTANCES, Hangs, Read, Reader, TreeReader, Written, read_things};
use crate::{Board, Fault, Formats, Lines, ReadError, rows};
use serde_json::{Map, Value};

pub(super) fn read_json(fields: &mut Fields<'_>) -> Result<Weight, ReadError> {
    let tree = fields.require("tree")?;
    let mut draft = TreeReader::new();
    read_bar(&tree, &mut draft)?;
    Weight::read(draft.finish())
}

fn read_bar(bar: &Node<'_>, draft: &mut TreeReader<GivenAt>) -> Result<(), ReadError> {
    for thing in bar.items("the things on a bar, as a list")? {
        read_thing(&thing, draft)?;
    }
    draft.close(bar.place()).map(drop)
}

fn read_thing(thing: &Node<'_>, draft: &mut TreeReader<GivenAt>) -> Result<(), ReadError> {
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
    let leaf = &mut |reader: &mut Reader<'_>| {
        let place = reader.place();
        if reader.eat('?') || reader.eat('_') {
            return Ok(None);
        }
        let given = reader.number("`?`, a weight, or a bar in parentheses")?;
        Ok(Some((given, place)))
    };
    Weight::read(read_things(lines, Read { leaf, after: &mut |_, _| Ok(()) })?)
}

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
        let leaf = |leaf| self.givens.get(leaf).map_or("?".to_owned(), |given| given.to_string());
        Written { bars: &self.bars, leaf: &leaf, after: &|_| String::new() }.things(0, "")
    }

    /// One row with the weight of each leaf, in reading order.
    fn read_board_text(&self, lines: Lines<'_>) -> Result<Board, ReadError> {
        rows::read(lines, &[self.leaves()], 1..=i32::MAX)
    }

    fn write_board_text(&self, board: &Board) -> String {
        rows::write(&rows::texts(board), &[self.leaves()], false)
    }
}
