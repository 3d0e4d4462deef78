//! Weight as people play it: weights to fill in, and the moments of the bars.

use super::Weight;
use crate::tree::{Hangs, Layout, PlacedBox, Room, Scales, TOP, part, with_all_below};
use crate::{Board, Choices, Holds, Near, Part, Playable, Quota, ReadOut, Sheet, Structure, Target};

impl Playable for Weight {
    fn sheet(&self) -> Sheet {
        let listed = with_all_below(None, TOP, &|bar| &self.bars[bar].things);
        let parts: Vec<Part> = listed.into_iter().map(|(above, thing)| part(above, thing, "weight")).collect();
        let leaves = parts.iter().filter(|part| !part.carries).zip(near(self)).enumerate();
        let targets = leaves.map(|(leaf, (part, near))| {
            let choices = Choices::Numbers(1..=self.leaves() as i32);
            Target::new(Holds::Place(leaf), part.id.clone(), part.name.clone(), choices, near)
        });
        let (targets, quotas) = (targets.collect(), vec![Quota::once(0..self.leaves())]);
        Sheet::of_places(Structure::Tree(parts), targets, &self.givens, quotas)
    }

    /// For each bar its two moments, and what is missing.
    fn read_outs(&self, board: &Board) -> Vec<ReadOut> {
        let weight = self.known(board);
        (0..self.bars.len()).map(|bar| self.scales(&weight).read_out(bar)).collect()
    }
}

impl Weight {
    /// What each leaf weighs, where that is known.
    pub(super) fn known(&self, board: &Board) -> impl Fn(usize) -> Option<i64> {
        |leaf| board.get(leaf).map(i64::from)
    }

    /// The bars with these weights on them.
    pub(super) fn scales<'a>(&'a self, weight: &'a dyn Fn(usize) -> Option<i64>) -> Scales<'a> {
        Scales { bars: &self.bars, weight, name: &Hangs::id }
    }
}

/// Where the arrow keys lead: to the nearest weight in that direction, as it is drawn, or else to the nearest one on
/// that side.
fn near(puzzle: &Weight) -> Vec<Near> {
    let boxes = Layout::new(&puzzle.bars, Room::plain(puzzle.leaves()), &|_| 0).boxes;
    let mut near = vec![Near::default(); puzzle.leaves()];
    for own in &boxes {
        // In columns. A row is twice as high as a column is wide.
        let nearest = |ahead: &dyn Fn(i32, i32) -> i32| {
            let far = |other: &&PlacedBox| {
                let (right, down) = (other.column - own.column, 2 * (other.row - own.row));
                let (on, aside) = (ahead(right, down), ahead(down, right).abs());
                (on > 0).then_some((aside > on, on + 2 * aside, other.leaf))
            };
            boxes.iter().filter_map(|other| far(&other)).min().map(|(.., leaf)| leaf)
        };
        near[own.leaf] = Near {
            up: nearest(&|_, down| -down),
            down: nearest(&|_, down| down),
            left: nearest(&|right, _| -right),
            right: nearest(&|right, _| right),
        };
    }
    near
}
