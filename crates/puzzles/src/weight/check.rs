//! The rules of Weight, checked on a board as it stands.

use super::tree::{Hangs, Weight};
use super::{BALANCE, GIVENS, VALUES};
use crate::{Board, Checked, Violation};

impl Checked for Weight {
    fn violations(&self, board: &Board) -> Vec<Violation> {
        let mut violations = wrong_values(self, board);
        violations.extend(tipping_bars(self, board));
        violations.extend(changed_givens(self, board));
        violations
    }
}

/// Numbers that are not among 1..N, and numbers used twice.
fn wrong_values(puzzle: &Weight, board: &Board) -> Vec<Violation> {
    let leaves = puzzle.leaves();
    let mut holders: Vec<Vec<usize>> = vec![Vec::new(); leaves];
    let mut violations = Vec::new();
    for leaf in 0..leaves {
        let Some(value) = board.get(leaf) else { continue };
        let index = usize::try_from(i64::from(value) - 1).ok();
        match index.and_then(|index| holders.get_mut(index)) {
            Some(holders) => holders.push(leaf),
            None => {
                let message = format!("w{} weighs {value}; the weights are 1 to {leaves}", leaf + 1);
                violations.push(Violation { rule: &VALUES, places: vec![leaf], message });
            }
        }
    }
    for (index, holders) in holders.into_iter().enumerate().filter(|(_, holders)| holders.len() > 1) {
        let names: Vec<String> = holders.iter().map(|leaf| format!("w{}", leaf + 1)).collect();
        let message = format!("the weight {} is used {} times: {}", index + 1, holders.len(), names.join(", "));
        violations.push(Violation { rule: &VALUES, places: holders, message });
    }
    violations
}

/// Bars whose torque is known and not 0.
fn tipping_bars(puzzle: &Weight, board: &Board) -> Vec<Violation> {
    let bars = puzzle.bars();
    let mut totals: Vec<Option<i64>> = vec![None; bars.len()];
    let mut violations = Vec::new();
    // Bars below come later in reading order: going backwards, their totals are known.
    for (number, bar) in bars.iter().enumerate().rev() {
        let total = |hangs: Hangs| match hangs {
            Hangs::Leaf(leaf) => board.get(leaf).map(i64::from),
            Hangs::Bar(bar) => totals[bar],
        };
        // What hangs straight below the pivot turns nothing, known or not.
        let turning: Option<Vec<i64>> = bar
            .things
            .iter()
            .filter(|thing| thing.at != 0)
            .map(|thing| Some(i64::from(thing.at) * total(thing.hangs)?))
            .collect();
        let left = |torques: &[i64]| -torques.iter().filter(|&&torque| torque < 0).sum::<i64>();
        let right = |torques: &[i64]| torques.iter().filter(|&&torque| torque > 0).sum::<i64>();
        if let Some((left, right)) = turning.map(|torques| (left(&torques), right(&torques)))
            && left != right
        {
            let side = if left > right { "left" } else { "right" };
            let name = puzzle.bar_name(number);
            let message = format!("{name} tips to the {side}: torque {left} on the left, {right} on the right");
            violations.push(Violation { rule: &BALANCE, places: bar.leaves.clone().collect(), message });
        }
        totals[number] = bar.things.iter().map(|thing| total(thing.hangs)).sum();
    }
    violations.reverse();
    violations
}

/// Leaves that do not have the weight that is given.
fn changed_givens(puzzle: &Weight, board: &Board) -> Vec<Violation> {
    let leaves = puzzle.given().iter().enumerate();
    let changed = leaves.filter_map(|(leaf, &given)| {
        let (given, value) = (given?, board.get(leaf)?);
        let message = format!("w{} weighs {value}, but {given} is given", leaf + 1);
        (value != given).then(|| Violation { rule: &GIVENS, places: vec![leaf], message })
    });
    changed.collect()
}
