//! Mobile in JSON: `{"most":20,"tree":[{"at":-1,"shape":"A"},{"at":1,"bar":[...],"total":8}],"total":16,"given":{"A":4}}`.
//! `most` is 20 unless it is there; totals and givens are there where something is given.
//!
//! Mobile as text: the tree as Weight has it, with a letter for each shape and a number behind the
//! parenthesis of a bar whose total is given. Lines before it say what else is given:
//!
//! ```text
//! most 12
//! A = 4
//! (-1:A -1:B 1:(-1:C 1:C)=8)=16
//! ```

use super::{LETTERS, MOST_WEIGHT, Mobile, USUAL_MOST};
use crate::json::{Fields, Node};
use crate::tree::{DISTANCES, Hangs, MOST_LEAVES, Read, Reader, TreeReader, Written, read_things};
use crate::{Board, Fault, Formats, Lines, Location, ReadError, rows};
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

const WEIGHT: RangeInclusive<i32> = 1..=MOST_WEIGHT;
const A_TOTAL: RangeInclusive<i32> = 1..=MOST_WEIGHT * MOST_LEAVES as i32;

/// What is read of a mobile, and where.
#[derive(Default)]
struct Draft {
    most: Option<i32>,
    /// The totals, by bar.
    totals: Vec<(usize, i32)>,
    givens: Vec<(char, i32, Location)>,
}

impl Draft {
    fn mobile(self, bars: Vec<crate::tree::Bar>, leaves: &[char]) -> Result<Mobile, ReadError> {
        let mut mobile = Mobile::of(bars, leaves, self.most.unwrap_or(USUAL_MOST));
        for (bar, total) in self.totals {
            mobile.totals[bar] = Some(total);
        }
        for (letter, given, place) in self.givens {
            let error = |message| Err(ReadError { fault: Fault::Shape, place: place.clone(), message });
            let Some(shape) = mobile.letters.iter().position(|&own| own == letter) else {
                return error(format!("a weight is given for {letter}, which hangs nowhere"));
            };
            if given > mobile.most {
                return error(format!("expected a weight from 1 to {}, found {given}", mobile.most));
            }
            if mobile.givens.get(shape).is_some() {
                return error(format!("the weight of {letter} is given twice; expected it once"));
            }
            mobile.givens.set(shape, Some(given));
        }
        Ok(mobile)
    }
}

/// A letter of a shape.
fn letter(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|letter| LETTERS.contains(letter) && chars.next().is_none())
}

fn expected_letter() -> String {
    format!("expected a letter from {} to {} for a shape", LETTERS.start(), LETTERS.end())
}

pub(super) fn read_json(fields: &mut Fields<'_>) -> Result<Mobile, ReadError> {
    let mut draft = Draft::default();
    let most = fields.take_some("most");
    draft.most = most.map(|most| most.integer("the greatest weight", WEIGHT)).transpose()?;
    if let Some(total) = fields.take_some("total") {
        draft.totals.push((0, total.integer("a total", A_TOTAL)?));
    }
    if let Some(given) = fields.take_some("given") {
        for (name, weight) in given.entries("the given weights, as an object with letters")? {
            let letter = letter(name).ok_or_else(|| weight.error(Fault::Shape, expected_letter()))?;
            draft.givens.push((letter, weight.integer("a weight", WEIGHT)?, weight.place()));
        }
    }
    let tree = fields.require("tree")?;
    let mut reader = TreeReader::new();
    read_bar(&tree, &mut reader, &mut draft)?;
    let (bars, leaves) = reader.finish();
    draft.mobile(bars, &leaves)
}

/// Reads the things on a bar; says which bar it is.
fn read_bar(bar: &Node<'_>, reader: &mut TreeReader<char>, draft: &mut Draft) -> Result<usize, ReadError> {
    for thing in bar.items("the things on a bar, as a list")? {
        let mut fields = thing.fields("a thing on a bar, as an object with \"at\"")?;
        let at = fields.require("at")?.integer("a distance", DISTANCES)?;
        let [shape, below, total] = ["shape", "bar", "total"].map(|name| fields.take_some(name));
        fields.finish()?;
        match (shape, below, total) {
            (Some(shape), None, None) => {
                let letter =
                    letter(shape.text("a letter")?).ok_or_else(|| shape.error(Fault::Shape, expected_letter()))?;
                reader.leaf(at, letter, thing.place())?;
            }
            (None, Some(below), total) => {
                reader.open(at, thing.place())?;
                let number = read_bar(&below, reader, draft)?;
                if let Some(total) = total {
                    draft.totals.push((number, total.integer("a total", A_TOTAL)?));
                }
            }
            _ => {
                let message = "expected either \"shape\" or \"bar\", and \"total\" with a bar only";
                return Err(thing.error(Fault::Shape, message));
            }
        }
    }
    reader.close(bar.place())
}

pub(super) fn read_text(lines: Lines<'_>) -> Result<Mobile, ReadError> {
    let mut draft = Draft::default();
    let Lines { mut text, mut first } = lines;
    while let Some((line, rest)) = text.split_once('\n') {
        let words = rows::words(first, line, |char| char.is_whitespace() || char == '=');
        let number = |word: &rows::Written<'_>| {
            let least_and_most = (WEIGHT.start(), WEIGHT.end());
            let expected = format!("expected a weight from {} to {}", least_and_most.0, least_and_most.1);
            word.value(&WEIGHT).ok().flatten().ok_or_else(|| word.error(format!("{expected}, found {}", word.found())))
        };
        match words.as_slice() {
            [] => {}
            [most, weight] if most.text == "most" => draft.most = Some(number(weight)?),
            [shape, weight] if letter(shape.text).is_some() => {
                let place = Location::at(first, weight.column);
                draft.givens.extend(letter(shape.text).map(|letter| Ok((letter, number(weight)?, place))).transpose()?);
            }
            _ => break,
        }
        (text, first) = (rest, first + 1);
    }
    let leaf = &mut |reader: &mut Reader<'_>| {
        let found = LETTERS.into_iter().find(|&letter| reader.eat(letter));
        found.ok_or_else(|| reader.expected("a letter for a shape, or a bar in parentheses"))
    };
    let mut totals = Vec::new();
    let after = &mut |reader: &mut Reader<'_>, bar: usize| {
        if reader.eat('=') {
            let place = reader.place();
            let total = reader.number("the total of the bar")?;
            if !A_TOTAL.contains(&total) {
                let message = format!("expected a total from 1 to {}, found {total}", A_TOTAL.end());
                return Err(ReadError { fault: Fault::Shape, place, message });
            }
            totals.push((bar, total));
        }
        Ok(())
    };
    let (bars, leaves) = read_things(Lines { text, first }, Read { leaf, after })?;
    draft.totals = totals;
    draft.mobile(bars, &leaves)
}

fn write_bar(puzzle: &Mobile, bar: usize) -> Value {
    let things = puzzle.bars[bar].things.iter().map(|thing| {
        let mut object = Map::from_iter([("at".to_owned(), thing.at.into())]);
        match thing.hangs {
            Hangs::Leaf(_) => drop(object.insert("shape".to_owned(), puzzle.name_of(thing.hangs).into())),
            Hangs::Bar(bar) => {
                object.insert("bar".to_owned(), write_bar(puzzle, bar));
                object.extend(puzzle.totals[bar].map(|total| ("total".to_owned(), total.into())));
            }
        }
        Value::Object(object)
    });
    things.collect()
}

impl Mobile {
    /// The weights that are given, by letter.
    fn given(&self) -> impl Iterator<Item = (String, i32)> {
        self.letters.iter().zip(self.givens.iter()).filter_map(|(letter, given)| Some((letter.to_string(), given?)))
    }
}

impl Formats for Mobile {
    fn write_json(&self) -> Map<String, Value> {
        let mut object =
            Map::from_iter([("most".to_owned(), self.most.into()), ("tree".to_owned(), write_bar(self, 0))]);
        object.extend(self.totals[0].map(|total| ("total".to_owned(), total.into())));
        let given: Map<String, Value> = self.given().map(|(letter, given)| (letter, given.into())).collect();
        if !given.is_empty() {
            object.insert("given".to_owned(), given.into());
        }
        object
    }

    /// A board is the list of the shapes' weights in the order of their letters; 0 is blank.
    ///
    /// Greater weights than the puzzle allows are read: the rules report them.
    fn read_board(&self, node: Node<'_>) -> Result<Board, ReadError> {
        let shapes = self.letters.len();
        let items = node.items_of("the shapes' weights, as a list", shapes, "weights, one for each shape")?;
        let weight = |item: Node<'_>| item.integer("a weight (0 for none)", 0..=i32::MAX);
        items.map(|item| weight(item).map(|v| (v != 0).then_some(v))).collect()
    }

    fn write_board(&self, board: &Board) -> Value {
        board.iter().map(|value| Value::from(value.unwrap_or(0))).collect()
    }

    fn write_text(&self) -> String {
        let mut text = format!("most {}\n", self.most);
        text.extend(self.given().map(|(letter, given)| format!("{letter} = {given}\n")));
        let total = |bar: usize| self.totals[bar].map_or_else(String::new, |total| format!("={total}"));
        let leaf = |leaf| self.name_of(Hangs::Leaf(leaf));
        let tree = Written { bars: &self.bars, leaf: &leaf, after: &total };
        match self.totals[0] {
            None => text + &tree.things(0, ""),
            Some(_) => text + &format!("(\n{}){}\n", tree.things(0, "  "), total(0)),
        }
    }

    /// One row with the weight of each shape, in the order of their letters.
    fn read_board_text(&self, lines: Lines<'_>) -> Result<Board, ReadError> {
        rows::read(lines, &[self.letters.len()], 1..=i32::MAX)
    }

    fn write_board_text(&self, board: &Board) -> String {
        rows::write(&rows::texts(board), &[self.letters.len()], false)
    }
}
