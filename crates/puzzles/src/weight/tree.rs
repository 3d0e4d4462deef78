//! A tree of bars, laid out flat in reading order.

use crate::{Fault, Location, ReadError};
use std::ops::{Range, RangeInclusive};

/// The most leaves that are read.
pub(crate) const MOST_LEAVES: usize = 1000;
/// The most bars that are read: with two things on each there are no more.
pub(crate) const MOST_BARS: usize = 1000;
/// The most bars on the way from the top to a leaf. (JSON readers, ours
/// included, give up at about twice as many brackets.)
pub(crate) const MOST_LEVELS: usize = 60;
/// The distances that are read.
pub(crate) const DISTANCES: RangeInclusive<i32> = -1000..=1000;

/// A thing on a bar: where, and what hangs there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Thing {
    /// The distance from the pivot; left is negative.
    pub(crate) at: i32,
    /// What hangs there.
    pub(crate) hangs: Hangs,
}

/// What hangs from a bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hangs {
    /// The leaf with this number in reading order.
    Leaf(usize),
    /// The bar with this number in reading order.
    Bar(usize),
}

/// A bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bar {
    /// What hangs from it, as listed; at least one thing.
    pub(crate) things: Vec<Thing>,
    /// The leaves below it, on any level.
    pub(crate) leaves: Range<usize>,
}

/// A Weight puzzle.
///
/// Bars and leaves are numbered depth first, as listed, so that a bar's number
/// is below those of the bars that hang from it; bar 0 is the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Weight {
    bars: Vec<Bar>,
    givens: Vec<Option<i32>>,
}

/// The id of a bar's target, which is also its name: `b2`.
pub(super) fn bar_id(bar: usize) -> String {
    format!("b{}", bar + 1)
}

impl Weight {
    /// The bars in reading order.
    pub(crate) fn bars(&self) -> &[Bar] {
        &self.bars
    }

    /// The number of leaves, and so the greatest weight.
    pub(crate) fn leaves(&self) -> usize {
        self.givens.len()
    }

    /// Each leaf's given weight, in reading order.
    pub(crate) fn given(&self) -> &[Option<i32>] {
        &self.givens
    }
}

/// Changing.
impl Weight {
    /// The tree that `things` lists bar by bar, from bar 0, in any numbering;
    /// with it, for each of its leaves in reading order, the number that leaf
    /// has in `things`. No weight is given.
    pub(super) fn listed(things: &dyn Fn(usize) -> Vec<Thing>) -> (Weight, Vec<usize>) {
        let mut weight = Weight { bars: Vec::new(), givens: Vec::new() };
        let mut leaves = Vec::new();
        weight.list(0, things, &mut leaves);
        weight.givens = vec![None; leaves.len()];
        (weight, leaves)
    }

    fn list(&mut self, told: usize, things: &dyn Fn(usize) -> Vec<Thing>, leaves: &mut Vec<usize>) -> usize {
        let bar = self.bars.len();
        let start = leaves.len();
        self.bars.push(Bar { things: Vec::new(), leaves: start..start });
        let mut listed = things(told);
        for thing in &mut listed {
            thing.hangs = match thing.hangs {
                Hangs::Leaf(leaf) => {
                    leaves.push(leaf);
                    Hangs::Leaf(leaves.len() - 1)
                }
                Hangs::Bar(below) => Hangs::Bar(self.list(below, things, leaves)),
            };
        }
        self.bars[bar] = Bar { things: listed, leaves: start..leaves.len() };
        bar
    }

    /// The same tree with these weights given; one for each leaf.
    pub(super) fn giving(&self, givens: Vec<Option<i32>>) -> Weight {
        Weight { bars: self.bars.clone(), givens }
    }

    /// The same with only the given weights that `kept` selects, in reading
    /// order.
    pub(super) fn with_givens(&self, kept: &[bool]) -> Weight {
        let mut kept = kept.iter().copied();
        let stays = |given: &Option<i32>| given.filter(|_| kept.next().unwrap_or(true));
        self.giving(self.givens.iter().map(stays).collect())
    }
}

/// A tree being read, depth first. Every reader builds through it, so that
/// all formats refuse the same trees in the same words.
#[derive(Debug)]
pub(super) struct Draft {
    bars: Vec<Bar>,
    givens: Vec<Option<i32>>,
    /// Where each given weight stands in the file, for [`Draft::finish`].
    given_at: Vec<(usize, Location)>,
    /// The bars that are still being read, from the top down.
    open: Vec<usize>,
}

/// A tree that is refused; the reader knows where.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) fault: Fault,
    pub(super) message: String,
}

impl Refused {
    fn limit(most: usize, what: &str) -> Refused {
        Refused { fault: Fault::Limit, message: format!("more than {most} {what}") }
    }

    /// The error, at a place of a file.
    pub(super) fn at(self, place: Location) -> ReadError {
        ReadError { fault: self.fault, place, message: self.message }
    }
}

impl Draft {
    /// A top bar with nothing on it so far.
    pub(super) fn new() -> Draft {
        let top = Bar { things: Vec::new(), leaves: 0..0 };
        Draft { bars: vec![top], givens: Vec::new(), given_at: Vec::new(), open: vec![0] }
    }

    fn hang(&mut self, at: i32, hangs: Hangs) {
        if let Some(&bar) = self.open.last() {
            self.bars[bar].things.push(Thing { at, hangs });
        }
    }

    /// Hangs a leaf from the bar being read.
    pub(super) fn leaf(&mut self, at: i32, given: Option<(i32, Location)>) -> Result<(), Refused> {
        let leaf = self.givens.len();
        if leaf == MOST_LEAVES {
            return Err(Refused::limit(MOST_LEAVES, "leaves"));
        }
        self.hang(at, Hangs::Leaf(leaf));
        self.givens.push(given.as_ref().map(|given| given.0));
        self.given_at.extend(given.map(|given| (leaf, given.1)));
        Ok(())
    }

    /// Hangs a bar from the one being read; what comes next hangs from it.
    pub(super) fn open(&mut self, at: i32) -> Result<(), Refused> {
        if self.open.len() == MOST_LEVELS {
            return Err(Refused::limit(MOST_LEVELS, "bars below one another"));
        }
        let bar = self.bars.len();
        if bar == MOST_BARS {
            return Err(Refused::limit(MOST_BARS, "bars"));
        }
        self.hang(at, Hangs::Bar(bar));
        self.bars.push(Bar { things: Vec::new(), leaves: self.givens.len()..self.givens.len() });
        self.open.push(bar);
        Ok(())
    }

    /// Ends the bar being read.
    pub(super) fn close(&mut self) -> Result<(), Refused> {
        if let Some(bar) = self.open.pop() {
            let bar = &mut self.bars[bar];
            if bar.things.is_empty() {
                let message = "nothing hangs from this bar; expected at least one weight or bar".to_owned();
                return Err(Refused { fault: Fault::Shape, message });
            }
            bar.leaves.end = self.givens.len();
        }
        Ok(())
    }

    /// Whether only the top bar is being read.
    pub(super) fn at_top(&self) -> bool {
        self.open.len() == 1
    }

    /// The puzzle, once every bar is closed.
    pub(super) fn finish(self) -> Result<Weight, ReadError> {
        let most = self.givens.len();
        for (leaf, place) in self.given_at {
            if let Some(given) = self.givens[leaf]
                && !usize::try_from(given).is_ok_and(|given| (1..=most).contains(&given))
            {
                let message = format!("expected a weight from 1 to {most}, the number of leaves, found {given}");
                return Err(Refused { fault: Fault::Shape, message }.at(place));
            }
        }
        Ok(Weight { bars: self.bars, givens: self.givens })
    }
}
