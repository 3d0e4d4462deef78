//! Which steps the last one needs.

use super::inquiry::{Fact, Inquiry};
use super::knowledge::{Set, common, meet, size, union, without};
use super::step::{Removes, Step};
use fd::Var;

/// Drops the steps that the last one does not stand on. What it sets stands
/// on all that went before from the same place.
pub(crate) fn prune(steps: &mut Vec<Step>, inquiry: &Inquiry<'_>) {
    let Some(last) = steps.last() else { return };
    let mut wanted: Vec<(Var, Set)> = facts(last, inquiry);
    for Removes { var, left, .. } in last.gone() {
        if size(&left) == 1 {
            want(&mut wanted, var, &without(inquiry.root.left(var), &left));
        }
    }
    let mut kept = vec![false; steps.len()];
    for (i, step) in steps.iter().enumerate().rev() {
        let gone = step.gone();
        let helps = |removes: &Removes| wanted.iter().any(|(x, set)| *x == removes.var && meet(set, &removes.gone));
        if i + 1 == steps.len() || gone.iter().any(helps) {
            kept[i] = true;
            for Removes { var, gone, .. } in &gone {
                if let Some((_, set)) = wanted.iter_mut().find(|(x, _)| x == var) {
                    *set = without(set, &common(set, gone));
                }
            }
            for (x, set) in facts(step, inquiry) {
                want(&mut wanted, x, &set);
            }
        }
    }
    let mut kept = kept.into_iter();
    steps.retain(|_| kept.next().unwrap_or(true));
}

/// What must have gone for the facts of a step.
fn facts(step: &Step, inquiry: &Inquiry<'_>) -> Vec<(Var, Set)> {
    step.facts.iter().map(|Fact { var, left }| (*var, without(inquiry.root.left(*var), left))).collect()
}

fn want(wanted: &mut Vec<(Var, Set)>, x: Var, gone: &[u64]) {
    match wanted.iter_mut().find(|(y, _)| *y == x) {
        Some((_, set)) => *set = union(set, gone),
        None => wanted.push((x, gone.to_vec())),
    }
}
