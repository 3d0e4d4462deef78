//! Random trees of bars, with neither distances nor weights.

use crate::tree::{Hangs, MOST_LEVELS};
use fd::Random;

/// What hangs from each bar, in no order. A bar's number is below those of the
/// bars that hang from it; bar 0 is the top.
#[derive(Debug, Clone)]
pub(in super::super) struct BareTree {
    pub(in super::super) bars: Vec<Vec<Hangs>>,
    pub(in super::super) leaves: usize,
}

/// What a tree should be like.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct TreePlan {
    pub(in super::super) leaves: usize,
    pub(in super::super) bars: usize,
    /// The most things on a bar.
    pub(in super::super) room: usize,
    /// A thing stays at the bar it has come to with a chance of one in this
    /// many, and otherwise goes down to one of the bars below.
    pub(in super::super) one_in: u32,
}

impl TreePlan {
    /// A random tree in the manner of the paper (`makeEmptyPuzzle/2`): first
    /// the bars find their places, then every bar gets the leaves that it
    /// lacks to have two things, then the leaves that are left find theirs.
    ///
    /// `None` when there was no room left for something.
    pub(in super::super) fn shape(self, random: &mut Random) -> Option<BareTree> {
        let mut growing = Growing { plan: self, bars: vec![Vec::new()], levels: vec![1] };
        // The leaves that are needed for two things on every bar.
        let mut needed = 2;
        for left in (0..self.bars.saturating_sub(1)).rev() {
            // A bar that takes the place of a needed leaf costs one leaf, any
            // other two; each of those left costs at least one.
            let thrifty = needed + 2 + left > self.leaves;
            let bar = growing.find(random, thrifty)?;
            needed += if growing.bars[bar].len() < 2 { 1 } else { 2 };
            growing.open(bar);
        }
        let mut leaves = 0;
        let mut leaf = || {
            leaves += 1;
            Hangs::Leaf(leaves - 1)
        };
        for things in &mut growing.bars {
            while things.len() < 2 {
                things.push(leaf());
            }
        }
        for _ in needed..self.leaves {
            let bar = growing.find(random, false)?;
            growing.bars[bar].push(leaf());
        }
        Some(BareTree { bars: growing.bars, leaves })
    }
}

struct Growing {
    plan: TreePlan,
    bars: Vec<Vec<Hangs>>,
    /// The bars from the top down to each, both included.
    levels: Vec<usize>,
}

impl Growing {
    fn open(&mut self, bar: usize) {
        let new = self.bars.len();
        self.bars[bar].push(Hangs::Bar(new));
        self.bars.push(Vec::new());
        self.levels.push(self.levels[bar] + 1);
    }

    /// A bar for one more thing; a thrifty choice is a bar with fewer than two.
    fn find(&self, random: &mut Random, thrifty: bool) -> Option<usize> {
        let room = if thrifty { 2 } else { self.plan.room };
        let mut bar = 0;
        loop {
            let below: Vec<usize> = self.bars[bar].iter().filter_map(|&hangs| is_bar(hangs)).collect();
            let fits = self.bars[bar].len() < room && self.levels[bar] < MOST_LEVELS;
            let stays = random.chance(1, self.plan.one_in);
            match random.pick(&below) {
                Some(&next) if !(fits && stays) => bar = next,
                _ => return fits.then_some(bar),
            }
        }
    }
}

fn is_bar(hangs: Hangs) -> Option<usize> {
    match hangs {
        Hangs::Bar(bar) => Some(bar),
        Hangs::Leaf(_) => None,
    }
}
