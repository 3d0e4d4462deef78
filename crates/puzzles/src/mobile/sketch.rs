//! Mobile as people set it: bars and shapes that are hung, weights and totals that are given.

use super::{LETTERS, MOST_WEIGHT, Mobile, UNKNOWN, USUAL_MOST};
use crate::sketch::{checked, checked_size, draw_set, possible_size, size_target};
use crate::tree::{BAR, Hangs, MOST_LEAVES, TreeSketch, bar_id};
use crate::{
    Board, Choice, Choices, Edit, EditError, Holds, Impossible, Incomplete, Missing, Puzzle, Settable, Sketch,
    Structure, Target,
};
use scene::Scene;
use std::collections::BTreeMap;

/// The part of a tree that has a letter.
const SHAPE: &str = "shape";
/// The target for the greatest weight.
const MOST: &str = "most";

/// The letters that a shape can have, by their numbers from 1.
static CHOICES: [Choice; 10] = {
    const fn letter(key: char, label: &'static str) -> Choice {
        Choice { key, label, value: key as i32 - 'A' as i32 + 1 }
    }
    [
        letter('A', "A"),
        letter('B', "B"),
        letter('C', "C"),
        letter('D', "D"),
        letter('E', "E"),
        letter('F', "F"),
        letter('G', "G"),
        letter('H', "H"),
        letter('I', "I"),
        letter('J', "J"),
    ]
};

/// A tree whose leaves may have no letter yet.
#[derive(Debug, Clone)]
struct MobileSketch {
    /// The number of each leaf's letter.
    tree: TreeSketch,
    totals: BTreeMap<usize, i32>,
    /// The weights that are given, by letter.
    givens: BTreeMap<char, i32>,
    most: usize,
}

/// A bar with this many shapes on it; with none, a bar alone.
pub(super) fn empty(size: usize) -> Result<Box<dyn Sketch>, Impossible> {
    let letters = LETTERS.count();
    let size = possible_size(size, 0..=letters, "the number of shapes")?;
    let mut tree = TreeSketch::of_size(size, SHAPE);
    tree.leaves.values_mut().zip(1..).for_each(|(leaf, number)| *leaf = Some(number));
    let (totals, givens) = (BTreeMap::new(), BTreeMap::new());
    Ok(Box::new(MobileSketch { tree, totals, givens, most: USUAL_MOST as usize }))
}

/// The letter that is this id, whether or not it hangs somewhere.
fn shape(id: &str) -> Option<char> {
    LETTERS.into_iter().find(|letter| id == letter.to_string())
}

fn number_of(letter: char) -> i32 {
    LETTERS.zip(1..).find(|(own, _)| *own == letter).map_or(0, |(_, number)| number)
}

fn letter_of(number: Option<i32>) -> char {
    LETTERS.zip(1..).find(|(_, own)| Some(*own) == number).map_or(UNKNOWN, |(letter, _)| letter)
}

impl Settable for Mobile {
    fn sketch(&self) -> Box<dyn Sketch> {
        let leaves = self.leaves.iter().map(|&shape| Some(number_of(self.letters[shape])));
        let totals = self.totals.iter().enumerate().filter_map(|(bar, &total)| Some((bar, total?)));
        let givens = self.letters.iter().zip(self.givens.iter()).filter_map(|(&letter, given)| Some((letter, given?)));
        Box::new(MobileSketch {
            tree: TreeSketch::of(&self.bars, leaves, SHAPE),
            totals: totals.collect(),
            givens: givens.collect(),
            most: self.most as usize,
        })
    }
}

impl Sketch for MobileSketch {
    fn structure(&self) -> Structure {
        self.tree.structure()
    }

    /// The tree, then the shapes, then the greatest weight.
    fn targets(&self) -> Vec<Target> {
        let mut targets = self.tree.targets(0, &|hangs| match hangs {
            Hangs::Leaf(_) => Choices::Keys(&CHOICES),
            Hangs::Bar(_) => Choices::Numbers(1..=MOST_WEIGHT * MOST_LEAVES as i32),
        });
        let mobile = self.mobile();
        let known = (0..mobile.letters.len()).filter(|&shape| mobile.letters[shape] != UNKNOWN);
        targets.extend(known.map(|shape| {
            let (id, name) = (mobile.place_name(shape), format!("the weight of shape {}", mobile.letters[shape]));
            Target::new(Holds::Clue, id, name, Choices::Numbers(1..=self.most as i32), crate::Near::default())
        }));
        targets.push(size_target(MOST, "the greatest weight", 1..=MOST_WEIGHT as usize));
        targets
    }

    fn value(&self, target: &str) -> Option<i32> {
        if target == MOST {
            return Some(self.most as i32);
        }
        if let Some(letter) = shape(target) {
            return self.givens.get(&letter).copied();
        }
        match self.tree.part(target).ok()? {
            Hangs::Leaf(leaf) => self.tree.leaves.get(&leaf).copied().flatten(),
            Hangs::Bar(bar) => self.totals.get(&bar).copied(),
        }
    }

    fn set(&mut self, target: &str, value: Option<i32>) -> Result<(), EditError> {
        if target == MOST {
            self.most = checked_size(target, value, 1..=MOST_WEIGHT as usize)?;
            return Ok(());
        }
        if let Some(letter) = shape(target) {
            put(&mut self.givens, letter, checked(target, value, 1..=self.most as i32)?);
            return Ok(());
        }
        match self.tree.part(target)? {
            Hangs::Leaf(leaf) => {
                let value = checked(target, value, 1..=CHOICES.len() as i32)?;
                self.tree.leaves.insert(leaf, value);
            }
            Hangs::Bar(bar) => {
                let value = checked(target, value, 1..=MOST_WEIGHT * MOST_LEAVES as i32)?;
                put(&mut self.totals, bar, value);
            }
        }
        Ok(())
    }

    fn parts(&self) -> &'static [&'static str] {
        &[SHAPE, BAR]
    }

    fn edit(&mut self, edit: &Edit) -> Result<Option<String>, EditError> {
        match edit {
            Edit::Set { target, value } => self.set(target, *value).map(|()| None),
            edit => self.tree.edit(edit),
        }
    }

    fn clue_ids(&self) -> Vec<String> {
        self.tree.tree().numbers.into_iter().map(bar_id).chain(self.place_ids()).collect()
    }

    fn place_ids(&self) -> Vec<String> {
        self.mobile().letters.iter().map(char::to_string).collect()
    }

    fn puzzle(&self) -> Result<Box<dyn Puzzle>, Incomplete> {
        let bare = self.tree.bare();
        let nameless = self.tree.tree().leaves.into_iter().filter(|leaf| self.tree.leaves.get(leaf) == Some(&None));
        let nameless = nameless.map(|leaf| {
            let target = Hangs::Leaf(leaf).id();
            Missing { says: format!("{target} has no letter yet"), target }
        });
        let mobile = self.mobile();
        let heavy = mobile.letters.iter().zip(mobile.givens.iter()).filter_map(|(letter, given)| {
            let given = given.filter(|&given| given > mobile.most)?;
            let says = format!("{letter} is given {given}, but no shape weighs more than {}", mobile.most);
            Some(Missing { target: letter.to_string(), says })
        });
        let missing: Vec<Missing> = bare.chain(nameless).chain(heavy).collect();
        if missing.is_empty() { Ok(Box::new(mobile)) } else { Err(Incomplete { missing }) }
    }

    fn picture(&self, values: &Board) -> Scene {
        self.tree.renamed(&draw_set(&self.mobile(), values))
    }

    fn copy(&self) -> Box<dyn Sketch> {
        Box::new(self.clone())
    }
}

/// Puts a value there, or takes it away.
fn put<K: Ord>(map: &mut BTreeMap<K, i32>, key: K, value: Option<i32>) {
    match value {
        Some(value) => drop(map.insert(key, value)),
        None => drop(map.remove(&key)),
    }
}

impl MobileSketch {
    /// The tree in reading order; leaves without a letter have [`UNKNOWN`].
    fn mobile(&self) -> Mobile {
        let tree = self.tree.tree();
        let leaves = tree.leaves.iter().map(|leaf| letter_of(self.tree.leaves.get(leaf).copied().flatten()));
        let mut mobile = Mobile::of(tree.bars, &leaves.collect::<Vec<char>>(), self.most as i32);
        mobile.totals = tree.numbers.iter().map(|bar| self.totals.get(bar).copied()).collect();
        mobile.givens = mobile.letters.iter().map(|letter| self.givens.get(letter).copied()).collect();
        mobile
    }
}
