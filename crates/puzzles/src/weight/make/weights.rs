//! Weights for a tree, such that every bar can balance.

use super::distances::Distances;
use super::shape::BareTree;
use crate::tree::Hangs;
use fd::{Limits, Random, Stopped};

/// How often the weights below a bar are dealt out before it is given up.
const MOST_DEALS: u32 = 10;
/// How many bars are dealt out in all before the tree is given up: a tree that
/// is not done by then seldom is soon after, and another one may be easier.
const MOST_WORK: u32 = 300;

/// Deals out 1..N to the leaves of a tree, from the lowest bars up. The last
/// thing on a bar must let it balance; if there is none that does, everything
/// below the bar is dealt out again.
pub(super) struct Dealer<'a> {
    shape: &'a BareTree,
    distances: Distances,
    /// The weights that are not dealt out.
    pool: Vec<i32>,
    /// The weight of each leaf, and of each bar with all below it.
    weights: Vec<i32>,
    totals: Vec<i32>,
    work: u32,
    limits: Limits<'a>,
}

impl<'a> Dealer<'a> {
    pub(super) fn new(shape: &'a BareTree, distances: Distances, limits: Limits<'a>) -> Dealer<'a> {
        let leaves = shape.leaves;
        Dealer {
            shape,
            distances,
            pool: (1..=leaves as i32).collect(),
            weights: vec![0; leaves],
            totals: vec![0; shape.bars.len()],
            work: 0,
            limits,
        }
    }

    /// The weight of each leaf; `None` when no way was found.
    pub(super) fn deal(mut self, random: &mut Random) -> Result<Option<Vec<i32>>, Stopped> {
        Ok(self.deal_bar(0, &|_| true, random)?.then_some(self.weights))
    }

    /// Deals out what hangs from a bar, so that it can balance and `accepts`
    /// its total; says whether that was done.
    fn deal_bar(&mut self, bar: usize, accepts: &dyn Fn(i32) -> bool, random: &mut Random) -> Result<bool, Stopped> {
        for _ in 0..MOST_DEALS {
            self.work += 1;
            if self.work > MOST_WORK {
                return Ok(false);
            }
            if self.try_bar(bar, accepts, random)? {
                return Ok(true);
            }
            self.take_back(bar);
        }
        Ok(false)
    }

    fn try_bar(&mut self, bar: usize, accepts: &dyn Fn(i32) -> bool, random: &mut Random) -> Result<bool, Stopped> {
        let (shape, distances) = (self.shape, self.distances);
        let things = &shape.bars[bar];
        let mut hung: Vec<i32> = Vec::with_capacity(things.len());
        // Leaves come last: of what is left, one that fits is chosen.
        let (leaves, bars): (Vec<Hangs>, Vec<Hangs>) = things.iter().partition(|hangs| matches!(hangs, Hangs::Leaf(_)));
        for hangs in bars.into_iter().chain(leaves) {
            let last = hung.len() + 1 == things.len();
            let fits = |weight: i32| {
                let total = hung.iter().sum::<i32>() + weight;
                !last || accepts(total) && distances.balance(&[hung.as_slice(), &[weight]].concat())
            };
            let weight = match hangs {
                Hangs::Bar(below) => self.deal_bar(below, &fits, random)?.then(|| self.totals[below]),
                Hangs::Leaf(leaf) => self.take(leaf, &fits, random)?,
            };
            match weight {
                Some(weight) => hung.push(weight),
                None => return Ok(false),
            }
        }
        self.totals[bar] = hung.iter().sum();
        Ok(true)
    }

    /// Gives a leaf any of the weights that are left and fit.
    fn take(&mut self, leaf: usize, fits: &dyn Fn(i32) -> bool, random: &mut Random) -> Result<Option<i32>, Stopped> {
        random.shuffle(&mut self.pool);
        for i in 0..self.pool.len() {
            self.limits.check()?;
            if fits(self.pool[i]) {
                let weight = self.pool.swap_remove(i);
                self.weights[leaf] = weight;
                return Ok(Some(weight));
            }
        }
        Ok(None)
    }

    /// Takes back all weights below a bar.
    fn take_back(&mut self, bar: usize) {
        let shape = self.shape;
        for &hangs in &shape.bars[bar] {
            match hangs {
                Hangs::Bar(below) => self.take_back(below),
                Hangs::Leaf(leaf) => match std::mem::take(&mut self.weights[leaf]) {
                    0 => {}
                    weight => self.pool.push(weight),
                },
            }
        }
    }
}
