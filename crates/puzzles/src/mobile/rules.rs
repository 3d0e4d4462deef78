//! The rules of Mobile, checked on a board and written as a formula for proof checkers.

use super::{BALANCE, GIVEN, Mobile, TOTAL, WEIGHTS};
use crate::formula::{Certified, Formula, Literal, Number, TooLarge};
use crate::numbers::Numbers;
use crate::tree::{Hangs, bar_id};
use crate::{Board, Checked, Violation};

impl Checked for Mobile {
    fn violations(&self, board: &Board) -> Vec<Violation> {
        let numbers = Numbers { puzzle: self, board, most: self.most, verb: ["weighs", "weigh"] };
        let mut found: Vec<Violation> =
            (0..self.letters.len()).filter_map(|shape| numbers.wrong(&WEIGHTS, shape)).collect();
        let (weight, name) = (self.known(board), |hangs| self.name_of(hangs));
        let scales = self.scales(&weight, &name);
        for bar in 0..self.bars.len() {
            let places = self.places_on(bar);
            if let Some((left, right)) = scales.tips(bar) {
                let side = if left > right { "left" } else { "right" };
                let message =
                    format!("bar {} tips to the {side}: torque {left} on the left, {right} on the right", bar_id(bar));
                found.push(Violation { rule: &BALANCE, places: places.clone(), message });
            }
            let weighs = scales.weight_of(Hangs::Bar(bar));
            if let Some((weighs, total)) = weighs.zip(self.totals[bar])
                && weighs != i64::from(total)
            {
                let message = format!("bar {} weighs {weighs}, but {total} is given", bar_id(bar));
                found.push(Violation { rule: &TOTAL, places, message });
            }
        }
        let givens = self.givens.iter().enumerate();
        found.extend(givens.filter_map(|(shape, given)| numbers.changed(&GIVEN, shape, given?)));
        found
    }
}

impl Certified for Mobile {
    fn formula(&self) -> Result<Formula, TooLarge> {
        let (shapes, most) = (self.letters.len(), i64::from(self.most));
        let mut formula = Formula::with_room((self.bars.len() * 2 + 8) * shapes * self.most as usize)?;
        formula
            .comment(format!("weights: each shape weighs 1 to {most}: k if it is at least k and not at least k + 1"));
        let mut weights: Vec<Number> = Vec::with_capacity(shapes);
        for (letter, given) in self.letters.iter().zip(self.givens.iter()) {
            let literals: Vec<Literal> = (1..=most).map(|k| formula.variable(format!("{letter}_is_{k}"))).collect();
            let weight = formula.number(1, most, |k| format!("{letter}_ge_{k}"));
            formula.in_order(&weight);
            for (k, &literal) in (1..).zip(&literals) {
                formula.is_exactly(&weight, k, literal);
            }
            formula.place((1..).zip(literals.iter().copied()));
            if let Some(given) = given {
                formula.comment(format!("given: {letter} weighs {given}"));
                formula.clause([literals[given as usize - 1]]);
            }
            weights.push(weight);
        }
        let times = |factors: Vec<i32>| factors.into_iter().map(i64::from).zip(&weights).collect::<Vec<_>>();
        for bar in 0..self.bars.len() {
            formula.comment(format!("balance: {} balances", bar_id(bar)));
            formula.adds_up(times(self.difference(bar)), 0);
            if let Some(total) = self.totals[bar] {
                formula.comment(format!("total: {} weighs {total}", bar_id(bar)));
                formula.adds_up(times(self.counts(bar)), i64::from(total));
            }
        }
        Ok(formula)
    }
}
