//! Weight posed to the kernel.

use super::Weight;
use super::balance::{Balance, Hung};
use super::supports::Effort;
use crate::tree::Hangs;
use crate::{Board, Modelled, Posed, Strategy};
use fd::constraints::{AllDifferent, Clause, Strength};
use fd::{Choice, Labelling, Luby, Model, ModelError, Name, Selection, Var};

/// The most leaves of a tree for which bounds are enough, and of one that is
/// searched with little effort at each node.
const BOUNDS_LEAVES: usize = 6;
const FEW_LEAVES: usize = 20;

/// The conflicts before the first restart, and when a solution is known.
const CONFLICTS: u64 = 100;
const CONFLICTS_PROOF: u64 = 400;

impl Modelled for Weight {
    fn pose(&self) -> Result<Posed, ModelError> {
        let leaves = self.leaves();
        if leaves <= BOUNDS_LEAVES {
            self.pose_with(None, by_conflicts, Luby::of(CONFLICTS))
        } else if leaves <= FEW_LEAVES {
            self.pose_with(Some(Effort::SMALL), by_conflicts, Luby::of(CONFLICTS))
        } else {
            let restarts = Luby { unit: CONFLICTS, proof: CONFLICTS_PROOF };
            self.pose_with(Some(Effort::LARGE), Strategy::Afresh, restarts)
        }
    }
}

/// Searched where conflicts were met before.
fn by_conflicts(vars: Vec<Var>) -> Strategy {
    Strategy::Labelling(Labelling::default().select(Selection::DomWDeg).split(Choice::Random), vars)
}

impl Weight {
    /// The tree without its givens, for makers: which puzzles they make depends
    /// on the order in which a search finds solutions, so it never changes.
    pub(super) fn pose_to_make(&self) -> Result<Posed, ModelError> {
        let tree = self.giving(Board::blank(self.leaves()));
        tree.pose_with(Some(Effort::FULL), by_conflicts, Luby::of(CONFLICTS))
    }

    /// The total of each bar as a variable: as many different weights as it has
    /// leaves, so the top bar's is known. Each bar is one constraint.
    fn pose_with(
        &self,
        effort: Option<Effort>,
        strategy: fn(Vec<Var>) -> Strategy,
        restarts: Luby,
    ) -> Result<Posed, ModelError> {
        let mut model = Model::new();
        // Matching would find little that the bars do not, and take longer than
        // the search it saves.
        let leaves = leaves(self, Strength::Value, &mut model)?;
        let totals = (0..self.bars.len()).map(|bar| total(self, bar, &mut model)).collect::<Result<Vec<Var>, _>>()?;
        for (bar, &total) in self.bars.iter().zip(&totals) {
            let things = bar.things.iter().map(|thing| match thing.hangs {
                Hangs::Leaf(leaf) => Hung { at: thing.at, weight: leaves[leaf], leaf: true },
                Hangs::Bar(bar) => Hung { at: thing.at, weight: totals[bar], leaf: false },
            });
            model.post(Balance { things: things.collect(), total, effort })?;
        }
        // A total decides more than a leaf with as many values left does.
        let vars = totals.iter().chain(&leaves).copied().collect();
        Ok(Posed { model, places: leaves, strategy: strategy(vars), restarts: Some(restarts) })
    }
}

/// The leaves, all different, with the given weights.
pub(super) fn leaves(puzzle: &Weight, strength: Strength, model: &mut Model) -> Result<Vec<Var>, ModelError> {
    let leaves = model.vars(puzzle.leaves(), 1..=puzzle.leaves() as i32)?;
    for (leaf, (&x, given)) in leaves.iter().zip(puzzle.givens.iter()).enumerate() {
        model.name(x, Name::Made([leaf, 0], |[leaf, _]| format!("w{}", leaf + 1)));
        if let Some(given) = given {
            model.post(Clause::new([x.is(given)]))?;
        }
    }
    model.post(AllDifferent::new(&leaves).strength(strength))?;
    Ok(leaves)
}

/// The total of a bar, between what its leaves weigh at least and at most.
fn total(puzzle: &Weight, bar: usize, model: &mut Model) -> Result<Var, ModelError> {
    let (n, k) = (puzzle.leaves() as i32, puzzle.bars[bar].leaves.len() as i32);
    let total = model.var(k * (k + 1) / 2..=k * (2 * n - k + 1) / 2)?;
    model.name(total, Name::Made([bar, 0], |[bar, _]| format!("total of bar b{}", bar + 1)));
    Ok(total)
}
