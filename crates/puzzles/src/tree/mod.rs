//! Trees of bars in balance, for the kinds whose puzzles hang from one: laid out flat in reading order,
//! read and written, drawn, and weighed.

mod equation;
mod frame;
mod layout;
mod read;
mod sides;
mod sketch;
mod text;
mod told;

pub(crate) use equation::{Equation, LastOne, common_divisor, gcd};
pub(crate) use layout::{Layout, PlacedBox, Room};
pub(crate) use read::TreeReader;
pub(crate) use sides::Scales;
pub(crate) use sketch::{BAR, TreeSketch};
pub(crate) use text::{Read, Reader, Written, read_things};
pub(crate) use told::{Code, first_told};

use crate::Part;
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
pub(crate) const TOP: Thing = Thing { at: 0, hangs: Hangs::Bar(0) };

impl Hangs {
    /// The id of its target, which is also its name: `w7`, `b2`.
    pub(crate) fn id(self) -> String {
        match self {
            Hangs::Leaf(leaf) => format!("w{}", leaf + 1),
            Hangs::Bar(bar) => bar_id(bar),
        }
    }
}

/// The same for a bar.
pub(crate) fn bar_id(bar: usize) -> String {
    format!("b{}", bar + 1)
}

/// The characters of the name beside a bar.
pub(crate) fn name_beside(bar: usize) -> usize {
    bar_id(bar).len()
}

/// A thing and all that hangs below it, in reading order, each with the bar that it hangs from.
pub(crate) fn with_all_below<'t>(
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

/// A tree in reading order, and the numbers that its bars and leaves had before.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    pub(crate) bars: Vec<Bar>,
    pub(crate) leaves: Vec<usize>,
    pub(crate) numbers: Vec<usize>,
}

/// The tree that `things` lists bar by bar, from bar 0, in any numbering.
pub(crate) fn listed(things: &dyn Fn(usize) -> Vec<Thing>) -> Listed {
    let mut listed = Listed::default();
    listed.list(0, things);
    listed
}

impl Listed {
    fn list(&mut self, told: usize, things: &dyn Fn(usize) -> Vec<Thing>) -> usize {
        let bar = self.bars.len();
        let start = self.leaves.len();
        self.bars.push(Bar { things: Vec::new(), leaves: start..start });
        self.numbers.push(told);
        let mut listed = things(told);
        for thing in &mut listed {
            thing.hangs = match thing.hangs {
                Hangs::Leaf(leaf) => {
                    self.leaves.push(leaf);
                    Hangs::Leaf(self.leaves.len() - 1)
                }
                Hangs::Bar(below) => Hangs::Bar(self.list(below, things)),
            };
        }
        self.bars[bar] = Bar { things: listed, leaves: start..self.leaves.len() };
        bar
    }
}

/// A thing as a part of the tree, with the bar that it hangs from: `the weight w7 on bar b2, two
/// steps right of its pivot`. `leaf` is what a leaf is called.
pub(crate) fn part(above: Option<usize>, Thing { at, hangs }: Thing, leaf: &str) -> Part {
    let (id, parent, carries) = (hangs.id(), above.map(bar_id), matches!(hangs, Hangs::Bar(_)));
    let what = if carries { "bar" } else { leaf };
    let name = match &parent {
        Some(parent) => format!("the {what} {id} on bar {parent}, {}", steps(at)),
        None => format!("the top {what} {id}"),
    };
    Part { id, name, parent, at, carries }
}

/// `two steps right of its pivot`
fn steps(at: i32) -> String {
    const WORDS: [&str; 11] = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let side = match at {
        0 => return "straight below its pivot".to_owned(),
        ..0 => "left",
        _ => "right",
    };
    let distance = at.unsigned_abs() as usize;
    let count = WORDS.get(distance).map_or_else(|| distance.to_string(), |&word| word.to_owned());
    format!("{count} {} {side} of its pivot", if distance == 1 { "step" } else { "steps" })
}
