//! Weight in JSON: `{"tree":[{"at":-2},{"at":1,"weight":4},{"at":3,"bar":[...]}]}`.

use super::tree::{DISTANCES, Draft, Hangs, Refused, Weight};
use crate::json::{Fields, Node};
use crate::{Board, Fault, InJson, Location, ReadError};
use serde_json::{Map, Value};

pub(super) fn read(fields: &mut Fields<'_>) -> Result<Weight, ReadError> {
    let tree = fields.require("tree")?;
    let mut draft = Draft::new();
    read_bar(&tree, &mut draft)?;
    draft.finish()
}

fn read_bar(bar: &Node<'_>, draft: &mut Draft) -> Result<(), ReadError> {
    for thing in bar.items("the things on a bar, as a list")? {
        read_thing(&thing, draft)?;
    }
    draft.close().map_err(|refused| refused.at(place(bar)))
}

fn read_thing(thing: &Node<'_>, draft: &mut Draft) -> Result<(), ReadError> {
    let mut fields = thing.fields("a thing on a bar, as an object with \"at\"")?;
    let at = fields.require("at")?.integer("a distance", DISTANCES)?;
    let weight = fields.take_some("weight");
    let bar = fields.take_some("bar");
    fields.finish()?;
    let refuse = |refused: Refused| refused.at(place(thing));
    match (weight, bar) {
        (Some(_), Some(_)) => Err(thing.error(Fault::Shape, "expected \"weight\" or \"bar\", found both")),
        (None, Some(bar)) => {
            draft.open(at).map_err(refuse)?;
            read_bar(&bar, draft)
        }
        (Some(weight), None) => {
            let given = weight.integer("a weight", 1..=i32::MAX)?;
            draft.leaf(at, Some((given, place(&weight)))).map_err(refuse)
        }
        (None, None) => draft.leaf(at, None).map_err(refuse),
    }
}

fn place(node: &Node<'_>) -> Location {
    node.error(Fault::Shape, "").place
}

impl InJson for Weight {
    fn write_json(&self) -> Map<String, Value> {
        Map::from_iter([("tree".to_owned(), write_bar(self, 0))])
    }

    /// A board is the list of the leaves' weights in reading order; 0 is blank.
    ///
    /// Numbers above the number of leaves are read: the rules report them.
    fn read_board(&self, node: Node<'_>) -> Result<Board, ReadError> {
        let items = node.items("the leaves' weights, as a list")?;
        let (leaves, found) = (self.leaves(), items.len());
        if found != leaves {
            let message = format!("expected {leaves} weights, one for each leaf, found {found}");
            return Err(node.error(Fault::Shape, message));
        }
        let weight = |item: Node<'_>| item.integer("a weight, or 0 for none,", 0..=i32::MAX);
        items.map(|item| weight(item).map(|v| (v != 0).then_some(v))).collect()
    }

    fn write_board(&self, board: &Board) -> Value {
        board.iter().map(|value| Value::from(value.unwrap_or(0))).collect()
    }
}

fn write_bar(puzzle: &Weight, bar: usize) -> Value {
    let things = puzzle.bars()[bar].things.iter().map(|thing| {
        let mut object = Map::from_iter([("at".to_owned(), thing.at.into())]);
        match thing.hangs {
            Hangs::Leaf(leaf) => {
                if let Some(given) = puzzle.given()[leaf] {
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
