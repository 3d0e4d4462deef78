//! Weight as people set it.

use super::Weight;
use crate::sketch::{checked, draw_set, possible_size};
use crate::tree::{BAR, Hangs, Listed, MOST_LEAVES, TreeSketch};
use crate::{
    Board, Choices, Edit, EditError, Impossible, Incomplete, Missing, Puzzle, Settable, Sketch, Structure, Target,
    counted,
};
use scene::Scene;

/// The part of a tree that has a weight.
const WEIGHT: &str = "weight";

/// A tree with the weights that are given.
#[derive(Debug, Clone)]
struct WeightSketch(TreeSketch);

/// A bar with this many weights on it; with none, a bar alone.
pub(super) fn empty(size: usize) -> Result<Box<dyn Sketch>, Impossible> {
    let size = possible_size(size, 0..=MOST_LEAVES, "the number of weights")?;
    Ok(Box::new(WeightSketch(TreeSketch::of_size(size, WEIGHT))))
}

impl Settable for Weight {
    fn sketch(&self) -> Box<dyn Sketch> {
        Box::new(WeightSketch(TreeSketch::of(&self.bars, self.givens.iter(), WEIGHT)))
    }
}

impl Sketch for WeightSketch {
    fn structure(&self) -> Structure {
        self.0.structure()
    }

    fn targets(&self) -> Vec<Target> {
        self.0.targets(0, &|hangs| match hangs {
            Hangs::Leaf(_) => Choices::Numbers(self.weights()),
            Hangs::Bar(_) => Choices::None,
        })
    }

    fn value(&self, target: &str) -> Option<i32> {
        match self.0.part(target).ok()? {
            Hangs::Leaf(leaf) => self.0.leaves.get(&leaf).copied().flatten(),
            Hangs::Bar(_) => None,
        }
    }

    fn set(&mut self, target: &str, value: Option<i32>) -> Result<(), EditError> {
        match (self.0.part(target)?, value) {
            (Hangs::Leaf(leaf), value) => {
                let value = checked(target, value, self.weights())?;
                self.0.leaves.insert(leaf, value);
                Ok(())
            }
            (Hangs::Bar(_), Some(value)) => Err(EditError::Value(target.to_owned(), value)),
            (Hangs::Bar(_), None) => Ok(()),
        }
    }

    fn parts(&self) -> &'static [&'static str] {
        &[WEIGHT, BAR]
    }

    fn edit(&mut self, edit: &Edit) -> Result<Option<String>, EditError> {
        match edit {
            Edit::Set { target, value } => self.set(target, *value).map(|()| None),
            edit => self.0.edit(edit),
        }
    }

    fn clue_ids(&self) -> Vec<String> {
        self.place_ids()
    }

    fn place_ids(&self) -> Vec<String> {
        self.0.tree().leaves.into_iter().map(|leaf| Hangs::Leaf(leaf).id()).collect()
    }

    fn puzzle(&self) -> Result<Box<dyn Puzzle>, Incomplete> {
        let heaviest = self.0.leaves.len() as i32;
        let given = self.0.leaves.iter().filter_map(|(&leaf, &given)| Some((leaf, given?)));
        let heavy = given.filter(|&(_, given)| given > heaviest).map(|(leaf, given)| {
            let target = Hangs::Leaf(leaf).id();
            let weights = counted(heaviest, "weight");
            Missing { says: format!("{target} is given {given}, but there are only {weights}"), target }
        });
        let missing: Vec<Missing> = self.0.bare().chain(heavy).collect();
        if missing.is_empty() { Ok(Box::new(self.weight())) } else { Err(Incomplete { missing }) }
    }

    /// The tree as it would be played, with the names that the parts have here.
    fn picture(&self, values: &Board) -> Scene {
        self.0.renamed(&draw_set(&self.weight(), values))
    }

    fn copy(&self) -> Box<dyn Sketch> {
        Box::new(self.clone())
    }
}

impl WeightSketch {
    /// The weights that may be given.
    fn weights(&self) -> std::ops::RangeInclusive<i32> {
        1..=self.0.leaves.len() as i32
    }

    /// The tree in reading order.
    fn weight(&self) -> Weight {
        let Listed { bars, leaves, .. } = self.0.tree();
        Weight { bars, givens: leaves.iter().map(|leaf| self.0.leaves.get(leaf).copied().flatten()).collect() }
    }
}
