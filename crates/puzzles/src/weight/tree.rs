//! A tree of bars, laid out flat in reading order.

use crate::{Board, Fault, Location, ReadError};
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

/// The top bar, as if it hung from something.
pub(super) const TOP: Thing = Thing { at: 0, hangs: Hangs::Bar(0) };

impl Hangs {
    /// The id of its target, which is also its name: `w7`, `b2`.
    pub(super) fn id(self) -> String {
        match self {
            Hangs::Leaf(leaf) => format!("w{}", leaf + 1),
            Hangs::Bar(bar) => bar_id(bar),
        }
    }
}

/// The same for a bar.
pub(super) fn bar_id(bar: usize) -> String {
    format!("b{}", bar + 1)
}

/// A thing and all that hangs below it, in reading order, each with the bar that it hangs from.
pub(super) fn with_all_below<'t>(
    above: Option<usize>,
    thing: Thing,
    things: &dyn Fn(usize) -> &'t [Thing],
) -> Vec<(Option<usize>, Thing)> {
    let mut listed = vec![(above, thing)];
    if let Hangs::Bar(bar) = thing.hangs {
        listed.extend(things(bar).iter().flat_map(|&below| with_all_below(Some(bar), below, things)));
    }
    listed
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
    /// The bars in reading order.
    pub(super) bars: Vec<Bar>,
    /// Each leaf's given weight, in reading order.
    pub(super) givens: Board,
}

impl Weight {
    /// The number of leaves, and so the greatest weight.
    pub(crate) fn leaves(&self) -> usize {
        self.givens.len()
    }

    /// The tree that `things` lists bar by bar, from bar 0, in any numbering;
    /// with it, for each of its leaves in reading order, the number that leaf
    /// has in `things`. No weight is given.
    pub(super) fn listed(things: &dyn Fn(usize) -> Vec<Thing>) -> (Weight, Vec<usize>) {
        let mut weight = Weight { bars: Vec::new(), givens: Board::blank(0) };
        let mut leaves = Vec::new();
        weight.list(0, things, &mut leaves);
        weight.givens = Board::blank(leaves.len());
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
    pub(super) fn giving(&self, givens: Board) -> Weight {
        Weight { bars: self.bars.clone(), givens }
    }
}

/// A tree being read, depth first. Every reader builds through it, so that
/// all formats refuse the same trees in the same words.
#[derive(Debug)]
pub(super) struct TreeReader {
    bars: Vec<Bar>,
    givens: Vec<Option<i32>>,
    /// Where each given weight stands in the file, for [`TreeReader::finish`].
    given_at: Vec<(usize, Location)>,
    /// The bars that are still being read, from the top down.
    open: Vec<usize>,
}

impl TreeReader {
    /// A top bar with nothing on it so far.
    pub(super) fn new() -> TreeReader {
        let top = Bar { things: Vec::new(), leaves: 0..0 };
        TreeReader { bars: vec![top], givens: Vec::new(), given_at: Vec::new(), open: vec![0] }
    }

    fn hang(&mut self, at: i32, hangs: Hangs) {
        if let Some(&bar) = self.open.last() {
            self.bars[bar].things.push(Thing { at, hangs });
        }
    }

    /// Hangs a leaf, read at this place, from the bar being read.
    pub(super) fn leaf(&mut self, at: i32, given: Option<(i32, Location)>, place: Location) -> Result<(), ReadError> {
        let leaf = self.givens.len();
        if leaf == MOST_LEAVES {
            return Err(limit(place, MOST_LEAVES, "leaves"));
        }
        self.hang(at, Hangs::Leaf(leaf));
        self.givens.push(given.as_ref().map(|given| given.0));
        self.given_at.extend(given.map(|given| (leaf, given.1)));
        Ok(())
    }

    /// Hangs a bar from the one being read; what comes next hangs from it.
    pub(super) fn open(&mut self, at: i32, place: Location) -> Result<(), ReadError> {
        if self.open.len() == MOST_LEVELS {
            return Err(limit(place, MOST_LEVELS, "bars below one another"));
        }
        let bar = self.bars.len();
        if bar == MOST_BARS {
            return Err(limit(place, MOST_BARS, "bars"));
        }
        self.hang(at, Hangs::Bar(bar));
        self.bars.push(Bar { things: Vec::new(), leaves: self.givens.len()..self.givens.len() });
        self.open.push(bar);
        Ok(())
    }

    /// Ends the bar being read.
    pub(super) fn close(&mut self, place: Location) -> Result<(), ReadError> {
        if let Some(bar) = self.open.pop() {
            let bar = &mut self.bars[bar];
            if bar.things.is_empty() {
                let message = "nothing hangs from this bar; expected at least one weight or bar".to_owned();
                return Err(ReadError { fault: Fault::Shape, place, message });
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
                return Err(ReadError { fault: Fault::Shape, place, message });
            }
        }
        Ok(Weight { bars: self.bars, givens: self.givens.into_iter().collect() })
    }
}

fn limit(place: Location, most: usize, what: &str) -> ReadError {
    ReadError { fault: Fault::Limit, place, message: format!("more than {most} {what}") }
}
