//! A tree with weights and distances, in balance.

use super::distances::Distances;
use super::shape::BareTree;
use crate::tree::{Hangs, Thing};
use crate::weight::Weight;
use crate::{Board, Clued, Draft};
use fd::{Limits, Random, Stopped};

/// A tree in balance: its weights, and where everything hangs.
#[derive(Debug, Clone)]
pub(in super::super) struct Hanging {
    pub(in super::super) shape: BareTree,
    /// The weight of each leaf, by its number in the shape.
    pub(in super::super) weights: Vec<i32>,
    /// Where the things of each bar hang, in the order of the shape.
    pub(in super::super) distances: Vec<Vec<i32>>,
}

impl Hanging {
    /// The tree with distances at which it balances, all choices equally
    /// likely; `None` when there are none.
    pub(in super::super) fn new(
        shape: BareTree,
        weights: Vec<i32>,
        distances: Distances,
        random: &mut Random,
        limits: Limits<'_>,
    ) -> Result<Option<Hanging>, Stopped> {
        let mut drawn = Vec::with_capacity(shape.bars.len());
        for load in loads(&shape, &weights) {
            limits.check()?;
            match distances.draw(&load, random) {
                Some(distances) => drawn.push(distances),
                None => return Ok(None),
            }
        }
        Ok(Some(Hanging { shape, weights, distances: drawn }))
    }

    /// The puzzle without givens, its things from left to right, and the
    /// number in the shape of each leaf in reading order.
    pub(in super::super) fn tree(&self) -> (Weight, Vec<usize>) {
        Weight::listed(&|bar| {
            let things = self.shape.bars[bar].iter().zip(&self.distances[bar]);
            let mut things: Vec<Thing> = things.map(|(&hangs, &at)| Thing { at, hangs }).collect();
            things.sort_by_key(|thing| thing.at);
            things
        })
    }

    /// The draft with every weight given.
    pub(in super::super) fn draft(&self) -> Option<Draft> {
        let (tree, leaves) = self.tree();
        let clues: Vec<i32> = leaves.iter().map(|&leaf| self.weights[leaf]).collect();
        let solution = Board::full(clues.iter().copied());
        let stencil = Some(tree.stencil().ok()?);
        Some(Draft { puzzle: Box::new(tree.giving(solution.clone())), solution, clues, stencil })
    }
}

/// What the things on each bar weigh.
fn loads(shape: &BareTree, weights: &[i32]) -> Vec<Vec<i32>> {
    let mut loads: Vec<Vec<i32>> = vec![Vec::new(); shape.bars.len()];
    // Bars below have greater numbers: going backwards, their loads are known.
    for (bar, things) in shape.bars.iter().enumerate().rev() {
        let load = |&hangs: &Hangs| match hangs {
            Hangs::Leaf(leaf) => weights[leaf],
            Hangs::Bar(below) => loads[below].iter().sum(),
        };
        loads[bar] = things.iter().map(load).collect();
    }
    loads
}
