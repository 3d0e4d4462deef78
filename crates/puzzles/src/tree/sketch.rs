//! A tree that is being set: bars and leaves that are hung, moved and removed.

use super::{
    Bar, DISTANCES, Hangs, Listed, MOST_BARS, MOST_LEAVES, MOST_LEVELS, TOP, Thing, bar_id, listed, part,
    with_all_below,
};
use crate::sketch::{checked, index};
use crate::{Choices, Edit, EditError, Holds, Missing, Near, Part, Structure, Target};
use scene::{Role, Scene, Shape};
use std::collections::BTreeMap;

/// The part that carries others, by the name under which it is added.
pub(crate) const BAR: &str = "bar";

/// A tree that is being set. Bars and leaves keep their numbers, whatever
/// comes and goes around them; the top is bar 0.
#[derive(Debug, Clone)]
pub(crate) struct TreeSketch {
    /// What a leaf is called, which is also the name under which it is added.
    leaf: &'static str,
    /// What hangs from each bar.
    bars: BTreeMap<usize, Vec<Thing>>,
    /// What is said of each leaf.
    pub(crate) leaves: BTreeMap<usize, Option<i32>>,
    /// The numbers of the next bar and of the next leaf.
    next: (usize, usize),
}

impl TreeSketch {
    /// A bar with this many leaves on it; with none, a bar alone.
    pub(crate) fn of_size(size: usize, leaf: &'static str) -> TreeSketch {
        let size = size as i32;
        let left = size / 2;
        let distances = (-left..=size - left).filter(|&at| at != 0);
        let things: Vec<Thing> = distances.zip(0..).map(|(at, leaf)| Thing { at, hangs: Hangs::Leaf(leaf) }).collect();
        let leaves: BTreeMap<usize, Option<i32>> = (0..things.len()).map(|leaf| (leaf, None)).collect();
        TreeSketch { leaf, next: (1, leaves.len()), bars: BTreeMap::from([(0, things)]), leaves }
    }

    /// A tree to go on with, with what is said of each leaf.
    pub(crate) fn of(bars: &[Bar], leaves: impl Iterator<Item = Option<i32>>, leaf: &'static str) -> TreeSketch {
        let bars: BTreeMap<usize, Vec<Thing>> = bars.iter().map(|bar| bar.things.clone()).enumerate().collect();
        let leaves: BTreeMap<usize, Option<i32>> = (0..).zip(leaves).collect();
        TreeSketch { leaf, next: (bars.len(), leaves.len()), bars, leaves }
    }
}

/// Reading.
impl TreeSketch {
    pub(crate) fn structure(&self) -> Structure {
        Structure::Tree(self.listed().into_iter().map(|(above, thing)| part(above, thing, self.leaf)).collect())
    }

    /// The parts, each before those that hang from it, with what can be chosen there; `before` is how many
    /// targets come first. The arrow keys lead up and down the tree, and along a bar.
    pub(crate) fn targets(&self, before: usize, choices: &dyn Fn(Hangs) -> Choices) -> Vec<Target> {
        let listed = self.listed();
        let indices: BTreeMap<String, usize> = listed.iter().map(|(_, thing)| thing.hangs.id()).zip(before..).collect();
        let index = |thing: Option<&Thing>| thing.and_then(|thing| indices.get(&thing.hangs.id()).copied());
        let target = |(above, thing): (Option<usize>, Thing)| {
            let beside = above.and_then(|above| self.bars.get(&above)).map_or(&[][..], Vec::as_slice);
            let here = beside.iter().position(|other| other.hangs == thing.hangs).unwrap_or(0);
            let near = Near {
                up: above.and_then(|above| indices.get(&bar_id(above)).copied()),
                down: index(self.things(thing.hangs).first()),
                left: index(here.checked_sub(1).and_then(|left| beside.get(left))),
                right: index(beside.get(here + 1)),
            };
            let Part { id, name, .. } = part(above, thing, self.leaf);
            Target::new(Holds::Clue, id, name, choices(thing.hangs), near)
        };
        listed.iter().copied().map(target).collect()
    }

    /// The tree in reading order, with the numbers that its parts have here.
    pub(crate) fn tree(&self) -> Listed {
        listed(&|bar| self.things(Hangs::Bar(bar)).to_vec())
    }

    /// The bars from which nothing hangs.
    pub(crate) fn bare(&self) -> impl Iterator<Item = Missing> {
        self.bars.iter().filter(|(_, things)| things.is_empty()).map(|(&bar, _)| {
            let target = bar_id(bar);
            Missing { says: format!("nothing hangs from bar {target}"), target }
        })
    }

    /// What hangs from a part.
    fn things(&self, hangs: Hangs) -> &[Thing] {
        match hangs {
            Hangs::Bar(bar) => self.bars.get(&bar).map_or(&[], Vec::as_slice),
            Hangs::Leaf(_) => &[],
        }
    }

    /// The part with this id.
    pub(crate) fn part(&self, target: &str) -> Result<Hangs, EditError> {
        let bar = target.strip_prefix('b').and_then(index).filter(|bar| self.bars.contains_key(bar));
        let leaf = target.strip_prefix('w').and_then(index).filter(|leaf| self.leaves.contains_key(leaf));
        let part = bar.map(Hangs::Bar).or(leaf.map(Hangs::Leaf));
        part.ok_or_else(|| EditError::Unknown(target.to_owned()))
    }

    /// Every part with the bar above it, in reading order, from a part down.
    fn with_all_below(&self, thing: Thing) -> Vec<(Option<usize>, Thing)> {
        with_all_below(None, thing, &|bar| self.things(Hangs::Bar(bar)))
    }

    fn listed(&self) -> Vec<(Option<usize>, Thing)> {
        self.with_all_below(TOP)
    }

    /// The bar that a part hangs from.
    fn above(&self, hangs: Hangs) -> Option<usize> {
        let holds = |things: &[Thing]| things.iter().any(|thing| thing.hangs == hangs);
        self.bars.iter().find(|(_, things)| holds(things)).map(|(&bar, _)| bar)
    }

    /// The bars from the top to this one, itself included.
    fn way_to(&self, bar: usize) -> Vec<usize> {
        let mut way = vec![bar];
        while let Some(above) = way.last().and_then(|&bar| self.above(Hangs::Bar(bar))) {
            way.push(above);
        }
        way
    }

    /// The most bars below one another in a part, itself included.
    fn levels(&self, hangs: Hangs) -> usize {
        let below = self.things(hangs).iter().map(|thing| self.levels(thing.hangs)).max().unwrap_or(0);
        below + usize::from(matches!(hangs, Hangs::Bar(_)))
    }

    /// The picture of the tree in reading order, with the names that the parts have here: those of its
    /// targets, also where they are written.
    pub(crate) fn renamed(&self, drawn: &Scene) -> Scene {
        let Listed { leaves, numbers, .. } = self.tree();
        let bars = numbers.into_iter().enumerate().map(|(drawn, bar)| (bar_id(drawn), bar_id(bar)));
        let leaves = leaves.into_iter().enumerate();
        let leaves = leaves.map(|(drawn, leaf)| (Hangs::Leaf(drawn).id(), Hangs::Leaf(leaf).id()));
        let names: BTreeMap<String, String> = bars.chain(leaves).collect();
        let mut scene = Scene::new(drawn.title(), drawn.description());
        for mark in drawn.marks() {
            let name = mark.target.as_ref().and_then(|target| names.get(target));
            let shape = match (&mark.shape, name) {
                (Shape::Cell(cell), Some(name)) => {
                    Shape::Cell(cell.clone().renamed(mark.target.as_deref().unwrap_or_default(), name))
                }
                (Shape::Text(text), Some(name)) if mark.role == Role::Label => Shape::Text(text.clone().saying(name)),
                (shape, _) => shape.clone(),
            };
            let copy = scene.add(mark.role, shape);
            (copy.emphasis, copy.selected, copy.target) =
                (mark.emphasis, mark.selected, name.cloned().or(mark.target.clone()));
        }
        scene
    }
}

/// Changing.
impl TreeSketch {
    /// Carries out an edit of the tree; the id of what it adds, if it adds something.
    pub(crate) fn edit(&mut self, edit: &Edit) -> Result<Option<String>, EditError> {
        match edit {
            Edit::Set { target, .. } => Err(EditError::Unknown(target.clone())),
            Edit::Group { .. } => Err(EditError::Fixed),
            Edit::Add { part, on, at } => self.add(part, on, *at).map(Some),
            Edit::Move { target, on, at } => self.hang_elsewhere(target, on, *at).map(|()| None),
            Edit::Remove { target } => self.remove(target).map(|()| None),
        }
    }

    /// The bar to hang something of this many levels from.
    fn bar_for(&self, on: &str, at: i32, levels: usize) -> Result<usize, EditError> {
        let bar = match self.part(on)? {
            Hangs::Bar(bar) => bar,
            Hangs::Leaf(_) => return Err(EditError::CarriesNothing(on.to_owned())),
        };
        checked(on, Some(at), DISTANCES)?;
        if self.way_to(bar).len() + levels > MOST_LEVELS {
            return Err(EditError::Limit(format!("more than {MOST_LEVELS} bars below one another")));
        }
        Ok(bar)
    }

    fn add(&mut self, part: &str, on: &str, at: i32) -> Result<String, EditError> {
        let (levels, full, most) = match part {
            _ if part == self.leaf => (0, self.leaves.len() == MOST_LEAVES, format!("more than {MOST_LEAVES} {part}s")),
            BAR => (1, self.bars.len() == MOST_BARS, format!("more than {MOST_BARS} bars")),
            _ => return Err(EditError::Unknown(part.to_owned())),
        };
        let bar = self.bar_for(on, at, levels)?;
        if full {
            return Err(EditError::Limit(most));
        }
        let hangs = if part == BAR {
            self.next.0 += 1;
            self.bars.insert(self.next.0 - 1, Vec::new());
            Hangs::Bar(self.next.0 - 1)
        } else {
            self.next.1 += 1;
            self.leaves.insert(self.next.1 - 1, None);
            Hangs::Leaf(self.next.1 - 1)
        };
        self.hang(bar, Thing { at, hangs });
        Ok(hangs.id())
    }

    /// Hangs a thing left of those that are further right.
    fn hang(&mut self, bar: usize, thing: Thing) {
        let things = self.bars.entry(bar).or_default();
        let place = things.iter().position(|other| other.at > thing.at).unwrap_or(things.len());
        things.insert(place, thing);
    }

    fn take_off(&mut self, hangs: Hangs) {
        for things in self.bars.values_mut() {
            things.retain(|thing| thing.hangs != hangs);
        }
    }

    fn hang_elsewhere(&mut self, target: &str, on: &str, at: i32) -> Result<(), EditError> {
        let hangs = self.part_below_top(target)?;
        let bar = self.bar_for(on, at, self.levels(hangs))?;
        if matches!(hangs, Hangs::Bar(moved) if self.way_to(bar).contains(&moved)) {
            return Err(EditError::Loop(target.to_owned()));
        }
        self.take_off(hangs);
        self.hang(bar, Thing { at, hangs });
        Ok(())
    }

    fn remove(&mut self, target: &str) -> Result<(), EditError> {
        let hangs = self.part_below_top(target)?;
        let gone = self.with_all_below(Thing { at: 0, hangs });
        self.take_off(hangs);
        for (_, thing) in gone {
            match thing.hangs {
                Hangs::Bar(bar) => drop(self.bars.remove(&bar)),
                Hangs::Leaf(leaf) => drop(self.leaves.remove(&leaf)),
            }
        }
        Ok(())
    }

    fn part_below_top(&self, target: &str) -> Result<Hangs, EditError> {
        match self.part(target)? {
            Hangs::Bar(0) => Err(EditError::Top(target.to_owned())),
            part => Ok(part),
        }
    }
}
