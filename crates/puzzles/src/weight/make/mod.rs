//! Making Weight puzzles: a tree, weights, and then distances that balance.

pub(super) mod distances;
pub(super) mod hanging;
mod possible;
pub(super) mod shape;
mod weights;

use super::Weight;
use crate::tree::MOST_LEAVES;
use crate::{ClueOption, Clued, Clues, Draft, Impossible, Maker, MakerOption, Making, Puzzle, Request, Stencil, Takes};
use distances::Distances;
use fd::{Limits, ModelError, Random, Stopped};
use hanging::Hanging;
use shape::TreePlan;
use weights::Dealer;

pub(super) const MAKING: Making = Making {
    size: 10,
    clues: Some(ClueOption { name: "givens", says: "How many weights are given [default: min]", default: Clues::Min }),
    options: &[
        MakerOption {
            name: BARS,
            says: "How many bars; the more there are, the fewer weights must be given [default: about half as many \
                   as weights]",
            takes: Takes::Number { least: 1, most: MOST_LEAVES as u32 - 1 },
        },
        MakerOption {
            name: DISTANCE,
            says: "The greatest distance from a pivot [default: half the number of weights, but from 3 to 5]",
            takes: Takes::Number { least: 1, most: 100 },
        },
    ],
    offered: &[5, 6, 8, 10, 12, 15, 17, 20],
    tested: &[(2, 20), (3, 20), (5, 60), (8, 60), (12, 60), (16, 40), (20, 20), (30, 10)],
};

const BARS: &str = "bars";
const DISTANCE: &str = "distance";

/// The trees that are tried for one draft.
const MOST_SHAPES: u32 = 30;

/// What trees are made of, by what was asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct TreeRequest {
    pub(super) leaves: usize,
    pub(super) bars: usize,
    pub(super) distances: Distances,
}

impl TreeRequest {
    /// What `request` asks for, with as many `bars` unless it says how many.
    pub(super) fn new(request: &Request, bars: impl FnOnce(&Request) -> usize) -> Result<TreeRequest, Impossible> {
        let leaves = request.size;
        if leaves > MOST_LEAVES {
            return Err(Impossible(format!("more than {MOST_LEAVES} weights are not made")));
        }
        let reach = request.option(DISTANCE).map_or((leaves / 2).clamp(3, 5), |reach| reach as usize);
        let bars = request.option(BARS).map_or_else(|| bars(request), |bars| bars as usize);
        let wanted = TreeRequest { leaves, bars, distances: Distances { reach: reach as i32 } };
        possible::check(&wanted)?;
        Ok(wanted)
    }
}

/// The bars of a tree, unless a number is asked for.
///
/// The more bars there are per weight, the fewer solutions: with a third as
/// many bars as weights, half of the trees of 10 weights have only one; of 30
/// weights with half as many; of 40 with somewhat more.
fn usual_bars(request: &Request) -> usize {
    let size = request.size;
    let beyond = size * size.saturating_sub(20) / 400;
    let bars = if request.most_clues() == Some(0) { size * 3 / 5 } else { size / 2 };
    bars.max((size / 2 + beyond).min(size * 2 / 3)).max(1)
}

/// Makes trees in balance.
///
/// It repairs nothing: a tree whose distances were changed to rule out another
/// solution is no more likely to be without others than a new one, and new ones
/// were found faster.
#[derive(Debug)]
pub(super) struct WeightMaker {
    wanted: TreeRequest,
}

impl WeightMaker {
    pub(super) fn new(request: &Request) -> Result<WeightMaker, Impossible> {
        if let Some(Clues::Between(least, _)) = request.clues
            && least > request.size
        {
            return Err(Impossible(format!("{least} of {} weights cannot be given", request.size)));
        }
        Ok(WeightMaker { wanted: TreeRequest::new(request, usual_bars)? })
    }

    /// A maker that does not check whether there are such trees.
    #[cfg(test)]
    pub(super) fn unchecked(leaves: usize, bars: usize, reach: i32) -> WeightMaker {
        WeightMaker { wanted: TreeRequest { leaves, bars, distances: Distances { reach } } }
    }

    /// A random tree in balance.
    fn hang(&self, random: &mut Random, limits: Limits<'_>) -> Result<Option<Hanging>, Stopped> {
        let TreeRequest { leaves, bars, distances } = self.wanted;
        // Flat trees and deep ones.
        let one_in = 2 + random.below(4);
        let plan = TreePlan { leaves, bars, room: distances.room(), one_in };
        let Some(shape) = plan.shape(random) else { return Ok(None) };
        let Some(weights) = Dealer::new(&shape, distances, limits).deal(random)? else { return Ok(None) };
        Hanging::new(shape, weights, distances, random, limits)
    }
}

/// The given weights, in reading order.
impl Clued for Weight {
    fn clues(&self) -> usize {
        self.givens.iter().flatten().count()
    }

    fn with_clues(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        Box::new(self.giving(self.givens.keeping(kept)))
    }

    fn stencil(&self) -> Result<Stencil, ModelError> {
        let posed = self.pose_to_make()?;
        Ok(Stencil { clues: posed.places.clone(), posed, ties: Vec::new() })
    }
}

impl Maker for WeightMaker {
    fn draft(&mut self, random: &mut Random, limits: Limits<'_>) -> Result<Option<Draft>, Stopped> {
        for _ in 0..MOST_SHAPES {
            limits.check()?;
            if let Some(hanging) = self.hang(random, limits)? {
                return Ok(hanging.draft());
            }
        }
        Ok(None)
    }

    fn starts_bare(&self) -> bool {
        true
    }

    fn easier(&self) -> Option<&'static str> {
        Some("trees with fewer bars, or with greater distances, are easier to find")
    }

    /// A few questions take very long under any limit: giving one more weight
    /// is then the better answer.
    fn patience(&self) -> u64 {
        5_000
    }
}
