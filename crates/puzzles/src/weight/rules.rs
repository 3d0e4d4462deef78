//! The rules of Weight, checked on a board and written as a formula for proof checkers.

use super::{BALANCE, GIVENS, VALUES, Weight};
use crate::formula::{Certified, Formula, Literal, Number, TooLarge};
use crate::numbers::Numbers;
use crate::tree::Hangs;
use crate::{Board, Checked, Violation};

impl Checked for Weight {
    fn violations(&self, board: &Board) -> Vec<Violation> {
        let leaves: Vec<usize> = (0..self.leaves()).collect();
        let numbers = Numbers { puzzle: self, board, most: self.leaves() as i32, verb: ["weighs", "weigh"] };
        let mut found: Vec<Violation> = leaves.iter().filter_map(|&leaf| numbers.wrong(&VALUES, leaf)).collect();
        found.extend(numbers.repeated(&VALUES, &leaves, "all weights"));
        found.extend(tipping_bars(self, board));
        let givens = self.givens.iter().enumerate();
        found.extend(givens.filter_map(|(leaf, given)| numbers.changed(&GIVENS, leaf, given?)));
        found
    }
}

/// Bars whose torque is known and not 0.
fn tipping_bars(puzzle: &Weight, board: &Board) -> Vec<Violation> {
    let weight = puzzle.known(board);
    let tipping = puzzle.bars.iter().enumerate().filter_map(|(number, bar)| {
        let (left, right) = puzzle.scales(&weight).tips(number)?;
        let side = if left > right { "left" } else { "right" };
        let name = puzzle.bar_name(number);
        let message = format!("{name} tips to the {side}: torque {left} on the left, {right} on the right");
        Some(Violation { rule: &BALANCE, places: bar.leaves.clone().collect(), message })
    });
    tipping.collect()
}

impl Certified for Weight {
    fn formula(&self) -> Result<Formula, TooLarge> {
        let mut formula = Formula::with_room(self.terms())?;
        let leaves = self.leaves() as i64;
        let mut weights = Vec::with_capacity(self.leaves());
        let mut holds: Vec<Vec<Literal>> = Vec::with_capacity(self.leaves());
        formula
            .comment(format!("values: each leaf weighs 1 to {leaves}: k if it is at least k and not at least k + 1"));
        for leaf in 1..=leaves {
            let literals: Vec<Literal> = (1..=leaves).map(|k| formula.variable(format!("w{leaf}_is_{k}"))).collect();
            let weight = formula.number(1, leaves, |k| format!("w{leaf}_ge_{k}"));
            for (k, &literal) in (1..).zip(&literals) {
                formula.is_exactly(&weight, k, literal);
            }
            formula.place((1..).zip(literals.iter().copied()));
            weights.push(weight);
            holds.push(literals);
        }
        formula.comment("values: each weight is used once");
        for k in 0..self.leaves() {
            formula.exactly(1, holds.iter().map(|literals| literals[k]));
        }
        self.balance(&mut formula, &weights);
        formula.comment("givens: a given weight stays as it is");
        for (literals, given) in holds.iter().zip(self.givens.iter()) {
            if let Some(given) = given {
                formula.clause([literals[given as usize - 1]]);
            }
        }
        Ok(formula)
    }
}

impl Weight {
    /// The totals of the bars, and what follows for them from the rules.
    fn balance(&self, formula: &mut Formula, weights: &[Number]) {
        let mut totals: Vec<Number> = Vec::with_capacity(self.bars.len());
        for (number, bar) in (1..).zip(&self.bars) {
            let (least, most) = self.extremes(bar.leaves.len());
            totals.push(formula.number(least, most, |k| format!("b{number}_ge_{k}")));
        }
        for (number, (bar, total)) in (1..).zip(self.bars.iter().zip(&totals)) {
            let (least, most) = self.extremes(bar.leaves.len());
            formula.comment(format!(
                "the total below b{number}: {} different weights, {least} to {most}",
                bar.leaves.len()
            ));
            formula.in_order(total);
            let hangs = |hangs: Hangs| match hangs {
                Hangs::Leaf(leaf) => &weights[leaf],
                Hangs::Bar(below) => &totals[below],
            };
            let parts = bar.things.iter().map(|thing| (1, hangs(thing.hangs)));
            formula.adds_up(parts.chain([(-1, total)]), 0);
            formula.comment(format!("balance: distance times total adds up to 0 on b{number}"));
            formula.adds_up(bar.things.iter().map(|thing| (i64::from(thing.at), hangs(thing.hangs))), 0);
        }
    }

    /// The least and the most that this many different weights add up to.
    fn extremes(&self, count: usize) -> (i64, i64) {
        let (count, leaves) = (count as i64, self.leaves() as i64);
        let least = count * (count + 1) / 2;
        (least, least + count * (leaves - count))
    }

    /// About as many terms as the formula has.
    fn terms(&self) -> usize {
        let leaves = self.leaves();
        let totals = self.bars.iter().map(|bar| bar.leaves.len() * (leaves - bar.leaves.len()));
        // A total stands in its order, in its sum, and in two lines of the bar above.
        6 * leaves * leaves + 5 * totals.sum::<usize>()
    }
}
